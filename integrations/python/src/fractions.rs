//! The rounding of numbers with fractions, by the rules of all packages of hitmask.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;
use world::{MAX_POSITION, SpriteId, World, WorldError, pixel, place};

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
            Rule::Point => pixel([number, 0.0]).map(|[whole, _]| whole).ok(),
            Rule::Place => place([number, 0.0]).map(|[whole, _]| whole).ok(),
            Rule::Offset | Rule::Way => Some(number as i32).filter(|whole| f64::from(*whole) == number),
        };
        whole.ok_or_else(|| self.refused(number, name()))
    }

    /// Returns a whole number that an argument gives.
    ///
    /// # Errors
    /// Returns `ValueError` if the number is no coordinate of a sprite.
    #[inline]
    pub(crate) fn checked(self, number: i32, name: &str) -> Result<i32, PyErr> {
        match self == Rule::Place && number.unsigned_abs() > MAX_POSITION as u32 {
            true => Err(self.out_of_range(name, &number.to_string())),
            false => Ok(number),
        }
    }

    #[cold]
    fn refused(self, number: f64, name: impl Display) -> PyErr {
        let advice = match self {
            _ if !number.is_finite() => {
                return PyValueError::new_err(format!("{name} must be finite, got {number}"));
            }
            Rule::Offset if number.fract() != 0.0 => "round the number, or subtract rounded positions",
            Rule::Way if number.fract() != 0.0 => {
                "a Remainder turns moves with fractions into whole ones and keeps the rest; or keep a position with fractions \
                 and pass it to move_to"
            }
            Rule::Point => return Rule::Place.out_of_range(name, &number.to_string()),
            _ => return self.out_of_range(name, &number.to_string()),
        };
        PyValueError::new_err(format!("{name} must be whole pixels, got {number}: {advice}"))
    }

    /// Returns the error of a number that is out of range.
    #[cold]
    pub(crate) fn out_of_range(self, name: impl Display, number: &str) -> PyErr {
        let range = match self {
            Rule::Place => "-2^30 to 2^30",
            _ => "-2147483648 to 2147483647",
        };
        PyValueError::new_err(format!("{name} must be from {range}, got {number}"))
    }
}

/// The place of a sprite. Whole pixels keep the fraction that the sprite has; real numbers replace it.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Whole([i32; 2]),
    Real([f64; 2]),
}

impl Place {
    /// Moves a sprite.
    pub(crate) fn apply(self, world: &mut World, id: SpriteId) -> Result<(), WorldError> {
        match self {
            Place::Whole(at) => world.move_to(id, at),
            Place::Real(at) => world.get_mut(id)?.place_at(at),
        }
    }
}
