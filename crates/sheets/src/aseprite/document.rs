//! The contents of a file: layers, cels, tile sets, tags and slices.

use super::palette::Palettes;
use super::pixels::Format;
use crate::slice::Keys;
use crate::tags::Tag;
use aseprite_loader::binary::blend_mode::BlendMode;
use std::collections::HashMap;

/// A file.
pub(super) struct Document {
    pub(super) size: [u32; 2],
    pub(super) format: Format,
    /// Whether a group is drawn on its own, then blended as one layer.
    pub(super) composes_groups: bool,
    /// From the lowest to the topmost. A group comes before its children.
    pub(super) layers: Vec<Layer>,
    pub(super) tilesets: HashMap<u32, Tileset>,
    /// Keyed by frame and layer.
    pub(super) cels: HashMap<(usize, usize), Cel>,
    pub(super) palettes: Palettes,
    /// In milliseconds, one for each frame.
    pub(super) durations: Vec<u16>,
    pub(super) tags: Vec<Tag>,
    pub(super) slices: Vec<Keys>,
}

pub(super) struct Layer {
    /// Whether the layer itself is shown, no matter in which group.
    pub(super) is_visible: bool,
    pub(super) is_group: bool,
    pub(super) is_background: bool,
    pub(super) level: u16,
    pub(super) mode: BlendMode,
    pub(super) opacity: u8,
    pub(super) tileset: Option<u32>,
}

pub(super) struct Tileset {
    pub(super) tile: [u32; 2],
    pub(super) count: u32,
    /// Whether tile 0 is the empty tile.
    pub(super) has_empty: bool,
    /// All tiles in a column.
    pub(super) pixels: Vec<u8>,
}

pub(super) struct Cel {
    pub(super) at: [i32; 2],
    pub(super) opacity: u8,
    pub(super) z: i16,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// The cel of an earlier frame, in the layer of this cel.
    Link(usize),
    /// Width, height, pixels.
    Image([u32; 2], Vec<u8>),
    /// Columns, rows, tiles from left to right and down.
    Tiles([u32; 2], Vec<Tile>),
}

/// A tile of a tile map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tile {
    /// `None` for the empty tile of early test versions.
    pub(super) index: Option<u32>,
    pub(super) flip_x: bool,
    pub(super) flip_y: bool,
    /// Whether rows and columns are swapped, before the flips.
    pub(super) is_transposed: bool,
}
