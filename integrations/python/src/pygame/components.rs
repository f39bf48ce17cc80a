//! Connected components.

use super::args::{Int, two_numbers};
use super::class::{PygameMask, cell};
use super::host;
use super::questions::{is_inside, outside};
use super::theirs::memory_error;
use mask::Connectivity;
use pyo3::prelude::*;

#[pymethods]
impl PygameMask {
    /// connected_component(pos=...) -> Mask
    ///
    /// Returns a mask of the same size with the component of the pixel ``pos``, or with the largest component. The mask
    /// is empty if there is none.
    ///
    /// :raises IndexError: if the position is outside the mask.
    #[pyo3(signature = (*args, **kwargs), text_signature = "($self, pos=...)")]
    fn connected_component<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, pyo3::types::PyTuple>,
        kwargs: Option<&Bound<'py, pyo3::types::PyDict>>,
    ) -> PyResult<Bound<'py, PygameMask>> {
        let py = slf.py();
        let pos = optional(args, kwargs)?;
        let found = cell(slf).scan(py, 500, move |mask| match pos {
            Some(at) if !is_inside(mask, at) => Err(outside(mask, at)),
            _ => mask.uncropped_component(Connectivity::Eight, pos).map_err(memory_error),
        })??;
        Self::fresh(py, found)
    }

    /// connected_components(minimum=0) -> list[Mask]
    ///
    /// Returns a mask of the same size for each component with at least ``minimum`` pixels.
    #[pyo3(signature = (minimum=Int(0)), text_signature = "($self, minimum=0)")]
    fn connected_components<'py>(slf: &Bound<'py, Self>, minimum: Int) -> PyResult<Vec<Bound<'py, PygameMask>>> {
        let py = slf.py();
        let least = u64::try_from(minimum.0).unwrap_or(0);
        let found = cell(slf)
            .scan(py, 500, move |mask| mask.uncropped_components(Connectivity::Eight, least))?
            .map_err(memory_error)?;
        found.into_iter().map(|mask| Self::fresh(py, mask)).collect()
    }

    /// get_bounding_rects() -> list[Rect]
    ///
    /// Returns a ``pygame.Rect`` around each component.
    fn get_bounding_rects<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = slf.py();
        let list = cell(slf).scan(py, 500, move |mask| mask.component_bounds(Connectivity::Eight))?;
        let rect_type = host::get(py)?.rect_type.bind(py);
        list.into_iter().map(|(rect, _)| rect_type.call1((rect.left, rect.top, rect.width, rect.height))).collect()
    }
}

/// Returns the argument `pos` of [`PygameMask::connected_component`]. pygame refuses `None`, which is no default there.
fn optional(
    args: &Bound<'_, pyo3::types::PyTuple>,
    kwargs: Option<&Bound<'_, pyo3::types::PyDict>>,
) -> PyResult<Option<[i32; 2]>> {
    let wrong = || pyo3::exceptions::PyTypeError::new_err("connected_component takes at most one argument, pos");
    let named = kwargs.map_or(Ok(None), |kwargs| kwargs.get_item("pos"))?;
    let given = args.len() + kwargs.map_or(0, |kwargs| kwargs.len());
    let pos = match (args.iter().next(), named) {
        (None, None) if given == 0 => return Ok(None),
        (Some(pos), None) | (None, Some(pos)) if given == 1 => pos,
        _ => return Err(wrong()),
    };
    two_numbers(&pos, "pos").map(Some)
}
