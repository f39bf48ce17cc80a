//! Real numbers in error messages, which `world` and the packages use too.
//!
//! `Display` of `f64` takes 13 KB of a WebAssembly module, more than a tenth of the module for masks alone.

use core::fmt::{Display, Formatter, Result};

/// A real number in an error message: `0.1`, `-1073741825`, `1e300`, `NaN`, `inf`.
///
/// From 0.001 to 10^16, numbers of up to 15 digits are as `Display` of `f64` writes them; of longer ones, the last
/// digit may differ. Other numbers have an exponent and at most 13 digits.
#[derive(Clone, Copy)]
pub struct Real(pub f64);

/// The largest power of ten that fits `u64`.
const MAX_SCALE: f64 = 1e19;

impl Display for Real {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.0.is_nan() {
            return f.write_str("NaN");
        }
        if self.0.is_sign_negative() {
            f.write_str("-")?;
        }
        let mut rest = libm::fabs(self.0);
        if rest == f64::INFINITY {
            return f.write_str("inf");
        }
        let (mut exponent, mut tolerance) = (0, 0.0);
        if rest != 0.0 && !(1e-3..1e16).contains(&rest) {
            // Each step rounds, so the last digits are lost, and a power of ten may end a little below 1.
            tolerance = 5e-13;
            while rest >= 10.0 * (1.0 - tolerance) {
                (rest, exponent) = (rest / 10.0, exponent + 1);
            }
            while rest < 1.0 - tolerance {
                (rest, exponent) = (rest * 10.0, exponent - 1);
            }
        }
        let (mut scale, mut places) = (1.0, 0);
        let digits = loop {
            // Below 2^53, `digits` and `scale` are exact, so the quotient is the number that the text parses to.
            let digits = libm::round(rest * scale);
            if libm::fabs(digits / scale - rest) <= tolerance || 10.0 * scale * rest.max(1.0) > MAX_SCALE {
                break digits as u64;
            }
            (scale, places) = (scale * 10.0, places + 1);
        };
        let scale = scale as u64;
        write!(f, "{}", digits / scale)?;
        if places > 0 {
            write!(f, ".{:0places$}", digits % scale)?;
        }
        if exponent != 0 { write!(f, "e{exponent}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Real;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn numbers_of_messages_are_written_as_display_writes_them() {
        let odd = [0.0, -0.0, 0.1, 0.3, -0.07, 1.5, 1e15, 1073741825.0, 1073741824.5, f64::NAN, f64::INFINITY];
        let grid = (1..20_000).flat_map(|i| [1e-2, 1e-1, 1.0, 1e4, 1e9].map(|unit| f64::from(i) * unit));
        for value in odd.into_iter().chain(grid).flat_map(|value| [value, -value]) {
            let expected = value.to_string();
            if expected.len() <= 16 {
                assert_eq!(Real(value).to_string(), expected);
            }
        }
    }

    #[test]
    fn a_number_of_17_digits_differs_in_the_last_one_at_most() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = (bits >> 11) as f64 / 2f64.powi((bits % 50) as i32 + 8);
            if (1e-3..1e16).contains(&value) {
                let text = Real(value).to_string();
                let parsed: f64 = text.parse().expect("a number");
                assert!((parsed - value).abs() <= value * f64::EPSILON, "{value} {text}");
            }
        }
    }

    #[test]
    fn numbers_far_from_1_have_an_exponent_instead_of_300_digits() {
        let cases = [(1e300, "1e300"), (-2.5e-9, "-2.5e-9"), (1e16, "1e16"), (1e-4, "1e-4"), (9.999e-4, "9.999e-4")];
        for (value, text) in cases {
            assert_eq!(Real(value).to_string(), text);
        }
        for exponent in (-307..-3).chain(16..309) {
            let text = format!("{}e{exponent}", if exponent % 2 == 0 { 1.0 } else { 1.25 });
            let value: f64 = text.parse().expect("a number");
            assert_eq!(Real(value).to_string(), text.as_str());
        }
        assert_eq!(Real(f64::MAX).to_string().get(..6), Some("1.7976"));
        assert!(Real(5e-324).to_string().ends_with("e-324"));
    }
}
