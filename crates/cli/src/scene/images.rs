//! Pictures from files, refused from their header where they are too large or there is no memory for them.

use super::png;
use crate::memory::{ask, spare};
use anyhow::{Context, Result, anyhow, bail};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use std::collections::{HashMap, TryReserveError};
use std::fs::{self, File};
use std::io::BufReader;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most pixels of a picture: a gigabyte as red, green, blue and alpha.
const MAX_PIXELS: u64 = 1 << 28;

/// The most bytes of a picture as its file stores it: eight to a pixel.
const MAX_BYTES: u64 = 8 * MAX_PIXELS;

/// The most bytes of what a PNG holds beside its pixels, unpacked: descriptions, a colour profile.
const MAX_EXTRAS: u64 = 16 << 20;

/// Reads a picture of any of the formats. The error does not name the file.
pub(crate) fn read_image(path: &Path) -> Result<RgbaImage> {
    // A pipe gives its bytes once, and may never give one.
    match fs::metadata(path)? {
        found if found.is_dir() => bail!("is a folder"),
        found if !found.is_file() => bail!("is no regular file, as a picture must be"),
        _ => {}
    }
    spare("finding it")?;
    let mut reader = ImageReader::open(path)?.with_guessed_format()?;
    let bytes = match reader.format() {
        None => bail!("is no picture of a known format"),
        // The decoder counts a row of the picture and all that is not the picture.
        Some(ImageFormat::Png) => 8 * u64::from(png::check(File::open(path)?)?) + MAX_EXTRAS,
        Some(_) => MAX_BYTES,
    };
    // A limit on the sides would do, but its error would not say what the sides are.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(bytes);
    reader.limits(limits);
    guarded(|| decode(reader))?
}

/// Decodes a picture, and refuses it by its header where it is too large.
fn decode(reader: ImageReader<BufReader<File>>) -> Result<RgbaImage> {
    let decoder = reader.into_decoder().map_err(|error| anyhow!("{error}"))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_BYTES {
        bail!("a picture of {width} x {height} pixels is over the limit of {MAX_PIXELS} pixels");
    }
    ask(decoder.total_bytes() + 4 * u64::from(width) * u64::from(height), [width, height])?;
    let image = DynamicImage::from_decoder(decoder).map_err(|error| anyhow!("{error}"))?;
    Ok(image.into_rgba8())
}

/// What `decode` gives, or the words of its panic: decoders have faults of their own.
fn guarded<T>(decode: impl FnOnce() -> T) -> Result<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {})); // The error says it all.
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    panic::set_hook(hook);
    decoded.map_err(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        anyhow!("the decoder fails on it: {}", words.unwrap_or("it panics"))
    })
}

/// The pictures of a scene, each decoded once and let go after its last use.
pub(crate) struct Images<'a> {
    folder: &'a Path,
    /// By file, since different names may lead to one.
    uses: HashMap<PathBuf, usize>,
    decoded: HashMap<PathBuf, Arc<RgbaImage>>,
}

impl<'a> Images<'a> {
    /// For pictures whose `names`, relative to `folder`, will be taken once each.
    pub(crate) fn new<'n>(
        folder: &'a Path,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<Images<'a>, TryReserveError> {
        let mut uses = HashMap::new();
        for name in names {
            uses.try_reserve(1)?;
            *uses.entry(file(folder, name)).or_insert(0) += 1;
        }
        Ok(Images { folder, uses, decoded: HashMap::new() })
    }

    /// The files that will be read.
    pub(crate) fn files(&self) -> impl ExactSizeIterator<Item = &PathBuf> {
        self.uses.keys()
    }

    /// The picture of a name. Errors begin with the name.
    pub(crate) fn take(&mut self, name: &str) -> Result<Arc<RgbaImage>> {
        let path = file(self.folder, name);
        let image = match self.decoded.remove(&path) {
            Some(image) => image,
            None => Arc::new(read_image(&path).with_context(|| name.to_owned())?),
        };
        if let Some(left) = self.uses.get_mut(&path) {
            *left -= 1;
            if *left > 0 {
                self.decoded.insert(path, image.clone());
            }
        }
        Ok(image)
    }
}

/// The file of a name; where there is none, the path that will be tried.
fn file(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    path.canonicalize().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_decoder_is_an_error_with_its_words() {
        let side = [9; 3].len();
        let error = guarded(|| [1, 2, 3][side]).unwrap_err().to_string();
        assert!(error.starts_with("the decoder fails on it: index out of bounds"), "{error}");
        assert_eq!(guarded(|| 7).unwrap(), 7);
    }
}
