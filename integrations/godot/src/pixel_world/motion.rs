//! Moves of sprites without nodes.

use super::results::{ids_of, motion, sprite_id};
use super::{PixelWorld, id_of};
use crate::collider::apply;
use crate::convert::{bits, displacement, natural, optional, place, record, vector};
use godot::prelude::*;
use world::SpriteId;

#[godot_api(secondary)]
impl PixelWorld {
    /// Moves a sprite to a place until another is in its way ([constant PixelCollider2D.SLIDE] and the other motions; a walk
    /// takes [param step_up] and [param step_down]). Returns [code]at[/code], [code]hits[/code], [code]started_inside[/code]
    /// (ids) and [code]blocked[/code] with [code]left, right, up, down[/code]. The dictionary is empty after an error.
    ///
    /// The sprite must have no node: [method PixelCollider2D.move_until] moves nodes.
    #[func(gd_self)]
    fn move_until(
        this: Gd<Self>,
        id: i64,
        to: Vector2,
        #[opt(default = 1)] mode: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] step_up: i64,
        #[opt(default = 0)] step_down: i64,
    ) -> VarDictionary {
        let moved = PixelWorld::settle(&this, "PixelWorld.move_until", |state| {
            let id = state.free_sprite(id)?;
            let (to, motion) = (place(to)?, motion(mode, step_up, step_down)?);
            let moved = match layers {
                -1 => state.world.move_until(id, to, motion)?,
                layers => state.world.move_until_on(id, to, motion, bits("layers", layers)?)?,
            };
            Ok(state.moved(&moved, crate::convert::corner(moved.at)))
        });
        moved.unwrap_or_default()
    }

    /// Moves a sprite to the nearest free place, up to [param limit] pixels away. Returns the move, or [code]null[/code].
    #[func(gd_self)]
    fn push_out(this: Gd<Self>, id: i64, limit: i64) -> Variant {
        let moved = PixelWorld::settle(&this, "PixelWorld.push_out", |state| {
            let id = state.free_sprite(id)?;
            Ok(state.world.push_out(id, natural("limit", limit)?)?)
        });
        optional(moved.flatten().map(vector))
    }

    /// Moves a sprite along a direction to the first free place, up to [param limit] pixels away. Returns the move, or
    /// [code]null[/code].
    #[func(gd_self)]
    fn push_out_along(this: Gd<Self>, id: i64, direction: Vector2, limit: i64) -> Variant {
        let moved = PixelWorld::settle(&this, "PixelWorld.push_out_along", |state| {
            let id = state.free_sprite(id)?;
            Ok(state.world.push_out_along(id, displacement(direction)?, natural("limit", limit)?)?)
        });
        optional(moved.flatten().map(vector))
    }

    /// Moves a platform to a place, with the sprites that stand on it, and pushes others out of the way. Returns the ids
    /// [code]riders, pushed[/code] and [code]crushed[/code]. Nodes that ride or are pushed move too.
    /// [method PixelCollider2D.carry] carries with a node.
    #[func(gd_self)]
    fn carry(this: Gd<Self>, id: i64, to: Vector2) -> VarDictionary {
        PixelWorld::carry_on(&this, "PixelWorld.carry", id, to, None)
    }

    /// Moves a platform as [method carry] does, with the given riders instead of those that stand on it.
    #[func(gd_self)]
    fn carry_riders(this: Gd<Self>, id: i64, to: Vector2, riders: PackedInt64Array) -> VarDictionary {
        let riders: Vec<_> = riders.as_slice().iter().map(|&id| sprite_id(id)).collect();
        PixelWorld::carry_on(&this, "PixelWorld.carry_riders", id, to, Some(&riders))
    }

    /// Returns the id of the sprite in a slot of the world, or 0. Slots are small numbers: the lower 32 bits of an id.
    #[func(gd_self)]
    fn id_at(this: Gd<Self>, slot: i64) -> i64 {
        let slot = usize::try_from(slot).unwrap_or(usize::MAX);
        PixelWorld::look(&this, "PixelWorld.id_at", |state| state.world.id_at(slot).map_or(0, id_of))
    }
}

impl PixelWorld {
    fn carry_on(this: &Gd<Self>, call: &str, id: i64, to: Vector2, riders: Option<&[SpriteId]>) -> VarDictionary {
        let carried = PixelWorld::settle(this, call, |state| {
            let id = state.free_sprite(id)?;
            state.carry(id, place(to)?, riders, None)
        });
        carried.map_or(VarDictionary::new(), |(carried, moves)| {
            apply(moves);
            let [riders, pushed, crushed] = [carried.riders, carried.pushed, carried.crushed].map(ids_of);
            record! { "riders" => riders, "pushed" => pushed, "crushed" => crushed }
        })
    }
}
