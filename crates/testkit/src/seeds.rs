use std::env;
use std::ops::Range;

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
