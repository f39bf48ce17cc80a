//! Two groups of masks, without a world.

use super::columns::{self, Column};
use super::errors::world_error;
use super::pool::on_pool;
use crate::arrays;
use crate::convert::{offset, type_name};
use crate::masks::Mask;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::Arc;
use world::{PlacedMask, WorldError};

/// A mask and the place of its top-left pixel.
pub(crate) struct GroupMask {
    mask: Arc<mask::Mask>,
    at: [i32; 2],
}

impl GroupMask {
    /// Extracts an item of a group. `name` names the item in errors.
    fn new(value: &Bound<'_, PyAny>, name: impl Fn() -> String) -> PyResult<GroupMask> {
        if let Ok(mask) = value.cast::<Mask>() {
            return Ok(GroupMask { mask: mask.get().cell.snapshot(value.py()), at: [0, 0] });
        }
        if let Ok((mask, at)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && let Ok(mask) = mask.cast::<Mask>()
        {
            let at = offset(&at, &format!("the position of {}", name()))?;
            return Ok(GroupMask { mask: mask.get().cell.snapshot(value.py()), at });
        }
        let got = type_name(value.as_borrowed());
        let advice = if got == "ndarray" { ": Mask.from_array makes a mask of an array" } else { "" };
        Err(PyTypeError::new_err(format!("{} must be a Mask or a pair (mask, (x, y)), got {got}{advice}", name())))
    }

    /// Extracts a group of masks, of any iterable.
    fn group(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<GroupMask>> {
        let Ok(items) = value.try_iter() else {
            let got = type_name(value.as_borrowed());
            return Err(PyTypeError::new_err(format!("{name} must be a list of masks, got {got}")));
        };
        arrays::try_list(items.enumerate().map(|(index, item)| GroupMask::new(&item?, || format!("{name}[{index}]"))))
    }
}

/// The layers of two groups of masks: a number for all masks of a group, or one for each.
struct Layers([Column<u32>; 2]);

impl Layers {
    fn new(layers: &Bound<'_, PyAny>, counts: [usize; 2]) -> PyResult<Layers> {
        let Ok((a, b)) = layers.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            let got = type_name(layers.as_borrowed());
            return Err(PyTypeError::new_err(format!(
                "layers must be a pair, of the layers of a and those of b, a number or an array each, got {got}"
            )));
        };
        let column = |layers: &Bound<'_, PyAny>, name: &str, count: usize| {
            let column = columns::integers::<u32>(layers, name)?;
            column.check(name, count)?;
            Ok::<_, PyErr>(column)
        };
        Ok(Layers([column(&a, "layers[0]", counts[0])?, column(&b, "layers[1]", counts[1])?]))
    }

    fn may_collide(&self, a: u32, b: u32) -> bool {
        let [a, b] = [(0, a), (1, b)].map(|(group, index)| self.0[group].get(index as usize));
        a.zip(b).is_none_or(|(a, b)| a & b != 0)
    }
}

/// A question about two groups of masks, which fills a list.
type Question<R> =
    fn(&[PlacedMask], &[PlacedMask], &(dyn Fn(u32, u32) -> bool + Sync), &mut Vec<R>) -> Result<(), WorldError>;

/// Asks a question about two groups of masks, on several threads if there are many.
fn ask<R: Send + 'static>(
    py: Python<'_>,
    groups: [&Bound<'_, PyAny>; 2],
    layers: Option<&Bound<'_, PyAny>>,
    question: Question<R>,
) -> PyResult<Vec<R>> {
    let groups = [GroupMask::group(groups[0], "a")?, GroupMask::group(groups[1], "b")?];
    let counts = [groups[0].len(), groups[1].len()];
    let layers = layers.map(|layers| Layers::new(layers, counts)).transpose()?;
    let ask = move || {
        let [a, b] = groups.each_ref().map(|group| {
            let placed = group.iter().map(|GroupMask { mask, at }| PlacedMask { mask, at: *at });
            arrays::list(placed)
        });
        let may_collide = |a, b| layers.as_ref().is_none_or(|layers| layers.may_collide(a, b));
        let mut found = Vec::new();
        question(&a?, &b?, &may_collide, &mut found).map_err(world_error)?;
        Ok(found)
    };
    on_pool(py, counts, ask)?
}

/// Returns the pairs of a mask of ``a`` and a mask of ``b`` that share a solid pixel: uint32 of shape (N, 2), with the columns
/// index into ``a`` and index into ``b``, sorted.
///
/// ``a`` and ``b`` are lists of masks, or of pairs ``(mask, (x, y))`` of a mask and its position in whole pixels. A mask alone is at
/// ``(0, 0)``. Masks of one list are not compared with each other. No world is needed.
///
/// ``layers`` is a pair: the layers of ``a`` and those of ``b``, as bits, a number for all masks or an array with a number for each.
/// Two masks are compared only if they share a layer. For example, a bit for each class compares only masks of equal classes.
///
/// :raises TypeError: if an item of a list is neither, or if ``layers`` is no pair of whole numbers or arrays.
/// :raises ValueError: if a position has a fraction or is out of range, if an array of layers has another length than its list of
///     masks, if a number is not from 0 to 2**32 - 1, or if there are more than 2**25 pairs.
#[pyfunction]
#[pyo3(signature = (a, b, *, layers=None))]
pub(crate) fn cross_pairs<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    layers: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let question: Question<(u32, u32)> = |a, b, may_collide, pairs| world::cross_pairs_into(a, b, may_collide, pairs);
    let pairs = ask(py, [a, b], layers, question)?;
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
#[pyo3(signature = (a, b, *, layers=None))]
pub(crate) fn cross_areas<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    layers: Option<&Bound<'py, PyAny>>,
) -> PyResult<PairsAndAreas<'py>> {
    let question: Question<(u32, u32, u64)> =
        |a, b, may_collide, areas| world::cross_areas_into(a, b, may_collide, areas);
    let areas = ask(py, [a, b], layers, question)?;
    let pairs = arrays::rows(py, &arrays::list(areas.iter().map(|&(a, b, _)| [a, b]))?)?;
    Ok((pairs, arrays::owned(py, arrays::list(areas.iter().map(|&(.., area)| area))?)))
}
