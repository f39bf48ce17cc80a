//! Builds the masks of a scene.

use super::image_file::ImageCache;
use super::json::{MaskEntry, MaskSource, Object};
use super::model::{NO_MEMORY_FOR_MASKS, SceneMask};
use super::sheet::{read_sheet, scene_mask, show_key};
use super::values::Frame;
use anyhow::{Context, Result, bail};
use image::{RgbaImage, imageops};
use mask::{Mask, MaskError, Rect, Solid};
use sheets::{Sheet, Warning, check_picture_memory};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, TryReserveError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Builds the masks of a scene. Returns them with all files read so far, and the warnings of the sheets.
pub(super) fn load_masks(
    path: &Path,
    entries: &[(String, MaskEntry)],
    keep_pictures: bool,
) -> Result<(MaskList, Vec<PathBuf>, Vec<Warning>)> {
    let (name, folder) = (path.display(), folder(path));
    let no_memory = || format!("{name}: {NO_MEMORY_FOR_MASKS}");
    let names = entries.iter().flat_map(|(_, entry)| entry.image_names());
    let mut images = ImageCache::new(folder, names).with_context(no_memory)?;
    let mut files = vec![path.to_owned()];
    files.try_reserve(1 + images.files().len()).with_context(no_memory)?;
    files.extend(images.files().cloned());
    let (mut masks, mut warnings) = (MaskList::default(), Vec::new());
    masks.reserve(entries.len()).with_context(no_memory)?;
    for (key, entry) in entries {
        let mut add = || match entry.source() {
            MaskSource::Image(image) => masks.add(build_mask(entry, image, &mut images, keep_pictures)?, [key.clone()]),
            MaskSource::Sheet(sheet) => {
                let (sheet, read) = read_sheet(&folder.join(sheet), entry.solid(), keep_pictures, None)?;
                files.extend(read);
                warnings.extend_from_slice(sheet.warnings());
                masks.add_sheet(key, &sheet, entry.solid())
            }
        };
        add().with_context(|| format!("{name}: masks.{key}"))?;
    }
    Ok((masks, files, warnings))
}

/// Returns the folder of a scene file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// The masks of a scene, and their indices by name.
#[derive(Default)]
pub(super) struct MaskList {
    pub(super) masks: Vec<SceneMask>,
    pub(super) indices: MaskIndices,
}

/// The indices of masks by name.
pub(super) type MaskIndices = HashMap<String, u32>;

impl MaskList {
    fn reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        self.masks.try_reserve(count)?;
        self.indices.try_reserve(count)
    }

    /// Adds a mask with all its names.
    fn add(&mut self, mut mask: SceneMask, names: impl IntoIterator<Item = String>) -> Result<()> {
        for name in names {
            if mask.name.is_empty() {
                mask.name.clone_from(&name);
            }
            match self.indices.entry(name) {
                Entry::Occupied(used) => bail!(
                    "mask name {:?} is used twice, expected unique names: rename the tag, the frame or the mask",
                    used.key()
                ),
                Entry::Vacant(free) => free.insert(self.masks.len() as u32),
            };
        }
        self.masks.push(mask);
        Ok(())
    }

    /// Adds the frames of the sheet that the scene calls `key`.
    fn add_sheet(&mut self, key: &str, sheet: &Sheet, solid: Solid) -> Result<()> {
        self.reserve(sheet.frames().len())?;
        for frame in sheet.frames() {
            let names = frame.names().iter().map(|name| format!("{key}/{name}"));
            self.add(scene_mask(frame, solid)?, names)?;
        }
        Ok(())
    }
}

/// Returns the index of the mask named `name`.
pub(super) fn mask_index(name: &str, indices: &MaskIndices) -> Result<u32> {
    let unknown = || format!("the scene has no mask named {name:?}: add the mask or correct the name");
    indices.get(name).copied().with_context(unknown)
}

/// Builds the mask that an entry describes.
fn build_mask(entry: &MaskEntry, name: &str, images: &mut ImageCache, keep_picture: bool) -> Result<SceneMask> {
    let image = images.take(name)?;
    let (width, height) = image.dimensions();
    let frame = match entry.frame {
        Some(Frame(frame)) => frame,
        None => Rect { left: 0, top: 0, width, height },
    };
    let mask_of = |image: &RgbaImage, solid: Solid, name: &str| {
        Mask::from_frame(image, frame, solid).with_context(|| name.to_owned())
    };
    let mask = match &entry.hot_map {
        None => mask_of(&image, entry.solid(), name)?,
        Some(Object(hot)) => {
            let hot_image = images.take(&hot.image)?;
            let (hot_width, hot_height) = hot_image.dimensions();
            if (width, height) != (hot_width, hot_height) {
                bail!(
                    anyhow::Error::from(MaskError::HotMapSize { width, height, hot_width, hot_height })
                        .context(hot.image.clone())
                );
            }
            mask_of(&hot_image, Solid::ColorKey(hot.color_key.0), &hot.image)?
        }
    };
    let crop = || {
        let Rect { left, top, width, height } = frame;
        check_picture_memory(4, [width, height])?;
        let mut picture = imageops::crop_imm(&*image, left as u32, top as u32, width, height).to_image();
        if let Some(key) = &entry.color_key {
            show_key(&mut picture, key.0);
        }
        anyhow::Ok(Arc::new(picture))
    };
    let picture = keep_picture.then(crop).transpose().with_context(|| name.to_owned())?;
    Ok(SceneMask { name: String::new(), mask: Arc::new(mask), picture, origin: None })
}
