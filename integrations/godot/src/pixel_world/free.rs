//! Queries for free places and free ways.

#![expect(clippy::too_many_arguments, reason = "GDScript has no keywords: the options are arguments with defaults")]

use super::PixelWorld;
use crate::convert::{corner, displacement, optional, place, reach, sprite_id};
use crate::pixel_query::Query;
use godot::prelude::*;

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns how far a sprite can move to a place: [code]at[/code], [code]hit[/code] (an empty dictionary, or
    /// [code]id, collider, step, before, first, point, normal[/code]) and [code]started_inside[/code] (an id, or null).
    ///
    /// [param who] is an id, or a dictionary with [code]id[/code] and what is to be different: options of
    /// [method spawn], [code]mask[/code] and [code]position[/code]; the sprite or collider ignores itself. Without an
    /// [code]id[/code], it is in no world, needs a [code]mask[/code] and is on all layers unless it says otherwise.
    #[func(gd_self)]
    fn sweep(
        this: Gd<Self>,
        who: Variant,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> VarDictionary {
        PixelWorld::settle(&this, "PixelWorld.sweep", |state| {
            let asked = state.asked(&who, None)?;
            let swept = state.view(&Query::of_moves(layers, flags, without))?.sweep(asked.who(), place("to", to)?)?;
            Ok(state.swept(&swept, corner(swept.at)))
        })
    }

    /// Returns whether a sprite would be free at a place ([param who] is as of [method sweep]).
    #[func(gd_self)]
    fn is_free(
        this: Gd<Self>,
        who: Variant,
        at: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> bool {
        PixelWorld::settle(&this, "PixelWorld.is_free", |state| {
            let asked = state.asked(&who, Some(at))?;
            Ok(state.view(&Query::of_blockers(layers, flags, without))?.is_free(asked.who())?)
        })
    }

    /// Returns the ids of the sprites that would block a move of a sprite by whole pixels. By (0, 1), they are what it
    /// stands on; by (0, 0), those that share a pixel with it now, but for sensors and one-way platforms.
    #[func(gd_self)]
    fn touching(
        this: Gd<Self>,
        id: i64,
        by: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        PixelWorld::find_ids(&this, "PixelWorld.touching", &Query::of_moves(layers, flags, without), |view| {
            Ok(view.touching(sprite_id(id), displacement(by)?)?)
        })
    }

    /// Returns the place nearest to [param at] at which a sprite is free, up to [param limit] pixels away, or
    /// [code]null[/code]: with its solid pixels in the rectangle [param within], unless that is empty ([param who] is
    /// as of [method sweep]).
    #[func(gd_self)]
    fn nearest_free(
        this: Gd<Self>,
        who: Variant,
        at: Vector2,
        limit: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        let free = PixelWorld::settle(&this, "PixelWorld.nearest_free", |state| {
            let asked = state.asked(&who, Some(at))?;
            Ok(state
                .view(&Query::of_blockers(layers, flags, without))?
                .nearest_free(asked.who(), reach(limit, within)?)?)
        });
        optional(free.map(corner))
    }
}
