//! Unpacks palettes, the pixels of cels and tilesets, and the tiles of tile maps. A file may change its palette at
//! each frame.

use super::walk::RawFrame;
use crate::Reason;
use crate::limits::Budget;
use aseprite_loader::binary::color_depth::ColorDepth;
use flate2::read::ZlibDecoder;
use std::io::Read;
use std::ops::Range;

/// The most bytes that one packed byte can unpack to.
const MAX_RATIO: u64 = 1032;

/// The format of pixels in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Rgba,
    Gray,
    /// With the index of the transparent color.
    Indexed(u8),
}

impl Format {
    pub(super) fn new(depth: ColorDepth, transparent: u8) -> Option<Format> {
        match depth {
            ColorDepth::Rgba => Some(Format::Rgba),
            ColorDepth::Grayscale => Some(Format::Gray),
            ColorDepth::Indexed => Some(Format::Indexed(transparent)),
            ColorDepth::Unknown(_) => None,
        }
    }

    /// Returns the bytes of a pixel.
    pub(super) fn bytes(self) -> usize {
        match self {
            Format::Rgba => 4,
            Format::Gray => 2,
            Format::Indexed(_) => 1,
        }
    }

    /// Returns the color of the pixel at an index. The transparent color is a color of the palette in a background.
    pub(super) fn color(self, pixels: &[u8], index: usize, palette: &Palette, is_background: bool) -> [u8; 4] {
        match self {
            Format::Rgba => pixels.as_chunks().0[index],
            Format::Gray => {
                let [value, alpha] = pixels.as_chunks().0[index];
                [value, value, value, alpha]
            }
            Format::Indexed(transparent) if pixels[index] == transparent && !is_background => [0; 4],
            Format::Indexed(_) => palette[usize::from(pixels[index])],
        }
    }
}

/// Returns `count` items of `size` bytes each from packed or plain bytes, and takes them from the budget.
///
/// Bytes after the last item are ignored.
pub(super) fn unpack(
    bytes: &[u8],
    is_packed: bool,
    count: u64,
    size: usize,
    budget: &mut Budget,
) -> Result<Vec<u8>, Reason> {
    let expected = count.saturating_mul(size as u64);
    let most = if is_packed { MAX_RATIO.saturating_mul(bytes.len() as u64) } else { bytes.len() as u64 };
    let too_short = || Reason::Syntax(format!("the pixels end before {expected} bytes: save the file again"));
    if expected > most {
        return Err(too_short());
    }
    budget.take(expected)?;
    let mut unpacked = Vec::new();
    let length = usize::try_from(expected).unwrap_or(usize::MAX);
    unpacked.try_reserve_exact(length).map_err(|_| Reason::NoMemory { bytes: expected })?;
    if is_packed {
        ZlibDecoder::new(bytes)
            .take(expected)
            .read_to_end(&mut unpacked)
            .map_err(|error| Reason::Syntax(format!("the pixels are damaged: {error}; save the file again")))?;
    } else {
        unpacked.extend_from_slice(&bytes[..length]);
    }
    if unpacked.len() < length { Err(too_short()) } else { Ok(unpacked) }
}

/// The colors of 256 indices. Indices behind the end of the palette are transparent.
pub(super) type Palette = [[u8; 4]; 256];

/// Palettes, each with its first frame.
pub(super) type Palettes = Vec<(usize, Palette)>;

/// The types of palette chunks: as Aseprite writes them since version 1.1, and the two older ones.
const PALETTE: u16 = 0x2019;
const OLD_PALETTE: u16 = 0x0004;
const OLDEST_PALETTE: u16 = 0x0011;

/// Returns the palettes of a file, which begins with `count` black colors, and the chunks that end too early: the
/// indices of the frame and the chunk.
///
/// Old chunks are ignored if the file has a new one: old Aseprites wrote both.
pub(super) fn palettes(frames: &[RawFrame], count: usize) -> (Palettes, Vec<[usize; 2]>) {
    let has_new = frames.iter().flat_map(|frame| &frame.chunks).any(|(kind, _)| *kind == PALETTE);
    let mut palette = [[0; 4]; 256];
    fill(&mut palette, 0..count.min(256));
    let mut size = count;
    let mut palettes = vec![(0, palette)];
    let mut damaged = Vec::new();
    for (index, frame) in frames.iter().enumerate() {
        for (chunk, &(kind, bytes)) in frame.chunks.iter().enumerate() {
            let mut reader = Reader(bytes);
            let read = match kind {
                PALETTE => reader.colors(&mut palette, &mut size),
                OLD_PALETTE if !has_new => reader.old_colors(&mut palette, |c| c),
                // Six bits, of which the upper two fill the lower ones.
                OLDEST_PALETTE if !has_new => reader.old_colors(&mut palette, |c| c << 2 | (c & 0x3f) >> 4),
                _ => continue,
            };
            if read.is_none() {
                damaged.push([index, chunk]);
            }
        }
        if palettes.last().is_some_and(|(_, last)| *last != palette) {
            palettes.push((index, palette));
        }
    }
    (palettes, damaged)
}

/// Makes colors black.
fn fill(palette: &mut Palette, range: Range<usize>) {
    palette[range].fill([0, 0, 0, 255]);
}

/// The bytes of a chunk that are not read yet. `None` means that the chunk ends too early.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// Reads the size, to which the palette shrinks or grows, and the colors that change.
    fn colors(&mut self, palette: &mut Palette, size: &mut usize) -> Option<()> {
        let new = u32::from_le_bytes(self.take()?) as usize;
        if new > 0 {
            palette[new.min(256)..].fill([0; 4]);
            fill(palette, (*size).min(new).min(256)..new.min(256));
            *size = new;
        }
        let [first, last] = [u32::from_le_bytes(self.take()?), u32::from_le_bytes(self.take()?)];
        let _reserved: [u8; 8] = self.take()?;
        // Pixels have indices below 256, but a palette may have more colors.
        for index in first..=last {
            let [flags, _] = self.take()?;
            let color = self.take()?;
            if flags & 1 != 0 {
                let length = usize::from(u16::from_le_bytes(self.take()?));
                self.0 = self.0.get(length..)?;
            }
            if let Some(entry) = palette.get_mut(index as usize) {
                *entry = color;
            }
        }
        Some(())
    }

    fn old_colors(&mut self, palette: &mut Palette, widen: fn(u8) -> u8) -> Option<()> {
        let mut index = 0;
        for _ in 0..u16::from_le_bytes(self.take()?) {
            let [skipped, count] = self.take()?;
            index += usize::from(skipped);
            for _ in 0..if count == 0 { 256 } else { usize::from(count) } {
                let [r, g, b] = self.take::<3>()?.map(widen);
                if let Some(entry) = palette.get_mut(index) {
                    *entry = [r, g, b, 255];
                }
                index += 1;
            }
        }
        Some(())
    }
}
