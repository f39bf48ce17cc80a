//! Output files that are never seen half-written.
//!
//! A regular file is written to a temporary file in the same folder. The temporary file is renamed once it is complete
//! and on the disk, so that a failure or a kill leaves the old file. No input is overwritten. A device or a pipe is
//! written directly. If the reader of a pipe closes it, further data for the pipe is dropped; this is not an error, and
//! the other outputs are still written.

use crate::interrupt;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// An open output. Dropping it unfinished removes the temporary file.
pub(crate) struct Output {
    name: String,
    sink: Sink,
    /// Whether the reader closed the pipe.
    reader_gone: bool,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    Device(BufWriter<File>),
    File { writer: BufWriter<File>, temporary: TempPath, target: PathBuf },
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
    if path == Path::new("-") || path == Path::new("/dev/stdout") {
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
        let sink = Sink::open(path).with_context(|| name(path))?;
        Ok(Output { name: name(path), sink, reader_gone: false })
    }

    /// Returns standard output.
    pub(crate) fn stdout() -> Output {
        let sink = Sink::Stdout(BufWriter::new(io::stdout()));
        Output { name: name(Path::new("-")), sink, reader_gone: false }
    }

    /// Returns whether the reader closed the pipe, so that writing can stop.
    pub(crate) fn is_reader_gone(&self) -> bool {
        self.reader_gone
    }

    /// Flushes the output and moves a temporary file to its target.
    pub(crate) fn finish(mut self) -> Result<()> {
        let flushed = self.flush();
        let Output { name, sink, .. } = self;
        flushed.map_err(anyhow::Error::from).and_then(|()| sink.finish()).context(name)
    }

    /// Calls `write`, or returns `success` if the reader has closed the pipe or closes it now.
    fn write_or_drop<T>(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<T>, success: T) -> io::Result<T> {
        if self.reader_gone {
            return Ok(success);
        }
        match write(self.writer()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader_gone = true;
                Ok(success)
            }
            other => other,
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(writer) => writer,
            Sink::Device(writer) | Sink::File { writer, .. } => writer,
        }
    }
}

impl Sink {
    fn open(path: &Path) -> Result<Sink> {
        let Some(target) = resolve_target(path)? else { return Ok(Sink::Stdout(BufWriter::new(io::stdout()))) };
        let found = fs::metadata(&target).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Ok(Sink::Device(BufWriter::new(File::options().write(true).open(&target)?)));
        }
        let mut options = tempfile::Builder::new();
        options.prefix(".hitmask-");
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
        let mut temporary_files = interrupt::temporary_files();
        // Split into parts, since errors of the whole would contain the temporary name.
        let (file, temporary) = options.tempfile_in(parent(&target))?.into_parts();
        temporary_files.push(temporary.to_path_buf());
        Ok(Sink::File { writer: BufWriter::new(file), temporary, target })
    }

    /// Moves a temporary file to its target. The writer must be flushed.
    fn finish(self) -> Result<()> {
        if let Sink::File { writer, temporary, target } = self {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            // Without a sync, a power failure could leave an empty file under the target name.
            file.sync_all()?;
            temporary.persist(target).map_err(|refused| refused.error)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_or_drop(|writer| writer.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_or_drop(|writer| writer.flush(), ())
    }
}
