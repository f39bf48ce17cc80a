//! The fields of Tiled's files that matter here, named and nested as in Tiled's JSON. `xml.rs` presents XML in this shape.

use super::property::RawProperties;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A map.
#[derive(Debug, Deserialize)]
pub(super) struct RawMap {
    #[serde(default = "orthogonal")]
    pub(super) orientation: String,
    pub(super) height: u32,
    pub(super) tilewidth: u32,
    pub(super) tileheight: u32,
    #[serde(default)]
    pub(super) hexsidelength: u32,
    #[serde(default)]
    pub(super) staggeraxis: String,
    #[serde(default)]
    pub(super) staggerindex: String,
    #[serde(default)]
    pub(super) tilesets: Vec<RawTileset>,
    #[serde(default)]
    pub(super) layers: Vec<RawLayer>,
}

fn orthogonal() -> String {
    "orthogonal".into()
}

/// A tileset: a file of its own, embedded in a map, or only a reference to a file.
#[derive(Debug, Deserialize)]
pub(super) struct RawTileset {
    pub(super) firstgid: Option<u32>,
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) tilewidth: u32,
    #[serde(default)]
    pub(super) tileheight: u32,
    #[serde(default)]
    pub(super) spacing: u32,
    #[serde(default)]
    pub(super) margin: u32,
    #[serde(default)]
    pub(super) objectalignment: String,
    #[serde(default)]
    pub(super) tilerendersize: String,
    #[serde(default)]
    pub(super) fillmode: String,
    pub(super) image: Option<String>,
    pub(super) transparentcolor: Option<Color>,
    #[serde(default)]
    pub(super) tileoffset: RawOffset,
    #[serde(default)]
    pub(super) tiles: Vec<RawTile>,
}

/// The offset of a tileset's tiles, in pixels.
#[derive(Debug, Default, Clone, Copy, Deserialize)]
pub(super) struct RawOffset {
    #[serde(default)]
    pub(super) x: i32,
    #[serde(default)]
    pub(super) y: i32,
}

/// A tile that has more than a place in the picture of its tileset.
#[derive(Debug, Deserialize)]
pub(super) struct RawTile {
    pub(super) id: u32,
    pub(super) image: Option<String>,
    pub(super) transparentcolor: Option<Color>,
    pub(super) x: Option<u32>,
    pub(super) y: Option<u32>,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) class: Option<String>,
    #[serde(default)]
    pub(super) properties: RawProperties,
    pub(super) objectgroup: Option<Box<RawShapes>>,
    #[serde(default)]
    pub(super) animation: Vec<RawStep>,
}

/// The collision shapes of a tile.
#[derive(Debug, Deserialize)]
pub(super) struct RawShapes {
    #[serde(default)]
    pub(super) objects: Vec<RawObject>,
}

/// A frame of a tile's animation.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct RawStep {
    pub(super) tileid: u32,
    /// In milliseconds.
    pub(super) duration: u32,
}

/// A layer of any type.
#[derive(Debug, Deserialize)]
pub(super) struct RawLayer {
    #[serde(rename = "type")]
    pub(super) kind: RawKind,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) class: String,
    #[serde(default = "yes")]
    pub(super) visible: bool,
    #[serde(default)]
    pub(super) properties: RawProperties,
    #[serde(default, deserialize_with = "finite")]
    pub(super) offsetx: f64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) offsety: f64,
    // Tile layers.
    #[serde(default)]
    pub(super) width: u32,
    #[serde(default)]
    pub(super) height: u32,
    #[serde(default)]
    pub(super) encoding: String,
    #[serde(default)]
    pub(super) compression: String,
    pub(super) data: Option<RawData>,
    #[serde(default)]
    pub(super) chunks: Vec<RawChunk>,
    // Object layers.
    #[serde(default)]
    pub(super) objects: Vec<RawObject>,
    // Image layers.
    pub(super) image: Option<String>,
    pub(super) transparentcolor: Option<Color>,
    // Groups.
    #[serde(default)]
    pub(super) layers: Vec<RawLayer>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawKind {
    TileLayer,
    ObjectGroup,
    ImageLayer,
    Group,
}

/// A block of tiles of an infinite map, in tiles.
#[derive(Debug, Deserialize)]
pub(super) struct RawChunk {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) data: RawData,
}

