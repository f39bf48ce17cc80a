//! Whole moves from velocities with fractions.

use super::errors::world_error;
use crate::convert::{reals, tuple};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Turns moves with fractions into whole moves, and keeps the rest for the next.
///
/// A sprite moves by whole pixels, and a game has velocities with fractions. Add the move of each frame, and move the sprite by
/// what comes out. After many frames, the sprite has moved by the sum, rounded to the nearest pixel::
///
///     remainder = Remainder()
///     world.move_by(hero, remainder.take((0.4, -1.0)))
///
/// If a wall stops the sprite, set the rest of that axis to 0, so that it does not move again by itself.
///
/// :raises ValueError: if a number is not finite.
#[pyclass(frozen, module = "hitmask")]
pub(crate) struct Remainder(Mutex<::world::Remainder>);

impl Remainder {
    /// Calls `f` with the value. `f` calls no Python.
    fn with<R>(&self, f: impl FnOnce(&mut ::world::Remainder) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn finite(rest: &Bound<'_, PyAny>) -> PyResult<::world::Remainder> {
    let rest = reals(rest, "rest")?;
    match rest.iter().all(|number| number.is_finite()) {
        true => Ok(::world::Remainder { rest }),
        false => Err(PyValueError::new_err(format!("rest must be finite, got ({}, {})", rest[0], rest[1]))),
    }
}

#[pymethods]
impl Remainder {
    #[new]
    #[pyo3(signature = (rest=None), text_signature = "(rest=(0.0, 0.0))")]
    fn new(rest: Option<&Bound<'_, PyAny>>) -> PyResult<Remainder> {
        Ok(Remainder(Mutex::new(rest.map_or_else(|| Ok(::world::Remainder::default()), finite)?)))
    }

    /// Adds a move ``(dx, dy)`` in pixels, with fractions, and returns the whole move that is due: each axis rounded to the nearest
    /// pixel, halves right and down.
    ///
    /// :raises ValueError: if the sum is NaN, or farther than 2**30 from 0. The rest is unchanged.
    fn take(&self, by: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
        let by = reals(by, "by")?;
        if by.iter().any(|number| number.is_nan()) {
            return Err(PyValueError::new_err(format!("by must be finite, got ({}, {})", by[0], by[1])));
        }
        self.with(|remainder| remainder.take(by)).map(tuple).map_err(world_error)
    }

    /// What is left along x and y, in pixels, as ``(x, y)``: from -0.5 up to, but without, 0.5. It can be set.
    #[getter]
    fn rest(&self) -> (f64, f64) {
        tuple(self.with(|remainder| remainder.rest))
    }

    #[setter(rest)]
    fn assign_rest(&self, rest: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = finite(rest)?;
        self.with(|remainder| *remainder = new);
        Ok(())
    }

    fn __eq__(&self, other: &Remainder) -> bool {
        self.rest() == other.rest()
    }

    fn __repr__(&self) -> String {
        format!("Remainder({:?})", self.rest())
    }

    fn __getnewargs__(&self) -> ((f64, f64),) {
        (self.rest(),)
    }
}
