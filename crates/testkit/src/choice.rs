//! Where the choices of a random life come from: random numbers, or the bytes of a fuzzer.

use crate::Rng;
use std::ops::Range;

/// A source of choices.
pub trait Choice {
    /// Returns a number from 0 to `n`, without `n`; 0 if `n` is 0.
    fn below(&mut self, n: u32) -> u32;

    /// Returns whether all choices are used up. All further numbers are 0.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns a number of a range; its start if the range is empty.
    fn within(&mut self, range: Range<i32>) -> i32 {
        range.start.wrapping_add_unsigned(self.below(range.end.saturating_sub(range.start).max(0) as u32))
    }

    /// Returns `true` or `false`.
    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Returns one of some values.
    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }
}

impl Choice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        Rng::below(self, n)
    }
}
