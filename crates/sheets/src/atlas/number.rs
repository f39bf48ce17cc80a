//! Numbers and truth values as exporters write them: `3`, `3.0`, `"3"`; `true`, `1`, `"true"`.

use serde::de::{self, Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A number, or a text of one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Number(pub(super) f64);

/// A truth value. A rotation by 90 degrees is `true`, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag(pub(super) bool);

/// The numbers of a list, and of the lists and texts in it, in their order.
#[derive(Debug, Default)]
pub(super) struct Numbers(pub(super) Vec<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        match deserializer.deserialize_any(Numbers::default())?.0[..] {
            [number] => Ok(Number(number)),
            _ => Err(D::Error::custom("expected one number")),
        }
    }
}

impl Flag {
    /// Reads the text of a truth value.
    pub(super) fn of_text(text: &str) -> Option<Flag> {
        match &*text.trim().to_ascii_lowercase() {
            "true" | "1" | "yes" | "y" | "90" => Some(Flag(true)),
            "false" | "0" | "no" | "n" | "" => Some(Flag(false)),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flag, D::Error> {
        struct FlagVisitor;
        impl Visitor<'_> for FlagVisitor {
            type Value = Flag;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("true or false")
            }

            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Flag, E> {
                Ok(Flag(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Flag, E> {
                self.visit_str(&value.to_string())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Flag, E> {
                Flag::of_text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(FlagVisitor)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        deserializer.deserialize_any(Numbers::default())
    }
}

impl<'de> Visitor<'de> for Numbers {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Numbers, E> {
        self.visit_f64(number as f64)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Numbers, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: de::Error>(mut self, number: f64) -> Result<Numbers, E> {
        self.0.push(number);
        Ok(self)
    }

    fn visit_str<E: de::Error>(mut self, text: &str) -> Result<Numbers, E> {
        for word in text.split_ascii_whitespace() {
            let number = word.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))?;
            self.0.push(number);
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Numbers, A::Error> {
        while let Some(Numbers(numbers)) = list.next_element()? {
            self.0.extend(numbers);
        }
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut point: A) -> Result<Numbers, A::Error> {
        while let Some((_, Numbers(numbers))) = point.next_entry::<de::IgnoredAny, Numbers>()? {
            self.0.extend(numbers);
        }
        Ok(self)
    }
}
