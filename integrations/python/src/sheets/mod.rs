//! `hitmask.sheets`: the crate `sheets` in Python. The objects share what the crate reads, and copy it only on demand.

mod frames;
mod maps;
mod options;
mod properties;

use pyo3::prelude::*;

/// The native part of `hitmask.sheets`.
#[pymodule]
pub(crate) mod _sheets {
    #[pymodule_export]
    use super::frames::{Animation, Frame, Region, Sheet, Slice};
    #[pymodule_export]
    use super::maps::{Map, MapLayer, MapPoint, MapSprite, ValueGrid};
    #[pymodule_export]
    use super::options::{SheetError, SheetWarning};
}
