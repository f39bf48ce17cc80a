//! The files that a sheet is read from.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The files that a reader may read: a [`Folder`] on disk, or a map of names to bytes.
///
/// Names are relative, with `/` between the parts, without `.` and `..`. The readers resolve the names in a file
/// relative to the file and refuse each name that leads out of the folder.
///
/// ```
/// use sheets::Files;
/// use std::collections::HashMap;
///
/// let files = HashMap::from([("hero.json".to_owned(), b"{}".to_vec())]);
/// assert_eq!(files.read("hero.json", 100).unwrap(), b"{}");
/// ```
pub trait Files {
    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns [`FileError::TooLarge`] if the file has more than `limit` bytes, before they are in memory, and any
    /// other [`FileError`] if the file cannot be read.
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError>;
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The name leads out of the folder, or is not a relative name with `/` between its parts.
    #[error(
        "the name {0:?} must be relative, with '/' between its parts, and stay inside the folder of the sheet: move \
         the file into the folder, or open the sheet from a folder that contains both"
    )]
    Outside(String),
    /// No file has this name.
    #[error("no file is named {0:?}: add the file or correct the name")]
    NotFound(String),
    /// The name belongs to a folder, a pipe or a device.
    #[error("{0:?} is not a regular file")]
    NotAFile(String),
    /// The file is larger than the limit.
    #[error("{name:?} must be at most {limit} bytes: make the file smaller or raise `Limits::file_bytes`")]
    TooLarge {
        /// The name of the file.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system cannot read the file.
    #[error("cannot read {name:?}: {source}")]
    Io {
        /// The name of the file.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
}

impl Files for HashMap<String, Vec<u8>> {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        let bytes = self.get(name).ok_or_else(|| FileError::NotFound(name.to_owned()))?;
        if bytes.len() as u64 > limit {
            return Err(FileError::TooLarge { name: name.to_owned(), limit });
        }
        Ok(bytes.clone())
    }
}

/// A folder on disk. A name cannot lead out of the folder, also not through a symbolic link.
///
/// The check holds if nobody changes the links in the folder during the call.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
    /// The file that the caller chose. It may be a link to anywhere.
    chosen: Option<String>,
}

impl Folder {
    /// Creates the folder at `root`. The files of a sheet may lie anywhere inside.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into(), chosen: None }
    }

    /// Returns the folder that contains a file, and the name of the file in it.
    ///
    /// The file itself may be a symbolic link to anywhere, because the caller chose it. The files that it names must
    /// lie in the folder of the link.
    ///
    /// # Errors
    /// Returns [`FileError::NotAFile`] if the path does not end with the name of a file in UTF-8.
    pub fn around(path: impl AsRef<Path>) -> Result<(Folder, String), FileError> {
        let path = path.as_ref();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| FileError::NotAFile(path.display().to_string()))?.to_owned();
        let root = match path.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        Ok((Folder { root, chosen: Some(name.clone()) }, name))
    }

    /// Returns the path of a name, without links in it.
    ///
    /// # Errors
    /// Returns [`FileError::Outside`] if the name leads out of the folder, and [`FileError::NotFound`] or
    /// [`FileError::Io`] if no file has the name.
    pub fn path(&self, name: &str) -> Result<PathBuf, FileError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => FileError::NotFound(name.to_owned()),
            _ => FileError::Io { name: name.to_owned(), source: error },
        };
        if self.chosen.as_deref() == Some(name) {
            return self.root.join(name).canonicalize().map_err(failed);
        }
        let root = self.root.canonicalize().map_err(failed)?;
        let path = root.join(resolve("", name)?).canonicalize().map_err(failed)?;
        if path.starts_with(&root) { Ok(path) } else { Err(FileError::Outside(name.to_owned())) }
    }
}

impl Files for Folder {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        let failed = |source| FileError::Io { name: name.to_owned(), source };
        let path = self.path(name)?;
        // Opening a pipe without a writer would block.
        if !fs::metadata(&path).map_err(failed)?.is_file() {
            return Err(FileError::NotAFile(name.to_owned()));
        }
        let mut bytes = Vec::new();
        // A file may grow, so the length is limited while reading.
        File::open(&path)
            .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
            .map_err(failed)?;
        if bytes.len() as u64 > limit {
            return Err(FileError::TooLarge { name: name.to_owned(), limit });
        }
        Ok(bytes)
    }
}

/// Returns the name of a file that the file `base` mentions as `name`: relative to the folder of `base`, without `.`
/// and `..`.
///
/// Backslashes and colons separate folders, drives and streams on some systems only, so no name has them.
pub(crate) fn resolve(base: &str, name: &str) -> Result<String, FileError> {
    let outside = || FileError::Outside(name.to_owned());
    if name.is_empty() || name.starts_with('/') || name.contains(['\\', ':', '\0']) {
        return Err(outside());
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or_else(outside)?),
            part => parts.push(part),
        }
    }
    if parts.is_empty() { Err(outside()) } else { Ok(parts.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalized_and_stay_inside() {
        let resolved = |base, name| resolve(base, name).ok();
        assert_eq!(resolved("a/b.tmx", "c.png").as_deref(), Some("a/c.png"));
        assert_eq!(resolved("a/b.tmx", "../t/./c.png").as_deref(), Some("t/c.png"));
        for name in ["", "/etc/passwd", "../../x", "..\\x", "C:x", "c:/x", "x.png:stream", "a\0"] {
            assert_eq!(resolved("a/b.tmx", name), None, "{name:?}");
        }
        assert_eq!(["..", "a/../.."].map(|name| resolved("b.tmx", name)), [None, None]);
    }
}
