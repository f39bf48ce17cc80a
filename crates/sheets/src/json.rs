//! JSON with errors that name the path of keys to the fault.

use crate::limits::at_most;
use crate::{Limits, Reason, SheetError};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The byte order mark that some editors write at the start of a text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Parses a file, with or without a byte order mark.
pub(crate) fn parse<'a, T: Deserialize<'a>>(file: &str, bytes: &'a [u8], limits: &Limits) -> Result<T, SheetError> {
    // Each object becomes a value of many bytes, so the objects are counted before.
    let objects = bytes.iter().filter(|&&byte| byte == b'{').count();
    at_most("objects in braces", objects as u64, limits.elements).map_err(|reason| SheetError::new(file, reason))?;
    let text = str::from_utf8(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes))
        .map_err(|_| error(file, ".", "text must be UTF-8"))?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader)
        .map_err(|found| error(file, &found.path().to_string(), &found.inner().to_string()))?;
    reader.end().map_err(|found| error(file, ".", &found.to_string()))?;
    Ok(value)
}

/// Parses an item of a file. `at` is the path of keys to it.
pub(crate) fn item<'a, T: Deserialize<'a>>(file: &str, at: &str, item: &'a RawValue) -> Result<T, SheetError> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(item.get())).map_err(|found| {
        let message = found.inner().to_string();
        // The line and the column would be those in the item.
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        match &*found.path().to_string() {
            "." | "?" => error(file, at, message),
            path if path.starts_with('[') => error(file, &format!("{at}{path}"), message),
            path => error(file, &format!("{at}.{path}"), message),
        }
    })
}

/// Returns an error about the value at a path of keys. `.` is the whole file, `?` an unknown place in it.
pub(crate) fn error(file: &str, path: &str, message: &str) -> SheetError {
    let reason = Reason::Syntax(message.to_owned());
    if [".", "?"].contains(&path) { SheetError::new(file, reason) } else { SheetError::at(file, path, reason) }
}
