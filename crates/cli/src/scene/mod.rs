//! Scenes: masks made from pictures and sprite sheets, and the sprites that show the masks.
//!
//! [`Scene::load`] reads a scene file and every file that the scene names. [`SceneStream`] keeps the sprites on the disk.

mod excerpt;
mod image_cache;
mod image_file;
mod json;
mod load;
mod model;
mod sheet;
mod stream;
mod table;
mod text;
mod values;

pub(crate) use image_file::{FORMATS, read_image};
pub(crate) use model::{NO_MEMORY_FOR_SPRITES, Scene, SceneMask, SceneSprite, Stretch};
pub(crate) use sheet::{read_map, read_sheet};
pub(crate) use stream::SceneStream;
pub(crate) use values::Rotation;
