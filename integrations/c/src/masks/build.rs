//! Masks from pixels, and back.

use crate::convert::size;
use crate::ffi::{borrow, call, free, list, memory, option, out_list, out_object};
use crate::mask_handle::{hitmask_mask, mask_copy, mask_of};
use crate::status::{Failure, hitmask_status};
use crate::types::{flag, hitmask_pixel_layout};
use bitvec::order::{BitOrder, Lsb0, Msb0};
use bitvec::slice::BitSlice;
use mask::{Mask, PixelLayout, Solid};
use std::mem::MaybeUninit;

/// Makes a mask without solid pixels.
///
/// A mask of zero width or height is valid, and never collides. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_new(width: u32, height: u32, mask: *mut *mut hitmask_mask) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object);
        let [width, height] = size(width, height)?;
        mask.give(hitmask_mask::new(Mask::new(width, height)?));
        Ok(())
    })
}

/// Makes a mask of solid pixels. Free it with `hitmask_mask_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_filled(width: u32, height: u32, mask: *mut *mut hitmask_mask) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object);
        let [width, height] = size(width, height)?;
        mask.give(hitmask_mask::new(Mask::filled(width, height)?));
        Ok(())
    })
}

/// Makes a mask from pixels of four bytes, of which the last is alpha: RGBA or BGRA, in rows from top to bottom. Pixels with an alpha
/// value greater than `alpha_above` are solid. 127 is a good number.
///
/// `length` is the number of bytes of `pixels`, and `stride` the number of bytes from a row to the next: 4 * width, or more. The last
/// row may end with its last pixel. The pixels are read, not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_rgba(
    pixels: *const u8,
    length: usize,
    width: u32,
    height: u32,
    stride: usize,
    alpha_above: u8,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, pixels: list(length));
        let [width, height] = size(width, height)?;
        check_pixels(pixels.len(), [width, height], 4, stride)?;
        let made = Mask::from_alpha(width, height, pixels.get(3..).unwrap_or(&[]), [4, stride], alpha_above)?;
        mask.give(hitmask_mask::new(made));
        Ok(())
    })
}

/// Makes a mask from pixels of one byte: alpha values, or 0 and 1 with an `alpha_above` of 0. The rest is as in
/// `hitmask_mask_from_rgba`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_alpha(
    pixels: *const u8,
    length: usize,
    width: u32,
    height: u32,
    stride: usize,
    alpha_above: u8,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, pixels: list(length));
        let [width, height] = size(width, height)?;
        check_pixels(pixels.len(), [width, height], 1, stride)?;
        let made = Mask::from_alpha(width, height, pixels, [1, stride], alpha_above)?;
        mask.give(hitmask_mask::new(made));
        Ok(())
    })
}

/// Makes a mask from pixels of four bytes, of which all are solid except those of a key color. `key` has the first three bytes of the color,
/// in the order of the pixels; the fourth does not count. The rest is as in `hitmask_mask_from_rgba`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_color_key(
    pixels: *const u8,
    length: usize,
    width: u32,
    height: u32,
    stride: usize,
    key: *const u8,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, pixels: list(length), key: list(3));
        let [width, height] = size(width, height)?;
        check_pixels(pixels.len(), [width, height], 4, stride)?;
        // The key has the order of the pixels, whichever that is.
        let layout = PixelLayout::RGBA.stride(stride);
        let made = Mask::from_pixels(width, height, pixels, layout, Solid::ColorKey([key[0], key[1], key[2]]))?;
        mask.give(hitmask_mask::new(made));
        Ok(())
    })
}

