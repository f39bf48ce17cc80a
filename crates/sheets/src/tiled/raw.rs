//! The fields of Tiled's files that matter here, named and nested as in Tiled's JSON, to which `xml.rs` turns XML.

use super::lenient::{RawGid, entries, finite, flag, real, some_flag, some_real, some_whole, whole};
use super::property::{RawProperties, Types};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::HashMap;
use std::fmt;

/// A map.
#[derive(Debug, Deserialize)]
pub(super) struct RawMap {
    #[serde(default = "orthogonal")]
    pub(super) orientation: String,
    #[serde(deserialize_with = "whole")]
    pub(super) height: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) tilewidth: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) tileheight: u32,
    #[serde(default, deserialize_with = "whole")]
    pub(super) hexsidelength: u32,
    #[serde(default)]
    pub(super) staggeraxis: String,
    #[serde(default)]
    pub(super) staggerindex: String,
    #[serde(default)]
    pub(super) renderorder: String,
    #[serde(default, deserialize_with = "whole")]
    pub(super) skewx: i32,
    #[serde(default, deserialize_with = "whole")]
    pub(super) skewy: i32,
    #[serde(default)]
    pub(super) tilesets: Vec<RawTileset>,
    #[serde(default)]
    pub(super) layers: Vec<RawLayer>,
}

fn orthogonal() -> String {
    "orthogonal".into()
}

/// A tileset: a file of its own, embedded in a map, or only a reference to a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawTileset {
    #[serde(deserialize_with = "some_whole")]
    pub(super) firstgid: Option<u32>,
    pub(super) source: Option<String>,
    pub(super) name: String,
    #[serde(deserialize_with = "whole")]
    pub(super) tilewidth: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) tileheight: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) spacing: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) margin: u32,
    pub(super) objectalignment: String,
    pub(super) tilerendersize: String,
    pub(super) fillmode: String,
    pub(super) image: RawImage,
    pub(super) transparentcolor: Color,
    pub(super) tileoffset: RawOffset,
    pub(super) tiles: RawTiles,
    /// JSON before 1.2 has the properties of tiles here, by the id of the tile.
    pub(super) tileproperties: HashMap<u32, RawProperties>,
    pub(super) tilepropertytypes: HashMap<u32, Types>,
}

/// The offset of a tileset's tiles, in pixels.
#[derive(Debug, Default, Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct RawOffset {
    #[serde(deserialize_with = "whole")]
    pub(super) x: i32,
    #[serde(deserialize_with = "whole")]
    pub(super) y: i32,
}

/// A tile that has more than a place in the picture of its tileset.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawTile {
    #[serde(skip)]
    pub(super) is_merged: bool,
    #[serde(deserialize_with = "whole")]
    pub(super) id: u32,
    pub(super) image: RawImage,
    pub(super) transparentcolor: Color,
    #[serde(deserialize_with = "some_whole")]
    pub(super) x: Option<u32>,
    #[serde(deserialize_with = "some_whole")]
    pub(super) y: Option<u32>,
    #[serde(deserialize_with = "some_whole")]
    pub(super) width: Option<u32>,
    #[serde(deserialize_with = "some_whole")]
    pub(super) height: Option<u32>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) class: Option<String>,
    pub(super) properties: RawProperties,
    pub(super) objectgroup: Option<Box<RawShapes>>,
    pub(super) animation: Vec<RawStep>,
}

impl RawTile {
    /// Adds what another entry of the same tile says, as Tiled does.
    pub(super) fn merge(&mut self, later: RawTile) {
        let RawTile { properties, objectgroup, animation, image, .. } = later;
        self.properties.append(properties);
        self.objectgroup = objectgroup.or(self.objectgroup.take());
        if !animation.is_empty() {
            self.animation = animation;
        }
        if !image.is_none() {
            self.image = image;
        }
        (self.kind, self.class, self.is_merged) = (later.kind, later.class, true);
        (self.x, self.y, self.width, self.height) = (later.x, later.y, later.width, later.height);
    }
}

