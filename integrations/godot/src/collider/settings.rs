//! What a collider says about its sprite.

use super::PixelCollider2D;
use crate::convert::side;
use crate::pixel_mask::PixelMask;
use crate::pixel_world::Drawn;
use godot::prelude::*;
use world::{MaskId, Sprite};

/// What a collider says about its sprite.
pub(crate) struct Settings {
    /// The sprite, without its mask and where it is drawn.
    pub(crate) sprite: Sprite,
    pub(crate) alpha_above: u8,
    /// The number of angles to which it is rounded, if it is.
    pub(crate) angle_steps: Option<u32>,
    pub(crate) mask: Option<Gd<PixelMask>>,
    /// Where the mask of a layer of tiles is.
    pub(crate) corner: Option<Vector2>,
    pub(crate) centered: bool,
    pub(crate) offset: Vector2,
    pub(crate) disabled: bool,
    pub(crate) carries: bool,
}

impl PixelCollider2D {
    /// The number of angles to which it is rounded, if it is.
    pub(super) fn rounded_angles(&self) -> Option<u32> {
        Some(self.angle_steps as u32).filter(|&steps| steps > 0)
    }

    pub(crate) fn settings(&self) -> Settings {
        let mut sprite = Sprite::new(MaskId::default(), [0, 0]).data(self.base().instance_id().to_i64() as u64);
        // The setters check all numbers.
        (sprite.layers, sprite.collides_with) = (self.collision_layer as u32, self.collision_mask as u32);
        (sprite.fixed, sprite.sensor) = (self.fixed, self.sensor);
        (sprite.one_way, sprite.continuous) = (side(self.one_way).unwrap_or_default(), self.continuous);
        Settings {
            sprite,
            alpha_above: self.alpha_above as u8,
            angle_steps: self.rounded_angles(),
            mask: self.own.clone().or_else(|| self.mask.clone()),
            corner: None,
            centered: self.centered,
            offset: self.offset,
            disabled: self.disabled || self.is_switched_off(),
            carries: self.carries,
        }
    }
}

impl Settings {
    /// Where a mask of a size is drawn that replaces a picture.
    pub(crate) fn place_mask(&self, picture: Option<Drawn>, size: [u32; 2]) -> Drawn {
        let half = Vector2::new(size[0] as f32, size[1] as f32) / 2.0;
        match (self.corner, picture) {
            (Some(corner), _) => Drawn { size, corner, flips: [false; 2] },
            // A mask of another size than the picture has the same middle, unless `offset` moves it.
            (None, Some(drawn)) => {
                let drawn_size = Vector2::new(drawn.size[0] as f32, drawn.size[1] as f32);
                let middle = drawn.corner + drawn_size / 2.0 + self.offset;
                Drawn { size, corner: middle - half, ..drawn }
            }
            (None, None) => {
                let corner = self.offset - if self.centered { half } else { Vector2::ZERO };
                Drawn { size, corner, flips: [false; 2] }
            }
        }
    }
}
