//! A cache of the pictures that a scene names.

use super::image_file::read_image;
use anyhow::{Context, Result};
use image::RgbaImage;
use std::collections::{HashMap, TryReserveError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