/// The tiles of a tileset: a list, or in JSON before 1.2 an object by the id of the tile.
#[derive(Debug, Default)]
pub(super) struct RawTiles(pub(super) Vec<RawTile>);

/// The collision shapes of a tile.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawShapes {
    /// Versions before 1.1 may keep properties of the tile here.
    pub(super) properties: RawProperties,
    pub(super) propertytypes: Types,
    pub(super) objects: Vec<RawObject>,
}

/// A frame of a tile's animation.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct RawStep {
    #[serde(default, deserialize_with = "whole")]
    pub(super) tileid: u32,
    /// In milliseconds.
    #[serde(default, deserialize_with = "whole")]
    pub(super) duration: u32,
}

/// A layer of any type.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawLayer {
    #[serde(rename = "type")]
    pub(super) kind: Option<RawKind>,
    pub(super) name: String,
    pub(super) class: String,
    #[serde(deserialize_with = "some_flag")]
    pub(super) visible: Option<bool>,
    pub(super) properties: RawProperties,
    pub(super) propertytypes: Types,
    #[serde(deserialize_with = "some_real")]
    pub(super) offsetx: Option<f64>,
    #[serde(deserialize_with = "real")]
    pub(super) offsety: f64,
    /// In tiles, or in pixels for image layers before 0.15.
    #[serde(deserialize_with = "real")]
    pub(super) x: f64,
    #[serde(deserialize_with = "real")]
    pub(super) y: f64,
    // Tile layers.
    #[serde(deserialize_with = "whole")]
    pub(super) startx: i32,
    #[serde(deserialize_with = "whole")]
    pub(super) starty: i32,
    #[serde(deserialize_with = "whole")]
    pub(super) width: u32,
    #[serde(deserialize_with = "whole")]
    pub(super) height: u32,
    pub(super) encoding: String,
    pub(super) compression: String,
    pub(super) data: Option<RawData>,
    pub(super) chunks: Vec<RawChunk>,
    // Object layers.
    pub(super) draworder: String,
    pub(super) objects: Vec<RawObject>,
    // Image layers.
    pub(super) image: RawImage,
    pub(super) transparentcolor: Color,
    #[serde(deserialize_with = "flag")]
    pub(super) repeatx: bool,
    #[serde(deserialize_with = "flag")]
    pub(super) repeaty: bool,
    // Groups.
    pub(super) layers: Vec<RawLayer>,
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
    #[serde(default, deserialize_with = "whole")]
    pub(super) x: i32,
    #[serde(default, deserialize_with = "whole")]
    pub(super) y: i32,
    #[serde(default, deserialize_with = "whole")]
    pub(super) width: u32,
    #[serde(default, deserialize_with = "whole")]
    pub(super) height: u32,
    pub(super) data: RawData,
}

/// The tiles of a layer or a chunk: encoded text, or plain numbers.
#[derive(Debug)]
pub(super) enum RawData {
    Text(String),
    Gids(Vec<RawGid>),
}

/// An object of an object layer, or a collision shape of a tile. Fields that are absent come from the template, if the
/// object has one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct RawObject {
    #[serde(deserialize_with = "some_whole")]
    pub(super) id: Option<u32>,
    pub(super) template: Option<String>,
    pub(super) gid: Option<RawGid>,
    pub(super) name: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) class: Option<String>,
    #[serde(deserialize_with = "real")]
    pub(super) x: f64,
    #[serde(deserialize_with = "real")]
    pub(super) y: f64,
    #[serde(deserialize_with = "some_real")]
    pub(super) width: Option<f64>,
    #[serde(deserialize_with = "some_real")]
    pub(super) height: Option<f64>,
    #[serde(deserialize_with = "some_real")]
    pub(super) rotation: Option<f64>,
    #[serde(deserialize_with = "some_flag")]
    pub(super) visible: Option<bool>,
    pub(super) properties: RawProperties,
    pub(super) propertytypes: Types,
    pub(super) ellipse: bool,
    pub(super) capsule: bool,
    pub(super) point: bool,
    #[serde(deserialize_with = "present")]
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

