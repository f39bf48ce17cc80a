//! Masks from pixels, and back.

use crate::convert::size;
use crate::ffi::{borrow, call, free, list, memory, out_list, out_object};
use crate::mask_handle::{hitmask_mask, mask_copy, mask_of};
use crate::status::{Failure, hitmask_status};
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use mask::shared::memory;
use mask::{Mask, Solid};
use std::borrow::Cow;
use std::mem::MaybeUninit;
use world::WorldError;

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
        let solid = Solid::ColorKey([key[0], key[1], key[2]]);
        mask.give(hitmask_mask::new(Mask::from_rgba8(width, height, &rows(pixels, [width, height], stride)?, solid)?));
        Ok(())
    })
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
        let bits =
            BitSlice::<u8, Lsb0>::try_from_slice(bits).map_err(|_| Failure::invalid("there are too many bits"))?;
        let made = Mask::from_bits(width, height, &bits[..count as usize])?;
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
    let row = u128::from(width) * bytes as u128;
    if (stride as u128) < row {
        return Err(Failure::invalid(format!(
            "stride must be at least {row} bytes, the length of a row, got {stride}"
        )));
    }
    let least = if width == 0 || height == 0 { 0 } else { u128::from(height - 1) * stride as u128 + row };
    if (length as u128) < least {
        return Err(Failure::invalid(format!("pixels must have at least {least} bytes, got {length}")));
    }
    Ok(())
}

/// Returns pixels of four bytes without gaps between the rows. Only rows with gaps are copied.
fn rows(pixels: &[u8], [width, height]: [u32; 2], stride: usize) -> Result<Cow<'_, [u8]>, Failure> {
    let row = 4 * width as usize;
    let length = if width == 0 { 0 } else { row * height as usize };
    if stride == row || length == 0 {
        return Ok(Cow::Borrowed(&pixels[..length]));
    }
    let mut all = memory::try_with_capacity(length).map_err(WorldError::from)?;
    pixels.chunks(stride).take(height as usize).for_each(|line| all.extend_from_slice(&line[..row]));
    Ok(Cow::Owned(all))
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