/// The tiles of a layer or a chunk: encoded text, or plain numbers.
#[derive(Debug)]
pub(super) enum RawData {
    Text(String),
    Gids(Vec<u32>),
}

/// An object of an object layer, or a collision shape of a tile. Fields that are absent come from the template, if the
/// object has one.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct RawObject {
    pub(super) id: Option<u32>,
    pub(super) template: Option<String>,
    pub(super) gid: Option<u32>,
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) class: Option<String>,
    #[serde(default, deserialize_with = "finite")]
    pub(super) x: f64,
    #[serde(default, deserialize_with = "finite")]
    pub(super) y: f64,
    #[serde(default, deserialize_with = "some_finite")]
    pub(super) width: Option<f64>,
    #[serde(default, deserialize_with = "some_finite")]
    pub(super) height: Option<f64>,
    #[serde(default, deserialize_with = "some_finite")]
    pub(super) rotation: Option<f64>,
    pub(super) visible: Option<bool>,
    #[serde(default)]
    pub(super) properties: RawProperties,
    #[serde(default)]
    pub(super) ellipse: bool,
    #[serde(default)]
    pub(super) capsule: bool,
    #[serde(default)]
    pub(super) point: bool,
    #[serde(default, deserialize_with = "present")]
    pub(super) text: bool,
    pub(super) polygon: Option<Points>,
    pub(super) polyline: Option<Points>,
}

/// A template: an object, and the tileset of its tile.
#[derive(Debug, Deserialize)]
pub(super) struct RawTemplate {
    pub(super) object: RawObject,
    pub(super) tileset: Option<RawTileset>,
}

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub(super) [u8; 3]);

/// Points relative to the position of their object, in pixels.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Points(pub(super) Vec<[f64; 2]>);

fn checked<E: Error>(value: f64) -> Result<f64, E> {
    if value.is_finite() { Ok(value) } else { Err(E::custom(format_args!("number must be finite, got {value}"))) }
}

fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    f64::deserialize(deserializer).and_then(checked)
}

fn some_finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Option::<f64>::deserialize(deserializer)?.map(checked).transpose()
}

/// Returns true for any value: the text of an object matters only as a sign that the object is a text.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    serde::de::IgnoredAny::deserialize(deserializer).map(|_| true)
}

impl<'de> Deserialize<'de> for RawData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawData, D::Error> {
        struct Data;
        impl<'de> Visitor<'de> for Data {
            type Value = RawData;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("encoded text or a list of global tile ids")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<RawData, E> {
                Ok(RawData::Text(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawData, A::Error> {
                let mut gids = Vec::new();
                while let Some(gid) = list.next_element()? {
                    gids.push(gid);
                }
                Ok(RawData::Gids(gids))
            }
        }
        deserializer.deserialize_any(Data)
    }
}

impl<'de> Deserialize<'de> for Color {
    /// Reads `#RRGGBB`, `RRGGBB` or `#AARRGGBB`. The alpha is not used.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').unwrap_or(&text);
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| matches!(digits.len(), 6 | 8));
        let Some(value) = value.filter(|_| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) else {
            return Err(D::Error::custom(format_args!("color must be #RRGGBB or #AARRGGBB, got {text:?}")));
        };
        let [_, r, g, b] = value.to_be_bytes();
        Ok(Color([r, g, b]))
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        #[derive(Deserialize)]
        struct Point {
            #[serde(deserialize_with = "finite")]
            x: f64,
            #[serde(deserialize_with = "finite")]
            y: f64,
        }
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Points;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("points, as \"x,y x,y\" or as a list of objects with x and y")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Points, E> {
                let number = |part: &str| part.trim().parse().map_err(|_| E::custom(wrong(part))).and_then(checked);
                let point = |pair: &str| {
                    let (x, y) = pair.split_once(',').ok_or_else(|| E::custom(wrong(pair)))?;
                    Ok([number(x)?, number(y)?])
                };
                text.split_ascii_whitespace().map(point).collect::<Result<_, E>>().map(Points)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Points, A::Error> {
                let mut points = Vec::new();
                while let Some(Point { x, y }) = list.next_element()? {
                    points.push([x, y]);
                }
                Ok(Points(points))
            }
        }
        deserializer.deserialize_any(List)
    }
}

fn wrong(part: &str) -> String {
    format!("point must be two numbers with a comma between, got {:?}", part.chars().take(40).collect::<String>())
}
