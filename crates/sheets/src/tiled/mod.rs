//! Tiled: maps, tilesets and templates, in XML and in JSON.

mod data;
mod lenient;
mod objects;
mod orientation;
mod property;
mod raw;
mod read;
mod reader;
mod shape;
mod source;
mod tile;
mod tileset;
mod xml;

pub(crate) use read::{read_map, read_tileset};
pub(crate) use source::{root_of_xml, with_xml};
