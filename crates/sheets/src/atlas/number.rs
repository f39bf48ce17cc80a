//! Numbers and truth values as exporters write them: `3`, `3.0`, `"3"`; `true`, `1`, `"true"`.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

/// A number, or a text of one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Number(pub(super) f64);

/// A truth value. A rotation by 90 degrees is `true`, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flag(pub(super) bool);

/// The numbers of a list, and of the lists, points and texts in it, in their order.
#[derive(Debug, Default)]
pub(super) struct Numbers(pub(super) Vec<f64>);

impl Number {
    pub(super) fn of_text(text: &str) -> Option<Number> {
        text.trim().parse().ok().map(Number)
    }
}

impl Flag {
    pub(super) fn of_text(text: &str) -> Option<Flag> {
        match &*text.trim().to_ascii_lowercase() {
            "true" | "1" | "yes" | "y" | "90" => Some(Flag(true)),
            "false" | "0" | "no" | "n" | "" => Some(Flag(false)),
            _ => None,
        }
    }
}

/// Returns the start of a text, for messages.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

impl Numbers {
    pub(super) fn of_text(text: &str) -> Option<Numbers> {
        let words = text.split(|c: char| c.is_ascii_whitespace() || "[]{}:,\"".contains(c));
        let numbers = words.filter(|word| !["", "x", "y"].contains(word)).map(|word| word.parse().ok());
        numbers.collect::<Option<_>>().map(Numbers)
    }
}

/// Reads a value from its text, with or without quotes.
fn read<'de, D: Deserializer<'de>, T>(json: D, what: &str, of: impl Fn(&str) -> Option<T>) -> Result<T, D::Error> {
    let text = <&RawValue>::deserialize(json)?.get();
    of(text.trim_matches('"')).ok_or_else(|| D::Error::custom(format_args!("expected {what}, got {text:.40}")))
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Number, D::Error> {
        read(json, "a number", Number::of_text)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Flag, D::Error> {
        read(json, "true or false", Flag::of_text)
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Numbers, D::Error> {
        read(json, "a list of numbers", Numbers::of_text)
    }
}
