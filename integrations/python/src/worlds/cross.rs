//! One or two groups of masks, without a world.

use super::columns::{self, Column};
use super::errors::world_error;
use super::pool::on_pool;
use crate::arrays;
use crate::convert::{offset, type_name};
use crate::fractions::Rule;
use crate::masks::Mask;
use numpy::{PyArray1, PyArray2, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use world::{Over, PlacedMask, WorldError};

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

    /// Extracts a group of masks, of any iterable, or of a pair of a list of masks and an array of positions.
    fn group(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<GroupMask>> {
        if let Ok((masks, offsets)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()
            && !masks.is_instance_of::<Mask>()
            && offsets.cast::<PyUntypedArray>().is_ok()
        {
            return GroupMask::with_offsets(&masks, &offsets, name);
        }
        let Ok(items) = value.try_iter() else {
            let got = type_name(value.as_borrowed());
            return Err(PyTypeError::new_err(format!("{name} must be a list of masks, got {got}")));
        };
        arrays::try_list(items.enumerate().map(|(index, item)| GroupMask::new(&item?, || format!("{name}[{index}]"))))
    }

    /// Extracts a list of masks with an array of their positions.
    fn with_offsets(masks: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<GroupMask>> {
        let offsets = arrays::pixel_rows::<2>(offsets, &format!("the positions of {name}"), Rule::Offset)?;
        let masks = GroupMask::group(masks, name)?;
        if masks.len() != offsets.len() {
            let (masks, offsets) = (masks.len(), offsets.len());
            return Err(PyValueError::new_err(format!("{name}: {offsets} positions for {masks} masks")));
        }
        Ok(masks.into_iter().zip(offsets).map(|(GroupMask { mask, .. }, at)| GroupMask { mask, at }).collect())
    }
}

/// The layers of groups of masks: a number for all masks of a group, or one for each.
struct Layers([Column<u32>; 2]);

impl Layers {
    fn new(layers: &Bound<'_, PyAny>, counts: [usize; 2]) -> PyResult<Layers> {
        let Ok((a, b)) = layers.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            let got = type_name(layers.as_borrowed());
            return Err(PyTypeError::new_err(format!(
                "layers must be a pair, of the layers of a and those of b, a number or an array each, got {got}"
            )));
        };
        Ok(Layers([layers_of(&a, "layers[0]", counts[0])?, layers_of(&b, "layers[1]", counts[1])?]))
    }

    fn may_collide(&self, a: u32, b: u32) -> bool {
        let [a, b] = [(0, a), (1, b)].map(|(group, index)| self.0[group].get(index as usize));
        a.zip(b).is_none_or(|(a, b)| a & b != 0)
    }
}

/// Extracts the layers of a group of masks.
fn layers_of(layers: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<Column<u32>> {
    let column = columns::integers::<u32>(layers, name)?;
    column.check(name, count)?;
    Ok(column)
}

/// Whether two masks of one group share a layer.
fn share(layers: &Column<u32>, pair: [u32; 2]) -> bool {
    let [a, b] = pair.map(|index| layers.get(index as usize));
    a.zip(b).is_none_or(|(a, b)| a & b != 0)
}

/// The masks of a group, as the library takes them.
fn placed(group: &[GroupMask]) -> PyResult<Vec<PlacedMask<'_>>> {
    arrays::list(group.iter().map(|GroupMask { mask, at }| PlacedMask { mask, at: *at }))
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
        let [a, b] = groups.each_ref().map(|group| placed(group));
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
/// ``(0, 0)``. A pair ``(masks, offsets)`` of a list of masks and an array of shape (N, 2) is a list too. Masks of one list are not compared with each other. No world is needed.
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
/// uint64 of shape (N,). With one list, the pairs are those within the list: each pair once, the smaller index first.
///
/// With the areas of the masks, it gives the intersection over union of two sets of instance masks, such as those that a
/// program has found and the true ones. With one list, ``layers`` are those of the list.
///
/// :raises TypeError: under the conditions of :func:`cross_pairs`.
/// :raises ValueError: under the conditions of :func:`cross_pairs`.
#[pyfunction]
#[pyo3(signature = (a, b=None, *, layers=None))]
pub(crate) fn cross_areas<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: Option<&Bound<'py, PyAny>>,
    layers: Option<&Bound<'py, PyAny>>,
) -> PyResult<PairsAndAreas<'py>> {
    let areas = match b {
        Some(b) => {
            let question: Question<(u32, u32, u64)> =
                |a, b, may_collide, areas| world::cross_areas_into(a, b, may_collide, areas);
            ask(py, [a, b], layers, question)?
        }
        None => {
            let group = GroupMask::group(a, "a")?;
            let count = group.len();
            let layers = layers.map(|layers| layers_of(layers, "layers", count)).transpose()?;
            let ask = move || {
                let mut areas = Vec::new();
                let may_collide = |a: u32, b: u32| layers.as_ref().is_none_or(|layers| share(layers, [a, b]));
                world::pair_areas_into(&placed(&group)?, may_collide, &mut areas).map_err(world_error)?;
                Ok::<_, PyErr>(areas)
            };
            on_pool(py, [count; 2], ask)??
        }
    };
    let pairs = arrays::rows(py, &arrays::list(areas.iter().map(|&(a, b, _)| [a, b]))?)?;
    Ok((pairs, arrays::owned(py, arrays::list(areas.iter().map(|&(.., area)| area))?)))
}

/// Greedy non-maximum suppression: returns the indexes of the masks to keep, uint32 in ascending order.
///
/// ``masks`` is a list as in :func:`cross_pairs`, and ``scores`` has a number for each. From the highest score to the lowest, a
/// mask is dropped if it overlaps a mask that was kept by at least ``threshold``. ``over`` says of what: of the ``"union"`` of both
/// (IoU), or of the ``"smaller"`` of them (IoS), which also drops small parts of a large object. Of equal scores the first wins, and
/// NaN is the lowest score. With ``classes``, a whole number for each mask, only masks of equal classes drop each other.
///
/// :raises TypeError: if an item of the list is no mask, or if scores or classes are no numbers.
/// :raises ValueError: if there are more or fewer scores or classes than masks, if ``threshold`` is not from 0 to 1, or if ``over``
///     is another word.
#[pyfunction]
#[pyo3(signature = (masks, scores, threshold=0.5, over="union", *, classes=None))]
pub(crate) fn suppress<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    scores: &Bound<'py, PyAny>,
    threshold: f64,
    over: &str,
    classes: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let over = match over {
        "union" => Over::Union,
        "smaller" => Over::Smaller,
        _ => return Err(PyValueError::new_err(format!("over must be 'union' or 'smaller', got '{over}'"))),
    };
    if !(0.0..=1.0).contains(&threshold) {
        return Err(PyValueError::new_err(format!("threshold must be from 0 to 1, got {threshold}")));
    }
    let group = GroupMask::group(masks, "masks")?;
    let count = group.len();
    let scores = arrays::reals(&arrays::as_array(scores)?, "scores")?;
    let classes = classes.map(|classes| arrays::integers::<i64>(&arrays::as_array(classes)?, "classes")).transpose()?;
    for (name, len) in [("scores", scores.len()), ("classes", classes.as_ref().map_or(count, Vec::len))] {
        if len != count {
            return Err(PyValueError::new_err(format!(
                "{name} must have a number for each of {count} masks, got {len}"
            )));
        }
    }
    let keep = move || {
        let equal = |a: u32, b: u32| classes.as_ref().is_none_or(|classes| classes[a as usize] == classes[b as usize]);
        world::suppress(&placed(&group)?, &scores, threshold, over, equal).map_err(world_error)
    };
    Ok(arrays::owned(py, on_pool(py, [count; 2], keep)??))
}
