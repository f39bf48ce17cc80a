//! Reads a sprite sheet whose frames are masks of a scene.

use super::image_file::{MAX_PIXELS, quiet};
use super::model::SceneMask;
use anyhow::Result;
use image::RgbaImage;
use mask::Solid;
use sheets::{FileError, Files, Folder, Frame, Limits, Map, Options, Reason, Sheet, check_picture_memory};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a sheet, and returns it with the files that it was read from. `root` confines reading to a folder.
pub(crate) fn read_sheet(
    path: &Path,
    solid: Solid,
    pictures: bool,
    root: Option<&Path>,
) -> Result<(Sheet, Vec<PathBuf>)> {
    let (folder, name) = Folder::around(path)?;
    let folder = root.into_iter().fold(folder, Folder::within);
    let files = Recorded { folder, paths: RefCell::default() };
    let sheet = quiet(|| Sheet::read(&files, &name, &options(solid, pictures, root)))?;
    Ok((sheet, files.paths.into_inner()))
}

/// Reads a map of Tiled or LDtk, or returns `None` if the file is not a map. `root` confines reading to a folder.
pub(crate) fn read_map(path: &Path, solid: Solid, root: Option<&Path>) -> Result<Option<Map>> {
    match quiet(|| Map::open(path, &options(solid, false, root))) {
        Ok(map) => Ok(Some(map)),
        Err(error) if matches!(error.reason(), Reason::UnknownFormat { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns options with limits for files that the user chooses, as pictures are.
fn options(solid: Solid, pictures: bool, root: Option<&Path>) -> Options {
    let mut limits = Limits::default();
    limits.picture_pixels = MAX_PIXELS;
    limits.file_bytes = 1 << 32;
    limits.unpacked_bytes = 1 << 33;
    let options = Options::default().solid(solid).limits(limits).pictures(pictures);
    root.into_iter().fold(options, Options::root)
}

/// A folder that lists the files that are read from it.
struct Recorded {
    folder: Folder,
    paths: RefCell<Vec<PathBuf>>,
}

impl Files for Recorded {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        self.paths.borrow_mut().push(self.folder.path(name)?);
        self.folder.read(name, limit)
    }
}

/// Returns the mask of a frame with its origin, and its picture as `solid` shows it.
pub(super) fn scene_mask(frame: &Frame, solid: Solid) -> Result<SceneMask> {
    let picture = match (frame.picture(), solid) {
        (Some(picture), Solid::ColorKey(key)) => {
            check_picture_memory(4, picture.dimensions().into())?;
            let mut picture = RgbaImage::clone(picture);
            show_key(&mut picture, key);
            Some(Arc::new(picture))
        }
        (picture, _) => picture.cloned(),
    };
    Ok(SceneMask { name: String::new(), mask: frame.mask().clone(), picture, origin: frame.origin() })
}

/// Makes the pixels of the key color transparent, and all others opaque: a color key ignores alpha.
pub(super) fn show_key(picture: &mut RgbaImage, key: [u8; 3]) {
    for pixel in picture.pixels_mut() {
        pixel.0[3] = if pixel.0[..3] == key { 0 } else { 255 };
    }
}
