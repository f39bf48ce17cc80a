//! Parses a scene file: JSON in which every key is known.

use super::NO_MEMORY_FOR_SPRITES;
use super::values::{Color, Coordinate, Factors, Frame, Integer, Layers, Pivot, Rotation};
use mask::Solid;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// The most bytes of a string as written in the file. Buffers and messages take a small multiple of this.
const MAX_STRING: usize = 1 << 16;

/// The contents of a scene file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneFile<'a> {
    #[serde(deserialize_with = "ordered_masks")]
    pub(crate) masks: Vec<(String, MaskEntry)>,
    #[serde(borrow)]
    pub(crate) sprites: SpriteSource<'a>,
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

/// The value of "sprites": a list, or the name of a CSV file.
pub(crate) enum SpriteSource<'a> {
    List(Vec<SpriteEntry<'a>>),
    Table(String),
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
    line: usize,
    column: usize,
    /// The path of keys to the value; `.` is the whole file.
    path: String,
    reason: String,
}

impl ParseError {
    /// Converts to an error that begins with the file, the line and the column.
    pub(crate) fn in_file(self, file: &Path) -> anyhow::Error {
        let ParseError { line, column, path, reason } = self;
        let place = if path == "." { String::new() } else { format!("{path}: ") };
        anyhow::anyhow!("{}:{line}:{column}: {place}{reason}", file.display())
    }
}

/// Parses the bytes of a scene file.
pub(crate) fn parse(text: &[u8]) -> Result<SceneFile<'_>, ParseError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    if let Some(start) = find_long_string(text) {
        let before = &text[..=start];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        let reason = format!("string is longer than the limit of {MAX_STRING} bytes: shorten it");
        return Err(ParseError { line, column, path: ".".into(), reason });
    }
    let parse_all = |text| {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let file = Object::<SceneFile>::deserialize(&mut reader)?;
        reader.end()?;
        Ok(file.0)
    };
    parse_all(text).map_err(|error: serde_json::Error| {
        // A second pass finds the path to the error: tracking the path takes twice the time.
        let mut reader = serde_json::Deserializer::from_slice(text);
        let traced = serde_path_to_error::deserialize::<_, Object<SceneFile>>(&mut reader);
        let path = traced.err().map_or(".".into(), |error| error.path().to_string());
        let (line, column) = (error.line(), error.column());
        let mut reason = error.to_string();
        if let Some(end) = reason.rfind(&format!(" at line {line} column {column}")) {
            reason.truncate(end);
        }
        ParseError { line, column, path, reason }
    })
}

/// Returns the position of the first string that is too long. Malformed JSON may appear to have one.
fn find_long_string(text: &[u8]) -> Option<usize> {
    let mut bytes = text.iter().enumerate();
    while let Some((start, _)) = bytes.find(|&(_, &byte)| byte == b'"') {
        while let (end, byte) = bytes.next()?
            && *byte != b'"'
        {
            if end - start > MAX_STRING {
                return Some(start);
            }
            if *byte == b'\\' {
                bytes.next();
            }
        }
    }
    None
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

impl<'de: 'a, 'a> Deserialize<'de> for SpriteSource<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SpriteSource<'a>, D::Error> {
        struct ListOrNameVisitor;
        impl<'de> Visitor<'de> for ListOrNameVisitor {
            type Value = SpriteSource<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of sprites or the name of a CSV file")
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(SpriteSource::Table(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut sprites = Vec::new();
                while let Some(Object(sprite)) = list.next_element()? {
                    sprites.try_reserve(1).map_err(|_| de::Error::custom(NO_MEMORY_FOR_SPRITES))?;
                    sprites.push(sprite);
                }
                Ok(SpriteSource::List(sprites))
            }
        }
        deserializer.deserialize_any(ListOrNameVisitor)
    }
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
