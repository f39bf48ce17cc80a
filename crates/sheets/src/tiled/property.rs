//! Properties as Tiled writes them.

use crate::limits::Budget;
use crate::{Properties, PropertyValue, Reason, property};
use serde::Deserialize;
use std::collections::HashSet;

/// The properties of a tile, an object or a layer.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct RawProperties(Vec<RawProperty>);

#[derive(Debug, Clone, Deserialize)]
struct RawProperty {
    name: String,
    #[serde(rename = "type", default)]
    kind: String,
    value: Option<PropertyValue>,
    /// The members of a class in XML. In JSON, the value is an object with the members.
    #[serde(default)]
    properties: RawProperties,
}

impl RawProperties {
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
