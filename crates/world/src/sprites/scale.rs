//! Scale factors, and the steps to which they are quantized.

use crate::WorldError;

/// The scale factors of a sprite along x and y. Both are finite and greater than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scale {
    /// The bits of the factors as `f64`.
    bits: [u64; 2],
    /// The nearest step of each factor.
    steps: [i16; 2],
}

/// The number of steps in an octave. Two factors that differ by an octave differ by a factor of 2.
const STEPS_PER_OCTAVE: f64 = 32.0;

impl Default for Scale {
    fn default() -> Scale {
        Scale { bits: [1f64.to_bits(); 2], steps: [0; 2] }
    }
}

impl Scale {
    /// The scale with these factors.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAScale`] if a factor is NaN, infinite, 0 or negative.
    pub(crate) fn new(scale: [f64; 2]) -> Result<Scale, WorldError> {
        if scale == [1.0; 2] {
            // Two logarithms would take longer than the rest of a spawn.
            Ok(Scale::default())
        } else if scale.iter().all(|factor| factor.is_finite() && *factor > 0.0) {
            // The steps of the smallest and the largest factors saturate. No such factor leaves a mask within the
            // limits that has a pixel.
            let steps = scale.map(|factor| libm::round(STEPS_PER_OCTAVE * libm::log2(factor)) as i16);
            Ok(Scale { bits: scale.map(f64::to_bits), steps })
        } else {
            Err(WorldError::NotAScale { scale })
        }
    }

    /// The factors as given.
    pub(crate) fn factors(self) -> [f64; 2] {
        self.bits.map(f64::from_bits)
    }

    /// The nearest step of each factor.
    pub(crate) fn steps(self) -> [i16; 2] {
        self.steps
    }

    /// The factor of a step: 2 to the power of `step` / 32.
    pub(crate) fn factor_of(step: i16) -> f64 {
        libm::exp2(f64::from(step) / STEPS_PER_OCTAVE)
    }

    /// The scale as numbers: the bits of both factors, and the steps in the lower 32 bits of the third number.
    pub(crate) fn to_words(self) -> [u64; 3] {
        let [x, y] = self.steps.map(|step| u64::from(step as u16));
        [self.bits[0], self.bits[1], x | y << 16]
    }

    /// The scale that [`Scale::to_words`] converted to these numbers. The upper 32 bits of the third are
    /// ignored.
    #[inline]
    pub(crate) fn from_words([x, y, steps]: [u64; 3]) -> Scale {
        Scale { bits: [x, y], steps: [steps as i16, (steps >> 16) as i16] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(factor: f64) -> i16 {
        let [x, y] = Scale::new([factor, 1.0]).unwrap().steps();
        assert_eq!((y, Scale::new([1.0, factor]).unwrap().steps()), (0, [0, x]));
        x
    }

    #[test]
    fn factors_go_to_the_nearest_step() {
        assert_eq!((step(1.0), Scale::factor_of(0)), (0, 1.0));
        for octave in -1022..1024 {
            assert_eq!(step(f64::powi(2.0, octave)), octave as i16 * 32, "2^{octave}");
            assert_eq!(Scale::factor_of(octave as i16 * 32), f64::powi(2.0, octave), "2^{octave}");
        }
        for number in -700..700_i16 {
            let factor = Scale::factor_of(number);
            assert!((factor / 2f64.powf(f64::from(number) / 32.0) - 1.0).abs() < 1e-15, "step {number}");
            assert_eq!(step(factor), number);
            // The boundary between two steps is half a step away.
            let boundary = 2f64.powf((f64::from(number) + 0.5) / 32.0);
            assert_eq!([boundary * (1.0 - 1e-14), boundary * (1.0 + 1e-14)].map(step), [number, number + 1]);
        }
    }

    #[test]
    fn extreme_factors_have_a_step_and_others_are_refused() {
        for (factor, expected) in [(f64::MAX, i16::MAX), (f64::MIN_POSITIVE, -1022 * 32), (5e-324, i16::MIN)] {
            assert_eq!(step(factor), expected);
            assert!(Scale::factor_of(expected).is_finite() && Scale::factor_of(expected) > 0.0);
        }
        for wrong in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -5e-324] {
            for scale in [[wrong, 1.0], [1.0, wrong]] {
                assert!(matches!(Scale::new(scale), Err(WorldError::NotAScale { .. })), "{scale:?}");
            }
        }
    }

    #[test]
    fn scales_are_read_as_they_were_written() {
        for factors in [[1.0, 1.0], [0.3, 7.5], [1e-300, 1e300], [5e-324, f64::MAX]] {
            let scale = Scale::new(factors).unwrap();
            let [x, y, steps] = scale.to_words();
            assert_eq!((Scale::from_words([x, y, steps | 7 << 32]), scale.factors()), (scale, factors));
        }
    }
}
