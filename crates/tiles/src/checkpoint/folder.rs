//! The files of checkpoints in a folder.

use super::error::CheckpointError;
use super::write::Head;
use crate::error::without_temporary_name;
use std::fs::{DirEntry, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the name of a checkpoint file.
pub(super) fn file_name(head: Head) -> String {
    let Head { worker, workers, step, .. } = head;
    format!("step-{step:010}-worker-{worker}-of-{workers}.checkpoint")
}

/// Returns the step, the worker and the number of workers in the name of a checkpoint file.
fn parse(name: &str) -> Option<(u64, usize, usize)> {
    let (step, rest) = name.strip_prefix("step-")?.strip_suffix(".checkpoint")?.split_once("-worker-")?;
    let (worker, workers) = rest.split_once("-of-")?;
    Some((step.parse().ok()?, worker.parse().ok()?, workers.parse().ok()?))
}

/// A checkpoint file by its name.
pub(super) struct Found {
    pub(super) step: u64,
    pub(super) worker: usize,
    pub(super) workers: usize,
    pub(super) path: PathBuf,
}

/// Lists the checkpoint files in a folder.
pub(super) fn list(folder: &Path) -> Result<Vec<Found>, CheckpointError> {
    let failed = |source| CheckpointError::File { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if let Some((step, worker, workers)) = entry.file_name().to_str().and_then(parse) {
            found.push(Found { step, worker, workers, path: entry.path() });
        }
    }
    Ok(found)
}

/// Writes a checkpoint completely, or not at all: also if the process or the machine stops.
///
/// Removes the file that an earlier process of this worker was writing when it stopped.
pub(super) fn write_atomically(
    folder: &Path,
    head: Head,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), CheckpointError> {
    let path = folder.join(file_name(head));
    let attempt = || {
        fs::create_dir_all(folder)?;
        let prefix = format!(".checkpoint-{}-of-{}-", head.worker, head.workers);
        let is_left = |entry: &DirEntry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
        for left in fs::read_dir(folder)?.flatten().filter(is_left) {
            fs::remove_file(left.path())?;
        }
        let temporary = tempfile::Builder::new().prefix(&prefix).tempfile_in(folder).map_err(without_temporary_name)?;
        let mut out = BufWriter::with_capacity(1 << 18, temporary.as_file());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        temporary.as_file().sync_all()?;
        temporary.persist(&path).map_err(|refused| refused.error)?;
        // The name must survive too. Some systems cannot open folders, and need not.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    };
    attempt().map_err(|source| CheckpointError::File { path, source })
}
