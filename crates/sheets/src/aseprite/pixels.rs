//! Unpacks the pixels of cels and tilesets, and the tiles of tile maps.

use super::palette::Palette;
use crate::Reason;
use crate::limits::Budget;
use aseprite_loader::binary::color_depth::ColorDepth;
use flate2::read::ZlibDecoder;
use std::io::Read;

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
