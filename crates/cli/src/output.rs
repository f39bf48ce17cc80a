//! Output files that are never seen half-written.
//!
//! A regular file is written to a temporary file in the same folder. The temporary files of all outputs are renamed once
//! all of them are complete and on the disk, and all old files come back if one rename fails. No input is overwritten. A device or a pipe is
//! written directly. If the reader of a pipe closes it, further data for the pipe is dropped; this is not an error, and
//! the other outputs are still written.

use crate::replace::{Complete, without_temporary_name};
use crate::{channel, ending, standard_output};
use anyhow::{Context, Result, bail};
#[cfg(feature = "cluster")]
use std::fs::DirEntry;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io, process};
use tempfile::TempPath;

/// An open output. Dropping it unfinished removes the temporary file.
pub(crate) struct Output {
    name: String,
    writer: BufWriter<Box<dyn Write>>,
    temporary: Option<TemporaryFile>,
    /// Whether the reader closed the pipe.
    reader_gone: bool,
}

/// A temporary file, and the file that it will replace.
struct TemporaryFile {
    file: Arc<File>,
    path: TempPath,
    target: PathBuf,
}

/// The outputs of a command: each path as given, and its target; `None` is standard output.
pub(crate) struct OutputTargets(Vec<(PathBuf, Option<PathBuf>)>);

impl OutputTargets {
    /// Resolves the outputs before the work begins.
    ///
    /// Returns an error if a path cannot be written, as far as known without writing, or if two outputs share a file.
    pub(crate) fn resolve(paths: &[&Path]) -> Result<OutputTargets> {
        let mut targets: Vec<(PathBuf, Option<PathBuf>)> = Vec::new();
        for path in paths {
            let target = resolve_target(path).with_context(|| name(path))?;
            let is_device = target.as_ref().is_some_and(|target| target.exists() && !target.is_file());
            if !is_device && targets.iter().any(|(_, other)| *other == target) {
                bail!("{}: two outputs go to the same file, expected one file each", name(path));
            }
            targets.push((path.to_path_buf(), target));
        }
        Ok(OutputTargets(targets))
    }

    /// Returns the folder of the first output that is a file.
    #[cfg(feature = "cluster")]
    pub(crate) fn folder(&self) -> Option<&Path> {
        let files = self.0.iter().filter_map(|(_, target)| target.as_deref());
        files.filter(|target| !target.exists() || target.is_file()).find_map(Path::parent)
    }

    /// Returns an error if an output would replace an input.
    pub(crate) fn check_inputs<'i>(&self, inputs: impl IntoIterator<Item = &'i Path>) -> Result<()> {
        for input in inputs {
            // Only regular files are replaced.
            let Some(file) = input.canonicalize().ok().filter(|file| file.is_file()) else { continue };
            if let Some((output, _)) = self.0.iter().find(|(_, target)| target.as_ref() == Some(&file)) {
                bail!("{}: is an input and would be overwritten: choose another output file", output.display());
            }
        }
        Ok(())
    }
}

/// Returns the file to write for a path, or `None` for standard output.
fn resolve_target(path: &Path) -> Result<Option<PathBuf>> {
    if standard_output::is_named_by(path) {
        return Ok(None);
    }
    // Symbolic links are followed: a rename would replace the link itself.
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                bail!("is a link to a file that does not exist: remove the link or create the file");
            }
            if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                bail!("is a folder that does not exist, expected a file name");
            }
            let name = path.file_name().context("has no file name, expected one")?;
            let folder = parent(path);
            folder.canonicalize().with_context(|| folder.display().to_string())?.join(name)
        }
        Err(error) => return Err(error.into()),
    };
    if let Ok(found) = fs::metadata(&target) {
        if found.is_dir() {
            bail!("is a folder, expected a file name");
        }
        if found.permissions().readonly() {
            bail!("is read-only: allow writing or choose another output file");
        }
    }
    Ok(Some(target))
}

/// Returns the name of an output for messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard output".into() } else { path.display().to_string() }
}

