//! What the last step has found.

use super::PixelWorld;
use super::contacts::pairs_of;
use super::state::State;
use crate::convert::{Fault, bits, center, corner, id_of, ids_of, optional, real_vector, record, sprite_id};
use godot::prelude::*;
use world::{Impact, Pair, Step};

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the ids of the pairs that began to collide in the last step, two for each pair.
    #[func(gd_self)]
    fn began(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::look(&this, "PixelWorld.began", |state| {
            ids_of(state.began.iter().flat_map(|pair| [pair.a, pair.b]))
        })
    }

    /// Returns the ids of the pairs that ceased to collide in the last step, two for each pair.
    #[func(gd_self)]
    fn ended(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::look(&this, "PixelWorld.ended", |state| {
            ids_of(state.ended.iter().flat_map(|pair| [pair.a, pair.b]))
        })
    }

    /// Returns the pairs that began to collide in the last step and of which one sprite is on [param layers_a] and the
    /// other on [param layers_b], two ids for each pair, in this order: [code]began_between(BULLETS, ENEMIES)[/code].
    #[func(gd_self)]
    fn began_between(this: Gd<Self>, layers_a: i64, layers_b: i64) -> PackedInt64Array {
        PixelWorld::between(&this, "PixelWorld.began_between", [layers_a, layers_b], |state| Ok(&state.began))
    }

    /// Returns the pairs that collided in the last step, as [method began_between] does: lava hurts for as long as it
    /// is touched. Ask before anything moves again.
    #[func(gd_self)]
    fn pairs_between(this: Gd<Self>, layers_a: i64, layers_b: i64) -> PackedInt64Array {
        PixelWorld::between(&this, "PixelWorld.pairs_between", [layers_a, layers_b], |state| {
            Ok(last_step(&state.world)?.pairs())
        })
    }

    /// Returns where pairs of the last step touched first, as [method began] returns them: packed arrays
    /// [code]share[/code] (of the way in this step that lies before the touch, 0 to 1), [code]places[/code] (of both
    /// sprites at the touch, two for each pair), [code]before[/code] (their last free places, or -2^31 if they touch
    /// where the way begins), [code]first[/code] and [code]normal[/code] of the first sprite, with an element for each
    /// pair. Only [code]continuous[/code] sprites have a way; others touch where they stand. A pair that is not of the
    /// last step has NaN and -2^31. Ask before anything moves again.
    #[func(gd_self)]
    fn impacts(this: Gd<Self>, pairs: PackedInt64Array) -> VarDictionary {
        PixelWorld::change(&this, "PixelWorld.impacts", |state| {
            let pairs = pairs_of(&pairs)?;
            let step = last_step(&state.world)?;
            Ok(impact_arrays(&pairs.into_iter().map(|pair| step.impact(pair)).collect::<Vec<_>>()))
        })
    }

    /// Returns what a sprite touched first in the last step, of several the one with the smallest share of the way: the
    /// [code]id[/code] and the [code]collider[/code] of the other, [code]share[/code] (0 to 1), [code]place[/code] of
    /// the sprite at the touch, [code]before[/code] (its last free place, or [code]null[/code] if they touch where the
    /// way begins), [code]first[/code], [code]point[/code] and [code]normal[/code]. It is empty if the sprite touched
    /// nothing. Ask before anything moves again.
    #[func(gd_self)]
    fn first_impact(this: Gd<Self>, id: i64) -> VarDictionary {
        PixelWorld::change(&this, "PixelWorld.first_impact", |state| {
            let Some(impact) = last_step(&state.world)?.first_impact(sprite_id(id)) else {
                return Ok(VarDictionary::new());
            };
            let first = impact.contact.first();
            Ok(record! {
                "id" => id_of(impact.b),
                "collider" => optional(state.node(impact.b)),
                "share" => impact.share,
                "place" => corner(impact.places[0]),
                "before" => optional(impact.before.map(|[at, _]| corner(at))),
                "first" => corner(first),
                "point" => center(first),
                "normal" => real_vector(impact.contact.normal()),
            })
        })
    }
}

impl PixelWorld {
    /// The pairs between two sets of layers, the sprite on the first one first.
    fn between(
        this: &Gd<Self>,
        call: &str,
        [layers_a, layers_b]: [i64; 2],
        pairs: impl for<'s> FnOnce(&'s State) -> Result<&'s [Pair], Fault>,
    ) -> PackedInt64Array {
        PixelWorld::change(this, call, |state| {
            let layers = [bits("layers_a", layers_a)?, bits("layers_b", layers_b)?];
            Ok(ids_of(state.world.pairs_between(pairs(state)?, layers[0], layers[1]).flatten()))
        })
    }
}

/// Impacts as packed arrays.
fn impact_arrays(impacts: &[Option<Impact<'_>>]) -> VarDictionary {
    let (none, nan) = (corner([i32::MIN; 2]), Vector2::new(f32::NAN, f32::NAN));
    let of = |get: fn(&Impact<'_>) -> Vector2, none: Vector2| -> PackedVector2Array {
        impacts.iter().map(|impact| impact.as_ref().map_or(none, get)).collect()
    };
    let both = |get: fn(&Impact<'_>) -> Option<[[i32; 2]; 2]>| -> PackedVector2Array {
        let corners = |impact: &Option<Impact<'_>>| impact.as_ref().and_then(get).map(|at| at.map(corner));
        impacts.iter().flat_map(|impact| corners(impact).unwrap_or([none; 2])).collect()
    };
    let share = |impact: &Option<Impact<'_>>| impact.map_or(f32::NAN, |impact| impact.share as f32);
    record! {
        "share" => impacts.iter().map(share).collect::<PackedFloat32Array>(),
        "places" => both(|impact| Some(impact.places)),
        "before" => both(|impact| impact.before),
        "first" => of(|impact| corner(impact.contact.first()), none),
        "normal" => of(|impact| real_vector(impact.contact.normal()), nan),
    }
}

/// Returns the last step, if nothing has changed since.
fn last_step(world: &world::World) -> Result<Step<'_>, Fault> {
    let moved = "something has changed since the last step: ask before anything moves";
    world.last_step().ok_or_else(|| Fault::Text(moved.into()))
}
