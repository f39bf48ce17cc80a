//! The files that a sheet is read from.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::{fs, io, path};

/// The files that a reader may read: a [`Folder`] on disk, or a map of names to bytes.
///
/// Names have `/` between the parts and no `.`. The readers resolve the names in a file relative to the file, so a name
/// can begin with `..`, `/` or a drive. A file that is not found under its name is asked for by its last part, beside
/// the file that names it. The readers never ask for names of networks or addresses, such as `//server/a.png`.
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
    /// The name is absolute or leads out of the folder that reading is confined to.
    #[error(
        "the name {0:?} must be relative and stay inside the root folder: move the file into the folder, or choose a \
         root that contains both files"
    )]
    Outside(String),
    /// The name belongs to a network, an address or a device, which is never opened, or is empty.
    #[error("cannot open the name {0:?}, expected a file on this disk: put the file beside the file that names it")]
    Remote(String),
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

/// A folder on disk, which may confine reading.
///
/// A confined folder refuses each name that leads out of the confines, also through a symbolic link. The check holds if
/// nobody changes the links in the folder during the call.
#[derive(Debug, Clone)]
pub struct Folder {
    /// Names are relative to this folder.
    base: PathBuf,
    root: Option<PathBuf>,
    /// The file that the caller chose. It may be a link to anywhere.
    chosen: Option<String>,
}

impl Folder {
    /// Creates the folder at `root`, and confines reading to it. The files of a sheet may lie anywhere inside.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        let root = root.into();
        Folder { base: root.clone(), root: Some(root), chosen: None }
    }

    /// Returns the folder that contains a file, and the name of the file in it. Reading is not confined.
    ///
    /// The file itself may be a symbolic link to anywhere. The names in it are relative to the folder of the link.
    ///
    /// # Errors
    /// Returns [`FileError::NotAFile`] if the path does not end with the name of a file in UTF-8.
    pub fn around(path: impl AsRef<Path>) -> Result<(Folder, String), FileError> {
        let path = path.as_ref();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| FileError::NotAFile(path.display().to_string()))?.to_owned();
        let base = match path.parent() {
            Some(parent) if parent != Path::new("") => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        Ok((Folder { base, root: None, chosen: Some(name.clone()) }, name))
    }

    /// Confines reading to the folder at `root`. Names stay relative to the same folder as before.
    #[must_use]
    pub fn within(self, root: impl Into<PathBuf>) -> Folder {
        Folder { root: Some(root.into()), ..self }
    }

    /// Returns the path of a name, without links in it.
    ///
    /// # Errors
    /// Returns [`FileError::Outside`] if the name leads out of the confines, [`FileError::Remote`] if it belongs to a
    /// network or a device, and [`FileError::NotFound`] or [`FileError::Io`] if no file has the name.
    pub fn path(&self, name: &str) -> Result<PathBuf, FileError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => FileError::NotFound(name.to_owned()),
            _ => FileError::Io { name: name.to_owned(), source: error },
        };
        let base = self.base.canonicalize().map_err(failed)?;
        if self.root.is_none() && self.chosen.as_deref() == Some(name) {
            return base.join(name).canonicalize().map_err(failed);
        }
        if is_remote(name) || cfg!(windows) && is_device(name) {
            return Err(FileError::Remote(name.to_owned()));
        }
        // The folder may be a link, and the editor takes `..` from the path as it is written.
        let base = path::absolute(&self.base).map_err(failed)?;
        let mut path = PathBuf::new();
        for part in base.join(name).components() {
            match part {
                Component::ParentDir => _ = path.pop(),
                part => path.push(part),
            }
        }
        let found = path.canonicalize().map_err(failed);
        let Some(root) = &self.root else {
            let is_device = |path: &Path| DEVICES.iter().any(|at| path.starts_with(at) && !base.starts_with(at));
            return found
                .and_then(|path| if is_device(&path) { Err(FileError::Remote(name.to_owned())) } else { Ok(path) });
        };
        let real = root.canonicalize().map_err(failed)?;
        match found {
            Ok(path) if path.starts_with(&real) && !is_absolute(name) => Ok(path),
            // The error must not tell whether a file outside exists.
            Err(error) if path.starts_with(&real) || path.starts_with(path::absolute(root).map_err(failed)?) => {
                Err(error)
            }
            _ => Err(FileError::Outside(name.to_owned())),
        }
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

/// Folders of Unix whose files are devices, or show what the process keeps to itself.
const DEVICES: [&str; 3] = ["/dev", "/proc", "/sys"];

