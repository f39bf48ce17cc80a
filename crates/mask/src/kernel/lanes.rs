//! The interface of all vectors of words.

use super::Word;

/// A kind of vector of words. The implementations are [`Portable`](super::Portable) and, on x86-64, `Cpu`.
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
