//! Surfaces that pygame itself reads.
//!
//! pygame's own functions let other threads run meanwhile. The pixels of a window belong to the window: another thread that
//! calls `pygame.display.set_mode` frees them. So if there are other threads, pygame gets a copy of a surface of a window.
//! This package holds the interpreter for as long as it uses pixels.

use super::host::Host;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The bit of a surface whose pixels belong to another object, as those of a window do.
const PREALLOC: u32 = 0x0100_0000;

/// Returns what pygame may read instead of a surface: the surface, or a copy of it. Returns other objects as they are.
pub(super) fn to_read<'py>(host: &Host, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match is_of_a_window(host, object)? {
        true => host.copy.bind(object.py()).call1((object,)),
        false => Ok(object.clone()),
    }
}

/// Returns whether an object is a surface with the pixels of a window, which another thread may free.
fn is_of_a_window(host: &Host, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !host.is_surface(object)? {
        return Ok(false);
    }
    let py = object.py();
    // pygame has the error for a surface of a window that is closed.
    let Ok(whole) = host.get_abs_parent.bind(py).call1((object,)) else { return Ok(false) };
    let flags: u32 = host.get_flags.bind(py).call1((&whole,))?.extract()?;
    let is_of_a_window = flags & PREALLOC != 0 || whole.is(&host.get_display.bind(py).call0()?);
    Ok(is_of_a_window && py.import(intern!(py, "threading"))?.call_method0(intern!(py, "active_count"))?.gt(1)?)
}

/// Calls a function of pygame with arguments that it may read meanwhile.
pub(super) fn call<'py>(
    host: &Host,
    function: &Bound<'py, PyAny>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((args, kwargs)) = replaced(args, kwargs, |object| to_read(host, object))? else {
        return function.call(args, kwargs);
    };
    function.call(args, kwargs.as_ref())
}

/// Arguments of a call.
type Arguments<'py> = (Bound<'py, PyTuple>, Option<Bound<'py, PyDict>>);

/// Returns arguments with other objects, or `None` if all objects are the same.
fn replaced<'py>(
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
    new: impl Fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Option<Arguments<'py>>> {
    // A surface that is given twice is one copy: two copies of the display could have two sizes.
    let mut copies = Vec::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>::new();
    let mut one = |object: Bound<'py, PyAny>| {
        if let Some((_, copy)) = copies.iter().find(|(old, _)| old.is(&object)) {
            return Ok(copy.clone());
        }
        let new = new(&object)?;
        if !new.is(&object) {
            copies.push((object, new.clone()));
        }
        Ok::<_, PyErr>(new)
    };
    let items = args.iter().map(&mut one).collect::<PyResult<Vec<_>>>()?;
    let named = kwargs.map(|kwargs| kwargs.copy()).transpose()?;
    for (name, object) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
        if let Some(named) = &named {
            named.set_item(name, one(object)?)?;
        }
    }
    Ok(if copies.is_empty() { None } else { Some((PyTuple::new(args.py(), items)?, named)) })
}