/// The names under which a file is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Names {
    /// The name as the file says it, and the name without percent signs. Empty for a name of a network.
    pub(crate) written: Vec<String>,
    /// The last part of the name, beside the file that names it.
    pub(crate) beside: Vec<String>,
}

impl Names {
    /// Returns the names of a file that the file `base` mentions as `name`. If reading is confined, the file is only
    /// looked for under its full name.
    pub(crate) fn new(base: &str, name: &str, is_confined: bool) -> Result<Names, FileError> {
        let name = name.replace('\\', "/");
        let folder = &base[..base.rfind('/').map_or(0, |end| end + 1)];
        let spellings: Vec<_> = [Some(name.clone()), decoded(&name)].into_iter().flatten().collect();
        let mut names = Names { written: Vec::new(), beside: Vec::new() };
        for name in spellings.iter().filter(|name| !is_remote(name) && is_file(last(name))) {
            let full = if is_absolute(name) { normal(name) } else { normal(&format!("{folder}{name}")) };
            names.written.extend(full);
        }
        if is_confined {
            let is_refused = names.written.is_empty() || is_absolute(&name);
            return if is_refused { Err(FileError::Outside(name)) } else { Ok(names) };
        }
        for name in &spellings {
            let end = if name.contains("://") { name.find(['?', '#']) } else { None };
            let last = last(&name[..end.unwrap_or(name.len())]);
            let last = if has_drive(last) { &last[2..] } else { last };
            let full = normal(&format!("{folder}{last}")).filter(|_| is_file(last));
            let is_new = |full: &String| !names.written.contains(full) && !names.beside.contains(full);
            let full = full.filter(is_new);
            names.beside.extend(full);
        }
        Ok(names)
    }
}

/// Returns the part of a name after the last `/`.
fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

fn is_file(part: &str) -> bool {
    !["", ".", ".."].contains(&part)
}

/// Returns a name without `.` and without `..` after another part, or `None` if it names no file.
fn normal(name: &str) -> Option<String> {
    let root = if has_drive(name) && is_absolute(name) { &name[..3] } else { &name[..usize::from(is_absolute(name))] };
    let mut parts = Vec::new();
    for part in name[root.len()..].split('/').filter(|part| !["", "."].contains(part)) {
        match parts.last() {
            Some(&last) if part == ".." && last != ".." => drop(parts.pop()),
            None if part == ".." && !root.is_empty() => {}
            _ => parts.push(part),
        }
    }
    parts.last().filter(|&&last| last != "..").map(|_| format!("{root}{}", parts.join("/")))
}

/// Returns whether a name belongs to a network, or is an address.
fn is_remote(name: &str) -> bool {
    name.starts_with("//") || name.starts_with("\\\\") || name.contains("://")
}

fn is_absolute(name: &str) -> bool {
    name.starts_with('/') || has_drive(name) && name[2..].starts_with('/')
}

fn has_drive(name: &str) -> bool {
    name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && name.as_bytes().get(1) == Some(&b':')
}

/// Returns whether a name of Windows names a device, a stream, or a file relative to a drive.
fn is_device(name: &str) -> bool {
    let name = if has_drive(name) && is_absolute(name) { &name[2..] } else { name };
    name.contains(':')
        || name.split(['/', '\\']).any(|part| {
            let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
            let is_port = matches!(stem.get(..3), Some("COM" | "LPT")) && stem.chars().count() == 4;
            is_port || ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&&*stem)
        })
}

/// Returns a name in which `%20` and its like are the characters that they mean, if it has any.
fn decoded(name: &str) -> Option<String> {
    let mut parts = name.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    let mut is_changed = false;
    for part in parts {
        let code = part.get(..2).filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                is_changed = true;
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            None => {
                bytes.push(b'%');
                bytes.extend(part.as_bytes());
            }
        }
    }
    let text = String::from_utf8(bytes).ok().filter(|_| is_changed)?;
    Some(text.replace('\\', "/"))
}

#[cfg(test)]
mod tests {
    use super::is_device;

    #[test]
    fn devices_of_windows_are_known() {
        for name in ["nul", "a/CON.png", "com1.x", "a.png:stream", "C:a.png", "C:/lpt9"] {
            assert!(is_device(name), "{name}");
        }
        assert_eq!(["C:/a.png", "console.png", "com10", "a/null.png"].map(is_device), [false; 4]);
    }
}
