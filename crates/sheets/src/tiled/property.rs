//! Properties as Tiled writes them.

use super::lenient::entries;
use crate::limits::Budget;
use crate::{Properties, PropertyValue, Reason, property};
use serde::{Deserialize, Deserializer};
use std::collections::{HashMap, HashSet};

/// The properties of a tile, an object or a layer: a list, or in JSON before 1.2 an object of values by name.
#[derive(Debug, Clone, Default)]
pub(super) struct RawProperties(Vec<RawProperty>);

/// The types of properties by name, beside an object of values.
pub(super) type Types = HashMap<String, String>;

#[derive(Debug, Clone, Default, Deserialize)]
struct RawProperty {
    name: String,
    #[serde(rename = "type", default)]
    kind: String,
    value: Option<PropertyValue>,
    /// The members of a class in XML. In JSON, the value is an object with the members.
    #[serde(default)]
    properties: RawProperties,
}

impl<'de> Deserialize<'de> for RawProperties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawProperties, D::Error> {
        let property = |name, value| RawProperty { name, value, ..RawProperty::default() };
        entries(deserializer, property).map(RawProperties)
    }
}

impl RawProperties {
    /// Sets the types that stand beside the values.
    pub(super) fn set_types(&mut self, types: &Types) {
        for raw in &mut self.0 {
            if let Some(kind) = types.get(&raw.name) {
                raw.kind.clone_from(kind);
            }
        }
    }

    /// Returns the properties that are whole numbers and have names that begin with a text.
    pub(super) fn numbers(&self, start: &str) -> HashMap<&str, u32> {
        let number = |value: &PropertyValue| match value {
            PropertyValue::Int(number) => u32::try_from(*number).ok(),
            PropertyValue::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        let list = self.0.iter().filter(|raw| raw.name.starts_with(start));
        list.filter_map(|raw| Some((raw.name.as_str(), number(raw.value.as_ref()?)?))).collect()
    }

    /// Adds properties, which may have the same names.
    pub(super) fn append(&mut self, mut later: RawProperties) {
        self.0.append(&mut later.0);
    }

    /// Keeps the last property of each name.
    pub(super) fn keep_last(&mut self) {
        let mut names = HashSet::new();
        self.0.reverse();
        self.0.retain(|raw| names.insert(raw.name.clone()));
        self.0.reverse();
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the properties with values, and takes them from a budget.
    pub(super) fn read(&self, budget: &mut Budget) -> Result<Properties, Reason> {
        budget.take(self.0.len() as u64)?;
        let list = self.0.iter().filter_map(|raw| Some((raw.name.as_str().into(), raw.read()?)));
        Ok(Properties::new(list.collect()))
    }

    /// Adds the properties of a template that are not here.
    pub(super) fn inherit(&mut self, template: RawProperties) {
        let own: HashSet<_> = self.0.iter().map(|raw| raw.name.clone()).collect();
        self.0.extend(template.0.into_iter().filter(|raw| !own.contains(&raw.name)));
    }

    /// Returns the members of a class as JSON.
    fn to_json(&self) -> String {
        let member = |raw: &RawProperty| Some(format!("{}:{}", property::json(&raw.name), raw.read()?.to_json()));
        format!("{{{}}}", self.0.iter().filter_map(member).collect::<Vec<_>>().join(","))
    }
}

impl RawProperty {
    /// Returns the value. A text that does not fit the type stays a text.
    fn read(&self) -> Option<PropertyValue> {
        if self.kind == "class" && self.value.is_none() {
            return Some(PropertyValue::Json(self.properties.to_json()));
        }
        let value = self.value.clone()?;
        let parsed = match (self.kind.as_str(), &value) {
            ("bool", PropertyValue::Text(text)) => text.parse().ok().map(PropertyValue::Bool),
            ("int" | "object", PropertyValue::Text(text)) => text.parse().ok().map(PropertyValue::Int),
            ("float", PropertyValue::Text(text)) => {
                text.parse().ok().filter(|number: &f64| number.is_finite()).map(PropertyValue::Float)
            }
            ("float", PropertyValue::Int(number)) => Some(PropertyValue::Float(*number as f64)),
            _ => None,
        };
        Some(parsed.unwrap_or(value))
    }
}
