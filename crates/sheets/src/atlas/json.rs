//! The JSON of a sheet. Unknown keys are ignored: exporters add keys of their own.

use super::number::{Flag, Number, Numbers};
use crate::{Direction, Reason, SheetError};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// A file: one picture with frames, or several.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
pub(super) struct File<'a> {
    #[serde(default, borrow)]
    pub(super) frames: Option<Items<'a>>,
    #[serde(default, borrow)]
    pub(super) textures: Option<Vec<Texture<'a>>>,
    #[serde(default, borrow)]
    pub(super) animations: Option<Items<'a>>,
    #[serde(default, borrow)]
    pub(super) meta: Meta<'a>,
}

/// One picture of several.
#[derive(Deserialize)]
#[serde(expecting = "an object with image and frames")]
pub(super) struct Texture<'a> {
    #[serde(default)]
    pub(super) image: Option<String>,
    #[serde(borrow)]
    pub(super) frames: Items<'a>,
}

/// The properties that all frames share.
#[derive(Deserialize, Default)]
#[serde(expecting = "an object")]
pub(super) struct Meta<'a> {
    #[serde(default, borrow)]
    pub(super) app: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) image: Option<String>,
    #[serde(default, borrow, rename = "frameTags")]
    pub(super) tags: Option<Items<'a>>,
    #[serde(default, borrow)]
    pub(super) slices: Option<Items<'a>>,
    #[serde(default, borrow, rename = "related_multi_packs")]
    pub(super) pages: Option<Items<'a>>,
}

/// A list, or an object with a key for each item. Each item is parsed on its own, so a bad one costs that item.
#[derive(Default)]
pub(super) struct Items<'a> {
    pub(super) has_keys: bool,
    pub(super) list: Vec<(String, &'a RawValue)>,
}

/// A frame.
#[derive(Deserialize, Default)]
#[serde(expecting = "an object with the keys of a frame", default)]
pub(super) struct Entry {
    #[serde(rename = "filename")]
    pub(super) name: Option<String>,
    pub(super) frame: Option<Area>,
    pub(super) rotated: Option<Flag>,
    /// The quarter turns clockwise of a frame of libGDX. `rotated` is one.
    #[serde(skip)]
    pub(super) turned: u8,
    pub(super) trimmed: Option<Flag>,
    #[serde(rename = "spriteSourceSize")]
    pub(super) place: Option<Area>,
    #[serde(rename = "sourceSize")]
    pub(super) size: Option<Area>,
    pub(super) pivot: Option<Area>,
    /// The name of the pivot for PixiJS.
    pub(super) anchor: Option<Area>,
    /// The pivot of a frame in XML, in pixels.
    #[serde(skip)]
    pub(super) pivot_point: Option<Area>,
    /// Further names of the frame.
    #[serde(skip)]
    pub(super) aliases: Vec<String>,
    /// What the reader does not follow, and what it does instead.
    #[serde(skip)]
    pub(super) remark: Option<(Reason, &'static str)>,
    /// The fault of the frame, if it has one. The name and the size may be right.
    #[serde(skip)]
    pub(super) fault: Option<SheetError>,
    /// In milliseconds.
    pub(super) duration: Option<Number>,
    pub(super) vertices: Option<Numbers>,
    #[serde(rename = "verticesUV")]
    pub(super) vertices_uv: Option<Numbers>,
    pub(super) triangles: Option<Numbers>,
}

/// A rectangle, a point or a size. Its user says which sides it needs.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(expecting = "an object with x, y, w and h", default)]
pub(super) struct Area {
    pub(super) x: Option<Number>,
    pub(super) y: Option<Number>,
    pub(super) w: Option<Number>,
    pub(super) h: Option<Number>,
}

/// An animation of Aseprite.
#[derive(Deserialize)]
#[serde(expecting = "an object with the keys of a tag")]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) from: Number,
    pub(super) to: Number,
    #[serde(default, with = "DirectionName")]
    pub(super) direction: Direction,
    #[serde(default)]
    pub(super) repeat: Option<Number>,
}

/// The names of the directions.
#[derive(Deserialize)]
#[serde(remote = "Direction", rename_all = "lowercase")]
enum DirectionName {
    Forward,
    Reverse,
    PingPong,
    #[serde(rename = "pingpong_reverse")]
    PingPongReverse,
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
    pub(super) frame: Number,
    pub(super) bounds: Area,
    #[serde(default)]
    pub(super) pivot: Option<Area>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Items<'a>, D::Error> {
        struct ItemsVisitor;
        impl<'de> Visitor<'de> for ItemsVisitor {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list, or an object with a key for each item")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Items<'de>, A::Error> {
                let mut all = Items::default();
                while let Some(item) = items.next_element()? {
                    all.list.push((format!("[{}]", all.list.len()), item));
                }
                Ok(all)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut items: A) -> Result<Items<'de>, A::Error> {
                let list = std::iter::from_fn(|| items.next_entry().transpose()).collect::<Result<_, _>>()?;
                Ok(Items { has_keys: true, list })
            }
        }
        deserializer.deserialize_any(ItemsVisitor)
    }
}
