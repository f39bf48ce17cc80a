//! Output files: nobody ever sees one half-written.
//!
//! A regular file is written beside its place and renamed when it is complete and on the disk, so that a
//! failure, a kill too, leaves what was there before. No input is overwritten. A device or a pipe has no such place
//! and is written directly. Where the reader of a pipe goes away it has seen enough: what else is written there is
//! dropped, which is no failure, and no reason to leave out another output.

use crate::interrupt;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// An output that is being written. Dropped unfinished, it leaves nothing.
pub(crate) struct Output {
    name: String,
    sink: Sink,
    /// The reader went away.
    deserted: bool,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    Device(BufWriter<File>),
    File { beside: BufWriter<File>, unfinished: TempPath, place: PathBuf },
}

/// Where the outputs of a command go.
pub(crate) struct Places(Vec<(PathBuf, Option<PathBuf>)>);

impl Places {
    /// An error unless files could be written here, one in each place, as far as that can be told without
    /// writing: said before the work, not after.
    pub(crate) fn check(paths: &[&Path]) -> Result<Places> {
        let mut places: Vec<(PathBuf, Option<PathBuf>)> = Vec::new();
        for path in paths {
            let place = place(path).with_context(|| name(path))?;
            let is_device = place.as_ref().is_some_and(|place| place.exists() && !place.is_file());
            if !is_device && places.iter().any(|(_, other)| *other == place) {
                bail!("{}: two outputs are in the same file", name(path));
            }
            places.push((path.to_path_buf(), place));
        }
        Ok(Places(places))
    }

    /// An error if an output would take the place of an input.
    pub(crate) fn protect<'i>(&self, inputs: impl IntoIterator<Item = &'i Path>) -> Result<()> {
        for input in inputs {
            // What is no regular file is not replaced.
            let Some(file) = input.canonicalize().ok().filter(|file| file.is_file()) else { continue };
            if let Some((output, _)) = self.0.iter().find(|(_, place)| place.as_ref() == Some(&file)) {
                bail!("{}: is an input, and would be overwritten", output.display());
            }
        }
        Ok(())
    }
}

/// Where a file is written to: `None` for standard output.
fn place(path: &Path) -> Result<Option<PathBuf>> {
    if path == Path::new("-") || path == Path::new("/dev/stdout") {
        return Ok(None);
    }
    // Through links, or renaming would replace the link.
    let place = match fs::canonicalize(path) {
        Ok(place) => place,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if path.is_symlink() {
                bail!("is a link that leads to no file");
            }
            if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                bail!("there is no such folder");
            }
            let name = path.file_name().context("names no file")?;
            let folder = parent(path);
            folder.canonicalize().with_context(|| folder.display().to_string())?.join(name)
        }
        Err(error) => return Err(error.into()),
    };
    if let Ok(found) = fs::metadata(&place) {
        if found.is_dir() {
            bail!("is a folder");
        }
        if found.permissions().readonly() {
            bail!("is read-only");
        }
    }
    Ok(Some(place))
}

/// What an output is called.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard output".into() } else { path.display().to_string() }
}

/// The folder that a path is in.
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
        Ok(Output { name: name(path), sink, deserted: false })
    }

    /// Standard output.
    pub(crate) fn stdout() -> Output {
        let sink = Sink::Stdout(BufWriter::new(io::stdout()));
        Output { name: name(Path::new("-")), sink, deserted: false }
    }

    /// Whether the reader went away, so that there is no more need to write.
    pub(crate) fn is_deserted(&self) -> bool {
        self.deserted
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> Result<()> {
        let flushed = self.flush();
        let Output { name, sink, .. } = self;
        flushed.map_err(anyhow::Error::from).and_then(|()| sink.finish()).context(name)
    }

    /// Writes to what may have lost its reader.
    fn attempt<T>(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<T>, nothing: T) -> io::Result<T> {
        if self.deserted {
            return Ok(nothing);
        }
        match write(self.writer()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.deserted = true;
                Ok(nothing)
            }
            other => other,
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(writer) => writer,
            Sink::Device(writer) => writer,
            Sink::File { beside, .. } => beside,
        }
    }
}

impl Sink {
    fn open(path: &Path) -> Result<Sink> {
        let Some(place) = place(path)? else { return Ok(Sink::Stdout(BufWriter::new(io::stdout()))) };
        let found = fs::metadata(&place).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return Ok(Sink::Device(BufWriter::new(File::options().write(true).open(&place)?)));
        }
        let mut options = tempfile::Builder::new();
        options.prefix(".hitmask-");
        match found {
            Some(found) => _ = options.permissions(found.permissions()),
            #[cfg(unix)]
            None => {
                use std::os::unix::fs::PermissionsExt;
                // As of any new file: the user's mask takes from it.
                options.permissions(fs::Permissions::from_mode(0o666));
            }
            #[cfg(not(unix))]
            None => {}
        }
        let mut list = interrupt::unfinished();
        // In parts, since errors of the whole would tell its name, which is nobody's business.
        let (beside, unfinished) = options.tempfile_in(parent(&place))?.into_parts();
        list.push(unfinished.to_path_buf());
        Ok(Sink::File { beside: BufWriter::new(beside), unfinished, place })
    }

    /// After everything is flushed.
    fn finish(self) -> Result<()> {
        if let Sink::File { beside, unfinished, place } = self {
            let file = beside.into_inner().map_err(io::IntoInnerError::into_error)?;
            // Or a loss of power could leave the new name on an empty file.
            file.sync_all()?;
            unfinished.persist(place).map_err(|refused| refused.error)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|writer| writer.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(|writer| writer.flush(), ())
    }
}
