//! Lanes that every processor of a target has.

use super::{Lanes, Word};
use wide::u64x4;

/// Four words through [`wide`], which picks its instructions when it is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Portable {
    /// Does some work apart, as the shells of other levels do, so that the place that chooses between them
    /// stays small.
    #[inline(never)]
    pub(crate) fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

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
        // The compiler knows better vector code for this than the sums of pairs, nibbles and bytes.
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
        let lanes: &[u64; 4] = words.first_chunk().expect("a whole vector");
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
}