/// Makes a mask from a surface as a program has it: pixels in any order of channels, rows with gaps, from the top or from the bottom, with an
/// alpha threshold, a color key or a brightness. `layout` says all this; NULL is the defaults.
///
/// `pixels` is the first of them in memory, and `length` the number of bytes. Without a stride, that is exactly the bytes of all pixels. With
/// one, the last row may end with its last pixel, and anything may follow. The pixels are read, not kept and not copied. A stride that is
/// too small is `HITMASK_INVALID`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_pixels(
    pixels: *const u8,
    length: usize,
    width: u32,
    height: u32,
    layout: *const hitmask_pixel_layout,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, pixels: list(length), layout: option);
        let [width, height] = size(width, height)?;
        let given = layout.copied().unwrap_or_default();
        let order = given.order()?;
        let layout = if given.stride == 0 { order } else { order.stride(given.stride.unsigned_abs() as usize) };
        let made = Mask::from_pixels(width, height, pixels, layout, given.solid()?)?;
        mask.give(hitmask_mask::new(in_order(made, given.stride)));
        Ok(())
    })
}

/// Makes a mask from a 1-bit picture, in which a set bit is solid: bits in rows that begin at whole bytes. `high_first` says that the leftmost
/// pixel is the highest bit of a byte, as in PBM files and bitmaps of Windows; without it, it is the lowest.
///
/// `stride` is the number of bytes from a row to the next: 0 is the fewest that a row needs. If it is negative, the bottom row is the first in
/// memory. `length` is the number of bytes. The last row may end with the byte of its last pixel, and anything may follow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_bit_rows(
    bits: *const u8,
    length: usize,
    width: u32,
    height: u32,
    stride: i32,
    high_first: flag,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, bits: list(length));
        let [width, height] = size(width, height)?;
        let row = width.div_ceil(8) as usize;
        let bytes = if stride == 0 { row } else { stride.unsigned_abs() as usize };
        check_rows(bits.len(), height, row as u64, bytes, "bits")?;
        let made = if high_first.is_set() {
            Mask::from_bit_rows(width, height, bits_of::<Msb0>(bits)?, 8 * bytes)?
        } else {
            Mask::from_bit_rows(width, height, bits_of::<Lsb0>(bits)?, 8 * bytes)?
        };
        mask.give(hitmask_mask::new(in_order(made, stride)));
        Ok(())
    })
}

/// Returns a mask whose rows lie in memory from top to bottom, or if the stride is negative from bottom to top.
fn in_order(mask: Mask, stride: i32) -> Mask {
    if stride < 0 { mask.flipped_y() } else { mask }
}

fn bits_of<O: BitOrder>(bytes: &[u8]) -> Result<&BitSlice<u8, O>, Failure> {
    BitSlice::try_from_slice(bytes).map_err(|_| Failure::invalid("there are too many bits"))
}

impl hitmask_pixel_layout {
    fn order(&self) -> Result<PixelLayout, Failure> {
        let orders = [
            PixelLayout::RGBA,
            PixelLayout::BGRA,
            PixelLayout::ARGB,
            PixelLayout::ABGR,
            PixelLayout::RGB,
            PixelLayout::BGR,
        ];
        usize::try_from(self.order).ok().and_then(|order| orders.get(order)).copied().ok_or_else(|| {
            Failure::invalid(format!("order must be a hitmask_pixel_order, from 0 to 5, got {}", self.order))
        })
    }

    fn solid(&self) -> Result<Solid, Failure> {
        let key = [self.red, self.green, self.blue];
        let (solid, has_threshold, has_key) = match self.rule {
            0 => (Solid::default(), false, false),
            1 => (Solid::AlphaAbove(self.threshold), true, false),
            2 => (Solid::ColorKey(key), false, true),
            3 => (Solid::LumaAbove(self.threshold), true, false),
            other => {
                return Err(Failure::invalid(format!("rule must be a hitmask_solid_rule, from 0 to 3, got {other}")));
            }
        };
        if !has_threshold && self.threshold != 0 {
            let message = format!(
                "threshold is {}, but the rule has none: set rule to HITMASK_ALPHA_ABOVE or HITMASK_LUMA_ABOVE",
                self.threshold
            );
            return Err(Failure::invalid(message));
        }
        if !has_key && key != [0; 3] {
            let [red, green, blue] = key;
            let message =
                format!("the color is {red}, {green}, {blue}, but the rule has none: set rule to HITMASK_COLOR_KEY");
            return Err(Failure::invalid(message));
        }
        Ok(solid)
    }
}

