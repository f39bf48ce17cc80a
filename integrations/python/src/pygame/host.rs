//! The objects of pygame that this package calls.

use pyo3::exceptions::PyImportError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::sync::Mutex;

/// The objects of pygame, as they were before `install`.
pub(super) struct Host {
    pub(super) mask_type: Py<PyType>,
    pub(super) rect_type: Py<PyType>,
    pub(super) surface_type: Py<PyType>,
    /// Methods of `pygame.Surface`. A call takes less time than a call by name.
    pub(super) get_colorkey: Py<PyAny>,
    pub(super) get_shifts: Py<PyAny>,
    pub(super) get_size: Py<PyAny>,
    pub(super) get_view: Py<PyAny>,
    pub(super) from_surface: Py<PyAny>,
    pub(super) from_threshold: Py<PyAny>,
    pub(super) memoryview: Py<PyAny>,
    /// `numpy.frombuffer` and `numpy.asarray`.
    pub(super) frombuffer: Py<PyAny>,
    pub(super) asarray: Py<PyAny>,
    pub(super) uint8: Py<PyAny>,
    pub(super) uint32: Py<PyAny>,
    last_rect: Mutex<Option<LastRect>>,
}

/// The size of the last rectangle that [`Host::rect`] returned, and the method `copy` of such a rectangle.
struct LastRect {
    size: (u32, u32),
    copy: Py<PyAny>,
}

impl Host {
    /// Returns a new `pygame.Rect` at 0, 0. A copy takes less time than a call of the class.
    pub(super) fn rect<'py>(&self, py: Python<'py>, size: (u32, u32)) -> PyResult<Bound<'py, PyAny>> {
        // Without the lock, as in a call inside this one, the class makes the rectangle.
        if let Ok(last) = self.last_rect.try_lock()
            && let Some(last) = last.as_ref().filter(|last| last.size == size)
        {
            return last.copy.bind(py).call0();
        }
        let rect = self.rect_type.bind(py).call1((0, 0, size.0, size.1))?;
        let copy = rect.call_method0(intern!(py, "copy"))?.getattr(intern!(py, "copy"))?.unbind();
        if let Ok(mut last) = self.last_rect.try_lock() {
            *last = Some(LastRect { size, copy });
        }
        Ok(rect)
    }
}

static HOST: PyOnceLock<Host> = PyOnceLock::new();

/// Takes the objects of pygame. Later calls change nothing.
#[pyfunction]
pub(crate) fn bind(
    py: Python<'_>,
    mask_type: Py<PyType>,
    rect_type: Py<PyType>,
    surface_type: Py<PyType>,
    from_surface: Py<PyAny>,
    from_threshold: Py<PyAny>,
) -> PyResult<()> {
    let numpy = py.import("numpy")?;
    let dtype = |name: &str| numpy.getattr("dtype")?.call1((name,)).map(Bound::unbind);
    let host = Host {
        mask_type,
        rect_type,
        get_colorkey: surface_type.getattr(py, intern!(py, "get_colorkey"))?,
        get_shifts: surface_type.getattr(py, intern!(py, "get_shifts"))?,
        get_size: surface_type.getattr(py, intern!(py, "get_size"))?,
        get_view: surface_type.getattr(py, intern!(py, "get_view"))?,
        surface_type,
        from_surface,
        from_threshold,
        memoryview: py.import("builtins")?.getattr("memoryview")?.unbind(),
        frombuffer: numpy.getattr("frombuffer")?.unbind(),
        asarray: numpy.getattr("asarray")?.unbind(),
        uint8: dtype("uint8")?,
        uint32: dtype("uint32")?,
        last_rect: Mutex::default(),
    };
    HOST.get_or_init(py, || host);
    Ok(())
}

/// Returns the objects of pygame.
///
/// # Errors
/// Returns `ImportError` if `hitmask.pygame` was not imported.
#[inline]
pub(super) fn get(py: Python<'_>) -> PyResult<&'static Host> {
    HOST.get(py).ok_or_else(|| PyImportError::new_err("import hitmask.pygame first"))
}
