//! Errors about temporary files.

use std::io;

/// Returns an error about a temporary file without the name of that file, which the user has not chosen.
pub(crate) fn without_temporary_name(error: io::Error) -> io::Error {
    // Errors of `tempfile` are `{reason} at path {path}`, and the reason is private.
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}
