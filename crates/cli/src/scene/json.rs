//! The scene file: JSON, and nothing in it that is not understood.

use super::NO_MEMORY;
use super::values::{Color, Coordinate, Frame, Layers, Rotation, Whole};
use crate::memory::room;
use mask::Solid;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// The most bytes of a string, as it is written: a name, a file. Buffers and messages take a few times as many.
const MAX_STRING: usize = 1 << 16;

/// A whole scene file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneFile<'a> {
    #[serde(deserialize_with = "masks")]
    pub(crate) masks: Vec<(String, MaskEntry)>,
    #[serde(borrow)]
    pub(crate) sprites: Sprites<'a>,
}

/// How a mask is made.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MaskEntry {
    pub(crate) image: String,
    #[serde(default, deserialize_with = "some")]
    pub(crate) frame: Option<Frame>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) alpha_threshold: Option<Whole<0, 255>>,
    #[serde(default, deserialize_with = "some")]
    pub(crate) color_key: Option<Color>,
    #[serde(default, deserialize_with = "some_object")]
    pub(crate) hot_map: Option<HotMap>,
}

impl MaskEntry {
    /// The pictures it needs.
    pub(crate) fn image_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.image.as_str()).chain(self.hot_map.as_ref().map(|hot| hot.image.as_str()))
    }

    /// Which pixels of the picture are solid, where there is no hot map.
    pub(crate) fn solid(&self) -> Solid {
        match (&self.color_key, &self.alpha_threshold) {
            (Some(key), _) => Solid::NotColor(key.0),
            (None, Some(threshold)) => Solid::AlphaAbove(threshold.0 as u8),
            (None, None) => Solid::default(),
        }
    }

    /// What cannot be said together.
    fn conflict(&self) -> Option<&'static str> {
        let rules = [self.alpha_threshold.is_some(), self.color_key.is_some(), self.hot_map.is_some()];
        (rules.iter().filter(|&&given| given).count() > 1)
            .then_some("at most one of alpha_threshold, color_key and hot_map may be given")
    }
}

/// The second picture of a mask, in which what hits is drawn.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HotMap {
    pub(crate) image: String,
    pub(crate) color_key: Color,
}

/// The sprites: here, or in a CSV file.
pub(crate) enum Sprites<'a> {
    List(Vec<SpriteEntry<'a>>),
    File(String),
}

/// A sprite.
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
    #[serde(default = "first_layer")]
    pub(crate) layers: Layers,
    #[serde(default = "all_layers")]
    pub(crate) collides_with: Layers,
    #[serde(default)]
    pub(crate) fixed: bool,
}

fn first_layer() -> Layers {
    Layers(1)
}

fn all_layers() -> Layers {
    Layers(u32::MAX)
}

/// What is wrong with a scene file, and where.
pub(crate) struct Fault {
    line: usize,
    column: usize,
    path: String,
    reason: String,
}

impl Fault {
    /// As an error that names the file.
    pub(crate) fn in_file(self, file: &Path) -> anyhow::Error {
        let Fault { line, column, path, reason } = self;
        let place = if path == "." { String::new() } else { format!("{path}: ") };
        anyhow::anyhow!("{}:{line}:{column}: {place}{reason}", file.display())
    }
}

/// Reads a scene file.
pub(crate) fn parse(text: &[u8]) -> Result<SceneFile<'_>, Fault> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    if let Some(start) = long_string(text) {
        let before = &text[..=start];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        return Err(Fault {
            line,
            column,
            path: ".".into(),
            reason: format!("a string of more than {MAX_STRING} bytes"),
        });
    }
    let whole = |text| {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let file = Object::<SceneFile>::deserialize(&mut reader)?;
        reader.end()?;
        Ok(file.0)
    };
    whole(text).map_err(|error: serde_json::Error| {
        // Once more for the path to the fault: keeping track of it takes twice the time.
        let mut reader = serde_json::Deserializer::from_slice(text);
        let traced = serde_path_to_error::deserialize::<_, Object<SceneFile>>(&mut reader);
        let path = traced.err().map_or(".".into(), |error| error.path().to_string());
        let (line, column) = (error.line(), error.column());
        let mut reason = error.to_string();
        if let Some(end) = reason.rfind(&format!(" at line {line} column {column}")) {
            reason.truncate(end);
        }
        Fault { line, column, path, reason }
    })
}

/// Where a string begins that is too long. What is no JSON may seem to have one.
fn long_string(text: &[u8]) -> Option<usize> {
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

/// Keeps the masks in the order of the file, so that errors are the same on every run.
fn masks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, MaskEntry)>, D::Error> {
    struct Masks;
    impl<'de> Visitor<'de> for Masks {
        type Value = Vec<(String, MaskEntry)>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object of masks")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let (mut masks, mut names) = (Vec::new(), HashSet::new());
            while let Some(name) = map.next_key::<String>()? {
                if names.try_reserve(1).is_err() || !room(&mut masks) {
                    return Err(de::Error::custom("no memory for so many masks"));
                }
                if !names.insert(name.clone()) {
                    return Err(de::Error::custom(format!("two masks are named {name:?}")));
                }
                let Checked(entry) = map.next_value()?;
                masks.push((name, entry));
            }
            Ok(masks)
        }
    }
    deserializer.deserialize_map(Masks)
}

/// A mask's entry that does not contradict itself.
struct Checked(MaskEntry);

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Checked, D::Error> {
        let Object(entry) = Object::<MaskEntry>::deserialize(deserializer)?;
        match entry.conflict() {
            Some(conflict) => Err(de::Error::custom(conflict)),
            None => Ok(Checked(entry)),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Sprites<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sprites<'a>, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Sprites<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of sprites, or the name of a CSV file")
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Sprites::File(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut sprites = Vec::new();
                while let Some(Object(sprite)) = list.next_element()? {
                    if !room(&mut sprites) {
                        return Err(de::Error::custom(NO_MEMORY));
                    }
                    sprites.push(sprite);
                }
                Ok(Sprites::List(sprites))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// What must be written as an object: serde would take a list of the values, too.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<T>, D::Error> {
        struct Only<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Only<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Only(PhantomData))
    }
}

/// A value that, where its key is given, is there: not `null`.
fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The same for an object.
fn some_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Object::deserialize(deserializer).map(|object| Some(object.0))
}
