//! Many masks in one call: from COCO's run lengths, from a label image, from polygons.

use super::Mask;
use crate::arrays;
use crate::convert::type_name;
use crate::errors::mask_error;
use crate::fractions::Rule;
use mask::{MaskError, RunLengths};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

/// COCO's run lengths and polygons.
#[pymodule]
pub(crate) mod _coco {
    #[pymodule_export]
    use super::{from_rle, to_polygons, to_rle};
}

/// A list of masks, and the positions of their top-left pixels: int32 of shape (N, 2).
type Placed<'py> = (Bound<'py, PyList>, Bound<'py, PyArray2<i32>>);

/// The labels of a list of masks, the masks, and the positions of their top-left pixels.
type Labeled<'py> = (Bound<'py, PyAny>, Bound<'py, PyList>, Bound<'py, PyArray2<i32>>);

fn placed(py: Python<'_>, masks: Vec<(mask::Mask, [i32; 2])>) -> PyResult<Placed<'_>> {
    let offsets = arrays::rows(py, &arrays::list(masks.iter().map(|(_, at)| *at))?)?;
    let masks = arrays::try_list(masks.into_iter().map(|(mask, _)| Bound::new(py, Mask::from_rust(mask))))?;
    Ok((PyList::new(py, masks)?, offsets))
}

/// Iterates over a list of an argument. A long loop asks for signals.
fn each<'py, T>(
    list: &Bound<'py, PyAny>,
    name: &str,
    what: &str,
    mut one: impl FnMut(usize, Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let is_list = !list.is_instance_of::<PyDict>() && !list.is_instance_of::<PyString>();
    let Some(items) = list.try_iter().ok().filter(|_| is_list) else {
        let got = type_name(list.as_borrowed());
        return Err(PyTypeError::new_err(format!("{name} must be a list of {what}, got {got}")));
    };
    let py = list.py();
    arrays::try_list(items.enumerate().map(|(index, item)| {
        if index % 1024 == 1023 {
            py.check_signals()?;
        }
        one(index, item?)
    }))
}

/// Names an item in the error of a mask.
fn of_item(name: String) -> impl Fn(MaskError) -> PyErr {
    move |error| match error {
        MaskError::OutOfMemory { .. } | MaskError::NoMemory { .. } => mask_error(error),
        error => PyValueError::new_err(format!("{name}: {error}")),
    }
}

/// Returns the run lengths of an object of COCO.
fn run_lengths(item: &Bound<'_, PyAny>, index: usize) -> PyResult<RunLengths> {
    let name = || format!("rles[{index}]");
    let expected = || {
        let got = type_name(item.as_borrowed());
        PyTypeError::new_err(format!(
            "{} must be run lengths as COCO stores them, {{'size': [height, width], 'counts': ...}}, got {got}",
            name()
        ))
    };
    let item = item.cast::<PyDict>().map_err(|_| expected())?;
    let (Some(size), Some(counts)) = (item.get_item("size")?, item.get_item("counts")?) else {
        return Err(expected());
    };
    let Ok((height, width)) = size.extract::<[u32; 2]>().map(|[height, width]| (height, width)) else {
        return Err(PyValueError::new_err(format!(
            "{}: size must be two whole numbers, height and width, got {}",
            name(),
            size.repr()?
        )));
    };
    let rle = if let Ok(bytes) = counts.cast::<PyBytes>() {
        RunLengths::from_coco(width, height, bytes.as_bytes())
    } else if let Ok(text) = counts.cast::<PyString>() {
        RunLengths::from_coco(width, height, text.to_str()?.as_bytes())
    } else {
        let counts: Vec<u32> = arrays::integers(&arrays::as_array(&counts)?, &format!("the counts of {}", name()))?;
        RunLengths::new(width, height, &counts)
    };
    rle.map_err(of_item(name()))
}

/// Returns the masks of COCO's run lengths, cropped to what is solid, and the positions of their top-left pixels in the
/// picture: a list of masks, and int32 of shape (N, 2) with the columns x and y.
///
/// ``rles`` is a list of ``{"size": [height, width], "counts": ...}``. Compressed counts are bytes or a string, as pycocotools
/// returns them; uncompressed counts are a list of numbers. Both run down the columns of the picture, and the first run is empty.
///
/// :raises TypeError: if an item is something else.
/// :raises ValueError: if counts are not COCO's, or do not sum up to the pixels of the picture. The error names the item.
#[pyfunction]
#[pyo3(signature = (rles))]
fn from_rle<'py>(py: Python<'py>, rles: &Bound<'py, PyAny>) -> PyResult<Placed<'py>> {
    let masks = each(rles, "rles", "run lengths", |index, item| {
        let rle = run_lengths(&item, index)?;
        mask::Mask::from_run_lengths(&rle).map_err(of_item(format!("rles[{index}]")))
    })?;
    placed(py, masks)
}

/// Returns COCO's run lengths of masks: a list of ``{"size": [height, width], "counts": ...}``.
///
/// ``offsets`` are the positions of the top-left pixels of the masks, of shape (N, 2) with the columns x and y. ``size`` is the
/// ``(height, width)`` of the picture, in COCO's order; pixels outside the picture are cut off. Counts are compressed, in a string
/// that goes into JSON and that pycocotools reads, or, without ``compressed``, a list of numbers.
///
/// :raises TypeError: if an item of ``masks`` is no mask.
/// :raises ValueError: if there are more or fewer offsets than masks, if an offset has a fraction, or if the picture has 2**32
///     pixels or more.
#[pyfunction]
#[pyo3(signature = (masks, offsets, size, *, compressed=true))]
fn to_rle<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    size: [u32; 2],
    compressed: bool,
) -> PyResult<Bound<'py, PyList>> {
    let [height, width] = size;
    each_placed(masks, offsets, |name, mask, at| {
        let rle = mask.to_run_lengths(at, width, height).map_err(of_item(name()))?;
        let item = PyDict::new(py);
        item.set_item("size", PyList::new(py, size)?)?;
        if compressed {
            let counts = rle.to_coco().map_err(mask_error)?;
            item.set_item("counts", String::from_utf8(counts)?)?;
        } else {
            item.set_item("counts", PyList::new(py, rle.counts())?)?;
        }
        Ok(item.into_any())
    })
}

