//! One source coordinate along a row of pixels.

use core::ops::Range;

/// A source coordinate along a row or a column of pixels: `step * (x + 0.5) + base`.
#[derive(Clone, Copy)]
pub(super) struct SourceAxis {
    pub(super) step: f64,
    pub(super) base: f64,
}

impl SourceAxis {
    /// The coordinate at the center of a pixel.
    pub(super) fn at(self, x: i32) -> f64 {
        self.step * (f64::from(x) + 0.5) + self.base
    }

    /// The pixels of `within` for which `low <= at(x) < high`.
    pub(super) fn span(self, within: Range<i32>, [low, high]: [f64; 2]) -> Range<i32> {
        // Rounding is monotonic: `at` never decreases if the step is positive, and never increases if the step is
        // negative.
        if self.step >= 0.0 {
            let start = first(within.clone(), self.guess(low), |x| self.at(x) >= low);
            start..first(start..within.end, self.guess(high), |x| self.at(x) >= high)
        } else {
            let start = first(within.clone(), self.guess(high), |x| self.at(x) < high);
            start..first(start..within.end, self.guess(low), |x| self.at(x) < low)
        }
    }

    /// A pixel near which the coordinate passes `value`.
    fn guess(self, value: f64) -> i32 {
        ((value - self.base) / self.step) as i32
    }
}

/// The first number of `within` for which `holds` is true, or the end of `within`. `holds` must be true for every
/// number after the first. The search gallops from the guess and then bisects: it takes four calls of `holds` from a
/// good guess, and a logarithmic number from a bad one.
fn first(within: Range<i32>, guess: i32, holds: impl Fn(i32) -> bool) -> i32 {
    if within.is_empty() || holds(within.start) {
        return within.start;
    }
    if !holds(within.end - 1) {
        return within.end;
    }
    // Invariant: `holds` is false at `fails` and true at `found`.
    let (mut fails, mut found) = (within.start, within.end - 1);
    if found - fails > 1 {
        let guess = guess.clamp(fails + 1, found - 1);
        let up = !holds(guess);
        *(if up { &mut fails } else { &mut found }) = guess;
        let mut stride = 1i32;
        while found - fails > 1 {
            let next = if up { fails.saturating_add(stride) } else { found.saturating_sub(stride) };
            let next = next.clamp(fails + 1, found - 1);
            let held = holds(next);
            *(if held { &mut found } else { &mut fails }) = next;
            if held == up {
                break;
            }
            stride = stride.saturating_mul(2);
        }
    }
    while found - fails > 1 {
        let middle = fails + (found - fails) / 2;
        *(if holds(middle) { &mut found } else { &mut fails }) = middle;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{SourceAxis, first};
    use alloc::vec::Vec;

    /// Tests every position of the change in a range from every guess, including guesses far outside.
    #[test]
    fn the_first_is_found_from_any_guess() {
        for (start, end) in [(0, 0), (0, 1), (-1, 1), (-3, 0), (5, 18), (-40, 25)] {
            for change in start..=end {
                for guess in (start - 3..=end + 3).chain([i32::MIN, i32::MAX]) {
                    assert_eq!(first(start..end, guess, |x| x >= change), change, "{start}..{end} from {guess}");
                }
            }
        }
    }

    /// Compares spans with a test of every pixel, for steps so small that rounding absorbs them.
    #[test]
    fn a_span_is_what_looking_at_every_pixel_finds() {
        let within = -70..90;
        for step in [0.0, 1.0, 0.5, 1.7, 0.01, 1e-9, 6e-17, 1e-300, 40.0, 1e9] {
            for step in [step, -step] {
                for base in [0.0, -0.5, 3.25, 1e-17, -1e-17, 64.0, -40.0, 1e6, 0.1] {
                    for [low, high] in [[0.0, 1.0], [0.0, 64.0], [3.0, 4.0], [0.0, 0.0], [5.0, 1e6]] {
                        let line = SourceAxis { step, base };
                        let expected: Vec<i32> =
                            within.clone().filter(|&x| (low..high).contains(&line.at(x))).collect();
                        assert!(line.span(within.clone(), [low, high]).eq(expected), "{step} {base} {low}..{high}");
                    }
                }
            }
        }
    }
}
