//! The alpha of BMPs that have an alpha mask in their header, but not the compression "bit fields".
//!
//! Windows and Firefox ignore the mask. Chromium's browsers use it, and write such pictures to the clipboard, so a picture that looks
//! right in most browsers would collide as a rectangle without it. The decoder ignores the mask.

use image::RgbaImage;
use std::io;
use std::io::{Read, Seek, SeekFrom};

/// The bytes of the file's header and of the smallest header that has an alpha mask.
const HEADER_BYTES: usize = 14 + 56;

/// Where the alpha values are.
struct Alpha {
    /// The first byte of the pixels.
    start: u64,
    /// Bytes of a pixel: 2 or 4.
    pixel: usize,
    mask: u32,
    is_top_down: bool,
}

/// Sets the alpha of a decoded picture from the mask in the header of its file, if it has one.
///
/// If the alpha of all pixels is 0, the picture stays opaque, as in browsers.
pub(super) fn set_alpha(mut source: impl Read + Seek, picture: &mut RgbaImage) -> io::Result<()> {
    source.rewind()?;
    let mut header = Vec::new();
    source.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut header)?;
    let Some(alpha) = Alpha::of(&header) else { return Ok(()) };
    let (width, height) = picture.dimensions();
    let mut row = vec![0; width as usize * alpha.pixel];
    let padding = row.len().next_multiple_of(4) - row.len();
    let mut has_pixels = false;
    for is_checked in [false, true] {
        // The first pass looks for a pixel that is not clear.
        if is_checked && !has_pixels {
            break;
        }
        source.seek(SeekFrom::Start(alpha.start))?;
        for line in 0..height {
            if line > 0 {
                source.read_exact(&mut [0; 4][..padding])?;
            }
            source.read_exact(&mut row)?;
            let y = if alpha.is_top_down { line } else { height - 1 - line };
            for (x, bytes) in (0..width).zip(row.chunks_exact(alpha.pixel)) {
                let value = alpha.value(bytes);
                has_pixels |= value > 0;
                if is_checked {
                    picture.get_pixel_mut(x, y).0[3] = value;
                }
            }
        }
    }
    Ok(())
}

impl Alpha {
    fn of(header: &[u8]) -> Option<Alpha> {
        let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes);
        let [start, size, height, compression, mask] =
            [number(10)?, number(14)?, number(22)?, number(30)?, number(66)?];
        let bits = u16::from_le_bytes(header.get(28..30)?.try_into().ok()?);
        // A mask that overlaps the colors means nothing.
        let (pixel, colors) = match bits {
            16 => (2, 0x7fff),
            32 => (4, 0xff_ffff),
            _ => return None,
        };
        let mask = if pixel == 2 { mask & 0xffff } else { mask };
        let is_used = size >= 56 && compression == 0 && mask != 0 && mask & colors == 0;
        is_used.then_some(Alpha { start: start.into(), pixel, mask, is_top_down: height >> 31 == 1 })
    }

    /// Returns the alpha of a pixel, stretched to 0 to 255.
    fn value(&self, pixel: &[u8]) -> u8 {
        let bits = pixel.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        let shift = self.mask.trailing_zeros();
        let (value, most) = ((bits & self.mask) >> shift, self.mask >> shift);
        ((u64::from(value) * 255 + u64::from(most) / 2) / u64::from(most)) as u8
    }
}
