//! Parses a scene file: JSON in which every key is known.

use super::NO_MEMORY_FOR_SPRITES;
use super::text::{Text, find_long_string, position};
use super::values::{Color, Coordinate, Factors, Frame, Integer, Layers, Pivot, Rotation};
use mask::Solid;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::path::Path;
use std::{fmt, io};

/// The most bytes of a string as written in the file. Buffers and messages take a small multiple of this.
const MAX_STRING: u64 = 1 << 16;

/// The contents of a scene file. `S` is what is kept of "sprites".
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
pub(crate) struct SceneFile<S> {
    #[serde(deserialize_with = "ordered_masks")]
    pub(crate) masks: Vec<(String, MaskEntry)>,
    pub(crate) sprites: S,
}

/// An entry of "masks": how to build a mask, or the masks of a sheet.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MaskEntry {
    #[serde(default, deserialize_with = "non_null")]
    image: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    sheet: Option<String>,
    #[serde(default, deserialize_with = "non_null")]
    pub(crate) frame: Option<Frame>,
    #[serde(default, deserialize_with = "non_null")]
    pub(crate) alpha_threshold: Option<Integer<0, 255>>,
    #[serde(default, deserialize_with = "non_null")]
    pub(crate) color_key: Option<Color>,
    #[serde(default, deserialize_with = "non_null")]
    pub(crate) hot_map: Option<Object<HotMap>>,
}

/// Where the pixels of a mask entry are.
pub(crate) enum MaskSource<'a> {
    Image(&'a str),
    Sheet(&'a str),
}

impl MaskEntry {
    pub(crate) fn source(&self) -> MaskSource<'_> {
        match (&self.sheet, &self.image) {
            (Some(sheet), _) => MaskSource::Sheet(sheet),
            (None, image) => MaskSource::Image(image.as_deref().unwrap_or_default()),
        }
    }

    /// Iterates over the picture names of the entry.
    pub(crate) fn image_names(&self) -> impl Iterator<Item = &str> {
        let hot_map = self.hot_map.as_ref().map(|Object(hot)| &hot.image);
        self.image.iter().chain(hot_map).map(String::as_str)
    }

    /// Returns the rule for solid pixels of the picture. A hot map has a rule of its own.
    pub(crate) fn solid(&self) -> Solid {
        match (&self.color_key, &self.alpha_threshold) {
            (Some(key), _) => Solid::NotColor(key.0),
            (None, Some(threshold)) => Solid::AlphaAbove(threshold.0 as u8),
            (None, None) => Solid::default(),
        }
    }

    /// Returns an error message if keys of the entry are missing or do not go together.
    fn conflict(&self) -> Option<String> {
        match (&self.image, &self.sheet) {
            (None, None) => return Some("missing field `image` or `sheet`".into()),
            (Some(_), Some(_)) => return Some("got image and sheet, expected one: remove the other".into()),
            (None, Some(_)) if self.frame.is_some() => {
                return Some("got frame with sheet, but a sheet names its frames itself: remove frame".into());
            }
            (None, Some(_)) if self.hot_map.is_some() => {
                return Some("got hot_map with sheet, expected alpha_threshold or color_key: remove hot_map".into());
            }
            _ => {}
        }
        let rules = [
            (self.alpha_threshold.is_some(), "alpha_threshold"),
            (self.color_key.is_some(), "color_key"),
            (self.hot_map.is_some(), "hot_map"),
        ];
        let given: Vec<_> = rules.into_iter().filter_map(|(given, key)| given.then_some(key)).collect();
        let message = || {
            let given = given.join(" and ");
            format!("got {given}, expected at most one of alpha_threshold, color_key and hot_map: remove the others")
        };
        (given.len() > 1).then(message)
    }
}

/// A second picture of the same size, in which every pixel of another color than the key is solid.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HotMap {
    pub(crate) image: String,
    pub(crate) color_key: Color,
}

/// The value of "sprites": a list, or the name of a CSV file. `L` is what is kept of the list.
pub(crate) enum SpriteSource<L> {
    List(L),
    Table(String),
}

