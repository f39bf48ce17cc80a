//! Standard output, and whether it was closed before the command began, as by `>&-`.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in place of a closed standard stream, so that no other file gets its number.
//! All output would vanish without an error. The runtime opens it for reading and writing, and the redirections of shells open it
//! for writing only.

use anyhow::Result;
use std::path::Path;

/// Returns whether the path of an output names standard output.
pub(crate) fn is_named_by(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Returns an error if standard output was closed before the command began.
#[cfg(not(unix))]
pub(crate) fn check() -> Result<()> {
    Ok(())
}

/// Returns an error if standard output was closed before the command began.
///
/// Some libraries that start programs, such as Python's, discard output with a `/dev/null` as the runtime opens it. So only a table
/// is refused, which a program reads, and only if somebody may read the error.
#[cfg(unix)]
pub(crate) fn check() -> Result<()> {
    if !unix::may_be_of_runtime(std::io::stdout()) || unix::may_be_of_runtime(std::io::stderr()) {
        return Ok(());
    }
    anyhow::bail!(
        "standard output: is closed, or a null device that is open for reading too: redirect it to a file or with >/dev/null"
    )
}

#[cfg(unix)]
mod unix {
    use rustix::fs::{OFlags, fcntl_getfl};
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    /// Returns whether a stream is `/dev/null`, open for reading and writing.
    pub(super) fn may_be_of_runtime(stream: impl AsFd) -> bool {
        let look = || -> io::Result<bool> {
            let (null, stream) = (fs::metadata("/dev/null")?, File::from(stream.as_fd().try_clone_to_owned()?));
            let found = stream.metadata()?;
            let is_null = found.file_type().is_char_device() && found.rdev() == null.rdev();
            Ok(is_null && fcntl_getfl(&stream)? & OFlags::ACCMODE == OFlags::RDWR)
        };
        look().unwrap_or(false)
    }
}
