//! Parses a scene file: JSON in which every key is known.

use super::model::{NO_MEMORY_FOR_MASKS, NO_MEMORY_FOR_SPRITES, SceneSprite, SceneSprites, Stretch};
use super::values::{Color, Coordinate, Factors, Frame, Integer, Layers, Origin, Pivot, Rotation};
use crate::solid;
use anyhow::{Result, anyhow, bail};
use mask::Solid;
use serde::de;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// The most bytes of a string as written in the file. Buffers and messages take a small multiple of this.
const MAX_STRING: usize = 1 << 16;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The contents of a scene file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneFile {
    #[serde(deserialize_with = "ordered_masks")]
    pub(crate) masks: Vec<(String, MaskEntry)>,
    pub(crate) sprites: SpriteSource,
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
        solid::rule(self.color_key.map(|Color(key)| key), self.alpha_threshold.map(|Integer(alpha)| alpha as u8))
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
        (given.len() > 1).then(|| {
            let given = given.join(" and ");
            format!("got {given}, expected at most one of alpha_threshold, color_key and hot_map: remove the others")
        })
    }
}

/// A second picture of the same size, in which every pixel of another color than the key is solid.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HotMap {
    pub(crate) image: String,
    pub(crate) color_key: Color,
}

/// The value of "sprites".
pub(crate) enum SpriteSource {
    /// The mask of a sprite is an index into `names`: "sprites" may come before "masks" in the file.
    List { sprites: SceneSprites, names: Vec<String> },
    /// The name of a CSV file.
    Table(String),
}

/// An entry of the list of sprites.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SpriteEntry<'a> {
    #[serde(borrow)]
    mask: Cow<'a, str>,
    x: Coordinate,
    y: Coordinate,
    #[serde(default)]
    flip_x: bool,
    #[serde(default)]
    flip_y: bool,
    #[serde(default)]
    rotate: Rotation,
    #[serde(default)]
    scale: Factors,
    #[serde(default, deserialize_with = "non_null")]
    origin: Option<Origin>,
    #[serde(default, deserialize_with = "non_null")]
    pivot: Option<Pivot>,
    #[serde(default = "first_layer")]
    layers: Layers,
    #[serde(default = "all_layers")]
    collides_with: Layers,
    #[serde(default)]
    fixed: bool,
}

impl SpriteEntry<'_> {
    /// Returns the sprite without its angle, scale and origin.
    fn sprite(&self, mask: u32) -> SceneSprite {
        SceneSprite {
            mask,
            at: [self.x.get(), self.y.get()],
            flip_x: self.flip_x,
            flip_y: self.flip_y,
            turn: self.rotate.turn,
            layers: self.layers.0 as u32,
            collides_with: self.collides_with.0 as u32,
            fixed: self.fixed,
        }
    }

    /// Returns the rest. A sprite with an origin has no pivot beside it.
    fn stretch(&self) -> Result<Stretch> {
        let origin = match (self.origin, self.pivot) {
            (Some(_), Some(_)) => bail!("has both origin and pivot: remove pivot"),
            (origin, pivot) => origin.or(pivot.map(|Pivot(pixel)| Origin::of_pixel(pixel))),
        };
        Ok(Stretch { angle: self.rotate.angle, scale: self.scale.0, origin })
    }
}

fn first_layer() -> Layers {
    Integer(1)
}

fn all_layers() -> Layers {
    Integer(u32::MAX.into())
}

/// Parses a scene file. Errors begin with the file, the line and the column.
pub(super) fn parse(text: &[u8], file: &Path) -> Result<SceneFile> {
    let file = file.display();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if let Some(start) = find_long_string(text) {
        let before = &text[..=start];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        return Err(anyhow!(
            "{file}:{line}:{column}: string is longer than the limit of {MAX_STRING} bytes: shorten it"
        ));
    }
    let mut reader = serde_json::Deserializer::from_slice(text);
    let parsed = Object::deserialize(&mut reader).and_then(|Object(scene)| reader.end().map(|()| scene));
    parsed.map_err(|error| {
        // Only a second pass tracks the path to the error: tracking takes twice the time.
        let mut reader = serde_json::Deserializer::from_slice(text);
        let traced = serde_path_to_error::deserialize::<_, Object<SceneFile>>(&mut reader);
        let path = traced.err().map(|error| error.path().to_string()).filter(|path| path != ".");
        let path = path.map_or(String::new(), |path| format!("{path}: "));
        let (line, column, reason) = (error.line(), error.column(), error.to_string());
        let reason = reason.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&reason);
        anyhow!("{file}:{line}:{column}: {path}{reason}")
    })
}

/// Returns the position of the first string over the limit. Malformed JSON may appear to have one.
fn find_long_string(text: &[u8]) -> Option<usize> {
    let mut bytes = text.iter().enumerate();
    while let Some((start, _)) = bytes.find(|&(_, &byte)| byte == b'"') {
        while let Some((at, byte)) = bytes.next() {
            if at - start - 1 > MAX_STRING {
                return Some(start);
            }
            match byte {
                b'"' => break,
                b'\\' => _ = bytes.next(),
                _ => {}
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
                    return Err(de::Error::custom(NO_MEMORY_FOR_MASKS));
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

impl<'de> Deserialize<'de> for SpriteSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SpriteSource, D::Error> {
        struct SourceVisitor;
        impl<'de> Visitor<'de> for SourceVisitor {
            type Value = SpriteSource;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of sprites or the name of a CSV file")
            }

            fn visit_str<E>(self, name: &str) -> Result<SpriteSource, E> {
                Ok(SpriteSource::Table(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SpriteSource, A::Error> {
                let (mut sprites, mut names, mut indices) = (SceneSprites::default(), Vec::new(), HashMap::new());
                while let Some(Object(entry)) = list.next_element::<Object<SpriteEntry>>()? {
                    let reserved = names.try_reserve(1).and_then(|()| indices.try_reserve(1));
                    reserved.map_err(|_| de::Error::custom(NO_MEMORY_FOR_SPRITES))?;
                    let mask = *indices.entry(entry.mask.clone()).or_insert_with_key(|name| {
                        names.push(name.to_string());
                        names.len() as u32 - 1
                    });
                    let stretch = entry.stretch().map_err(de::Error::custom)?;
                    sprites.push(entry.sprite(mask), stretch).map_err(de::Error::custom)?;
                }
                Ok(SpriteSource::List { sprites, names })
            }
        }
        deserializer.deserialize_any(SourceVisitor)
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
