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
    pub(super) color_type: Py<PyType>,
    /// Classes of `pygame.sprite`.
    pub(super) group_type: Py<PyType>,
    pub(super) any_group_type: Py<PyType>,
    /// Methods of `pygame.Surface`. A call takes less time than a call by name.
    pub(super) get_colorkey: Py<PyAny>,
    pub(super) get_shifts: Py<PyAny>,
    pub(super) get_size: Py<PyAny>,
    pub(super) get_masks: Py<PyAny>,
    pub(super) get_bytesize: Py<PyAny>,
    pub(super) get_pitch: Py<PyAny>,
    pub(super) get_abs_parent: Py<PyAny>,
    pub(super) get_abs_offset: Py<PyAny>,
    pub(super) get_buffer: Py<PyAny>,
    pub(super) get_view: Py<PyAny>,
    pub(super) get_flags: Py<PyAny>,
    pub(super) copy: Py<PyAny>,
    map_rgb: Py<PyAny>,
    /// The function `pygame.display.get_surface`.
    pub(super) get_display: Py<PyAny>,
    pub(super) from_surface: Py<PyAny>,
    pub(super) from_threshold: Py<PyAny>,
    pub(super) memoryview: Py<PyAny>,
    last_rect: Mutex<Option<LastRect>>,
}

/// The size of the last rectangle that [`Host::rect`] returned, and the method `copy` of such a rectangle.
struct LastRect {
    size: (u32, u32),
    copy: Py<PyAny>,
}

impl Host {
    /// Returns whether an object is a surface, also one of a subclass.
    #[inline]
    pub(super) fn is_surface(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let surface_type = self.surface_type.bind(object.py());
        Ok(object.get_type().is(surface_type) || object.is_instance(surface_type)?)
    }

    /// Returns a color as a pixel of a surface.
    pub(super) fn pixel(&self, surface: &Bound<'_, PyAny>, color: &Bound<'_, PyAny>) -> PyResult<u32> {
        // pygame returns a number with a sign.
        Ok(self.map_rgb.bind(surface.py()).call1((surface, color))?.extract::<i64>()? as u32)
    }

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

/// Takes the objects of the modules `pygame`, `pygame.mask` and `pygame.sprite`. Later calls change nothing.
#[pyfunction]
pub(crate) fn bind(
    pygame: &Bound<'_, PyModule>,
    mask: &Bound<'_, PyModule>,
    sprite: &Bound<'_, PyModule>,
) -> PyResult<()> {
    let py = pygame.py();
    let class = |module: &Bound<'_, PyModule>, name: &str| {
        module.getattr(name)?.cast_into().map(Bound::unbind).map_err(PyErr::from)
    };
    let surface_type: Py<PyType> = class(pygame, "Surface")?;
    let method = |name: &str| surface_type.getattr(py, name);
    let host = Host {
        mask_type: class(mask, "Mask")?,
        rect_type: class(pygame, "Rect")?,
        color_type: class(pygame, "Color")?,
        group_type: class(sprite, "Group")?,
        any_group_type: class(sprite, "AbstractGroup")?,
        get_colorkey: method("get_colorkey")?,
        get_shifts: method("get_shifts")?,
        get_size: method("get_size")?,
        get_masks: method("get_masks")?,
        get_bytesize: method("get_bytesize")?,
        get_pitch: method("get_pitch")?,
        get_abs_parent: method("get_abs_parent")?,
        get_abs_offset: method("get_abs_offset")?,
        get_buffer: method("get_buffer")?,
        get_view: method("get_view")?,
        get_flags: method("get_flags")?,
        copy: method("copy")?,
        map_rgb: method("map_rgb")?,
        surface_type,
        get_display: pygame.getattr("display")?.getattr("get_surface")?.unbind(),
        from_surface: mask.getattr("from_surface")?.unbind(),
        from_threshold: mask.getattr("from_threshold")?.unbind(),
        memoryview: py.import("builtins")?.getattr("memoryview")?.unbind(),
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
