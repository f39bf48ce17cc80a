//! The class `Mask` of `hitmask.pygame`: its constructor, copies and identity, and masks as arguments.

use super::args::two_numbers;
use super::theirs::{from_pygame, memory_error};
use crate::masks::{Content, Mask, MaskCell};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyTuple, PyType};
use std::sync::atomic::{AtomicU64, Ordering};

/// A mask with the methods of ``pygame.mask.Mask``: ``Mask(size, fill=False)``.
///
/// ``size`` is ``(width, height)`` in pixels. Methods, keywords, results and types of errors are those of pygame.
/// Positions and offsets are two numbers, and floats are truncated. Two masks are equal only if they are one object.
///
/// The class extends :class:`hitmask.Mask`, so all methods that pygame does not define work too, and return masks of this
/// class.
///
/// :raises ValueError: if a side is negative.
/// :raises MemoryError: if the mask would have more than 2**26 words of 64 pixels.
#[pyclass(extends = Mask, subclass, frozen, freelist = 64, name = "Mask", module = "hitmask.pygame")]
pub(crate) struct PygameMask {
    /// The width in the lower half, the height in the upper half. A copy of the size that takes no lock to read.
    size: AtomicU64,
}

impl PygameMask {
    /// Returns a new object with a mask.
    #[inline]
    pub(super) fn fresh(py: Python<'_>, mask: impl Into<Content>) -> PyResult<Bound<'_, PygameMask>> {
        let mask = mask.into();
        let size = AtomicU64::new(packed(&mask));
        Bound::new(py, PyClassInitializer::from(Mask::from_rust(mask)).add_subclass(PygameMask { size }))
    }

    /// Returns the width and the height.
    #[inline]
    pub(super) fn size(&self) -> (u32, u32) {
        let size = self.size.load(Ordering::Relaxed);
        (size as u32, (size >> 32) as u32 & !(1 << 31))
    }

    /// Returns a new object of this class or a subclass. No `__init__` runs.
    pub(crate) fn of_class<'py>(class: &Bound<'py, PyType>, mask: impl Into<Content>) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let base = py.get_type::<PygameMask>();
        if class.is(&base) {
            return Self::fresh(py, mask).map(Bound::into_any);
        }
        let object = base.call_method1(intern!(py, "__new__"), (class,))?;
        PygameMask::replace(object.cast::<PygameMask>()?, mask);
        Ok(object)
    }

    /// Replaces the mask of an object.
    fn replace(slf: &Bound<'_, PygameMask>, mask: impl Into<Content>) {
        let mask = mask.into();
        slf.get().size.store(packed(&mask), Ordering::Relaxed);
        cell(slf).replace(slf.py(), mask);
    }
}

/// The bit of [`PygameMask::size`] of a mask that `__new__` has made, for which `__init__` has nothing to do. No mask has so
/// many rows.
const FRESH: u64 = 1 << 63;

