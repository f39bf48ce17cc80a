//! What the parent of a collider draws, and what the collider says about its sprite.

use super::collider::PixelCollider2D;
use super::world_masks::SharedMasks;
use super::world_reading::{Drawn, snaps};
use crate::convert::{Fault, side};
use crate::picture::texels;
use crate::pixel_mask::PixelMask;
use godot::classes::{AnimatedSprite2D, Sprite2D, Texture2D, TileMapLayer};
use godot::prelude::*;
use world::{MaskId, Sprite, World};

/// The parent of a collider, as far as it draws a picture.
#[derive(Clone)]
pub(crate) enum Source {
    Sprite(Gd<Sprite2D>),
    Animated(Gd<AnimatedSprite2D>),
    Tiles(Gd<TileMapLayer>),
    /// Another node, or none.
    None,
}

/// A picture of a node: a frame of a texture, and where it is drawn.
pub(crate) struct Picture {
    pub(crate) texture: Gd<Texture2D>,
    /// The part of the texture, or all of it.
    pub(crate) frame: Option<[u32; 4]>,
    pub(crate) drawn: Drawn,
}

impl Source {
    pub(crate) fn of(parent: Option<Gd<Node>>) -> Source {
        let Some(parent) = parent else { return Source::None };
        parent
            .try_cast::<Sprite2D>()
            .map(Source::Sprite)
            .or_else(|node| node.try_cast::<AnimatedSprite2D>().map(Source::Animated))
            .or_else(|node| node.try_cast::<TileMapLayer>().map(Source::Tiles))
            .unwrap_or(Source::None)
    }

    /// Returns what the parent draws. It is `None` without a texture. Tiles have no single picture.
    pub(crate) fn drawn(&self) -> Option<Picture> {
        match self {
            Source::Sprite(sprite) => {
                let texture = sprite.get_texture()?;
                let [columns, rows] = [sprite.get_hframes().max(1), sprite.get_vframes().max(1)];
                let is_whole = columns == 1 && rows == 1 && !sprite.is_region_enabled();
                let region = if sprite.is_region_enabled() {
                    sprite.get_region_rect()
                } else {
                    Rect2::new(Vector2::ZERO, texture.get_size())
                };
                let size = region.size / Vector2::new(columns as f32, rows as f32);
                let cell = sprite.get_frame_coords();
                let at = region.position + size * Vector2::new(cell.x as f32, cell.y as f32);
                let frame = texels(Rect2::new(at, size));
                let flips = [sprite.is_flipped_h(), sprite.is_flipped_v()];
                let corner = corner_of(sprite.is_centered(), sprite.get_offset(), size, sprite.upcast_ref());
                let drawn = Drawn { size: [frame[2], frame[3]], corner, flips };
                Some(Picture { texture, frame: (!is_whole).then_some(frame), drawn })
            }
            Source::Animated(sprite) => {
                let frames = sprite.get_sprite_frames()?;
                let animation = sprite.get_animation();
                if !frames.has_animation(&animation) {
                    return None;
                }
                let frame = sprite.get_frame();
                let is_frame = (0..frames.get_frame_count(&animation)).contains(&frame);
                let texture = if is_frame { frames.get_frame_texture(&animation, frame) } else { None }?;
                let size = texture.get_size();
                let flips = [sprite.is_flipped_h(), sprite.is_flipped_v()];
                let corner = corner_of(sprite.is_centered(), sprite.get_offset(), size, sprite.upcast_ref());
                let drawn = Drawn { size: [size.x, size.y].map(|side| side.max(0.0) as u32), corner, flips };
                Some(Picture { texture, frame: None, drawn })
            }
            Source::Tiles(_) | Source::None => None,
        }
    }

    /// Returns the mask of what the parent draws, or of the collider's own, and where it stands.
    pub(crate) fn picture(
        &self,
        world: &mut World,
        masks: &mut SharedMasks,
        settings: &Settings,
    ) -> Result<Option<(MaskId, Drawn)>, Fault> {
        let picture = self.drawn();
        if let Some(resource) = &settings.mask {
            let (mask, size) = masks.resource(world, resource, settings.angle_steps)?;
            let drawn = settings.place_mask(picture.map(|picture| picture.drawn), size);
            return Ok(Some((mask, drawn)));
        }
        let Some(Picture { texture, frame, drawn }) = picture else { return Ok(None) };
        let (mask, size) = masks.frame(world, &texture, frame, settings)?;
        // A texture with another size than its image, as one with a size override, is drawn stretched.
        if size != drawn.size {
            return Err(Fault::Text(format!(
                "the image of the texture has {} x {} pixels, but it is drawn with {} x {}: use a texture without a size \
                 override, or a PixelMask",
                size[0], size[1], drawn.size[0], drawn.size[1]
            )));
        }
        Ok(Some((mask, drawn)))
    }
}

/// Where a sprite draws the top-left corner of its picture, in its own coordinates.
fn corner_of(centered: bool, offset: Vector2, size: Vector2, node: &Node) -> Vector2 {
    let corner = if centered { offset - size / 2.0 } else { offset };
    if snaps(node) { (corner + Vector2::new(0.5, 0.5)).floor() } else { corner }
}

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