/// The parts of a list of sprites that are kept.
pub(crate) trait SpriteList<'de>: Default {
    /// Adds a sprite. Returns the message of an error.
    fn add(&mut self, sprite: SpriteEntry<'de>) -> Result<(), String>;
}

/// All sprites.
impl<'de> SpriteList<'de> for Vec<SpriteEntry<'de>> {
    fn add(&mut self, sprite: SpriteEntry<'de>) -> Result<(), String> {
        self.try_reserve(1).map_err(|_| NO_MEMORY_FOR_SPRITES)?;
        self.push(sprite);
        Ok(())
    }
}

/// Nothing: the list is read again later.
impl<'de> SpriteList<'de> for () {
    fn add(&mut self, _: SpriteEntry<'de>) -> Result<(), String> {
        Ok(())
    }
}

/// An entry of the list of sprites.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpriteEntry<'a> {
    #[serde(borrow)]
    pub(crate) mask: Cow<'a, str>,
    pub(crate) x: Coordinate,
    pub(crate) y: Coordinate,
    #[serde(default)]
    pub(crate) flip_x: bool,
    #[serde(default)]
    pub(crate) flip_y: bool,
    #[serde(default)]
    pub(crate) rotate: Rotation,
    #[serde(default)]
    pub(crate) scale: Factors,
    #[serde(default, deserialize_with = "non_null")]
    pub(crate) pivot: Option<Pivot>,
    #[serde(default = "first_layer")]
    pub(crate) layers: Layers,
    #[serde(default = "all_layers")]
    pub(crate) collides_with: Layers,
    #[serde(default)]
    pub(crate) fixed: bool,
}

fn first_layer() -> Layers {
    Integer(1)
}

fn all_layers() -> Layers {
    Integer(u32::MAX.into())
}

/// An error in a scene file, with its position.
pub(crate) struct ParseError {
    /// From 1, or 0 if the file cannot be read.
    pub(super) line: usize,
    pub(super) column: usize,
    /// The path of keys to the value; `.` is the whole file.
    pub(super) path: String,
    reason: String,
}

impl From<io::Error> for ParseError {
    fn from(error: io::Error) -> ParseError {
        ParseError { line: 0, column: 0, path: ".".into(), reason: error.to_string() }
    }
}

impl ParseError {
    /// Returns an error at a position of the text. The path leads to the value.
    pub(super) fn at(error: &serde_json::Error, path: String) -> ParseError {
        let (line, column) = (error.line(), error.column());
        let mut reason = error.to_string();
        if let Some(end) = reason.rfind(&format!(" at line {line} column {column}")) {
            reason.truncate(end);
        }
        ParseError { line, column, path, reason }
    }

    /// Converts to an error that begins with the file, the line and the column.
    pub(crate) fn in_file(self, file: &Path) -> anyhow::Error {
        let ParseError { line, column, path, reason } = self;
        let place = if path == "." { String::new() } else { format!("{path}: ") };
        let file = file.display();
        match line {
            0 => anyhow::anyhow!("{file}: {reason}"),
            _ => anyhow::anyhow!("{file}:{line}:{column}: {place}{reason}"),
        }
    }
}

/// Parses a scene file and keeps `L` of the list of sprites.
pub(super) fn parse<'de, L: SpriteList<'de>>(text: &impl Text<'de>) -> Result<SceneFile<SpriteSource<L>>, ParseError> {
    if let Some(start) = find_long_string(text, MAX_STRING)? {
        let (line, column) = position(text, start + 1)?;
        let reason = format!("string is longer than the limit of {MAX_STRING} bytes: shorten it");
        return Err(ParseError { line, column, path: ".".into(), reason });
    }
    let parse_all = |mut reader: serde_json::Deserializer<_>| {
        let file = Object::<SceneFile<_>>::deserialize(&mut reader)?;
        reader.end()?;
        Ok(file.0)
    };
    parse_all(serde_json::Deserializer::new(text.read()?)).map_err(|error: serde_json::Error| text.explain(&error))
}

