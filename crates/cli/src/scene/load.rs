//! Loads a scene: parses the file, builds the masks, resolves the mask names of the sprites.

use super::image_cache::ImageCache;
use super::json::{self, MaskEntry, MaskSource, Object, SceneFile, SpriteEntry, SpriteSource};
use super::model::{NO_STRETCH, SceneSprites, Stretch};
use super::sheet::{read_sheet, scene_mask, show_key};
use super::values::Pivot;
use super::{NO_MEMORY_FOR_SPRITES, Scene, SceneMask, SceneSprite, table};
use anyhow::{Context, Result, bail};
use image::{RgbaImage, imageops};
use mask::{Mask, MaskError, Rect, Solid};
use sheets::{Sheet, check_picture_memory};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, TryReserveError};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest scene file, in bytes.
pub(super) const MAX_SCENE_BYTES: u64 = 1 << 32;

impl Scene {
    /// Reads a scene and every file that the scene names. Keeps the pictures only if `keep_pictures` is set.
    pub(crate) fn load(path: &Path, keep_pictures: bool) -> Result<Scene> {
        let name = path.display();
        let text = read_scene_file(path).with_context(|| name.to_string())?;
        let file: SceneFile<SpriteSource<Vec<SpriteEntry>>> =
            json::parse(&&*text).map_err(|error| error.in_file(path))?;
        let (MaskList { masks, indices }, mut files) = load_masks(path, &file.masks, keep_pictures)?;
        let sprites = match &file.sprites {
            SpriteSource::List(list) => {
                let mut sprites = SceneSprites::with_capacity(list.len())
                    .with_context(|| format!("{name}: {NO_MEMORY_FOR_SPRITES}"))?;
                for (entry, index) in list.iter().zip(0..) {
                    let sprite = scene_sprite(entry, &indices);
                    let added = sprite.and_then(|(sprite, stretch)| sprites.push(sprite, stretch));
                    added.with_context(|| format!("{name}: sprites[{index}]"))?;
                }
                sprites
            }
            SpriteSource::Table(table) => {
                let folder = folder(path);
                files.push(folder.join(table));
                let mut sprites = SceneSprites::default();
                table::read(folder, table, &indices, |sprite, stretch| sprites.push(sprite, stretch))
                    .with_context(|| format!("{name}: sprites"))?;
                sprites
            }
        };
        Ok(Scene { masks, sprites, files })
    }
}

/// Returns the folder of a scene file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Builds the masks of a scene. Returns them with all files read so far.
pub(super) fn load_masks<'a>(
    path: &Path,
    entries: &'a [(String, MaskEntry)],
    keep_pictures: bool,
) -> Result<(MaskList<'a>, Vec<PathBuf>)> {
    let name = path.display();
    let folder = folder(path);
    let no_memory =
        || format!("{name}: not enough memory for the masks: use fewer masks or allow the command more memory");
    let names = entries.iter().flat_map(|(_, entry)| entry.image_names());
    let mut images = ImageCache::new(folder, names).with_context(no_memory)?;
    let mut files = vec![path.to_owned()];
    files.try_reserve(1 + images.files().len()).with_context(no_memory)?;
    files.extend(images.files().cloned());
    let mut masks = MaskList::default();
    masks.reserve(entries.len()).with_context(no_memory)?;
    for (key, entry) in entries {
        let mut add = || match entry.source() {
            MaskSource::Image(image) => {
                masks.add(build_mask(entry, image, &mut images, keep_pictures)?, [Cow::Borrowed(key.as_str())])
            }
            MaskSource::Sheet(sheet) => {
                let (sheet, read) = read_sheet(&folder.join(sheet), entry.solid(), keep_pictures)?;
                files.extend(read);
                masks.add_sheet(key, &sheet, entry.solid())
            }
        };
        add().with_context(|| format!("{name}: masks.{key}"))?;
    }
    Ok((masks, files))
}

/// The masks of a scene, and their indices by name.
#[derive(Default)]
pub(super) struct MaskList<'a> {
    pub(super) masks: Vec<SceneMask>,
    pub(super) indices: MaskIndices<'a>,
}

/// The indices of masks by name.
pub(super) type MaskIndices<'a> = HashMap<Cow<'a, str>, u32>;

impl<'a> MaskList<'a> {
    fn reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        self.masks.try_reserve(count)?;
        self.indices.try_reserve(count)
    }

    /// Adds a mask with all its names.
    fn add(&mut self, mask: SceneMask, names: impl IntoIterator<Item = Cow<'a, str>>) -> Result<()> {
        for name in names {
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
            let names = frame.names().iter().map(|name| Cow::Owned(format!("{key}/{name}")));
            self.add(scene_mask(frame, solid)?, names)?;
        }
        Ok(())
    }
}

/// Reads the bytes of a scene file.
fn read_scene_file(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    // A device may be endless, so the length is limited while reading.
    File::open(path)?.take(MAX_SCENE_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_SCENE_BYTES {
        bail!("scene file is larger than the limit of {MAX_SCENE_BYTES} bytes: move the sprites to a CSV file");
    }
    Ok(text)
}

/// Returns the sprite of an entry, with its scale and pivot.
pub(super) fn scene_sprite(entry: &SpriteEntry, indices: &MaskIndices) -> Result<(SceneSprite, Stretch)> {
    let sprite = SceneSprite {
        mask: mask_index(&entry.mask, indices)?,
        at: [entry.x.get(), entry.y.get()],
        flip_x: entry.flip_x,
        flip_y: entry.flip_y,
        rotation: entry.rotate,
        layers: entry.layers.0 as u32,
        collides_with: entry.collides_with.0 as u32,
        fixed: entry.fixed,
        stretch: NO_STRETCH,
    };
    Ok((sprite, Stretch { scale: entry.scale.0, pivot: entry.pivot.map(|Pivot(pixel)| pixel) }))
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
        Some(frame) => frame.rect(),
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
            mask_of(&hot_image, Solid::NotColor(hot.color_key.0), &hot.image)?
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
    Ok(SceneMask { mask: Arc::new(mask), picture, pivot: None })
}
