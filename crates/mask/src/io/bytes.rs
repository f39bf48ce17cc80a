//! Conversions between masks and bytes: the format of saved masks.
//!
//! ```text
//!   0  4   "mask"
//!   4  4   version, 2
//!   8  4   width in pixels
//!  12  4   height in pixels
//!  16  4   the CRC-32 of all other bytes
//!  20      the pixels, row after row without gaps, the first in the lowest bit of the first byte
//! ```
//!
//! Numbers are little-endian on every platform. Pixel `[x, y]` is bit `i % 8` of byte `20 + i / 8` with
//! `i = y * width + x`. The unused bits of the last byte are zero.

use super::checksum;
use crate::error::clamp;
use crate::kernel::{FunnelShift, WORD_BITS};
use crate::memory::or_panic;
use crate::{Mask, MaskError, memory};
use alloc::vec::Vec;

/// The first bytes of a saved mask.
const MAGIC: [u8; 4] = *b"mask";
/// The version of the layout. Only this version is written and read.
const VERSION: u32 = 2;
/// The place of the checksum.
const CHECKSUM: usize = 16;
/// The number of bytes before the pixels.
const HEADER: usize = CHECKSUM + checksum::LEN;

/// Conversions to and from bytes, for saved masks.
impl Mask {
    /// Returns the mask as bytes: a header of 20 bytes, then one bit for each pixel.
    ///
    /// The layout is stable. The header consists of the letters `mask`, the version 2, the width, the height and the
    /// CRC-32 of all other bytes; the four numbers are little-endian `u32`. The pixels follow row by row without gaps,
    /// and the first pixel is the lowest bit of the first byte.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "#..\n.##".parse()?;
    /// let bytes = mask.to_bytes();
    /// assert_eq!(bytes[..4], *b"mask");
    /// assert_eq!(bytes[20..], [0b110_001]);
    /// assert_eq!(Mask::from_bytes(&bytes)?, mask);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        or_panic(self.try_to_bytes())
    }

    /// Returns the bytes of [`Mask::to_bytes`], or an error if the system refuses memory.
    #[doc(hidden)]
    pub fn try_to_bytes(&self) -> Result<Vec<u8>, MaskError> {
        let count = HEADER + self.packed_len();
        let mut bytes = memory::try_with_capacity(count).map_err(memory::for_list(count, "bytes"))?;
        bytes.extend(MAGIC);
        for number in [VERSION, self.width, self.height, 0] {
            bytes.extend(number.to_le_bytes());
        }
        self.pack(&mut bytes);
        checksum::seal(&mut bytes, CHECKSUM);
        Ok(bytes)
    }

    /// Creates a mask from the bytes that [`Mask::to_bytes`] returns.
    ///
    /// The bytes are validated completely before any memory is allocated.
    ///
    /// # Errors
    /// - Returns [`MaskError::NotAMask`] if the bytes do not begin with the header of a saved mask.
    /// - Returns [`MaskError::UnknownVersion`] if the version is not 2.
    /// - Returns [`MaskError::WrongChecksum`] if bytes are missing, or differ from those that were saved.
    /// - Returns [`MaskError::WrongLength`] if there are too few or too many bytes for the size.
    /// - Returns [`MaskError::SurplusBits`] if bits are set after the last pixel.
    /// - Returns [`MaskError::TooLarge`] or [`MaskError::OutOfMemory`] under the conditions of [`Mask::new`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Mask, MaskError> {
        let (header, pixels) = bytes.split_at_checked(HEADER).ok_or(MaskError::NotAMask)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if header[..4] != MAGIC {
            return Err(MaskError::NotAMask);
        }
        if number(4) != VERSION {
            return Err(MaskError::UnknownVersion { expected: VERSION, version: number(4) });
        }
        if !checksum::is_sealed(bytes, CHECKSUM) {
            return Err(MaskError::WrongChecksum);
        }
        Mask::unpack(number(8), number(12), pixels)
    }

    /// The number of bytes for the packed pixels, at most 2^29.
    pub(crate) fn packed_len(&self) -> usize {
        packed_len(self.width, self.height) as usize
    }

    /// Appends the packed pixels to a list, which must have capacity for [`Mask::packed_len`] more bytes.
    pub(crate) fn pack(&self, bytes: &mut Vec<u8>) {
        if self.words.is_empty() {
            return;
        }
        // The bits that do not fill 64 bits yet, and their number.
        let (mut pending, mut filled) = (0u64, 0);
        for y in 0..self.height {
            for x in (0..self.width).step_by(WORD_BITS as usize) {
                let (word, bits) = (self.words[self.index(x, y)], WORD_BITS.min(self.width - x));
                pending |= word << filled;
                if filled + bits >= WORD_BITS {
                    bytes.extend(pending.to_le_bytes());
                    pending = word.unbounded_shr(WORD_BITS - filled);
                }
                filled = (filled + bits) % WORD_BITS;
            }
        }
        bytes.extend(&pending.to_le_bytes()[..filled.div_ceil(8) as usize]);
    }

    /// Creates a mask from packed pixels, after a check of the length and the unused bits.
    pub(crate) fn unpack(width: u32, height: u32, pixels: &[u8]) -> Result<Mask, MaskError> {
        let (expected, got) = (packed_len(width, height), pixels.len() as u64);
        if got != expected {
            return Err(MaskError::WrongLength { width, height, unit: "bytes", expected, got });
        }
        let used = (u64::from(width) * u64::from(height) % 8) as u32;
        let surplus = pixels.last().filter(|_| used > 0).map_or(0, |&last| last >> used << used);
        if surplus != 0 {
            return Err(MaskError::SurplusBits { width, height, bits: surplus });
        }
        if pixels.is_empty() {
            return Mask::new(width, height);
        }
        // Loads eight bytes from `at` on. Bytes past the end are zero.
        let load = |at: usize| {
            let mut word = [0; 8];
            let rest = &pixels[at..];
            let n = rest.len().min(8);
            word[..n].copy_from_slice(&rest[..n]);
            u64::from_le_bytes(word)
        };
        Mask::from_word_fn(width, height, |column, y| {
            let first = u64::from(y) * u64::from(width) + u64::from(column * WORD_BITS);
            let bits = WORD_BITS.min(width - column * WORD_BITS);
            let (byte, shift) = ((first / 8) as usize, (first % 8) as u32);
            let high = pixels.get(byte + 8).map_or(0, |&byte| u64::from(byte));
            let word = FunnelShift::from_pixel(shift).join(load(byte), high);
            word & u64::MAX >> (WORD_BITS - bits)
        })
    }
}

/// The number of bytes for the pixels of a mask, eight pixels to a byte, or `u64::MAX` if it is larger.
fn packed_len(width: u32, height: u32) -> u64 {
    clamp((u128::from(width) * u128::from(height)).div_ceil(8))
}
