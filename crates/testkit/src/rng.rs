//! Random numbers that are equal on every platform. A random life takes its choices from them, or from the bytes of a
//! fuzzer.

use std::env;
use std::ops::Range;

/// The generator `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): a counter and
/// a mixing function, which is good enough for scenes.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator; equal seeds give equal numbers.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `n`, without `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A number of a range; its start if the range is empty.
    pub fn within(&mut self, range: Range<i32>) -> i32 {
        range.start.wrapping_add_unsigned(self.below(range.end.saturating_sub(range.start).max(0) as u32))
    }

    /// A number in `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// An approximately standard normal number: the sum of twelve uniform ones minus its mean. It takes only additions,
    /// so that no platform's math library can change a scene.
    pub fn normal(&mut self) -> f64 {
        let sum: u64 = (0..12).map(|_| self.bits() >> 32).sum();
        sum as f64 / 2f64.powi(32) - 6.0
    }
}

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

/// The seeds of a test: `count` of them, or as many times more as the variable `HITMASK_SEEDS` says.
///
/// # Panics
///
/// If `HITMASK_SEEDS` is set and no whole number.
#[must_use]
pub fn seeds(count: u64) -> Range<u64> {
    let times = env::var("HITMASK_SEEDS").map_or(1, |times| times.parse().expect("HITMASK_SEEDS is a whole number"));
    0..count * times
}
