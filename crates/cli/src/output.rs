//! Output files: nobody ever sees one half-written.
//!
//! A regular file is written beside its place and renamed when it is complete, so that a failure
//! leaves what was there before. A device or a pipe has no such place and is written directly.

use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// An output that is being written. Dropped unfinished, it leaves nothing.
pub(crate) struct Output {
    name: PathBuf,
    sink: Sink,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    Device(BufWriter<File>),
    File { beside: BufWriter<NamedTempFile>, place: PathBuf },
}

/// An error unless files could be written here, one in each place, as far as that can be told without
/// writing: said before the work, not after.
pub(crate) fn check(paths: &[&Path]) -> Result<()> {
    let mut places = Vec::new();
    for path in paths {
        let place = place(path).with_context(|| path.display().to_string())?;
        let is_device = place.as_ref().is_some_and(|place| place.exists() && !place.is_file());
        if !is_device && places.contains(&place) {
            bail!("{}: two outputs are in the same file", path.display());
        }
        places.push(place);
    }
    Ok(())
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
        let sink = Sink::open(path).with_context(|| path.display().to_string())?;
        Ok(Output { name: path.to_owned(), sink })
    }

    /// Standard output.
    pub(crate) fn stdout() -> Output {
        Output { name: "standard output".into(), sink: Sink::Stdout(BufWriter::new(io::stdout())) }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<()> {
        let Output { name, sink } = self;
        sink.finish().with_context(|| name.display().to_string())
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
        Ok(Sink::File { beside: BufWriter::new(options.tempfile_in(parent(&place))?), place })
    }

    fn finish(self) -> Result<()> {
        match self {
            Sink::Stdout(mut writer) => writer.flush()?,
            Sink::Device(mut writer) => writer.flush()?,
            Sink::File { beside, place } => {
                let file = beside.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(place).map_err(|refused| refused.error)?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Whether the reader of a pipe went away: it has seen enough, which is no failure.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(closed))
}
