//! The interface of all vectors of words, and the vectors for every processor of the target.

use super::word::Word;
use wide::{i32x8, u8x16, u64x4};

/// A kind of vector of words. The implementations are [`Portable`] and, on x86-64, `Cpu`.
pub(crate) trait Lanes: Copy {
    type Vector: Word;
    /// The number of words in a vector.
    const LEN: usize;
    fn splat(self, word: u64) -> Self::Vector;
    /// Loads the first [`Lanes::LEN`] words of a slice.
    fn load(self, words: &[u64]) -> Self::Vector;
    /// Stores a vector in the first [`Lanes::LEN`] words of a slice.
    fn store(self, vector: Self::Vector, words: &mut [u64]);
    fn as_slice(self, vector: &Self::Vector) -> &[u64];
    /// Whether any bit of any lane is set.
    fn any(self, vector: Self::Vector) -> bool;
    /// A bit for each lane, set if the lane is not 0. The first lane has the lowest bit.
    fn nonzero(self, vector: Self::Vector) -> u64;
    /// A bit for each of the first 16 bytes, set if the byte is greater than the threshold. The first byte has the
    /// lowest bit.
    fn above(self, bytes: &[u8], threshold: u8) -> u64;
    /// A bit for each of the first 16 pixels of four bytes, set if the first byte of the pixel is greater than the
    /// threshold. The first pixel has the lowest bit.
    fn above4(self, bytes: &[u8], threshold: u8) -> u64;
}

/// Lanes of four words from [`wide`], which chooses its instructions at compile time.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Word for u64x4 {
    #[inline(always)]
    fn shift_down(self, count: u32) -> u64x4 {
        self.unbounded_shr_scalar(count)
    }
    #[inline(always)]
    fn shift_up(self, count: u32) -> u64x4 {
        self.unbounded_shl_scalar(count)
    }
    #[inline(always)]
    fn popcount(self) -> u64x4 {
        // The compiler turns these four counts into better vector code than a hand-written sum of pairs, nibbles and
        // bytes.
        u64x4::new(self.to_array().map(Word::popcount))
    }
}

impl Lanes for Portable {
    type Vector = u64x4;
    const LEN: usize = 4;
    #[inline(always)]
    fn splat(self, word: u64) -> u64x4 {
        u64x4::splat(word)
    }
    #[inline(always)]
    fn load(self, words: &[u64]) -> u64x4 {
        let lanes: &[u64; 4] = words.first_chunk().expect("load needs a slice of at least 4 words");
        u64x4::from(*lanes)
    }
    #[inline(always)]
    fn store(self, vector: u64x4, words: &mut [u64]) {
        words[..4].copy_from_slice(vector.as_array());
    }
    #[inline(always)]
    fn as_slice(self, vector: &u64x4) -> &[u64] {
        vector.as_array()
    }
    #[inline(always)]
    fn any(self, vector: u64x4) -> bool {
        let [a, b, c, d] = vector.to_array();
        a | b | c | d != 0
    }
    #[inline(always)]
    fn nonzero(self, vector: u64x4) -> u64 {
        vector.to_array().iter().rev().fold(0, |bits, &word| bits << 1 | u64::from(word != 0))
    }
    #[inline(always)]
    fn above(self, bytes: &[u8], threshold: u8) -> u64 {
        let bytes: [u8; 16] = *bytes.first_chunk().expect("above needs 16 bytes");
        u8x16::new(bytes).simd_gt(u8x16::splat(threshold)).to_bitmask().into()
    }
    #[inline(always)]
    fn above4(self, bytes: &[u8], threshold: u8) -> u64 {
        let (pixels, _) = bytes.as_chunks::<4>();
        let (eights, _) = pixels.as_chunks::<8>();
        let above = |eight: &[[u8; 4]; 8]| {
            let first = i32x8::new(eight.map(i32::from_le_bytes)) & i32x8::splat(0xff);
            u64::from(first.simd_gt(i32x8::splat(threshold.into())).to_bitmask() as u8)
        };
        above(&eights[0]) | above(&eights[1]) << 8
    }
}
