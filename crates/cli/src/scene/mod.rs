//! Scenes: masks made from pictures and sprite sheets, and the sprites that show the masks.
//!
//! [`Scene::load`] reads a scene file and every file that the scene names. [`Scene::open`] leaves a table of sprites unread.
//!
//! A module uses only the modules before it: `values`, `model`, `json`, `image_file`, `image_cache`, `sheet`, `masks`, `table`,
//! `load`.

mod image_file;
mod json;
mod load;
mod masks;
mod model;
mod sheet;
mod table;
mod values;

pub(crate) use image_file::{FORMATS, read_image};
#[cfg(feature = "cluster")]
pub(crate) use load::Sprites;
pub(crate) use model::{NO_MEMORY_FOR_SPRITES, Scene, SceneSprite, Stretch};
pub(crate) use sheet::{read_map, read_sheet};
pub(crate) use values::Origin;