/// Returns the outlines of masks as COCO's polygons: for each mask a list of its outlines, holes included, each a list
/// ``[x, y, x, y, ...]`` of whole numbers.
///
/// ``offsets`` are the positions of the top-left pixels of the masks, of shape (N, 2) with the columns x and y. The outlines run
/// along the edges of pixels, so no pixel is lost: :func:`hitmask.from_polygons` returns the masks again, cropped to what is solid.
/// pycocotools fills holes, as it does with the polygons of anybody.
///
/// :raises TypeError: if an item of ``masks`` is no mask.
/// :raises ValueError: if there are more or fewer offsets than masks, or if an offset has a fraction.
#[pyfunction]
#[pyo3(signature = (masks, offsets))]
fn to_polygons<'py>(
    py: Python<'py>,
    masks: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    each_placed(masks, offsets, |_, mask, at| {
        let contours = mask.contours();
        let at = at.map(i64::from);
        let outlines = arrays::try_list(contours.iter().map(|contour| {
            let corner = |point: &[i32; 2]| [0, 1].map(|axis| i64::from(point[axis]) + at[axis]);
            let numbers = arrays::list(contour.points().iter().flat_map(corner))?;
            PyList::new(py, numbers)
        }))?;
        Ok(PyList::new(py, outlines)?.into_any())
    })
}

/// Returns a list with the answer for each of some masks, with the position of its top-left pixel. `one` gets a function that names
/// the item in errors.
fn each_placed<'py>(
    masks: &Bound<'py, PyAny>,
    offsets: &Bound<'py, PyAny>,
    mut one: impl FnMut(&dyn Fn() -> String, &mask::Mask, [i32; 2]) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let offsets = arrays::pixel_rows::<2>(offsets, "offsets", Rule::Offset)?;
    let items = each(masks, "masks", "masks", |index, item| {
        let name = || format!("masks[{index}]");
        let Ok(mask) = item.cast::<Mask>() else {
            let got = type_name(item.as_borrowed());
            return Err(PyTypeError::new_err(format!("{} must be a Mask, got {got}", name())));
        };
        let Some(&at) = offsets.get(index) else {
            return Err(PyValueError::new_err(format!("offsets: {} for more masks", offsets.len())));
        };
        one(&name, &mask.get().cell.snapshot(item.py()), at)
    })?;
    if items.len() != offsets.len() {
        return Err(PyValueError::new_err(format!("offsets: {} for {} masks", offsets.len(), items.len())));
    }
    PyList::new(masks.py(), items)
}

