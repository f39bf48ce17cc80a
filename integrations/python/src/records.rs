//! Classes of results: plain values, and columns of many. All can be made, shown, compared or counted, and pickled.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Defines a class of plain values. Objects are equal if all values are.
macro_rules! record {
    ($(#[$class:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$class])*
        #[pyclass(frozen, eq, get_all, from_py_object, module = "hitmask")]
        #[derive(Clone, PartialEq)]
        pub(crate) struct $name { $($(#[$doc])* pub(crate) $field: $type),* }

        #[pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments)]
            fn new($($field: $type),*) -> $name {
                $name { $($field),* }
            }

            /// Returns the names and the types of the values, for the type stubs.
            #[staticmethod]
            fn _fields() -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), ::std::any::type_name::<$type>())),*]
            }

            fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, ::pyo3::types::PyTuple>> {
                $crate::records::tuple(py, [$($crate::records::object(py, self.$field.clone())),*])
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                $crate::records::text(stringify!($name), &[$(stringify!($field)),*], self.__getnewargs__(py)?)
            }
        }
    };
}

/// Defines a class of columns: arrays with a row for each item.
macro_rules! columns {
    ($(#[$class:meta])* $name:ident of $items:literal { $($(#[$doc:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$class])*
        #[pyclass(frozen, get_all, module = "hitmask")]
        pub(crate) struct $name { $($(#[$doc])* pub(crate) $field: $type),* }

        #[pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments)]
            fn new($($field: $type),*) -> $name {
                $name { $($field),* }
            }

            /// Returns the names and the types of the values, for the type stubs.
            #[staticmethod]
            fn _fields() -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), ::std::any::type_name::<$type>())),*]
            }

            fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, ::pyo3::types::PyTuple>> {
                $crate::records::tuple(py, [$($crate::records::object(py, &self.$field)),*])
            }

            fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
                self.__getnewargs__(py)?.get_item(0)?.len()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!(concat!("<", stringify!($name), " of {} ", $items, ">"), self.__len__(py)?))
            }
        }
    };
}

pub(crate) use columns;
pub(crate) use record;

pub(crate) fn object<'py>(py: Python<'py>, value: impl IntoPyObjectExt<'py>) -> PyResult<Bound<'py, PyAny>> {
    value.into_bound_py_any(py)
}

/// Returns the values of an object.
pub(crate) fn tuple<'py, const N: usize>(
    py: Python<'py>,
    values: [PyResult<Bound<'py, PyAny>>; N],
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, values.into_iter().collect::<PyResult<Vec<_>>>()?)
}

/// Returns the text of an object: the call that makes it.
pub(crate) fn text(class: &str, names: &[&str], values: Bound<'_, PyTuple>) -> PyResult<String> {
    let value = |(name, value): (&&str, Bound<'_, PyAny>)| Ok(format!("{name}={}", value.repr()?));
    let values = names.iter().zip(values.iter()).map(value).collect::<PyResult<Vec<_>>>()?;
    Ok(format!("{class}({})", values.join(", ")))
}
