//! The JSON of a sheet. Unknown keys are ignored: exporters add keys of their own.

use super::number::{Coordinate, Count, Side};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A file: one picture with frames, or several.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
pub(super) struct File {
    #[serde(default)]
    pub(super) frames: Option<Frames>,
    #[serde(default)]
    pub(super) textures: Option<Vec<Texture>>,
    #[serde(default)]
    pub(super) meta: Meta,
}

/// One picture of several.
#[derive(Deserialize)]
#[serde(expecting = "an object with image and frames")]
pub(super) struct Texture {
    pub(super) image: String,
    pub(super) frames: Frames,
}

/// The properties that all frames share.
#[derive(Deserialize, Default)]
#[serde(expecting = "an object")]
pub(super) struct Meta {
    #[serde(default)]
    pub(super) image: Option<String>,
    #[serde(default, rename = "frameTags")]
    pub(super) tags: Vec<Tag>,
    #[serde(default)]
    pub(super) slices: Vec<Slice>,
}

/// Frames: a list, or an object with a key for each frame.
#[derive(Default)]
pub(super) struct Frames {
    pub(super) has_keys: bool,
    pub(super) list: Vec<Entry>,
}

/// A frame.
#[derive(Deserialize)]
#[serde(expecting = "an object with the keys of a frame")]
pub(super) struct Entry {
    /// The name; the key, if frames have keys.
    #[serde(default)]
    pub(super) filename: Option<String>,
    pub(super) frame: Area,
    #[serde(default)]
    pub(super) rotated: bool,
    #[serde(default, rename = "spriteSourceSize")]
    pub(super) place: Option<Area>,
    #[serde(default, rename = "sourceSize")]
    pub(super) size: Option<Size>,
    #[serde(default)]
    pub(super) pivot: Option<Fraction>,
    /// In milliseconds.
    #[serde(default)]
    pub(super) duration: Count,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "an object with x, y, w and h")]
pub(super) struct Area {
    pub(super) x: Side,
    pub(super) y: Side,
    pub(super) w: Side,
    pub(super) h: Side,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "an object with w and h")]
pub(super) struct Size {
    pub(super) w: Side,
    pub(super) h: Side,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "an object with x and y")]
pub(super) struct Fraction {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// An animation.
#[derive(Deserialize)]
#[serde(expecting = "an object with the keys of a tag")]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) from: Count,
    pub(super) to: Count,
    #[serde(default)]
    pub(super) direction: Direction,
    #[serde(default)]
    pub(super) repeat: Count,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    #[default]
    Forward,
    Reverse,
    Pingpong,
    PingpongReverse,
}

/// A slice: rectangles that hold from a frame on.
#[derive(Deserialize)]
#[serde(expecting = "an object with the keys of a slice")]
pub(super) struct Slice {
    #[serde(default)]
    pub(super) name: String,
    /// The text of the user data.
    #[serde(default, rename = "data")]
    pub(super) text: String,
    #[serde(default)]
    pub(super) color: Option<String>,
    #[serde(default)]
    pub(super) keys: Vec<Key>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with frame and bounds")]
pub(super) struct Key {
    pub(super) frame: Count,
    pub(super) bounds: Bounds,
    #[serde(default)]
    pub(super) pivot: Option<Point>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "an object with x, y, w and h")]
pub(super) struct Bounds {
    pub(super) x: Coordinate,
    pub(super) y: Coordinate,
    pub(super) w: Side,
    pub(super) h: Side,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(expecting = "an object with x and y")]
pub(super) struct Point {
    pub(super) x: Coordinate,
    pub(super) y: Coordinate,
}

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frames, D::Error> {
        struct FramesVisitor;
        impl<'de> Visitor<'de> for FramesVisitor {
            type Value = Frames;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of frames, or an object with a key for each frame")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Frames, A::Error> {
                let mut frames = Frames::default();
                while let Some(entry) = entries.next_element()? {
                    frames.list.push(entry);
                }
                Ok(frames)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Frames, A::Error> {
                let mut frames = Frames { has_keys: true, list: Vec::new() };
                while let Some((key, entry)) = entries.next_entry::<String, Entry>()? {
                    frames.list.push(Entry { filename: Some(key), ..entry });
                }
                Ok(frames)
            }
        }
        deserializer.deserialize_any(FramesVisitor)
    }
}
