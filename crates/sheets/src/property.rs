//! Properties that the author of a map gives tiles, objects and layers.

use serde::de;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The properties of a tile, an object, an entity or a layer: values by name, in the order of the file.
///
/// Cost: a lookup is one pass over the names. Clones share their memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Properties(Option<Arc<[Property]>>);

/// A name and a value.
type Property = (Arc<str>, PropertyValue);

/// The properties of what has none.
pub(crate) static NONE: Properties = Properties(None);

/// The value of a property.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PropertyValue {
    /// A boolean.
    Bool(bool),
    /// A whole number, or the id of an object in Tiled.
    Int(i64),
    /// A finite number.
    Float(f64),
    /// A text, a color, the name of a file, or the value of an enum.
    Text(String),
    /// A list, a class, a point or another value with parts, as JSON.
    Json(String),
}

impl Properties {
    pub(crate) fn new(list: Vec<Property>) -> Properties {
        Properties((!list.is_empty()).then(|| list.into()))
    }

    /// Returns the value of the first property of this name.
    ///
    /// ```
    /// # use sheets::{Map, Options};
    /// let level = r#"<map width="1" height="1" tilewidth="8" tileheight="8"><objectgroup name="things">
    ///     <object id="1" x="0" y="0" width="8" height="8"><properties>
    ///         <property name="locked" type="bool" value="true"/>
    ///         <property name="coins" type="int" value="5"/>
    ///     </properties></object></objectgroup></map>"#;
    /// # let files = std::collections::HashMap::from([("level.tmx".to_owned(), level.into())]);
    /// let map = Map::read(&files, "level.tmx", &Options::default())?;
    /// let chest = map.layer("things").unwrap().sprites()[0].properties();
    /// assert_eq!(chest.get("coins"), Some(&sheets::PropertyValue::Int(5)));
    /// assert_eq!((chest.flag("locked"), chest.number("coins"), chest.text("key")), (true, Some(5.0), None));
    /// # Ok::<(), sheets::SheetError>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        self.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Returns whether the property of this name is true. Without the property, returns false.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(PropertyValue::Bool(true)))
    }

    /// Returns the number of this name, whether it is whole or not.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        match *self.get(name)? {
            PropertyValue::Int(number) => Some(number as f64),
            PropertyValue::Float(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the text of this name.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            PropertyValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns an iterator over the names and the values, in the order of the file.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &PropertyValue)> {
        self.0.as_deref().unwrap_or_default().iter().map(|(name, value)| (&**name, value))
    }
}

impl PropertyValue {
    /// Returns the value as JSON.
    pub(crate) fn to_json(&self) -> String {
        match self {
            PropertyValue::Bool(value) => value.to_string(),
            PropertyValue::Int(value) => value.to_string(),
            PropertyValue::Float(value) => json(value),
            PropertyValue::Text(value) => json(value),
            PropertyValue::Json(value) => value.clone(),
        }
    }
}

/// Returns a number or a text as JSON.
pub(crate) fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl<'de> Deserialize<'de> for PropertyValue {
    /// Reads any value of JSON but null.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PropertyValue, D::Error> {
        struct AnyValue;
        impl<'de> Visitor<'de> for AnyValue {
            type Value = PropertyValue;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the value of a property")
            }
            fn visit_bool<E: de::Error>(self, value: bool) -> Result<PropertyValue, E> {
                Ok(PropertyValue::Bool(value))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<PropertyValue, E> {
                Ok(PropertyValue::Int(value))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<PropertyValue, E> {
                Ok(i64::try_from(value).map_or(PropertyValue::Float(value as f64), PropertyValue::Int))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<PropertyValue, E> {
                Ok(PropertyValue::Float(value))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<PropertyValue, E> {
                Ok(PropertyValue::Text(value.to_owned()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<PropertyValue, A::Error> {
                let mut text = String::new();
                JsonWriter(&mut text).visit_seq(list)?;
                Ok(PropertyValue::Json(text))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PropertyValue, A::Error> {
                let mut text = String::new();
                JsonWriter(&mut text).visit_map(map)?;
                Ok(PropertyValue::Json(text))
            }
        }
        deserializer.deserialize_any(AnyValue)
    }
}

/// Writes a value as JSON while it is read, because a tree of values takes many times the bytes of the file.
struct JsonWriter<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for JsonWriter<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! write_values {
    ($($visit:ident: $value:ty),*) => {
        $(fn $visit<E: de::Error>(self, value: $value) -> Result<(), E> {
            self.0.push_str(&json(&value));
            Ok(())
        })*
    };
}

impl<'de> Visitor<'de> for JsonWriter<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.push_str("null");
        Ok(())
    }
    write_values! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.push('[');
        let start = self.0.len();
        loop {
            let end = self.0.len();
            if end > start {
                self.0.push(',');
            }
            if list.next_element_seed(JsonWriter(self.0))?.is_none() {
                self.0.truncate(end);
                self.0.push(']');
                return Ok(());
            }
        }
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.push('{');
        let start = self.0.len();
        while let Some(key) = map.next_key::<Cow<str>>()? {
            if self.0.len() > start {
                self.0.push(',');
            }
            self.0.push_str(&json(&key));
            self.0.push(':');
            map.next_value_seed(JsonWriter(self.0))?;
        }
        self.0.push('}');
        Ok(())
    }
}
