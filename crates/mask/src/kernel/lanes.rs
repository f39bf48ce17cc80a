//! Vectors of words under one interface.

use super::Word;

/// A kind of vector of words.
pub(crate) trait Lanes: Copy {
    type Vector: Word;
    /// Words of a vector.
    const LEN: usize;
    /// The same word in every lane.
    fn splat(self, word: u64) -> Self::Vector;
    /// The first [`Lanes::LEN`] of the words.
    fn load(self, words: &[u64]) -> Self::Vector;
    /// Into the first [`Lanes::LEN`] of the words.
    fn store(self, vector: Self::Vector, words: &mut [u64]);
    /// The lanes one by one.
    fn as_slice(self, vector: &Self::Vector) -> &[u64];
    /// Whether any bit of any lane is set.
    fn any(self, vector: Self::Vector) -> bool;
    /// A bit for each lane that has any, the first lane's lowest.
    fn nonzero(self, vector: Self::Vector) -> u64;
}
