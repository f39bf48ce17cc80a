//! What becomes of the fractions of numbers, by the rules of all packages of hitmask.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;

/// How a real number becomes a whole one.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Rule {
    /// A coordinate of a point: of the pixel that the point lies in.
    Point,
    /// A coordinate of the place of a sprite: of the nearest pixel, and halves go right and down.
    Place,
    /// A coordinate of an offset between two masks: fractions are an error.
    Offset,
    /// A coordinate of the way of a sprite: fractions are an error.
    Way,
}

impl Rule {
    /// Returns the whole number of a real number.
    ///
    /// # Errors
    /// Returns `ValueError` if the number is not finite or out of range, and if it has a fraction that the rule refuses.
    #[inline]
    pub(crate) fn whole<N: Display>(self, number: f64, name: impl Fn() -> N) -> Result<i32, PyErr> {
        let whole = match self {
            Rule::Point => number.floor(),
            Rule::Place => (number + 0.5).floor(),
            Rule::Offset | Rule::Way if number.fract() == 0.0 || !number.is_finite() => number,
            Rule::Offset => {
                return Err(PyValueError::new_err(format!(
                    "{} must be whole pixels, got {number}: round the number, or subtract rounded positions",
                    name()
                )));
            }
            Rule::Way => {
                return Err(PyValueError::new_err(format!(
                    "{} must be whole pixels, got {number}: move by the whole part and add the rest to the next move, \
                     or keep a position with fractions and pass it to move_to",
                    name()
                )));
            }
        };
        if !number.is_finite() {
            return Err(PyValueError::new_err(format!("{} must be finite, got {number}", name())));
        }
        match whole >= f64::from(i32::MIN) && whole <= f64::from(i32::MAX) {
            true => Ok(whole as i32),
            false => Err(Rule::out_of_range(name(), &number.to_string())),
        }
    }

    /// Returns the error of a number that 32 bits do not hold.
    #[cold]
    pub(crate) fn out_of_range(name: impl Display, number: &str) -> PyErr {
        PyValueError::new_err(format!("{name} must be from -2147483648 to 2147483647, got {number}"))
    }
}