/// Makes the mask of the arguments of the class: `size` and `fill`.
fn made(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<mask::Mask> {
    let named = |name| kwargs.map_or(Ok(None), |kwargs| kwargs.get_item(name));
    let (mut size, mut fill, mut given) = (None, None, args.len());
    if kwargs.is_some() {
        (size, fill) = (named("size")?, named("fill")?);
        given += usize::from(size.is_some()) + usize::from(fill.is_some());
    }
    let mut items = args.iter_borrowed();
    size = items.next().map(|size| size.to_owned()).or(size);
    fill = items.next().map(|fill| fill.to_owned()).or(fill);
    let (Some(size), true) = (size, given == args.len() + kwargs.map_or(0, |kwargs| kwargs.len())) else {
        return Err(PyTypeError::new_err("Mask() takes a size (width, height) and fill=False"));
    };
    let fill = fill.map_or(Ok(false), |fill| fill.is_truthy())?;
    let [Ok(width), Ok(height)] = two_numbers(&size, "size")?.map(u32::try_from) else {
        return Err(PyValueError::new_err("cannot create mask with negative size"));
    };
    let mask = if fill { mask::Mask::filled(width, height) } else { mask::Mask::new(width, height) };
    mask.map_err(memory_error)
}

/// Returns the cell of a mask.
#[inline]
pub(super) fn cell<'a>(mask: &'a Bound<'_, PygameMask>) -> &'a MaskCell {
    &mask.as_super().get().cell
}

/// Returns the size of a mask as one number.
#[inline]
fn packed(mask: &mask::Mask) -> u64 {
    u64::from(mask.height()) << 32 | u64::from(mask.width())
}

#[pymethods]
impl PygameMask {
    /// A subclass may take other arguments, which belong to `__init__`. A mask of exactly this class is made at once,
    /// which takes less time.
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **kwargs), text_signature = "(size, fill=False)")]
    fn new(
        class: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<PygameMask>> {
        let (mask, size) = if class.is(class.py().get_type::<PygameMask>()) {
            let mask = made(args, kwargs)?;
            let size = packed(&mask) | FRESH;
            (mask, size)
        } else {
            (mask::Mask::default(), 0)
        };
        Ok(PyClassInitializer::from(Mask::from_rust(mask)).add_subclass(PygameMask { size: AtomicU64::new(size) }))
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __init__(slf: &Bound<'_, Self>, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let known = slf.get().size.load(Ordering::Relaxed);
        if known & FRESH != 0 {
            slf.get().size.store(known & !FRESH, Ordering::Relaxed);
            return Ok(());
        }
        PygameMask::replace(slf, made(args, kwargs)?);
        Ok(())
    }

    /// copy() -> Mask
    ///
    /// Returns a new mask with the same pixels. A subclass makes an object of its own class, without a call of
    /// ``__init__``.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if slf.is_exact_instance_of::<PygameMask>() {
            return Self::fresh(py, cell(slf).snapshot(py)).map(Bound::into_any);
        }
        slf.call_method0(intern!(py, "__copy__")) // which a subclass may define
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::of_class(&slf.get_type(), cell(slf).snapshot(slf.py()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let (width, height) = slf.get().size();
        format!("<Mask({width}x{height})>")
    }

    fn __str__(slf: &Bound<'_, Self>) -> String {
        Self::__repr__(slf)
    }

    /// A mask is true, as every object of pygame without a length.
    fn __bool__(_slf: &Bound<'_, Self>) -> bool {
        true
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = slf.py();
        // Without an answer, Python would ask the other mask, which may compare pixels.
        let same = slf.is(other);
        match op {
            CompareOp::Eq | CompareOp::Ne if same || other.is_instance_of::<Mask>() => {
                PyBool::new(py, same == matches!(op, CompareOp::Eq)).to_owned().into_any().unbind()
            }
            _ => py.NotImplemented(),
        }
    }

    /// Returns the words column by column, a copy. For `__buffer__`.
    fn _columns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let mask = cell(slf).snapshot(slf.py());
        let words = mask::shared::as_columns(&mask);
        PyBytes::new_with(slf.py(), 8 * words.len(), |bytes| {
            for (to, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                *to = word.to_ne_bytes();
            }
            Ok(())
        })
    }

    fn __hash__(slf: &Bound<'_, Self>) -> usize {
        (slf.as_ptr() as usize).rotate_right(4)
    }
}

/// A mask: one of hitmask, or one of pygame, which is converted.
pub(super) enum MaskArg<'a, 'py> {
    Exact(Borrowed<'a, 'py, PygameMask>),
    Ours(Borrowed<'a, 'py, Mask>),
    Theirs(Mask),
}

impl MaskArg<'_, '_> {
    #[inline]
    pub(super) fn cell(&self) -> &MaskCell {
        match self {
            MaskArg::Exact(mask) => &mask.as_super().get().cell,
            MaskArg::Ours(mask) => &mask.get().cell,
            MaskArg::Theirs(mask) => &mask.cell,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for MaskArg<'a, 'py> {
    type Error = PyErr;

    #[inline]
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<MaskArg<'a, 'py>> {
        // Most masks are of exactly this class, which takes no search of base classes.
        if let Ok(mask) = value.cast_exact::<PygameMask>() {
            return Ok(MaskArg::Exact(mask));
        }
        match value.cast::<Mask>() {
            Ok(mask) => Ok(MaskArg::Ours(mask)),
            Err(_) => from_pygame(&value).map(|mask| MaskArg::Theirs(Mask::from_rust(mask))),
        }
    }
}
