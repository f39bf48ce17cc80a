//! The memory of a mask's words.

use crate::memory;
use alloc::boxed::Box;
use alloc::collections::TryReserveError;
use core::ops::{Deref, DerefMut};

/// The number of zero words after the last word of a mask.
const PADDING: usize = 7;

/// The words of a mask, column after column, and a few zeros after the last one.
///
/// The zeros let `overlap/one_column.rs` test the rows of the last column eight at a time, without a loop for the last
/// few rows. They take 56 bytes for each mask. A mask without pixels has no zeros, so it allocates no memory.
///
/// As a slice, the list ends at the last word of the mask. Only [`slice`](Self::slice) and [`chunk`](Self::chunk) can
/// reach the zeros.
#[derive(Default, PartialEq, Eq, Hash)]
pub(crate) struct PaddedWords(Box<[u64]>);

impl PaddedWords {
    /// Creates `count` words of 0.
    pub(crate) fn try_zeros(count: usize) -> Result<PaddedWords, TryReserveError> {
        let words = memory::try_zeros(if count == 0 { 0 } else { count + PADDING })?;
        Ok(PaddedWords(words.into_boxed_slice()))
    }

    /// Creates `whole` words with all bits set, followed by `count` words of `last`.
    pub(crate) fn try_filled(whole: usize, count: usize, last: u64) -> Result<PaddedWords, TryReserveError> {
        let padded = if whole + count == 0 { 0 } else { whole + count + PADDING };
        let mut words = memory::try_with_capacity(padded)?;
        words.resize(whole, u64::MAX);
        words.resize(whole + count, last);
        words.resize(padded, 0);
        Ok(PaddedWords(words.into_boxed_slice()))
    }

    pub(crate) fn try_clone(&self) -> Result<PaddedWords, TryReserveError> {
        memory::try_clone(&self.0).map(|words| PaddedWords(words.into_boxed_slice()))
    }

    /// The `count` words from the index `first` on.
    #[inline(always)]
    pub(crate) fn slice(&self, first: usize, count: u32) -> &[u64] {
        &self.0[first..][..count as usize]
    }

    /// The `N` words from the index `first` on, at most eight. `first` must be the index of a word of the mask. Words
    /// after the last word of the mask are 0.
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
