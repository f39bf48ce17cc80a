//! Two groups of masks, without a world.

use super::errors::world_error;
use super::pool::on_pool;
use crate::arrays;
use crate::convert::{place, type_name};
use crate::mask::Mask;
use ::world::{Placed, WorldError};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A mask and the place of its top-left pixel.
pub(crate) struct PlacedMask {
    mask: Arc<::mask::Mask>,
    at: [i32; 2],
}

impl<'py> FromPyObject<'_, 'py> for PlacedMask {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<PlacedMask> {
        if let Ok(mask) = value.cast::<Mask>() {
            return Ok(PlacedMask { mask: mask.get().cell.snapshot(value.py()), at: [0, 0] });
        }
        if let Ok((mask, at)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && let Ok(mask) = mask.cast::<Mask>()
        {
            let at = place(&at, "the position of a mask")?;
            return Ok(PlacedMask { mask: mask.get().cell.snapshot(value.py()), at });
        }
        Err(PyTypeError::new_err(format!(
            "masks must be a Mask or a pair (mask, (x, y)) each, got {}",
            type_name(value)
        )))
    }
}

/// Asks a question about two groups of masks, on several threads if there are many.
fn ask<R: Send + 'static>(
    py: Python<'_>,
    groups: [Vec<PlacedMask>; 2],
    question: fn(&[Placed], &[Placed]) -> Result<R, WorldError>,
) -> PyResult<R> {
    let counts = [groups[0].len(), groups[1].len()];
    let ask = move || {
        let [a, b] = groups.each_ref().map(|group| {
            let placed = group.iter().map(|PlacedMask { mask, at }| Placed { mask, at: *at });
            arrays::list(placed)
        });
        question(&a?, &b?).map_err(world_error)
    };
    on_pool(py, counts, ask)?
}

/// Returns the pairs of a mask of ``a`` and a mask of ``b`` that share a solid pixel: uint32 of shape (N, 2), with the columns
/// index into ``a`` and index into ``b``, sorted.
///
/// ``a`` and ``b`` are lists of masks, or of pairs ``(mask, (x, y))`` of a mask and its position. A mask alone is at ``(0, 0)``.
/// Masks of one list are not compared with each other. No world is needed.
///
/// :raises TypeError: if an item of a list is neither.
/// :raises ValueError: if a position is out of range, or if there are more than 2**25 pairs.
#[pyfunction]
pub(crate) fn cross_pairs(
    py: Python<'_>,
    a: Vec<PlacedMask>,
    b: Vec<PlacedMask>,
) -> PyResult<Bound<'_, PyArray2<u32>>> {
    let pairs = ask(py, [a, b], ::world::cross_pairs)?;
    arrays::rows(py, &arrays::list(pairs.into_iter().map(|(a, b)| [a, b]))?)
}

type PairsAndAreas<'py> = (Bound<'py, PyArray2<u32>>, Bound<'py, PyArray1<u64>>);

/// Returns the pairs that :func:`cross_pairs` returns, and the number of pixels that each shares: uint32 of shape (N, 2), and
/// uint64 of shape (N,).
///
/// With the areas of the masks, it gives the intersection over union of two sets of instance masks, such as those that a
/// program has found and the true ones.
///
/// :raises TypeError: under the conditions of :func:`cross_pairs`.
/// :raises ValueError: under the conditions of :func:`cross_pairs`.
#[pyfunction]
pub(crate) fn cross_areas(py: Python<'_>, a: Vec<PlacedMask>, b: Vec<PlacedMask>) -> PyResult<PairsAndAreas<'_>> {
    let areas = ask(py, [a, b], ::world::cross_areas)?;
    let pairs = arrays::rows(py, &arrays::list(areas.iter().map(|&(a, b, _)| [a, b]))?)?;
    Ok((pairs, arrays::owned(py, arrays::list(areas.iter().map(|&(.., area)| area))?)))
}
