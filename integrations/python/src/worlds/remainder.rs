//! Whole moves from velocities with fractions.

use super::errors::world_error;
use crate::convert::{finite, tuple};
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
pub(crate) struct Remainder(Mutex<world::Remainder>);

impl Remainder {
    /// Calls `f` with the value. `f` calls no Python.
    fn with<R>(&self, f: impl FnOnce(&mut world::Remainder) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn remainder(rest: &Bound<'_, PyAny>) -> PyResult<world::Remainder> {
    Ok(world::Remainder { rest: finite(rest, "rest")? })
}

#[pymethods]
impl Remainder {
    #[new]
    #[pyo3(signature = (rest=None), text_signature = "(rest=(0.0, 0.0))")]
    fn new(rest: Option<&Bound<'_, PyAny>>) -> PyResult<Remainder> {
        Ok(Remainder(Mutex::new(rest.map_or_else(|| Ok(world::Remainder::default()), remainder)?)))
    }

    /// Adds a move ``(dx, dy)`` in pixels, with fractions, and returns the whole move that is due: each axis rounded to the nearest
    /// pixel, halves right and down.
    ///
    /// :raises ValueError: if a number is NaN or infinite, or if the sum is farther than 2**30 from 0. The rest is unchanged.
    fn take(&self, by: &Bound<'_, PyAny>) -> PyResult<(i32, i32)> {
        let by = finite(by, "by")?;
        self.with(|remainder| remainder.take(by)).map(tuple).map_err(world_error)
    }

    /// What is left along x and y, in pixels, as ``(x, y)``: from -0.5 up to, but without, 0.5. It can be set.
    #[getter]
    fn rest(&self) -> (f64, f64) {
        tuple(self.with(|remainder| remainder.rest))
    }

    #[setter(rest)]
    fn assign_rest(&self, rest: &Bound<'_, PyAny>) -> PyResult<()> {
        let new = remainder(rest)?;
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