/// Returns a mask for each object of a label image, in one pass: the labels, a list of masks, and the positions of their
/// top-left pixels in the image, int32 of shape (N, 2) with the columns x and y.
///
/// ``labels`` is an array of shape (height, width) of whole numbers: 0 is the background, and all pixels of another number are
/// one object, connected or not. The masks are cropped to their objects. The labels that are returned have the type of the array,
/// and are sorted.
///
/// :raises TypeError: if the items are not whole numbers.
/// :raises ValueError: if the array does not have two dimensions, or if it is too large.
#[pyfunction]
#[pyo3(signature = (labels))]
pub(crate) fn from_labels<'py>(py: Python<'py>, labels: &Bound<'py, PyAny>) -> PyResult<Labeled<'py>> {
    let array = arrays::as_array(labels)?;
    if array.ndim() != 2 {
        return Err(PyValueError::new_err(format!(
            "labels must have the shape (height, width), got {:?}",
            array.shape()
        )));
    }
    let array = arrays::plain(&array)?;
    macro_rules! of_type {
        ($($number:ty)*) => {$(
            if let Ok(array) = array.cast::<PyArray2<$number>>() {
                return labels_of(py, array);
            }
        )*};
    }
    of_type!(i32 u8 u16 i64 u32 i16 i8 u64);
    Err(PyTypeError::new_err(format!("labels must be whole numbers, got an array of {}", array.dtype())))
}

fn labels_of<'py, T: Element + Copy + Ord + Default + TryInto<usize> + Send + Sync>(
    py: Python<'py>,
    array: &Bound<'py, PyArray2<T>>,
) -> PyResult<Labeled<'py>> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let [height, width] = [array.shape()[0], array.shape()[1]];
    let items = array.try_readonly().map_err(arrays::taken)?;
    let items = items.as_slice()?;
    let objects = py
        .detach(|| mask::Mask::from_labels(side(width), side(height), items, width))
        .map_err(of_item("labels".to_owned()))?;
    let mut labels = arrays::list(objects.iter().map(|(label, ..)| *label))?;
    labels.shrink_to_fit();
    let (masks, offsets) = placed(py, arrays::list(objects.into_iter().map(|(_, mask, at)| (mask, at)))?)?;
    Ok((PyArray1::from_vec(py, labels).into_any(), masks, offsets))
}

/// Returns the masks of polygons, cropped to what is solid, and the positions of their top-left pixels: a list of masks, and
/// int32 of shape (N, 2) with the columns x and y.
///
/// A polygon is an array of points of shape (N, 2), a flat list ``[x, y, x, y, ...]``, or a list of either: the outlines of its
/// parts and holes, as COCO's ``segmentation`` and :meth:`Mask.contours` have them. It covers each pixel whose middle is inside, by
/// the even-odd rule.
///
/// :raises TypeError: if an item is something else.
/// :raises ValueError: if an outline has fewer than three points, or if a coordinate is NaN or farther than 2**30 from 0. The error
///     names the item.
#[pyfunction]
#[pyo3(signature = (polygons))]
pub(crate) fn from_polygons<'py>(py: Python<'py>, polygons: &Bound<'py, PyAny>) -> PyResult<Placed<'py>> {
    let masks = each(polygons, "polygons", "polygons", |index, item| {
        let name = format!("polygons[{index}]");
        let rings = match ring(&item, &name)? {
            Some(ring) => vec![ring],
            None => each(&item, &name, "outlines", |part, item| {
                let name = format!("{name}[{part}]");
                ring(&item, &name)?.ok_or_else(|| {
                    let got = type_name(item.as_borrowed());
                    PyTypeError::new_err(format!("{name} must be an array of points, got {got}"))
                })
            })?,
        };
        let mask = mask::Polygon::from_rings(rings).and_then(|polygon| mask::Mask::from_shape(&polygon));
        mask.map_err(of_item(name))
    })?;
    placed(py, masks)
}

/// Returns the points of an outline, or `None` if the object is a list of outlines.
fn ring(item: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Vec<[f64; 2]>>> {
    let array = match item.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => {
            // A list of outlines: its first item is neither a number nor a point.
            let first = item.try_iter().ok().and_then(|mut items| items.next()).transpose()?;
            let Some(first) = first else { return Ok(Some(Vec::new())) };
            let is_point =
                || first.len().is_ok_and(|len| len == 2) && first.get_item(0).is_ok_and(|x| x.extract::<f64>().is_ok());
            if first.extract::<f64>().is_err() && !is_point() {
                return Ok(None);
            }
            arrays::as_array(item)?
        }
    };
    let wrong = || {
        let shape = array.shape();
        PyValueError::new_err(format!(
            "{name} must have the shape (N, 2), or be a flat list x, y, x, y, ..., got {shape:?}"
        ))
    };
    match array.shape() {
        [count] if count.is_multiple_of(2) => {}
        [_, 2] => {}
        _ => return Err(wrong()),
    }
    let numbers = arrays::reals(&array, name)?;
    Ok(Some(numbers.as_chunks::<2>().0.to_vec()))
}
