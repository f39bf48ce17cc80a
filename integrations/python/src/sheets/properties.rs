//! Properties of tiles, objects and layers.

use ::sheets::{Properties, PropertyValue};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the value of a property. A value with parts is what the module `json` reads.
pub(super) fn value<'py>(py: Python<'py>, value: &PropertyValue) -> PyResult<Bound<'py, PyAny>> {
    match value {
        PropertyValue::Bool(value) => value.into_bound_py_any(py),
        PropertyValue::Int(value) => value.into_bound_py_any(py),
        PropertyValue::Float(value) => value.into_bound_py_any(py),
        PropertyValue::Text(value) => value.into_bound_py_any(py),
        PropertyValue::Json(value) => py.import("json")?.call_method1("loads", (value,)),
        _ => Ok(py.None().into_bound(py)),
    }
}

/// Returns properties as a dict. Of several properties of one name, the first counts.
pub(super) fn dict<'py>(py: Python<'py>, properties: &Properties) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, own) in properties.iter() {
        if !dict.contains(name)? {
            dict.set_item(name, value(py, own)?)?;
        }
    }
    Ok(dict)
}
