//! Reads the chunks of a file into a document.

use super::pixels::{Format, palettes, unpack};
use super::read::{Cel, Content, Document, Layer, Tile, Tileset};
use super::walk;
use super::walk::{Place, RawFrame, u16_at};
use crate::animation::Tag;
use crate::limits::{Limits, at_most};
use crate::load::Load;
use crate::slice::{Key, Keys, Notes};
use crate::{Direction, Reason, SheetError, WarningKind};
use aseprite_loader::binary::blend_mode::BlendMode;
use aseprite_loader::binary::chunks::cel::{CelChunk, CelContent, parse_cel_chunk};
use aseprite_loader::binary::chunks::layer::{LayerChunk, LayerFlags, LayerType, parse_layer_chunk};
use aseprite_loader::binary::chunks::slice::{SliceChunk, parse_slice_chunk};
use aseprite_loader::binary::chunks::tileset::{TilesetChunk, TilesetFlags, parse_tileset_chunk};
use aseprite_loader::binary::errors::{ParseError, ParseResult};
use aseprite_loader::binary::header::parse_header;
use aseprite_loader::binary::scalars::{Color, byte, dword, parse_color, parse_string, word};
use mask::Rect;
use std::collections::HashMap;

/// Bits of the flags in the header.
const HAS_OPACITIES: u32 = 1;
const COMPOSES_GROUPS: u32 = 2;

/// Bits of the flags of user data.
const HAS_TEXT: u32 = 1;
const HAS_COLOR: u32 = 2;

/// The flag of a reference layer, which is shown while drawing and never exported.
const REFERENCE: u16 = 64;

/// The value of an empty tile in files of early test versions.
const NO_TILE: u32 = u32::MAX;

/// Reads a file.
pub(super) fn parse(name: &str, bytes: &[u8], load: &mut Load) -> Result<Document, SheetError> {
    let limits = &load.options.limits;
    let (raw_header, frames) = walk::frames(name, bytes, limits)?;
    let header = parsed("header", parse_header(raw_header));
    let header = header.map_err(|(field, reason)| SheetError::at(name, field, reason))?;
    let format = Format::new(header.color_depth, header.transparent_index).ok_or_else(|| {
        SheetError::at(name, "header, color depth", Reason::invalid("32, 16 or 8 bits", u16_at(raw_header, 12)))
    })?;
    let size = [header.width, header.height].map(u32::from);
    at_most("pixels", u64::from(size[0]) * u64::from(size[1]), limits.picture_pixels)
        .map_err(|error| SheetError::at(name, "header, width and height", error))?;
    let mut palettes = Vec::new();
    if let Format::Indexed(_) = format {
        // 0 colors are 256 in files of old versions.
        let count = match u16_at(raw_header, 32) {
            0 => 256,
            count => usize::from(count),
        };
        let damaged;
        (palettes, damaged) = self::palettes(&frames, count);
        for [frame, chunk] in damaged {
            let reason = Reason::Syntax("the palette ends too early: save the file again with Aseprite".into());
            let fault = SheetError::at(name, Place { frame, chunk }, reason);
            load.warn(WarningKind::Changed, fault, "the other colors stay as they were")?;
        }
    }
    // Frames without a duration have the duration of the header. A frame shows for a millisecond or more.
    let default = u16_at(raw_header, 18);
    let mut reader = Reader {
        has_opacities: header.flags & HAS_OPACITIES != 0,
        limits,
        load,
        file: name,
        place: Place { frame: 0, chunk: 0 },
        stale: None,
        is_after_slice: false,
        document: Document {
            size,
            format,
            composes_groups: header.flags & COMPOSES_GROUPS != 0,
            layers: Vec::new(),
            tilesets: HashMap::new(),
            cels: HashMap::new(),
            palettes,
            durations: frames
                .iter()
                .map(|frame| if frame.duration == 0 { default } else { frame.duration }.max(1))
                .collect(),
            tags: Vec::new(),
            slices: Vec::new(),
        },
    };
    for (frame, RawFrame { chunks, .. }) in frames.into_iter().enumerate() {
        for (chunk, (kind, bytes)) in chunks.into_iter().enumerate() {
            reader.place = Place { frame, chunk };
            if kind == 0x2018 {
                reader.tags(bytes)?;
                continue;
            }
            let read = reader.chunk(kind, bytes).map_err(|fault| reader.error(fault));
            if let Some(fault) = reader.stale.take() {
                let fault = reader.error(fault);
                reader.load.warn(WarningKind::LeftOut, fault, "such tiles are left out")?;
            }
            let done = match kind {
                // Damage that Aseprite does not survive, and that changes what the layers show.
                0x2004 | 0x2023 => {
                    read?;
                    continue;
                }
                0x2005 => "the cel is left out",
                0x2020 => "the text and the color are left out",
                _ => "the slice is left out",
            };
            // Aseprite leaves out a cel that has no place, but not the pixels that it cannot unpack.
            match read {
                Err(fault) if matches!(fault.reason(), Reason::Syntax(_)) && kind == 0x2005 => return Err(fault),
                read => _ = reader.load.spare(read, WarningKind::LeftOut, done)?,
            }
        }
    }
    Ok(reader.document)
}

