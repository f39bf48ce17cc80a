//! The memory of a mask's words.

use crate::memory;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The number of zero words after the last word of a mask.
const PADDING: usize = 7;

/// The words of a mask, column after column, and a few zeros after the last one.
///
/// The zeros let [`crate::overlap`] test the rows of a column eight at a time, without a loop for the last few rows.
/// They take 56 bytes for each mask. A mask without pixels has none, so it takes no memory.
#[derive(Default, PartialEq, Eq, Hash)]
pub(crate) struct PaddedWords(Vec<u64>);

impl PaddedWords {
    /// Creates `count` words without a solid pixel.
    pub(crate) fn try_zeros(count: usize) -> Result<PaddedWords, TryReserveError> {
        Ok(PaddedWords(if count == 0 { Vec::new() } else { memory::try_zeros(count + PADDING)? }))
    }

    pub(crate) fn try_clone(&self) -> Result<PaddedWords, TryReserveError> {
        Ok(PaddedWords(memory::try_clone(&self.0)?))
    }

    /// Returns `count` words from a word of the mask on.
    #[inline(always)]
    pub(crate) fn slice(&self, first: usize, count: usize) -> &[u64] {
        &self.0[first..][..count]
    }

    /// Returns `N` words, at most eight, from a word of the mask on. After the last word, they are 0.
    #[inline(always)]
    pub(crate) fn chunk<const N: usize>(&self, first: u32) -> &[u64; N] {
        const { assert!(N <= PADDING + 1) };
        let first = first as usize;
        self.0[first..first + N].first_chunk().expect("the slice has N words")
    }
}

impl Deref for PaddedWords {
    type Target = [u64];
    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.0[..self.0.len().saturating_sub(PADDING)]
    }
}

impl DerefMut for PaddedWords {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        let count = self.0.len().saturating_sub(PADDING);
        &mut self.0[..count]
    }
}