/// Makes a mask from bits, row by row, without gaps between rows. The first pixel is the lowest bit of the first byte. `length` is the
/// number of bytes: width * height / 8, rounded up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_bits(
    bits: *const u8,
    length: usize,
    width: u32,
    height: u32,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, bits: list(length));
        let [width, height] = size(width, height)?;
        let count = u64::from(width) * u64::from(height);
        check_length(length, count.div_ceil(8), "bits")?;
        let made = Mask::from_bits(width, height, &bits_of::<Lsb0>(bits)?[..count as usize])?;
        mask.give(hitmask_mask::new(made));
        Ok(())
    })
}

fn check_length(length: usize, expected: u64, name: &str) -> Result<(), Failure> {
    if length as u64 == expected {
        return Ok(());
    }
    Err(Failure::invalid(format!("{name} must have {expected} bytes, got {length}")))
}

/// Makes a mask from a drawing: a line for each row, `#` for a solid pixel, and `.` for a free one. `length` is the number of bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_text(
    text: *const u8,
    length: usize,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, text: list(length));
        let text =
            std::str::from_utf8(text).map_err(|error| Failure::invalid(format!("text is not UTF-8: {error}")))?;
        let made = text.parse::<Mask>()?;
        mask.give(hitmask_mask::new(made));
        Ok(())
    })
}

/// Copies a mask. The copy costs nothing until one of the two is changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_copy(mask: *const hitmask_mask, copy: *mut *mut hitmask_mask) -> hitmask_status {
    call(|| {
        borrow!(copy: out_object, mask: mask_copy);
        copy.give(hitmask_mask::new(mask));
        Ok(())
    })
}

/// Frees a mask. NULL is allowed. Worlds keep their masks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_free(mask: *mut hitmask_mask) {
    // SAFETY: the caller keeps the rules of the header.
    unsafe { free(mask) }
}

/// Writes a byte for each pixel, row by row: `solid` or `free`. `stride` is the number of bytes from a row to the next, and `length` the
/// number of bytes of `pixels`. Bytes beyond the width are left as they are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_to_alpha(
    mask: *const hitmask_mask,
    pixels: *mut u8,
    length: usize,
    stride: usize,
    solid: u8,
    free: u8,
) -> hitmask_status {
    call(|| {
        borrow!(mask: mask_of, pixels: memory(length));
        write_pixels(mask, pixels, stride, [[free], [solid]])
    })
}

/// Writes four bytes for each pixel, row by row: the color `solid` or `free`, in the order of the bytes in memory. The rest is as in
/// `hitmask_mask_to_alpha`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_to_rgba(
    mask: *const hitmask_mask,
    pixels: *mut u8,
    length: usize,
    stride: usize,
    solid: *const u8,
    free: *const u8,
) -> hitmask_status {
    call(|| {
        borrow!(mask: mask_of, solid: list(4), free: list(4), pixels: memory(length));
        let color = |bytes: &[u8]| [bytes[0], bytes[1], bytes[2], bytes[3]];
        write_pixels(mask, pixels, stride, [color(free), color(solid)])
    })
}

/// Makes the pixels of a picture transparent where a mask is not solid, for example after a game has dug into the mask of a terrain: their
/// fourth bytes become 0, and all others stay. The picture has four bytes for each pixel, row by row, alpha last. `stride` is the number of
/// bytes from a row to the next, and `length` the number of bytes of `pixels`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_clear_alpha(
    mask: *const hitmask_mask,
    pixels: *mut u8,
    length: usize,
    stride: usize,
) -> hitmask_status {
    call(|| {
        borrow!(mask: mask_of, pixels: memory(length));
        check_pixels(length, [mask.width(), mask.height()], 4, stride)?;
        for y in 0..if mask.width() == 0 { 0 } else { mask.height() } {
            let row = &mut pixels[y as usize * stride..][..4 * mask.width() as usize];
            for (word, row) in mask.row_words(y).zip(row.chunks_mut(4 * 64)) {
                let free = row.chunks_mut(4).enumerate().filter(|(x, _)| word >> x & 1 == 0);
                free.for_each(|(_, pixel)| {
                    pixel[3].write(0);
                });
            }
        }
        Ok(())
    })
}

