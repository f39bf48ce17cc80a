//! JSON with errors that name the path of keys to the fault.

use crate::{Reason, SheetError};
use serde::de::DeserializeOwned;

/// Parses the text of a file.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, SheetError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader)
        .map_err(|found| error(file, &found.path().to_string(), &found.inner().to_string()))?;
    reader.end().map_err(|found| error(file, ".", &found.to_string()))?;
    Ok(value)
}

/// Returns an error about the value at a path of keys. `.` is the whole file.
pub(crate) fn error(file: &str, path: &str, message: &str) -> SheetError {
    let reason = Reason::Syntax(message.to_owned());
    if path == "." { SheetError::new(file, reason) } else { SheetError::at(file, path, reason) }
}
