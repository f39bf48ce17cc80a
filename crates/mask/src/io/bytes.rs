//! Bytes in and out: what masks are saved as.
//!
//! ```text
//!   0  4   "mask"
//!   4  4   version, 1
//!   8  4   width in pixels
//!  12  4   height in pixels
//!  16      the pixels, row after row without gaps, the first in the lowest bit of the first byte
//! ```
//!
//! Numbers are little-endian, on every platform. Pixel `[x, y]` is bit i % 8 of byte 16 + i / 8, where
//! i = y * width + x; what is left of the last byte is zero.

use crate::error::clamp;
use crate::kernel::WORD_BITS;
use crate::memory::{self, AllocError, or_panic};
use crate::{Mask, MaskError};
use alloc::vec::Vec;

/// How a saved mask begins.
const MAGIC: [u8; 4] = *b"mask";
/// The layout that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 1;
/// Bytes before the pixels.
const HEADER: usize = 16;

/// Masks as bytes, to be saved.
impl Mask {
    /// The mask as bytes: 16 for what they are and the size, then a bit for each pixel.
    ///
    /// The layout is stable: `mask`, then 1, the width and the height as little-endian `u32`, then the
    /// pixels row after row without gaps, the first in the lowest bit of the first byte.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "#..\n.##".parse()?;
    /// let bytes = mask.to_bytes();
    /// assert_eq!(bytes[..4], *b"mask");
    /// assert_eq!(bytes[16..], [0b110_001]);
    /// assert_eq!(Mask::from_bytes(&bytes)?, mask);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = HEADER + self.packed_len();
        let mut bytes = or_panic(memory::try_with_capacity(count).map_err(AllocError::for_list(count, "bytes")));
        bytes.extend(MAGIC);
        for number in [VERSION, self.width, self.height] {
            bytes.extend(number.to_le_bytes());
        }
        self.pack(&mut bytes);
        bytes
    }

    /// A mask from what [`Mask::to_bytes`] gave. Everything is checked.
    ///
    /// # Errors
    /// [`MaskError::NotAMask`] where the bytes are something else or end too early,
    /// [`MaskError::UnknownVersion`] for a layout other than 1, [`MaskError::WrongLength`] where the
    /// pixels are too few or too many, [`MaskError::SurplusBits`] where bits are set after the last pixel;
    /// as [`Mask::new`]. All before memory is asked for.
    pub fn from_bytes(bytes: &[u8]) -> Result<Mask, MaskError> {
        let (header, pixels) = bytes.split_at_checked(HEADER).ok_or(MaskError::NotAMask)?;
        let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        if header[..4] != MAGIC {
            return Err(MaskError::NotAMask);
        }
        Mask::unpack(number(4), number(8), number(12), pixels)
    }

    /// The bytes that the pixels take: at most 2^29, an eighth of a byte for each.
    pub(crate) fn packed_len(&self) -> usize {
        packed_len(self.width, self.height) as usize
    }

    /// Writes the pixels, eight to a byte, into a list with room for them.
    pub(crate) fn pack(&self, bytes: &mut Vec<u8>) {
        if self.words.is_empty() {
            return;
        }
        // The bits that do not fill eight bytes yet, and how many they are.
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

    /// A mask from a version, a size and packed pixels.
    pub(crate) fn unpack(version: u32, width: u32, height: u32, pixels: &[u8]) -> Result<Mask, MaskError> {
        if version != VERSION {
            return Err(MaskError::UnknownVersion { version });
        }
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
        // The eight bytes from `at` on, as far as there are any.
        let load = |at: usize| {
            let mut word = [0; 8];
            let rest = &pixels[at..];
            let n = rest.len().min(8);
            word[..n].copy_from_slice(&rest[..n]);
            u64::from_le_bytes(word)
        };
        Mask::from_words(width, height, |column, y| {
            let first = u64::from(y) * u64::from(width) + u64::from(column * WORD_BITS);
            let bits = WORD_BITS.min(width - column * WORD_BITS);
            let (byte, shift) = ((first / 8) as usize, (first % 8) as u32);
            let high = pixels.get(byte + 8).map_or(0, |&byte| u64::from(byte));
            let word = load(byte) >> shift | high.unbounded_shl(WORD_BITS - shift);
            word & u64::MAX >> (WORD_BITS - bits)
        })
    }
}

/// The bytes that the pixels of a mask take.
fn packed_len(width: u32, height: u32) -> u64 {
    clamp((u128::from(width) * u128::from(height)).div_ceil(8))
}
