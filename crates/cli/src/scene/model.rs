//! A scene after loading: every mask is built, and every mask name is resolved to an index.

use super::values::Rotation;
use image::RgbaImage;
use mask::Mask;
use std::path::PathBuf;
use std::sync::Arc;
use world::{Angle, MaskId, Sprite, WorldError};

/// The error text if the list of sprites cannot grow.
pub(crate) const NO_MEMORY_FOR_SPRITES: &str =
    "not enough memory for the sprites: use fewer sprites or allow the command more memory";

/// A loaded scene.
pub(crate) struct Scene {
    pub(crate) masks: Vec<SceneMask>,
    pub(crate) sprites: Vec<SceneSprite>,
    /// Every file that the scene was read from: the scene file, the pictures, the table.
    pub(crate) files: Vec<PathBuf>,
}

/// A mask and its picture.
pub(crate) struct SceneMask {
    pub(crate) mask: Arc<Mask>,
    /// The picture, transparent at the pixels of the color key. `None` if the scene is not drawn.
    pub(crate) picture: Option<RgbaImage>,
}

/// A sprite of the scene.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SceneSprite {
    /// Index into [`Scene::masks`].
    pub(crate) mask: usize,
    pub(crate) at: [i32; 2],
    pub(crate) flip_x: bool,
    pub(crate) flip_y: bool,
    pub(crate) rotation: Rotation,
    pub(crate) scale: [f64; 2],
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) layers: u32,
    pub(crate) collides_with: u32,
    pub(crate) fixed: bool,
}

impl SceneSprite {
    /// Returns the sprite to spawn, with its mask added to the world as `mask`. It shows its scale and angle as given.
    pub(crate) fn to_world(self, mask: MaskId) -> Result<Sprite, WorldError> {
        let Rotation { turn, angle } = self.rotation;
        let mut sprite = Sprite::new(mask, self.at).turned(turn).rotated(angle).scaled(self.scale)?;
        sprite = sprite.layers(self.layers).collides_with(self.collides_with);
        if self.is_transformed() {
            sprite = sprite.exact();
        }
        if let Some(pivot) = self.pivot {
            sprite = sprite.pivot(pivot);
        }
        if self.flip_x {
            sprite = sprite.flipped_x();
        }
        if self.flip_y {
            sprite = sprite.flipped_y();
        }
        Ok(if self.fixed { sprite.fixed() } else { sprite })
    }

    /// Returns whether the sprite is scaled, or rotated by an angle other than a multiple of 90 degrees.
    pub(crate) fn is_transformed(&self) -> bool {
        self.scale != [1.0; 2] || self.rotation.angle != Angle::ZERO
    }
}
