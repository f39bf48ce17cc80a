//! Loads a scene: parses the file, builds the masks, resolves the mask names of the sprites.

use super::json;
use super::json::SpriteSource;
use super::masks::{MaskList, folder, load_masks, mask_index};
use super::model::{Scene, SceneSprites};
use super::table::Table;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The most bytes of a scene file.
const MAX_SCENE_BYTES: u64 = 1 << 32;
/// The share of `--memory` for the scene file. Its text and its sprites, as short as they can be written, take at most
/// five times as much.
const MEMORY_SHARE: u64 = 16;

/// The sprites of a scene: a list in memory, or a table that is still to be read.
pub(crate) enum Sprites {
    List(SceneSprites),
    Table(Box<Table>),
}

impl Scene<Sprites> {
    /// Reads a scene and every file that the scene names, except the sprites of a table. Keeps the pictures only if
    /// `keep_pictures` is set. The scene file must be small beside `memory`, the number of bytes of `--memory`.
    pub(crate) fn open(path: &Path, memory: Option<usize>, keep_pictures: bool) -> Result<Scene<Sprites>> {
        let name = path.display();
        let text = read_text(path, memory).with_context(|| name.to_string())?;
        let file = json::parse(&text, path)?;
        drop(text);
        let (MaskList { masks, indices }, mut files, warnings) = load_masks(path, &file.masks, keep_pictures)?;
        let sprites = match file.sprites {
            SpriteSource::List { mut sprites, names } => {
                let mask = |number: u32| mask_index(&names[number as usize], &indices);
                sprites.set_masks(mask).with_context(|| name.to_string())?;
                Sprites::List(sprites)
            }
            SpriteSource::Table(table) => {
                let file = folder(path).join(&table);
                files.push(file.clone());
                Sprites::Table(Box::new(Table::open(&file, format!("{name}: sprites: {table}"), indices)?))
            }
        };
        Ok(Scene { masks, sprites, files, warnings })
    }
}

impl Scene {
    /// Reads a scene and every file that the scene names. Keeps the pictures only if `keep_pictures` is set.
    pub(crate) fn load(path: &Path, keep_pictures: bool) -> Result<Scene> {
        let Scene { masks, sprites, files, warnings } = Scene::open(path, None, keep_pictures)?;
        let sprites = match sprites {
            Sprites::List(sprites) => sprites,
            Sprites::Table(table) => {
                let mut sprites = SceneSprites::default();
                for row in *table {
                    let (sprite, stretch) = row?;
                    sprites.push(sprite, stretch).with_context(|| path.display().to_string())?;
                }
                sprites
            }
        };
        Ok(Scene { masks, sprites, files, warnings })
    }
}

/// Reads the text of a scene file.
fn read_text(path: &Path, memory: Option<usize>) -> Result<Vec<u8>> {
    let (limit, option) = match memory {
        Some(memory) => (memory as u64 / MEMORY_SHARE, format!(" with --memory {}M", memory >> 20)),
        None => (MAX_SCENE_BYTES, String::new()),
    };
    let mut text = Vec::new();
    // A device may be endless, so the length is limited while reading.
    File::open(path)?.take(limit + 1).read_to_end(&mut text)?;
    if text.len() as u64 > limit {
        bail!(
            "scene file has more than {limit} bytes, the limit{option}: move the sprites to a CSV file with the columns \
             mask,x,y and any others, and write \"sprites\": \"FILE.csv\" in the scene"
        );
    }
    Ok(text)
}