/// Returns the folder of a path.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

impl Output {
    /// Opens an output for writing; `-` is standard output.
    pub(crate) fn open(path: &Path) -> Result<Output> {
        let (sink, temporary) = open(path).with_context(|| name(path))?;
        Ok(Output { name: name(path), writer: BufWriter::new(sink), temporary, reader_gone: false })
    }

    /// Opens an output, writes all of it, and completes it.
    pub(crate) fn written(path: &Path, write: impl FnOnce(&mut Output) -> Result<()>) -> Result<Option<Complete>> {
        let mut output = Output::open(path)?;
        write(&mut output).with_context(|| name(path))?;
        output.complete()
    }

    /// Returns whether the reader closed the pipe, so that writing can stop.
    pub(crate) fn is_reader_gone(&self) -> bool {
        self.reader_gone
    }

    /// Flushes the output. Returns the temporary file of a regular file, which [`ending::commit`] moves to its target.
    pub(crate) fn complete(mut self) -> Result<Option<Complete>> {
        let flushed = self.flush();
        let Output { name, temporary, .. } = self;
        let complete = || {
            flushed?;
            let Some(TemporaryFile { file, path, target }) = temporary else { return Ok(None) };
            // Without a sync, a power failure could leave an empty file under the target name.
            file.sync_all()?;
            Ok(Some((path.keep()?, target)))
        };
        let complete: Result<_> = complete();
        let complete = complete.with_context(|| name.clone())?;
        Ok(complete.map(|(path, target)| Complete { name, path, target }))
    }

    /// Calls `write`, or returns `success` if the reader has closed the pipe or closes it now.
    fn write_or_drop<T>(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<T>, success: T) -> io::Result<T> {
        if self.reader_gone {
            return Ok(success);
        }
        match write(&mut self.writer) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader_gone = true;
                Ok(success)
            }
            other => other,
        }
    }
}

/// Returns how the names of the temporary files of a process begin.
fn temporary_prefix(process: u32) -> String {
    format!(".hitmask-{process}-")
}

/// Removes the temporary files of a process that was killed, in the folders of its outputs.
#[cfg(feature = "cluster")]
pub(crate) fn remove_temporary_files_of(process: u32, outputs: &[&Path]) {
    let targets = outputs.iter().filter_map(|path| resolve_target(path).ok().flatten());
    let prefix = temporary_prefix(process);
    for folder in targets.filter_map(|target| fs::read_dir(parent(&target)).ok()) {
        let is_left = |entry: &DirEntry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes());
        // A file that cannot be removed stays: the user needs the error of the run.
        folder.flatten().filter(is_left).for_each(|entry| _ = fs::remove_file(entry.path()));
    }
}

/// Opens an output for writing. A regular file is replaced by a temporary file later.
fn open(path: &Path) -> Result<(Box<dyn Write>, Option<TemporaryFile>)> {
    let Some(target) = resolve_target(path)? else { return Ok((channel::standard_output(), None)) };
    let found = fs::metadata(&target).ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        return Ok((Box::new(File::options().write(true).open(&target)?), None));
    }
    let mut options = tempfile::Builder::new();
    let prefix = temporary_prefix(process::id());
    options.prefix(&prefix);
    match found {
        Some(found) => _ = options.permissions(found.permissions()),
        #[cfg(unix)]
        None => {
            use std::os::unix::fs::PermissionsExt;
            // The default of a new file: the umask of the user applies.
            options.permissions(fs::Permissions::from_mode(0o666));
        }
        #[cfg(not(unix))]
        None => {}
    }
    // Split into parts, since errors of the whole would contain the temporary name.
    let create = || Ok(options.tempfile_in(parent(&target)).map_err(without_temporary_name)?.into_parts());
    let (file, path) = ending::temporary_file(create).context("cannot create a file in its folder")?;
    let file = Arc::new(file);
    Ok((Box::new(file.clone()), Some(TemporaryFile { file, path, target })))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_or_drop(|writer| writer.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_or_drop(|writer| writer.flush(), ())
    }
}
