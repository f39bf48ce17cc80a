//! Maps whose angles are rounded to steps of a circle.

use crate::Angle;
use mask::Affine;

/// The two rows of a linear map.
pub(crate) type Matrix = [[f64; 2]; 2];

/// The parts of a pixel's side in which shears are counted.
const SHEARS: f64 = 4096.0;

/// Rounds the angle of a linear map: a map is a rotation after a scale and a shear along x. The factors and the shear
/// are rounded to 12 bits, because those of engines are noisy, and sprites with equal numbers share masks.
pub(crate) fn of_matrix([[a, b], [c, d]]: Matrix, angles: u32) -> Matrix {
    let length = libm::hypot(a, c);
    let [width, height] = [length, (a * d - b * c) / length].map(to_12_bits);
    let larger = width.max(height.abs());
    let shear = libm::round((a * b + c * d) / length / larger * SHEARS) / SHEARS * larger;
    let degrees = libm::atan2(c, a).to_degrees();
    let angle = Angle::from_degrees(if degrees < 0.0 { degrees + 360.0 } else { degrees });
    rotated([[width, shear], [0.0, height]], angle.nearest_of(angles))
}

/// A linear map, followed by a rotation.
pub(crate) fn rotated(matrix: Matrix, angle: Angle) -> Matrix {
    if angle == Angle::ZERO {
        return matrix;
    }
    let [[cos, minus_sin, _], [sin, also_cos, _]] = <[[f64; 3]; 2]>::from(Affine::rotation(angle.to_degrees()));
    let [[a, b], [c, d]] = matrix;
    [[cos * a + minus_sin * c, cos * b + minus_sin * d], [sin * a + also_cos * c, sin * b + also_cos * d]]
}

/// The nearest number whose mantissa has 12 bits.
fn to_12_bits(number: f64) -> f64 {
    const REST: u64 = (1 << 40) - 1;
    f64::from_bits(number.to_bits().wrapping_add(1 << 39) & !REST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_map_is_rounded_to_itself() {
        for [a, b, c, d] in [[1.0, 0.0, 0.0, 1.0], [-2.0, 0.5, 0.25, 3.0], [0.0, 1e-3, -7.0, 0.1]] {
            for angles in [1, 7, 64, 65_536] {
                let once = of_matrix([[a, b], [c, d]], angles);
                let twice = of_matrix(once, angles);
                for (once, twice) in once.as_flattened().iter().zip(twice.as_flattened()) {
                    assert!((once - twice).abs() < 1e-12, "{once} {twice}");
                }
            }
        }
    }

    #[test]
    fn an_angle_in_the_middle_of_a_step_keeps_the_map() {
        for step in 0..64 {
            let angle = Angle::degrees(f64::from(step) * 360.0 / 64.0).unwrap();
            for noise in [0.0, 2e-6, -2e-6] {
                let plain = [[2.0, 0.25], [0.0, -0.5]];
                let noisy = plain.map(|row| row.map(|number: f64| number * (1.0 + noise)));
                assert_eq!(of_matrix(rotated(noisy, angle), 64), rotated(plain, angle));
            }
        }
    }
}