/// An error: the field of a chunk, and the reason.
type Fault = (&'static str, Reason);

struct Reader<'a, 'f> {
    has_opacities: bool,
    limits: &'a Limits,
    load: &'a mut Load<'f>,
    file: &'a str,
    /// Where the chunk is.
    place: Place,
    /// A tile of the last cel that its tile set does not have.
    stale: Option<Fault>,
    /// Whether the chunk before is a slice, so that user data here belong to it.
    is_after_slice: bool,
    document: Document,
}

impl Reader<'_, '_> {
    fn error(&self, (field, reason): Fault) -> SheetError {
        SheetError::at(self.file, format_args!("{}{field}", self.place), reason)
    }

    /// Reads a chunk. Chunks that change no pixel, no name and no slice are skipped.
    fn chunk(&mut self, kind: u16, bytes: &[u8]) -> Result<(), Fault> {
        let is_after_slice = std::mem::replace(&mut self.is_after_slice, kind == 0x2022);
        match kind {
            0x2020 if is_after_slice => self.user_data(bytes),
            0x2004 => self.layer(&parsed(" (layer)", parse_layer_chunk(bytes))?),
            0x2005 => self.cel(&parsed(" (cel)", parse_cel_chunk(bytes))?),
            0x2022 => self.slice(&parsed(" (slice)", parse_slice_chunk(bytes))?),
            0x2023 => self.tileset(&parsed(" (tile set)", parse_tileset_chunk(bytes))?),
            _ => Ok(()),
        }
    }

    fn layer(&mut self, layer: &LayerChunk) -> Result<(), Fault> {
        at_most("groups in groups", layer.child_level.into(), self.limits.nesting)
            .map_err(|error| (" (layer), child level", error))?;
        let mode = match layer.blend_mode {
            BlendMode::Unknown(mode) => {
                return Err((" (layer), blend mode", Reason::invalid("from 0 to 18", mode)));
            }
            // Gray has no hue, so these modes are the normal one.
            BlendMode::Hue | BlendMode::Saturation | BlendMode::Color | BlendMode::Luminosity
                if self.document.format == Format::Gray =>
            {
                BlendMode::Normal
            }
            mode => mode,
        };
        if let LayerType::Unknown(kind) = layer.layer_type {
            return Err((" (layer), type", Reason::invalid("from 0 to 2", kind)));
        }
        let has_flag = |flag: LayerFlags| layer.flags.contains(flag);
        // Aseprite ignores both in a background.
        let is_background = has_flag(LayerFlags::BACKGROUND);
        let mode = if is_background { BlendMode::Normal } else { mode };
        let opacity = if self.has_opacities && !is_background { layer.opacity } else { u8::MAX };
        self.document.layers.push(Layer {
            is_visible: has_flag(LayerFlags::VISIBLE) && layer.flags.bits() & REFERENCE == 0,
            is_group: layer.layer_type == LayerType::Group,
            is_background,
            level: layer.child_level,
            mode,
            opacity,
            tileset: layer.tileset_index,
        });
        Ok(())
    }

    fn cel(&mut self, cel: &CelChunk) -> Result<(), Fault> {
        let layers = self.document.layers.len();
        let layer = usize::from(cel.layer_index);
        if layer >= layers {
            let expected = format_args!("less than the number of layers before, {layers}");
            return Err((" (cel), layer", Reason::invalid(expected, layer)));
        }
        if self.document.layers[layer].is_group {
            return Err((" (cel), layer", Reason::invalid("a layer that is no group", layer)));
        }
        let content = match &cel.content {
            CelContent::Image(image) => {
                let size = [image.width, image.height].map(u32::from);
                let bytes = self.document.format.bytes();
                let count = u64::from(size[0]) * u64::from(size[1]);
                let pixels = unpack(image.data, image.compressed, count, bytes, &mut self.load.unpacked);
                Content::Image(size, pixels.map_err(|reason| (" (cel), pixels", reason))?)
            }
            CelContent::LinkedCel { frame_position } => {
                let linked = usize::from(*frame_position);
                if linked >= self.place.frame {
                    let expected = format_args!("the index of an earlier frame, less than {}", self.place.frame);
                    return Err((" (cel), link", Reason::invalid(expected, linked)));
                }
                if !self.document.cels.contains_key(&(linked, layer)) {
                    let expected = "the index of a frame with a cel in this layer";
                    return Err((" (cel), link", Reason::invalid(expected, linked)));
                }
                Content::Link(linked)
            }
            &CelContent::CompressedTilemap { width, height, data, bits_per_tile, .. } => {
                if bits_per_tile != 32 {
                    return Err((" (cel), bits per tile", Reason::invalid("32", bits_per_tile)));
                }
                let count = u64::from(width) * u64::from(height);
                let unpacked = &mut self.load.unpacked;
                let tiles = at_most("tiles", count, self.limits.tiles)
                    .and_then(|()| unpacked.take(size_of::<Tile>() as u64 * count))
                    .and_then(|()| unpack(data, true, count, 4, unpacked));
                let mut tiles = tiles_of(&cel.content, &tiles.map_err(|reason| (" (cel), tiles", reason))?);
                let tileset = self.document.layers[layer].tileset.and_then(|id| self.document.tilesets.get(&id));
                if let Some(&Tileset { count, .. }) = tileset {
                    for tile in tiles.iter_mut().filter(|tile| tile.index.is_some_and(|index| index >= count)) {
                        let expected = format_args!("less than the {count} tiles of the tile set");
                        let index = tile.index.take().unwrap_or_default();
                        self.stale = Some((" (cel), tiles", Reason::invalid(expected, index)));
                    }
                }
                Content::Tiles([width, height].map(u32::from), tiles)
            }
            CelContent::Unknown { cel_type, .. } => {
                return Err((" (cel), type", Reason::invalid("from 0 to 3", cel_type)));
            }
        };
        let at = [cel.x, cel.y].map(i32::from);
        let cel = Cel { at, opacity: cel.opacity, z: cel.z_index, content };
        self.document.cels.insert((self.place.frame, layer), cel);
        Ok(())
    }

    fn tileset(&mut self, tileset: &TilesetChunk) -> Result<(), Fault> {
        // A tile set of another file has no pixels here. Layers that show it are refused when they are drawn.
        let Some(tiles) = &tileset.tiles else { return Ok(()) };
        let tile = [tileset.width, tileset.height].map(u32::from);
        let count = u64::from(tile[0]) * u64::from(tile[1]) * u64::from(tileset.number_of_tiles);
        let pixels = unpack(tiles.data, true, count, self.document.format.bytes(), &mut self.load.unpacked);
        let pixels = pixels.map_err(|error| (" (tile set), pixels", error))?;
        let has_empty = tileset.flags.contains(TilesetFlags::TILE_0_EMPTY);
        self.document.tilesets.insert(tileset.id, Tileset { tile, count: tileset.number_of_tiles, has_empty, pixels });
        Ok(())
    }

    /// Reads the tags. A tag that is not valid is left out.
    fn tags(&mut self, bytes: &[u8]) -> Result<(), SheetError> {
        let tags = parsed(" (tags)", raw_tags(bytes)).map_err(|fault| self.error(fault))?;
        for tag in tags {
            let added = self.tag(&tag).map_err(|fault| self.error(fault));
            self.load.spare(added, WarningKind::LeftOut, "the tag is left out")?;
        }
        Ok(())
    }

    fn tag(&mut self, tag: &RawTag) -> Result<(), Fault> {
        let count = self.document.durations.len();
        let [from, to] = tag.frames.map(usize::from);
        if to >= count {
            let expected = format_args!("less than the number of frames, {count}");
            return Err((" (tags), last frame", Reason::invalid(expected, to)));
        }
        if from > to {
            let expected = format_args!("at most the last frame, {to}");
            return Err((" (tags), first frame", Reason::invalid(expected, from)));
        }
        let direction = match tag.direction {
            1 => Direction::Reverse,
            2 => Direction::PingPong,
            3 => Direction::PingPongReverse,
            // As Aseprite does with a value that it does not know.
            _ => Direction::Forward,
        };
        let (name, repeat) = (tag.name.to_owned(), tag.repeat.into());
        self.document.tags.push(Tag { name, frames: from..to + 1, direction, repeat });
        Ok(())
    }

    fn slice(&mut self, slice: &SliceChunk) -> Result<(), Fault> {
        let mut keys = Vec::new();
        for key in &slice.slice_keys {
            let rect = Rect::new(key.x, key.y, key.width, key.height);
            let key = Key::new(key.frame_number, rect, key.pivot.map(|pivot| [pivot.x, pivot.y]));
            keys.push(key.map_err(|reason| (" (slice), pivot", reason))?);
        }
        let notes = Notes { name: slice.name.to_owned(), ..Notes::default() };
        self.document.slices.push(Keys { notes, keys });
        Ok(())
    }

    /// Reads the user data of the last slice.
    fn user_data(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let (text, color) = parsed(" (user data)", text_and_color(bytes))?;
        if let Some(Keys { notes, .. }) = self.document.slices.last_mut() {
            notes.text = text.unwrap_or_default().to_owned();
            notes.color = color.map(|color| [color.red, color.green, color.blue, color.alpha]);
        }
        Ok(())
    }
}

/// A tag as the file has it.
struct RawTag<'a> {
    frames: [u16; 2],
    direction: u8,
    repeat: u16,
    name: &'a str,
}