/// Checks that pixels of some bytes each fit their stride and their length. The last row may end with its last pixel.
fn check_pixels(length: usize, [width, height]: [u32; 2], bytes: usize, stride: usize) -> Result<(), Failure> {
    check_rows(length, height, u64::from(width) * bytes as u64, stride, "pixels")
}

/// Checks that rows of some bytes fit their stride and their length. The last row may end with its last pixel.
fn check_rows(length: usize, height: u32, row: u64, stride: usize, name: &str) -> Result<(), Failure> {
    if (stride as u64) < row {
        return Err(Failure::invalid(format!(
            "stride must be at least {row} bytes, the length of a row, got {stride}"
        )));
    }
    let least = if row == 0 || height == 0 { 0 } else { u128::from(height - 1) * stride as u128 + u128::from(row) };
    if (length as u128) < least {
        return Err(Failure::invalid(format!("{name} must have at least {least} bytes, got {length}")));
    }
    Ok(())
}

/// Writes the color of each pixel. The colors are those of free and of solid pixels.
fn write_pixels<const B: usize>(
    mask: &Mask,
    pixels: &mut [MaybeUninit<u8>],
    stride: usize,
    colors: [[u8; B]; 2],
) -> Result<(), Failure> {
    let (width, height) = (mask.width() as usize, mask.height() as usize);
    check_pixels(pixels.len(), [mask.width(), mask.height()], B, stride)?;
    for y in 0..if width == 0 { 0 } else { height } {
        let row = &mut pixels[y * stride..][..width * B];
        for (word, row) in mask.row_words(y as u32).zip(row.chunks_mut(64 * B)) {
            for (x, pixel) in row.chunks_mut(B).enumerate() {
                let color = colors[(word >> x & 1) as usize];
                pixel.iter_mut().zip(color).for_each(|(to, byte)| {
                    to.write(byte);
                });
            }
        }
    }
    Ok(())
}

/// Writes the bits of a mask, in the order of `hitmask_mask_from_bits`. `length` must be that of `hitmask_mask_from_bits`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_to_bits(
    mask: *const hitmask_mask,
    bits: *mut u8,
    length: usize,
) -> hitmask_status {
    call(|| {
        borrow!(mask: mask_of, bits: memory(length));
        check_length(length, (u64::from(mask.width()) * u64::from(mask.height())).div_ceil(8), "bits")?;
        let words = mask.to_bits().into_vec();
        let all = words.iter().flat_map(|word| word.to_le_bytes());
        bits.iter_mut().zip(all).for_each(|(to, byte)| {
            to.write(byte);
        });
        Ok(())
    })
}

/// Saves a mask: writes at most `capacity` bytes to `bytes`, and sets `length` to how many there are. If they are more than `capacity`,
/// nothing is written: call it again with more room. `bytes` may be NULL if `capacity` is 0.
///
/// The format is the same in every language that hitmask supports.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_to_bytes(
    mask: *const hitmask_mask,
    bytes: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> hitmask_status {
    call(|| {
        borrow!(bytes: out_list(capacity, length), mask: mask_of);
        let saved = mask.try_to_bytes()?;
        bytes.write_all(&saved);
        Ok(())
    })
}

/// Makes a mask from the bytes of `hitmask_mask_to_bytes`. The bytes are not trusted, and have a checksum: a changed byte is
/// `HITMASK_DAMAGED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_mask_from_bytes(
    bytes: *const u8,
    length: usize,
    mask: *mut *mut hitmask_mask,
) -> hitmask_status {
    call(|| {
        borrow!(mask: out_object, bytes: list(length));
        let read = Mask::from_bytes(bytes).map_err(|error| match Failure::from(error).into_parts() {
            (hitmask_status::HITMASK_INVALID, message) => Failure::new(hitmask_status::HITMASK_DAMAGED, message),
            (status, message) => Failure::new(status, message),
        })?;
        mask.give(hitmask_mask::new(read));
        Ok(())
    })
}
