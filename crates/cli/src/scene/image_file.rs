//! Reads a picture from a file, and keeps the pictures that a scene names. The checks against damaged and hostile
//! pictures are in `sheets`.

use crate::messages::escape_controls;
use anyhow::{Context, Result, anyhow, bail};
use image::RgbaImage;
use sheets::{PictureError, read_damaged_picture};
use std::collections::{HashMap, TryReserveError};
use std::fs::File;
use std::io::{BufReader, Write};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io, panic};

/// The most pixels of a picture: 1 GiB at four bytes a pixel.
pub(super) const MAX_PIXELS: u64 = 1 << 28;

/// The formats that the command reads, for messages.
pub(crate) const FORMATS: &str = if cfg!(feature = "formats") {
    "PNG, BMP, GIF, ICO, JPEG, PNM, QOI, TGA, TIFF or WebP"
} else {
    "PNG, BMP, GIF, JPEG or WebP (ICO, PNM, QOI, TGA and TIFF need a build with --features formats)"
};

/// Reads a picture of any supported format, and prints a warning if it is damaged where no pixel changes. The error
/// does not name the file.
pub(crate) fn read_image(path: &Path) -> Result<RgbaImage> {
    let file = BufReader::with_capacity(1 << 16, open_regular(path, "picture")?);
    let (picture, damage) = quiet(|| read_damaged_picture(file, path, MAX_PIXELS)).map_err(|error| match error {
        PictureError::UnknownFormat => {
            anyhow::Error::from(error).context(format!("is not a picture of a known format, expected {FORMATS}"))
        }
        // The decoders name a format that they are built without.
        PictureError::Decoder(text) if text.ends_with("is not supported") => anyhow!("{text}, expected {FORMATS}"),
        error => error.into(),
    })?;
    if let Some(damage) = damage {
        let name = escape_controls(&path.display().to_string());
        let _ = writeln!(io::stderr(), "warning: {name}: {damage}; the chunk is ignored");
    }
    Ok(picture)
}

/// Opens a regular file; `what` is the word for it. A picture is read twice, which a pipe does not allow, and a pipe without
/// a writer would block forever.
pub(super) fn open_regular(path: &Path, what: &str) -> Result<File> {
    match fs::metadata(path)? {
        found if found.is_dir() => bail!("is a folder, expected a {what}"),
        found if !found.is_file() => {
            bail!("is a pipe or a device, expected a regular file: save the {what} to a file first")
        }
        _ => Ok(File::open(path)?),
    }
}

/// Calls `read` without the message that a panic of a picture decoder prints: the error carries the message.
pub(super) fn quiet<T>(read: impl FnOnce() -> T) -> T {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    result.unwrap_or_else(|panic| panic::resume_unwind(panic))
}

/// The pictures of a scene. Each file is decoded once and dropped after its last use.
pub(crate) struct ImageCache<'a> {
    folder: &'a Path,
    /// The uses that are left and the decoded picture, keyed by canonical file: different names may lead to one file.
    images: HashMap<PathBuf, (usize, Option<Arc<RgbaImage>>)>,
}

impl<'a> ImageCache<'a> {
    /// Creates a cache for `names`, relative to `folder`. [`ImageCache::take`] is called once for each name.
    pub(crate) fn new<'n>(
        folder: &'a Path,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<ImageCache<'a>, TryReserveError> {
        let mut images = HashMap::new();
        for name in names {
            images.try_reserve(1)?;
            images.entry(canonical_path(folder, name)).or_insert((0, None)).0 += 1;
        }
        Ok(ImageCache { folder, images })
    }

    /// Iterates over the files that the cache reads.
    pub(crate) fn files(&self) -> impl ExactSizeIterator<Item = &PathBuf> {
        self.images.keys()
    }

    /// Returns the picture of a name. Errors begin with the name.
    pub(crate) fn take(&mut self, name: &str) -> Result<Arc<RgbaImage>> {
        let path = canonical_path(self.folder, name);
        let (left, decoded) = self.images.entry(path.clone()).or_default();
        let image = match decoded.take() {
            Some(image) => image,
            None => Arc::new(read_image(&path).with_context(|| name.to_owned())?),
        };
        *left = left.saturating_sub(1);
        *decoded = (*left > 0).then(|| image.clone());
        Ok(image)
    }
}

/// Returns the canonical path of a name, or the joined path if the file does not exist.
fn canonical_path(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    path.canonicalize().unwrap_or(path)
}
