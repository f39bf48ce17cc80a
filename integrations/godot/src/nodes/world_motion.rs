//! Moves of sprites without nodes.

#![expect(clippy::too_many_arguments, reason = "GDScript has no keywords: the options are arguments with defaults")]

use super::collider::PixelCollider2D;
use super::collider_carry::apply;
use super::world::PixelWorld;
use super::world_results::motion;
use crate::convert::{corner, id_of, ids_of, optional, place, push, record, sprite_id, vector};
use crate::pixel_moved::PixelMoved;
use crate::pixel_query::Query;
use godot::prelude::*;
use world::{SpriteId, WorldError};

#[godot_api(secondary)]
impl PixelWorld {
    /// Moves a sprite to a place until another is in its way ([constant PixelCollider2D.SLIDE] and the other motions; a
    /// walk takes [param step_up] and [param step_down]). Returns [code]null[/code] after an error.
    ///
    /// The sprite must have no node: [method PixelCollider2D.move_until] moves nodes.
    #[func(gd_self)]
    fn move_until(
        this: Gd<Self>,
        id: i64,
        to: Vector2,
        #[opt(default = 1)] mode: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] step_up: i64,
        #[opt(default = 0)] step_down: i64,
    ) -> Option<Gd<PixelMoved>> {
        PixelWorld::settle(&this, "PixelWorld.move_until", |state| {
            let id = state.free_sprite(id)?;
            let from = state.world.get(id).ok_or(WorldError::StaleSprite(id))?.position;
            let (to, motion) =
                (place("to", to)?, Query::of_moves(layers, flags, 0).motion(motion(mode, step_up, step_down)?)?);
            let moved = state.world.move_until(id, to, motion)?;
            let goal = if mode == PixelCollider2D::WALK { [to[0], moved.at[1]] } else { to };
            Ok(Some(state.moved(&moved, [from, moved.at, goal].map(corner))))
        })
    }

    /// Moves a sprite to the nearest free place, up to [param limit] pixels away, with its solid pixels in the
    /// rectangle [param within] unless that is empty; if [param along] is not 0, to the first free place in this
    /// direction. Returns the move, or [code]null[/code].
    #[func(gd_self)]
    fn push_out(
        this: Gd<Self>,
        id: i64,
        limit: i64,
        #[opt(default = Vector2::default())] along: Vector2,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        let moved = PixelWorld::settle(&this, "PixelWorld.push_out", |state| {
            let id = state.free_sprite(id)?;
            Ok(state.world.push_out(id, push(limit, along, within)?)?)
        });
        optional(moved.map(vector))
    }

    /// Moves a platform to a place, with the sprites that stand on it, and pushes others out of the way. Returns the
    /// ids [code]riders, pushed[/code] and [code]crushed[/code]. Nodes that ride or are pushed move too.
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
        let (record, moves) = PixelWorld::settle(this, call, |state| {
            let id = state.free_sprite(id)?;
            let (carried, moves) = state.carry(id, place("to", to)?, riders, None)?;
            let [riders, pushed, crushed] = [carried.riders, carried.pushed, carried.crushed].map(ids_of);
            Ok((record! { "riders" => riders, "pushed" => pushed, "crushed" => crushed }, moves))
        });
        apply(moves);
        record
    }
}
