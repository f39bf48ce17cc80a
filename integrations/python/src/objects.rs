//! The attributes that subclasses add to objects, in copies.

use pyo3::intern;
use pyo3::prelude::*;

/// Gives a copy the attributes of an object.
pub(crate) fn copy_attributes(object: &Bound<'_, PyAny>, copy: &Bound<'_, PyAny>) -> PyResult<()> {
    let name = intern!(object.py(), "__dict__");
    if let Some(own) = object.getattr_opt(name)? {
        copy.getattr(name)?.call_method1(intern!(object.py(), "update"), (own,))?;
    }
    Ok(())
}

/// Gives a copy deep copies of the attributes of an object.
pub(crate) fn deepcopy_attributes(
    object: &Bound<'_, PyAny>,
    copy: &Bound<'_, PyAny>,
    memo: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (py, name) = (object.py(), intern!(object.py(), "__dict__"));
    if let Some(own) = object.getattr_opt(name)? {
        memo.set_item(object.as_ptr() as usize, copy)?;
        let own = py.import("copy")?.call_method1("deepcopy", (own, memo))?;
        copy.getattr(name)?.call_method1(intern!(py, "update"), (own,))?;
    }
    Ok(())
}