/// Returns the tags of a chunk. The loader refuses all of them if one ends before it begins.
fn raw_tags(bytes: &[u8]) -> ParseResult<'_, Vec<RawTag<'_>>> {
    let (mut rest, count) = word(bytes)?;
    (rest, ()) = skip(rest, 8)?;
    let mut tags = Vec::new();
    for _ in 0..count {
        let (from, to, direction, repeat, name);
        (rest, from) = word(rest)?;
        (rest, to) = word(rest)?;
        (rest, direction) = byte(rest)?;
        (rest, repeat) = word(rest)?;
        // Six reserved bytes, the color, and one more.
        (rest, ()) = skip(rest, 10)?;
        (rest, name) = parse_string(rest)?;
        tags.push(RawTag { frames: [from, to], direction, repeat, name });
    }
    Ok((rest, tags))
}

fn skip(mut rest: &[u8], count: usize) -> ParseResult<'_, ()> {
    for _ in 0..count {
        (rest, _) = byte(rest)?;
    }
    Ok((rest, ()))
}

/// Returns the tiles of a tile map from its unpacked bytes.
fn tiles_of(content: &CelContent, bytes: &[u8]) -> Vec<Tile> {
    // The loader names the first flip mask y, but it is x in the format.
    let &CelContent::CompressedTilemap {
        bitmask_tile_id: id,
        bitmask_y_flip: x,
        bitmask_x_flip: y,
        bitmask_diagonal_flip: diagonal,
        ..
    } = content
    else {
        return Vec::new();
    };
    let tile = |bytes: &[u8; 4]| {
        let tile = u32::from_le_bytes(*bytes);
        Tile {
            index: (tile != NO_TILE).then_some(tile & id),
            flip_x: tile & x != 0,
            flip_y: tile & y != 0,
            is_transposed: tile & diagonal != 0,
        }
    };
    bytes.as_chunks().0.iter().map(tile).collect()
}

/// Returns the text and the color of user data. Properties, which only scripts set, are skipped.
fn text_and_color(bytes: &[u8]) -> ParseResult<'_, (Option<&str>, Option<Color>)> {
    let (rest, flags) = dword(bytes)?;
    let (rest, text) = match flags & HAS_TEXT {
        0 => (rest, None),
        _ => parse_string(rest).map(|(rest, text)| (rest, Some(text)))?,
    };
    let (rest, color) = match flags & HAS_COLOR {
        0 => (rest, None),
        _ => parse_color(rest).map(|(rest, color)| (rest, Some(color)))?,
    };
    Ok((rest, (text, color)))
}

/// Returns the contents of a chunk, or an error about `field`.
fn parsed<T>(field: &'static str, result: ParseResult<T>) -> Result<T, Fault> {
    result.map(|(_, contents)| contents).map_err(|error| {
        let mut fault = String::new();
        let _ = error.map(|error| {
            fault = match error {
                ParseError::Utf8Error(_) => "a name or a text is not UTF-8".into(),
                _ => "the chunk ends too early".into(),
            };
        });
        (field, Reason::Syntax(format!("{fault}: save the file again with Aseprite")))
    })
}
