//! A scene whose sprites are not kept in memory: the scene file is read twice.

use super::json::{self, SceneFile, SpriteSource};
use super::load::{MaskIndices, MaskList, folder, load_masks, scene_sprite};
use super::text::TextFile;
use super::{SceneMask, SceneSprite, Stretch, table};
use anyhow::{Context, Result, anyhow};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// A scene whose masks are loaded, and whose sprites are read by [`SceneStream::for_each`].
pub(crate) struct SceneStream {
    pub(crate) masks: Vec<SceneMask>,
    /// Every file that the scene is read from: the scene file, the pictures, the sheets, the table.
    pub(crate) files: Vec<PathBuf>,
    path: PathBuf,
    text: TextFile,
    indices: MaskIndices<'static>,
    /// The name of the CSV file, if the scene names one.
    table: Option<String>,
}

impl SceneStream {
    /// Reads a scene and every file that the scene names, except the sprites of a table. Checks the sprites of a list.
    /// A scene that can be read only once, such as a pipe, is copied to `scratch` first.
    pub(crate) fn open(path: &Path, scratch: &Path) -> Result<SceneStream> {
        let text = TextFile::open(path, scratch).with_context(|| path.display().to_string())?;
        let file: SceneFile<SpriteSource<()>> = json::parse(&&text).map_err(|error| error.in_file(path))?;
        let (MaskList { masks, indices }, mut files) = load_masks(path, &file.masks, false)?;
        let indices = indices.into_iter().map(|(name, index)| (Cow::Owned(name.into_owned()), index)).collect();
        let table = match file.sprites {
            SpriteSource::List(()) => None,
            SpriteSource::Table(table) => Some(table),
        };
        files.extend(table.iter().map(|table| folder(path).join(table)));
        Ok(SceneStream { masks, files, path: path.to_owned(), text, indices, table })
    }

    /// Calls `add` with the index of each sprite, the sprite, and its scale and pivot, in the order of the scene. Returns
    /// the error of `add` as it is.
    pub(crate) fn for_each(self, mut add: impl FnMut(u64, SceneSprite, Stretch) -> Result<()>) -> Result<()> {
        let SceneStream { path, text, indices, table, .. } = self;
        let name = path.display();
        let mut index = 0;
        // An error of `add` does not name the place where reading stopped.
        let mut failed = None;
        let mut add = |sprite, stretch| {
            let added = add(index, sprite, stretch);
            index += 1;
            added.map_err(|error| failed = Some(error)).map_err(|()| anyhow!("sprite is not valid"))
        };
        let read = match table {
            Some(table) => {
                table::read(folder(&path), &table, &indices, &mut add).with_context(|| format!("{name}: sprites"))
            }
            None => {
                let (mut at, mut unknown) = (0, None);
                let read = json::for_each_sprite(&&text, |entry| {
                    let sprite = scene_sprite(&entry, &indices).with_context(|| format!("{name}: sprites[{at}]"));
                    at += 1;
                    match sprite {
                        Ok((sprite, stretch)) => add(sprite, stretch).map_err(|error| error.to_string()),
                        Err(error) => Err(unknown.insert(error).to_string()),
                    }
                });
                unknown.map_or(read.map_err(|error| error.in_file(&path)), Err)
            }
        };
        failed.map_or(read, Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::swarm::rng::Rng;

    const SCENE: &str = r#"{"masks": {"m": {"image": "dot.png"}, "n": {"image": "dot.png", "frame": [0, 0, 1, 1]}},
 "sprites": [{"mask": "m", "x": 3, "y": -4}, {"mask": "n", "x": 1, "y": 22, "flip_x": true},
  {"mask": "m", "x": 0, "y": 7, "rotate": 45.5, "scale": [1, 2], "pivot": [0, 1]},
  {"mask": "m", "x": 5, "y": 5, "layers": 3, "collides_with": 1, "fixed": true}, {"y": 2, "x": 2, "mask": "n"}]}"#;

    fn streamed(path: &Path, folder: &Path) -> Result<Vec<String>> {
        let mut sprites = Vec::new();
        SceneStream::open(path, folder)?.for_each(|index, sprite, stretch| {
            assert_eq!(index, sprites.len() as u64);
            sprites.push(format!("{:?} {stretch:?}", SceneSprite { stretch: 0, ..sprite }));
            Ok(())
        })?;
        Ok(sprites)
    }

    fn in_memory(path: &Path) -> Result<Vec<String>> {
        let scene = Scene::load(path, false)?;
        let text = |(sprite, stretch): (&SceneSprite, Stretch)| {
            format!("{:?} {stretch:?}", SceneSprite { stretch: 0, ..*sprite })
        };
        Ok(scene.sprites.iter().map(text).collect())
    }

    /// Damages a scene in random places, and reads it both ways.
    #[test]
    fn damaged_scenes_are_read_as_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let (path, dot) = (folder.path().join("scene.json"), folder.path().join("dot.png"));
        image::RgbaImage::from_pixel(2, 2, image::Rgba([255; 4])).save(dot).unwrap();
        let bytes = b"\"\"\"{}[],,:: \n\\0123456789-.eEmnx\xff\xe9\x07";
        let mut rng = Rng::new(8);
        let (mut good, mut bad) = (0, std::collections::BTreeSet::new());
        for case in 0..if cfg!(debug_assertions) { 3000 } else { 30_000 } {
            let mut text = SCENE.as_bytes().to_vec();
            for _ in 0..1 + case % 3 {
                let at = rng.below(text.len() as u32) as usize;
                let byte = bytes[rng.below(bytes.len() as u32) as usize];
                match rng.below(8) {
                    0 | 1 if text.len() > 1 => _ = text.remove(at),
                    2 | 3 => text.insert(at, byte),
                    4..7 => text[at] = byte,
                    _ => text.truncate(at.max(1)),
                }
            }
            std::fs::write(&path, &text).unwrap();
            let [expected, found] = [in_memory(&path), streamed(&path, folder.path())]
                .map(|read| read.map_err(|error| format!("{error:#}")));
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(&text));
            match expected {
                Ok(_) => good += 1,
                Err(error) => _ = bad.insert(error),
            }
        }
        assert!(good > 100 && bad.len() > 500, "{good} {}", bad.len());
        println!("{good} scenes without an error, {} different errors", bad.len());
    }
}
