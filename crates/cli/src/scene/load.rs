//! Loads a scene: parses the file, builds the masks, resolves the mask names of the sprites.

use super::image_cache::ImageCache;
use super::json::{self, MaskEntry, Object, SpriteEntry, SpriteSource};
use super::model::{NO_STRETCH, SceneSprites, Stretch};
use super::values::Pivot;
use super::{NO_MEMORY_FOR_SPRITES, Scene, SceneMask, SceneSprite, check_picture_memory, table};
use anyhow::{Context, Result, bail};
use image::{RgbaImage, imageops};
use mask::{Mask, MaskError, Rect, Solid};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The largest scene file, in bytes.
const MAX_SCENE_BYTES: u64 = 1 << 32;

impl Scene {
    /// Reads a scene and every file that the scene names. Keeps the pictures only if `keep_pictures` is set.
    pub(crate) fn load(path: &Path, keep_pictures: bool) -> Result<Scene> {
        let name = path.display();
        let text = read_scene_file(path).with_context(|| name.to_string())?;
        let file = json::parse(&text).map_err(|error| error.in_file(path))?;
        let folder = path.parent().unwrap_or(Path::new(""));

        let no_memory =
            || format!("{name}: not enough memory for the masks: use fewer masks or allow the command more memory");
        let names = file.masks.iter().flat_map(|(_, entry)| entry.image_names());
        let mut images = ImageCache::new(folder, names).with_context(no_memory)?;
        let mut files = vec![path.to_owned()];
        files.try_reserve(1 + images.files().len()).with_context(no_memory)?;
        files.extend(images.files().cloned());
        let (mut masks, mut indices) = (Vec::new(), HashMap::new());
        masks.try_reserve_exact(file.masks.len()).with_context(no_memory)?;
        indices.try_reserve(file.masks.len()).with_context(no_memory)?;
        for (key, entry) in &file.masks {
            let mask = build_mask(entry, &mut images, keep_pictures).with_context(|| format!("{name}: masks.{key}"))?;
            indices.insert(key.as_str(), masks.len() as u32);
            masks.push(mask);
        }

        let sprites = match &file.sprites {
            SpriteSource::List(list) => {
                let mut sprites = SceneSprites::with_capacity(list.len())
                    .with_context(|| format!("{name}: {NO_MEMORY_FOR_SPRITES}"))?;
                for (entry, index) in list.iter().zip(0..) {
                    add(entry, &indices, &mut sprites).with_context(|| format!("{name}: sprites[{index}]"))?;
                }
                sprites
            }
            SpriteSource::Table(table) => {
                files.push(folder.join(table));
                table::read(folder, table, &indices).with_context(|| format!("{name}: sprites"))?
            }
        };
        Ok(Scene { masks, sprites, files })
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

fn add(entry: &SpriteEntry, indices: &HashMap<&str, u32>, sprites: &mut SceneSprites) -> Result<()> {
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
    sprites.push(sprite, Stretch { scale: entry.scale.0, pivot: entry.pivot.map(|Pivot(pixel)| pixel) })
}

/// Returns the index of the mask named `name`.
pub(super) fn mask_index(name: &str, indices: &HashMap<&str, u32>) -> Result<u32> {
    let unknown = || format!("the scene has no mask named {name:?}: add the mask or correct the name");
    indices.get(name).copied().with_context(unknown)
}

/// Builds the mask that an entry describes.
fn build_mask(entry: &MaskEntry, images: &mut ImageCache, keep_picture: bool) -> Result<SceneMask> {
    let image = images.take(&entry.image)?;
    let (width, height) = image.dimensions();
    let frame = match entry.frame {
        Some(frame) => frame.rect(),
        None => Rect { left: 0, top: 0, width, height },
    };
    let mask_of = |image: &RgbaImage, solid: Solid, name: &str| {
        Mask::from_frame(image, frame, solid).with_context(|| name.to_owned())
    };
    let mask = match &entry.hot_map {
        None => mask_of(&image, entry.solid(), &entry.image)?,
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
            for pixel in picture.pixels_mut() {
                // A color key ignores alpha: every pixel of another color is opaque.
                pixel.0[3] = if pixel.0[..3] == key.0 { 0 } else { 255 };
            }
        }
        anyhow::Ok(picture)
    };
    let picture = keep_picture.then(crop).transpose().with_context(|| entry.image.clone())?;
    Ok(SceneMask { mask: Arc::new(mask), picture })
}
