//! Scenes: masks made from pictures, and the sprites that show them.

mod images;
mod json;
mod png;
mod table;
mod values;

pub(crate) use images::read_image;

use crate::memory::ask;
use anyhow::{Context, Result, bail};
use image::{RgbaImage, imageops};
use images::Images;
use json::{MaskEntry, SpriteEntry, Sprites};
use mask::{Mask, MaskError, Rect, Solid};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use world::{MaskId, Sprite, Turn};

/// The most bytes of a scene file.
const MAX_TEXT: u64 = 1 << 32;

/// What is said where a list cannot grow.
pub(crate) const NO_MEMORY: &str = "no memory for so many sprites";

/// A scene as it was read: every mask made, every name found.
pub(crate) struct Scene {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) sprites: Vec<Placement>,
    /// All files that it was read from.
    pub(crate) files: Vec<PathBuf>,
}

/// A mask and what it looks like.
pub(crate) struct Shape {
    pub(crate) mask: Arc<Mask>,
    /// The picture, with air where the colour key is; none unless it was asked for.
    pub(crate) picture: Option<RgbaImage>,
}

/// A sprite of the scene, its mask by its number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    pub(crate) shape: usize,
    pub(crate) at: [i32; 2],
    pub(crate) flip_x: bool,
    pub(crate) flip_y: bool,
    pub(crate) turn: Turn,
    pub(crate) layers: u32,
    pub(crate) collides_with: u32,
    pub(crate) fixed: bool,
}

impl Placement {
    /// The sprite of a world.
    pub(crate) fn sprite(&self, mask: MaskId) -> Sprite {
        let mut sprite = Sprite::new(mask, self.at).turned(self.turn).layers(self.layers);
        sprite = sprite.collides_with(self.collides_with);
        if self.flip_x {
            sprite = sprite.flipped_x();
        }
        if self.flip_y {
            sprite = sprite.flipped_y();
        }
        if self.fixed { sprite.fixed() } else { sprite }
    }
}

impl Scene {
    /// Reads a scene and everything it names. Pictures are kept only where they will be drawn.
    pub(crate) fn load(path: &Path, keep_pictures: bool) -> Result<Scene> {
        let name = path.display();
        let text = text(path).with_context(|| name.to_string())?;
        let file = json::parse(&text).map_err(|fault| fault.in_file(path))?;
        let folder = path.parent().unwrap_or(Path::new(""));

        let many = || format!("{name}: no memory for so many masks");
        let names = file.masks.iter().flat_map(|(_, entry)| entry.image_names());
        let mut images = Images::new(folder, names).with_context(many)?;
        let mut files = vec![path.to_owned()];
        files.try_reserve(1 + images.files().len()).with_context(many)?;
        files.extend(images.files().cloned());
        let (mut shapes, mut numbers) = (Vec::new(), HashMap::new());
        shapes.try_reserve_exact(file.masks.len()).with_context(many)?;
        numbers.try_reserve(file.masks.len()).with_context(many)?;
        for (key, entry) in &file.masks {
            let shape = make(entry, &mut images, keep_pictures).with_context(|| format!("{name}: masks.{key}"))?;
            numbers.insert(key.as_str(), shapes.len());
            shapes.push(shape);
        }

        let sprites = match &file.sprites {
            Sprites::List(list) => {
                let mut sprites = Vec::new();
                sprites.try_reserve_exact(list.len()).with_context(|| format!("{name}: {NO_MEMORY}"))?;
                for (entry, index) in list.iter().zip(0..) {
                    sprites.push(place(entry, &numbers).with_context(|| format!("{name}: sprites[{index}]"))?);
                }
                sprites
            }
            Sprites::File(table) => {
                files.push(folder.join(table));
                table::read(folder, table, &numbers).with_context(|| format!("{name}: sprites"))?
            }
        };
        Ok(Scene { shapes, sprites, files })
    }
}

/// The text of a scene.
fn text(path: &Path) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    // A device may have no end.
    File::open(path)?.take(MAX_TEXT + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_TEXT {
        bail!("is over the limit of {MAX_TEXT} bytes: sprites may be in a CSV file");
    }
    Ok(text)
}

fn place(entry: &SpriteEntry, numbers: &HashMap<&str, usize>) -> Result<Placement> {
    Ok(Placement {
        shape: number(&entry.mask, numbers)?,
        at: [entry.x.get(), entry.y.get()],
        flip_x: entry.flip_x,
        flip_y: entry.flip_y,
        turn: entry.rotate.0,
        layers: entry.layers.0,
        collides_with: entry.collides_with.0,
        fixed: entry.fixed,
    })
}

/// The number of a mask.
fn number(mask: &str, numbers: &HashMap<&str, usize>) -> Result<usize> {
    numbers.get(mask).copied().with_context(|| format!("no mask is named {mask:?}"))
}

/// Makes a mask as the scene says.
fn make(entry: &MaskEntry, images: &mut Images, keep_picture: bool) -> Result<Shape> {
    let image = images.take(&entry.image)?;
    let (width, height) = image.dimensions();
    let frame = match entry.frame {
        Some(frame) => frame.rect(),
        None => Rect { left: 0, top: 0, width, height },
    };
    let cut = |image: &RgbaImage, solid: Solid, name: &str| {
        Mask::from_frame(image, frame, solid).with_context(|| name.to_owned())
    };
    let mask = match &entry.hot_map {
        None => cut(&image, entry.solid(), &entry.image)?,
        Some(hot) => {
            let hot_image = images.take(&hot.image)?;
            let (hot_width, hot_height) = hot_image.dimensions();
            if (width, height) != (hot_width, hot_height) {
                bail!(
                    anyhow::Error::from(MaskError::HotMapSize { width, height, hot_width, hot_height })
                        .context(hot.image.clone())
                );
            }
            cut(&hot_image, Solid::NotColor(hot.color_key.0), &hot.image)?
        }
    };
    let kept = || {
        let Rect { left, top, width, height } = frame;
        ask(u64::from(width) * u64::from(height) * 4, [width, height])?;
        let mut picture = imageops::crop_imm(&*image, left as u32, top as u32, width, height).to_image();
        if let Some(key) = &entry.color_key {
            for pixel in picture.pixels_mut() {
                // A key ignores alpha: what is not of its colour is there.
                pixel.0[3] = if pixel.0[..3] == key.0 { 0 } else { 255 };
            }
        }
        anyhow::Ok(picture)
    };
    let picture = keep_picture.then(kept).transpose().with_context(|| entry.image.clone())?;
    Ok(Shape { mask: Arc::new(mask), picture })
}