/// The color that is transparent in a picture, if there is one: red, green and blue.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub(super) Option<[u8; 3]>);

/// The picture of a tileset, a tile or a layer.
#[derive(Debug, Default)]
pub(super) enum RawImage {
    #[default]
    None,
    /// The name of a file.
    File(String),
    /// The bytes of the picture as base64.
    Inside(String),
}

impl RawImage {
    pub(super) fn is_none(&self) -> bool {
        matches!(self, RawImage::None)
    }
}

/// Points relative to the position of their object, in pixels.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Points(pub(super) Vec<[f64; 2]>);

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
                std::iter::from_fn(|| list.next_element().transpose()).collect::<Result<_, _>>().map(RawData::Gids)
            }
        }
        deserializer.deserialize_any(Data)
    }
}

impl<'de> Deserialize<'de> for Color {
    /// Reads `#RRGGBB`, `RRGGBB`, `#RGB` or `#AARRGGBB`. The alpha is not used. Tiled ignores other texts.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        let digits = text.strip_prefix('#').unwrap_or(&text);
        let value =
            u32::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let [_, r, g, b] = value.unwrap_or_default().to_be_bytes();
        Ok(Color(match (value, digits.len()) {
            (Some(_), 6 | 8) => Some([r, g, b]),
            (Some(_), 3) => Some([g & 15, b >> 4, b & 15].map(|digit| digit * 17)),
            _ => None,
        }))
    }
}

impl<'de> Deserialize<'de> for RawImage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawImage, D::Error> {
        #[derive(Deserialize)]
        struct Data {
            data: String,
        }
        struct Image;
        impl<'de> Visitor<'de> for Image {
            type Value = RawImage;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of a picture")
            }
            fn visit_unit<E: Error>(self) -> Result<RawImage, E> {
                Ok(RawImage::None)
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<RawImage, E> {
                Ok(if name.is_empty() { RawImage::None } else { RawImage::File(name.into()) })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawImage, A::Error> {
                Data::deserialize(MapAccessDeserializer::new(map)).map(|data| RawImage::Inside(data.data))
            }
        }
        deserializer.deserialize_any(Image)
    }
}

impl<'de> Deserialize<'de> for RawTiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawTiles, D::Error> {
        entries(deserializer, |id, tile| RawTile { id, ..tile }).map(RawTiles)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        #[derive(Deserialize)]
        struct Point {
            #[serde(deserialize_with = "real")]
            x: f64,
            #[serde(deserialize_with = "real")]
            y: f64,
        }
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Points;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("points, as \"x,y x,y\" or as a list of objects with x and y")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Points, E> {
                let number = |part: &str| match part.trim().parse() {
                    Ok(number) => finite(number),
                    Err(_) => Err(E::custom(wrong(part))),
                };
                let point = |pair: &str| {
                    let (x, y) = pair.split_once(',').ok_or_else(|| E::custom(wrong(pair)))?;
                    Ok([number(x)?, number(y)?])
                };
                text.split_ascii_whitespace().map(point).collect::<Result<_, E>>().map(Points)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Points, A::Error> {
                let points = std::iter::from_fn(|| list.next_element().transpose());
                points.map(|point| point.map(|Point { x, y }| [x, y])).collect::<Result<_, _>>().map(Points)
            }
        }
        deserializer.deserialize_any(List)
    }
}

/// Returns the class of a tile or an object: since 1.9 a field of its own, before and after that the type.
pub(super) fn class_of<'a>(class: Option<&'a String>, kind: Option<&'a String>) -> &'a str {
    class.filter(|class| !class.is_empty()).or(kind).map_or("", String::as_str)
}

fn wrong(part: &str) -> String {
    format!("point must be two numbers with a comma between, got {:?}", part.chars().take(40).collect::<String>())
}
