//! Files and folders, with errors that name them.

use super::run::{Result, failed};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

/// Returns what turns an error of the system into a failure that names a file.
fn cannot<'a>(what: &'a str, path: &'a Path) -> impl Fn(io::Error) -> super::Failure + 'a {
    move |error| failed(format!("cannot {what} {}: {error}", path.display()))
}

pub(crate) fn read(path: impl AsRef<Path>) -> Result<String> {
    fs::read_to_string(path.as_ref()).map_err(cannot("read", path.as_ref()))
}

/// Writes a file, in a folder that is made if it is missing.
pub(crate) fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Result<()> {
    let path = path.as_ref();
    if let Some(folder) = path.parent() {
        self::folder(folder)?;
    }
    fs::write(path, bytes).map_err(cannot("write", path))
}

/// Makes a folder if it is missing.
pub(crate) fn folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(cannot("make", folder))
}

/// Makes an empty folder, without what was in it.
pub(crate) fn fresh(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(cannot("remove", folder))?;
    }
    self::folder(folder)
}

/// The paths in a folder, sorted, whose names end with some text. A folder that is missing has none.
pub(crate) fn list(folder: impl AsRef<Path>, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    found.sort();
    found
}

/// All files below a folder, sorted.
pub(crate) fn tree(folder: &Path) -> Vec<PathBuf> {
    let inside = |path: PathBuf| if path.is_dir() { tree(&path) } else { vec![path] };
    list(folder, "").into_iter().flat_map(inside).collect()
}

/// Copies a file, or a folder with all that is in it, to a path. Links become what they name.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        folder(to)?;
        return list(from, "").iter().try_for_each(|path| copy_into(path, to));
    }
    if let Some(folder) = to.parent() {
        self::folder(folder)?;
    }
    fs::copy(from, to).map(drop).map_err(cannot("copy", from))
}

/// Copies a file or a folder into a folder.
pub(crate) fn copy_into(from: &Path, folder: &Path) -> Result<()> {
    copy(from, &folder.join(from.file_name().unwrap_or_default()))
}

/// When a file or folder was changed last, or `None` if it is missing.
pub(crate) fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|file| file.modified()).ok()
}

/// When the newest file below some folders was changed.
pub(crate) fn newest(folders: &[PathBuf]) -> Option<SystemTime> {
    folders.iter().flat_map(|folder| tree(folder)).filter_map(|file| changed(&file)).max()
}

/// The version of a package: the first one in its manifest.
pub(crate) fn version(package: &Path) -> Result<String> {
    let manifest = package.join("Cargo.toml");
    let text = read(&manifest)?;
    let version = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| failed(format!("{} has no version", manifest.display())))
}
