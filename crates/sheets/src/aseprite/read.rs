//! The contents of an Aseprite file (layers, cels, tile sets, tags and slices), and the sheet that is built from them.

use super::pixels::{Format, Palettes};
use super::reader::parse;
use crate::animation::{Tag, animations, frame_names};
use crate::cut::take_frame;
use crate::limits::{Budget, at_most};
use crate::load::Load;
use crate::slice::{Keys, slices};
use crate::{Frame, Reason, Sheet, SheetError};
use aseprite_loader::binary::blend_mode::BlendMode;
use mask::Mask;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The magic number of the header, at byte 4.
const MAGIC: [u8; 2] = 0xa5e0_u16.to_le_bytes();

/// Returns whether a file is an Aseprite file.
pub(crate) fn is_aseprite(bytes: &[u8]) -> bool {
    bytes.get(4..6) == Some(&MAGIC)
}

/// Reads the sheet `name` from its bytes.
pub(crate) fn read(name: &str, bytes: &[u8], mut load: Load) -> Result<Sheet, SheetError> {
    let options = load.options;
    let limits = &options.limits;
    let mut blends_left = Budget::new("blended pixels", limits.blended_pixels);
    let document = parse(name, bytes, &mut load)?;
    // The canvas of a frame and of each group around a layer.
    at_most("unpacked bytes", 4 * document.pixels() * (1 + document.depth()), limits.unpacked_bytes)
        .map_err(|error| SheetError::at(name, "header, width and height", error))?;

    let mut frames: Vec<Frame> = Vec::new();
    let mut drawn: HashMap<_, usize> = HashMap::new();
    for (index, &milliseconds) in document.durations.iter().enumerate() {
        let at = |field: String, reason| SheetError::at(name, format_args!("frame {index}{field}"), reason);
        let contents = document.contents(index);
        let mut frame = match drawn.get(&contents) {
            // The indices are those of frames read before.
            Some(&equal) => Frame::clone(&frames[equal]),
            None => {
                take_frame(document.size, options, &mut load.unpacked).map_err(|reason| at(String::new(), reason))?;
                let canvas = document.draw(&contents, &mut blends_left);
                let canvas = canvas.map_err(|(layer, reason)| at(format!(", layer {layer}"), reason))?;
                let mask = Mask::from_rgba8(canvas.width(), canvas.height(), &canvas, options.solid);
                let mask = mask.map_err(|error| at(String::new(), Reason::from(error)))?;
                drawn.insert(contents, index);
                let picture = options.pictures.then(|| Arc::new(canvas));
                Frame { picture, ..Frame::new(Vec::new(), Arc::new(mask)) }
            }
        };
        frame.duration = Duration::from_millis(milliseconds.into());
        frames.push(frame);
    }

    let names = frame_names(&vec![None; frames.len()], &document.tags, limits);
    let names = names.map_err(|reason| SheetError::at(name, "tags", reason))?;
    let slices = slices(frames.len(), document.slices, limits);
    let slices = slices.map_err(|reason| SheetError::at(name, "slices", reason))?;
    for ((frame, names), slices) in frames.iter_mut().zip(names).zip(slices) {
        frame.names = names;
        frame.set_slices(slices);
    }
    let durations: Vec<_> = frames.iter().map(Frame::duration).collect();
    Ok(Sheet::new(frames, animations(document.tags, &durations), load.warnings.finish(name)))
}

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
