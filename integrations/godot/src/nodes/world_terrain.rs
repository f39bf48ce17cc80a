//! Sprites that lose pixels: masks of their own, digging, and falling apart.

use super::collider::PixelCollider2D;
use super::world::PixelWorld;
use super::world_query::with_probe;
use super::world_state::Change;
use super::world_step::emit;
use crate::convert::{Fault, bits, ids_of, pixel, place, real};
use crate::log;
use crate::log::given;
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use mask::{Circle, Line};
use world::{PlacedMask, Probe, SpriteId, WorldError};

#[godot_api(secondary)]
impl PixelWorld {
    /// Digs a point ([Vector2] or [Vector2i]), a rectangle ([Rect2] or [Rect2i]) or a polygon ([PackedVector2Array]) of
    /// the world out of the sprites in some layers, and returns the ids of those that lost pixels. They get masks of
    /// their own first, so others with the same picture lose nothing; [method PixelCollider2D.clip_picture] shows what
    /// is left of a collider. It works however a sprite is turned and scaled. A sprite without pixels stays in the
    /// world.
    #[func(gd_self)]
    fn erase(this: Gd<Self>, probe: Variant, #[opt(default = -1)] layers: i64) -> PackedInt64Array {
        PixelWorld::dig(&this, "PixelWorld.erase", layers, |dig| with_probe(&probe, dig))
    }

    /// Digs a circle of the world out of sprites, as [method erase] does.
    #[func(gd_self)]
    fn erase_circle(
        this: Gd<Self>,
        center: Vector2,
        radius: f64,
        #[opt(default = -1)] layers: i64,
    ) -> PackedInt64Array {
        PixelWorld::dig(&this, "PixelWorld.erase_circle", layers, |dig| dig(Circle::new(real(center), radius)?.into()))
    }

    /// Digs a line of the world, both ends included, out of sprites, as [method erase] does.
    #[func(gd_self)]
    fn erase_line(this: Gd<Self>, from: Vector2, to: Vector2, #[opt(default = -1)] layers: i64) -> PackedInt64Array {
        PixelWorld::dig(&this, "PixelWorld.erase_line", layers, |dig| {
            dig(Line::new(pixel("from", from)?, pixel("to", to)?).into())
        })
    }

    /// Digs the solid pixels of a mask, whose top-left pixel is at a place, out of sprites, as [method erase] does.
    #[func(gd_self)]
    fn erase_mask(
        this: Gd<Self>,
        mask: Option<Gd<PixelMask>>,
        at: Vector2,
        #[opt(default = -1)] layers: i64,
    ) -> PackedInt64Array {
        given!("PixelWorld.erase_mask", mask);
        let mask = mask.bind().mask();
        PixelWorld::dig(&this, "PixelWorld.erase_mask", layers, |dig| {
            dig(PlacedMask { mask: &mask, at: place("at", at)? }.into())
        })
    }

    /// Splits a sprite without a node into its connected parts, and returns the ids of the new sprites. The sprite
    /// keeps its largest part; each other part becomes a sprite of its own at its place, like the sprite in everything
    /// else. Pixels that share a side or a corner are connected.
    #[func(gd_self)]
    fn split(this: Gd<Self>, id: i64) -> PackedInt64Array {
        PixelWorld::settle(&this, "PixelWorld.split", |state| {
            state.bulk.forget();
            let id = state.without_node(id, "use its `edit_mask()`")?;
            Ok(ids_of(state.world.split(id)?))
        })
    }

    /// Gives a sprite without a node a mask of its own, a copy of what it shows: edits of it change no other sprite.
    /// [method PixelCollider2D.edit_mask] is that of a collider.
    #[func(gd_self)]
    fn own_mask(this: Gd<Self>, id: i64) -> Option<Gd<PixelMask>> {
        PixelWorld::settle(&this, "PixelWorld.own_mask", |state| {
            let id = state.without_node(id, "use its `edit_mask()`")?;
            let shown = state.world.get(id).and_then(|sprite| state.world.mask(sprite.mask).cloned());
            let own = PixelMask::from_mask(shown.ok_or(WorldError::StaleSprite(id))?);
            let (mask, _) = state.masks.resource(&mut state.world, &own, None)?;
            state.world.get_mut(id)?.set_mask(mask)?;
            Ok(Some(own))
        })
    }
}

impl PixelWorld {
    /// Digs the shape that `shape` hands on out of sprites. Colliders keep what is left as pixels of their own.
    fn dig(
        this: &Gd<Self>,
        call: &str,
        layers: i64,
        shape: impl FnOnce(&mut dyn FnMut(Probe<'_>) -> Result<Vec<SpriteId>, Fault>) -> Result<Vec<SpriteId>, Fault>,
    ) -> PackedInt64Array {
        let Some(link) = PixelWorld::link(this, call) else { return PackedInt64Array::new() };
        emit(link.read());
        let dug = {
            let state = &mut *link.state.borrow_mut();
            let world = &mut state.world;
            bits("layers", layers).and_then(|layers| shape(&mut |probe| Ok(world.erase(probe, layers)?)))
        };
        let Some(ids) = log::ok(call, dug) else { return PackedInt64Array::new() };
        let colliders: Vec<_> = {
            let state = link.state.borrow();
            let left = |&id: &SpriteId| {
                let pixels = state.world.mask(state.world.get(id)?.mask).cloned()?;
                Some((state.number(id)?, state.node(id)?, pixels))
            };
            ids.iter().filter_map(left).collect()
        };
        for (number, node, pixels) in colliders {
            PixelCollider2D::keep_pixels(&node, pixels);
            link.note(number, Change::Picture);
        }
        emit(link.read());
        ids_of(ids)
    }
}
