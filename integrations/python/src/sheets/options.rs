//! The options of readers, the files that they read, and their errors.

use crate::background::{self, FOR_BACKGROUND};
use crate::masks::{Channel, solid};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use sheets::{Limits, Options, Reason};
use std::borrow::Cow;
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
    strict: bool,
    root: Option<PathBuf>,
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
    let options = Options::default().solid(solid(rule)?).limits(limits);
    let options = options.pictures(pictures).tile_shapes(tile_shapes).strict(strict);
    Ok(match root {
        Some(folder) => options.root(folder),
        None => options,
    })
}

/// What a reader left out, or read in another way than the file says. ``str(warning)`` is a sentence for the author of the file.
#[pyclass(frozen, module = "hitmask.sheets")]
pub(crate) struct SheetWarning(sheets::Warning);

#[pymethods]
impl SheetWarning {
    /// The name of the file.
    #[getter]
    fn file(&self) -> &str {
        &self.0.file
    }

    /// The place in the file, such as ``layers[2].data[7]``, or the empty text.
    #[getter]
    fn place(&self) -> &str {
        &self.0.place
    }

    /// What the reader did: ``"moved"``, ``"left-out"``, ``"changed"``, ``"damaged"``, or ``"more"`` for the item that counts the
    /// rest.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// What is wrong, and what the reader did.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<SheetWarning: {}>", self.0)
    }
}

/// Returns the warnings of a sheet or a map as objects.
pub(super) fn warnings(list: &[sheets::Warning]) -> Vec<SheetWarning> {
    list.iter().cloned().map(SheetWarning).collect()
}

/// The files of a call: any mapping from names to bytes.
pub(super) fn files(mapping: &Bound<'_, PyMapping>) -> PyResult<HashMap<String, Vec<u8>>> {
    let mut files = HashMap::new();
    for item in mapping.items()?.iter() {
        let (name, bytes) = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        let name = name.extract::<String>().map_err(|_| {
            PyTypeError::new_err(format!("files must map names to bytes, got the name {}", shown(&name)))
        })?;
        let bytes = bytes
            .extract::<Cow<'_, [u8]>>()
            .map_err(|_| PyTypeError::new_err(format!("files[{name:?}] must be bytes, got {}", shown(&bytes))))?;
        files.insert(name, bytes.into_owned());
    }
    Ok(files)
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "another type".to_owned(), |name| format!("a {name}"))
}

/// Reads or draws what a class holds, in the background.
pub(super) fn in_background<T: Send + 'static>(
    py: Python<'_>,
    read: impl FnOnce() -> Result<T, sheets::SheetError> + Send + 'static,
) -> PyResult<T> {
    background::timed(py, FOR_BACKGROUND, read)?.map_err(|error| sheet_error(py, &error))
}

/// Defines the functions `open` and `read` of a class of what a type of the crate reads.
macro_rules! reader {
    ($class:ident of $content:ty { $(#[$open:meta])* open, $(#[$read:meta])* read $(,)? }) => {
        #[pymethods]
        impl $class {
            $(#[$open])*
            #[staticmethod]
            #[pyo3(signature = (path, *, alpha_above=None, color_key=None, luma_above=None, pictures=false, tile_shapes=true, strict=false, root=None, limits=None))]
            #[allow(clippy::too_many_arguments)]
            fn open(
                py: Python<'_>,
                path: ::std::path::PathBuf,
                alpha_above: Option<$crate::masks::Channel>,
                color_key: Option<[$crate::masks::Channel; 3]>,
                luma_above: Option<$crate::masks::Channel>,
                pictures: bool,
                tile_shapes: bool,
                strict: bool,
                root: Option<::std::path::PathBuf>,
                limits: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<$class> {
                let rule = (alpha_above, color_key, luma_above);
                let options = $crate::sheets::options::options(rule, pictures, tile_shapes, strict, root, limits)?;
                let content = $crate::sheets::options::in_background(py, move || <$content>::open(path, &options))?;
                Ok($class(content.into()))
            }

            $(#[$read])*
            #[staticmethod]
            #[pyo3(signature = (files, name, *, alpha_above=None, color_key=None, luma_above=None, pictures=false, tile_shapes=true, strict=false, root=None, limits=None))]
            #[allow(clippy::too_many_arguments)]
            fn read(
                py: Python<'_>,
                files: &Bound<'_, ::pyo3::types::PyMapping>,
                name: String,
                alpha_above: Option<$crate::masks::Channel>,
                color_key: Option<[$crate::masks::Channel; 3]>,
                luma_above: Option<$crate::masks::Channel>,
                pictures: bool,
                tile_shapes: bool,
                strict: bool,
                root: Option<::std::path::PathBuf>,
                limits: Option<&Bound<'_, PyDict>>,
            ) -> PyResult<$class> {
                let rule = (alpha_above, color_key, luma_above);
                let options = $crate::sheets::options::options(rule, pictures, tile_shapes, strict, root, limits)?;
                let files = $crate::sheets::options::files(files)?;
                let read = move || <$content>::read(&files, &name, &options);
                Ok($class($crate::sheets::options::in_background(py, read)?.into()))
            }
        }
    };
}

pub(super) use reader;
