//! The options of readers, the files that they read, and their errors.

use crate::background::{self, FOR_BACKGROUND};
use crate::mask::{Channel, solid};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sheets::{Files, Limits, Options, Reason};
use std::collections::HashMap;
use std::path::PathBuf;

pyo3::create_exception!(
    hitmask.sheets,
    SheetError,
    PyValueError,
    "A sheet or a map that cannot be read. ``file`` is the name of the file with the fault, and ``field`` the field with the \
     fault, or ``None`` if the fault concerns the whole file."
);

/// Returns the exception of an error.
pub(super) fn sheet_error(py: Python<'_>, error: &sheets::SheetError) -> PyErr {
    if let Reason::NoMemory { .. } = error.reason() {
        return PyMemoryError::new_err(error.to_string());
    }
    let exception = SheetError::new_err(error.to_string());
    let value = exception.value(py);
    let set = value.setattr("file", error.file()).and_then(|()| value.setattr("field", error.field()));
    set.map_or_else(|error| error, |()| exception)
}

/// Reads the options of a call. `keywords` are the names and values of `limits`.
pub(super) fn options(
    rule: (Option<Channel>, Option<[Channel; 3]>, Option<Channel>),
    pictures: bool,
    tile_shapes: bool,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Options> {
    let mut limits = Limits::default();
    for (name, value) in keywords.into_iter().flatten() {
        let name = name.extract::<String>()?;
        let limit = match &*name {
            "file_bytes" => &mut limits.file_bytes,
            "picture_pixels" => &mut limits.picture_pixels,
            "unpacked_bytes" => &mut limits.unpacked_bytes,
            "blended_pixels" => &mut limits.blended_pixels,
            "frames" => &mut limits.frames,
            "items" => &mut limits.items,
            "tiles" => &mut limits.tiles,
            "chunks" => &mut limits.chunks,
            "elements" => &mut limits.elements,
            "nesting" => &mut limits.nesting,
            "terrain_pixels" => &mut limits.terrain_pixels,
            _ => {
                return Err(PyTypeError::new_err(format!(
                    "{name:?} is no limit; the limits are file_bytes, picture_pixels, unpacked_bytes, blended_pixels, \
                     frames, items, tiles, chunks, elements, nesting and terrain_pixels"
                )));
            }
        };
        *limit = value.extract()?;
    }
    Ok(Options::default().solid(solid(rule)?).limits(limits).pictures(pictures).tile_shapes(tile_shapes))
}

/// Where a sheet or a map is read from: a path, or files in memory and the name of one of them.
pub(super) enum From {
    Path(PathBuf),
    Memory(HashMap<String, Vec<u8>>, String),
}

/// A function of the crate that reads a sheet or a map from files in memory.
type Read<T> = fn(&dyn Files, &str, &Options) -> Result<T, sheets::SheetError>;
/// A function of the crate that reads a sheet or a map from a folder.
type Open<T> = fn(&PathBuf, &Options) -> Result<T, sheets::SheetError>;

/// Reads a sheet or a map, in the background.
pub(super) fn read<T: Send + 'static>(
    py: Python<'_>,
    from: From,
    options: Options,
    open: Open<T>,
    read: Read<T>,
) -> PyResult<T> {
    let result = background::timed(py, FOR_BACKGROUND, move || match from {
        From::Path(path) => open(&path, &options),
        From::Memory(files, name) => read(&files, &name, &options),
    })?;
    result.map_err(|error| sheet_error(py, &error))
}
