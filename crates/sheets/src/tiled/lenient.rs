//! Values as Tiled reads them: numbers and flags are text in XML and may be text in JSON; old lists are objects.

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A number or a flag, written in any way.
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_bool<E: Error>(self, flag: bool) -> Result<Number, E> {
                Ok(Number(f64::from(u8::from(flag))))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }
            /// An empty text is 0.
            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let number = match text.trim() {
                    "" | "false" => Ok(0.0),
                    "true" => Ok(1.0),
                    number => number.parse(),
                };
                number.map(Number).map_err(|_| E::custom(format_args!("expected a number, got {text:?}")))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// A type of whole numbers.
pub(super) trait Whole: TryFrom<i64> {
    const RANGE: &str;
}

impl Whole for u32 {
    const RANGE: &str = "0 to 4294967295";
}

impl Whole for i32 {
    const RANGE: &str = "-2147483648 to 2147483647";
}

fn checked<T: Whole, E: Error>(number: f64) -> Result<T, E> {
    // A number beyond the range of the cast is beyond the range of the type.
    let whole = T::try_from(number as i64).ok().filter(|_| number.fract() == 0.0);
    whole.ok_or_else(|| E::custom(format_args!("expected a whole number from {}, got {number}", T::RANGE)))
}

pub(super) fn whole<'de, T: Whole, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    checked(Number::deserialize(deserializer)?.0)
}

pub(super) fn some_whole<'de, T: Whole, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::<Number>::deserialize(deserializer)?.map(|number| checked(number.0)).transpose()
}

pub(super) fn finite<E: Error>(number: f64) -> Result<f64, E> {
    if number.is_finite() { Ok(number) } else { Err(E::custom(format_args!("number must be finite, got {number}"))) }
}

pub(super) fn real<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    finite(Number::deserialize(deserializer)?.0)
}

pub(super) fn some_real<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?.map(|number| finite(number.0)).transpose()
}

pub(super) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Number::deserialize(deserializer).map(|number| number.0 != 0.0)
}

pub(super) fn some_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    Ok(Option::<Number>::deserialize(deserializer)?.map(|number| number.0 != 0.0))
}

/// A global tile id. Its highest bit mirrors the tile, so some tools write it as a negative number.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawGid(pub(super) u32);

impl<'de> Deserialize<'de> for RawGid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawGid, D::Error> {
        let number = Number::deserialize(deserializer)?.0;
        if number < 0.0 { checked(number).map(|gid: i32| RawGid(gid as u32)) } else { checked(number).map(RawGid) }
    }
}

/// Reads a list, or an object in which the list has a name and a value for each item.
pub(super) fn entries<'de, T, K, V, D>(deserializer: D, item: fn(K, V) -> T) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    K: Deserialize<'de>,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Entries<T, K, V>(fn(K, V) -> T);
    impl<'de, T: Deserialize<'de>, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<T, K, V> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list or an object")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            std::iter::from_fn(|| list.next_element().transpose()).collect()
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<T>, A::Error> {
            std::iter::from_fn(|| map.next_entry().transpose()).map(|entry| entry.map(|(k, v)| self.0(k, v))).collect()
        }
    }
    deserializer.deserialize_any(Entries(item))
}