/// Finds the path to an error in a text in memory, in a second pass: tracking the path takes twice the time.
pub(super) fn trace(text: &[u8], error: &serde_json::Error) -> ParseError {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let traced = serde_path_to_error::deserialize::<_, Object<SceneFile<SpriteSource<()>>>>(&mut reader);
    let path = traced.err().map_or(".".into(), |error| error.path().to_string());
    ParseError::at(error, path)
}

/// Deserializes the masks in the order of the file, so that errors are deterministic.
fn ordered_masks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, MaskEntry)>, D::Error> {
    struct MasksVisitor;
    impl<'de> Visitor<'de> for MasksVisitor {
        type Value = Vec<(String, MaskEntry)>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object of masks")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut masks, mut names) = (Vec::new(), HashSet::new());
            while let Some(name) = map.next_key::<String>()? {
                if names.try_reserve(1).is_err() || masks.try_reserve(1).is_err() {
                    return Err(de::Error::custom(
                        "not enough memory for the masks: use fewer masks or allow the command more memory",
                    ));
                }
                if !names.insert(name.clone()) {
                    return Err(de::Error::custom(format!(
                        "mask name {name:?} is used twice, expected unique names: rename one mask"
                    )));
                }
                let ValidMaskEntry(entry) = map.next_value()?;
                masks.push((name, entry));
            }
            Ok(masks)
        }
    }
    deserializer.deserialize_map(MasksVisitor)
}

/// A [`MaskEntry`] without conflicting keys.
struct ValidMaskEntry(MaskEntry);

impl<'de> Deserialize<'de> for ValidMaskEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ValidMaskEntry, D::Error> {
        let Object(entry) = Object::<MaskEntry>::deserialize(deserializer)?;
        match entry.conflict() {
            Some(conflict) => Err(de::Error::custom(conflict)),
            None => Ok(ValidMaskEntry(entry)),
        }
    }
}

impl<'de, L: SpriteList<'de>> Deserialize<'de> for SpriteSource<L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SpriteSource<L>, D::Error> {
        let mut list = L::default();
        let table = deserializer.deserialize_any(ListOrNameVisitor(|sprite| list.add(sprite)))?;
        Ok(table.map_or(SpriteSource::List(list), SpriteSource::Table))
    }
}

/// Calls a function with each sprite of a list, or returns the name of a table.
struct ListOrNameVisitor<F>(F);

impl<'de, F: FnMut(SpriteEntry<'de>) -> Result<(), String>> Visitor<'de> for ListOrNameVisitor<F> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of sprites or the name of a CSV file")
    }

    fn visit_str<E>(self, name: &str) -> Result<Option<String>, E> {
        Ok(Some(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Option<String>, A::Error> {
        while let Some(Object(sprite)) = list.next_element()? {
            self.0(sprite).map_err(de::Error::custom)?;
        }
        Ok(None)
    }
}

/// Calls `add` with each sprite of the list of a scene file that has been parsed before.
pub(super) fn for_each_sprite<'de>(
    text: &impl Text<'de>,
    add: impl FnMut(SpriteEntry<'de>) -> Result<(), String>,
) -> Result<(), ParseError> {
    struct SceneVisitor<F>(F);
    impl<'de, F: FnMut(SpriteEntry<'de>) -> Result<(), String>> Visitor<'de> for SceneVisitor<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<Cow<str>>()? {
                match &*key {
                    "sprites" => map.next_value_seed(Sprites(&mut self.0))?,
                    _ => _ = map.next_value::<IgnoredAny>()?,
                }
            }
            Ok(())
        }
    }
    struct Sprites<F>(F);
    impl<'de, F: FnMut(SpriteEntry<'de>) -> Result<(), String>> DeserializeSeed<'de> for Sprites<F> {
        type Value = ();

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
            deserializer.deserialize_any(ListOrNameVisitor(self.0)).map(drop)
        }
    }
    let mut reader = serde_json::Deserializer::new(text.read()?);
    reader.deserialize_map(SceneVisitor(add)).map_err(|error| ParseError::at(&error, ".".into()))
}

/// A value written as a JSON object. A derived `Deserialize` also accepts a list of the field values.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// Deserializes the value of an optional key, and rejects `null`.
fn non_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
