//! Queries, for free places and free ways too.

#![expect(clippy::too_many_arguments, reason = "GDScript has no keywords: the options are arguments with defaults")]

use super::world::PixelWorld;
use crate::convert::{
    Fault, corner, displacement, expected, id_of, natural, optional, pixel, pixels, place, reach, real, record,
    sprite_id, whole,
};
use crate::log::given;
use crate::pixel_mask::PixelMask;
use crate::pixel_query::Query;
use godot::prelude::*;
use mask::{Circle, Line, Polygon, Rect};
use world::{PlacedMask, Probe};

fn neighbors(near: Vec<world::Neighbor>) -> Array<VarDictionary> {
    near.into_iter().map(|near| record! { "id" => id_of(near.id), "distance" => near.distance() }).collect()
}

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the ids of the sprites with a solid pixel at a point ([Vector2] or [Vector2i]), in a rectangle ([Rect2]
    /// or [Rect2i]) or in a polygon ([PackedVector2Array]), sorted. [method get_colliders] returns their nodes.
    #[func(gd_self)]
    fn find(
        this: Gd<Self>,
        probe: Variant,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        PixelWorld::find_ids(&this, "PixelWorld.find", &Query::of_all(layers, flags, without), |view| {
            with_probe(&probe, |probe| Ok(view.find(probe)))
        })
    }

    /// Returns the ids of the sprites with a solid pixel whose center lies in a circle.
    #[func(gd_self)]
    fn find_circle(
        this: Gd<Self>,
        center: Vector2,
        radius: f64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        PixelWorld::find_ids(&this, "PixelWorld.find_circle", &Query::of_all(layers, flags, without), |view| {
            Ok(view.find(Circle::new(real(center), radius)?))
        })
    }

    /// Returns the ids of the sprites with a solid pixel on a line.
    #[func(gd_self)]
    fn find_line(
        this: Gd<Self>,
        from: Vector2,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        PixelWorld::find_ids(&this, "PixelWorld.find_line", &Query::of_all(layers, flags, without), |view| {
            Ok(view.find(Line::new(pixel("from", from)?, pixel("to", to)?)))
        })
    }

    /// Returns the ids of the sprites that share a solid pixel with a mask, whose top-left pixel is at a place.
    #[func(gd_self)]
    fn find_mask(
        this: Gd<Self>,
        mask: Option<Gd<PixelMask>>,
        at: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        given!("PixelWorld.find_mask", mask);
        let mask = mask.bind().mask();
        PixelWorld::find_ids(&this, "PixelWorld.find_mask", &Query::of_all(layers, flags, without), |view| {
            Ok(view.find(PlacedMask { mask: &mask, at: place("at", at)? }))
        })
    }

    /// Returns up to [param count] sprites nearest to a point, each with its [code]id[/code] and [code]distance[/code]:
    /// from the point to its nearest solid pixel.
    #[func(gd_self)]
    fn nearest(
        this: Gd<Self>,
        point: Vector2,
        count: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> Array<VarDictionary> {
        PixelWorld::ask(&this, "PixelWorld.nearest", &Query::of_all(layers, flags, without), |view| {
            Ok(neighbors(view.nearest(pixel("point", point)?, natural("count", count)? as usize)))
        })
    }

    /// Returns up to [param count] sprites nearest to a sprite, each with its [code]id[/code] and [code]distance[/code]:
    /// between the nearest solid pixels, 0 if both share one ([param who] is as of [method sweep]).
    #[func(gd_self)]
    fn nearest_others(
        this: Gd<Self>,
        who: Variant,
        count: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> Array<VarDictionary> {
        PixelWorld::settle(&this, "PixelWorld.nearest_others", |state| {
            let (asked, count) = (state.asked(&who, None)?, natural("count", count)? as usize);
            let view = state.view(&Query::of_all(layers, flags, without))?;
            Ok(neighbors(view.nearest_others(asked.who(), count)?))
        })
    }

    /// Returns the first sprite on a ray: [code]id[/code], [code]collider[/code] (null without a node), [code]at[/code]
    /// (the pixel), [code]point[/code] (its middle), [code]before[/code] (the last free pixel), [code]step[/code] and
    /// [code]normal[/code]. The dictionary is empty if the ray hits nothing. Sensors are passed, unless
    /// [constant WITH_SENSORS] is in [param flags].
    #[func(gd_self)]
    fn cast_ray(
        this: Gd<Self>,
        from: Vector2,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> VarDictionary {
        PixelWorld::settle(&this, "PixelWorld.cast_ray", |state| {
            let hit = state
                .view(&Query::of_blockers(layers, flags, without))?
                .cast_ray(pixel("from", from)?, pixel("to", to)?);
            Ok(hit.map(|hit| state.ray_hit(&hit)).unwrap_or_default())
        })
    }

    /// Returns all sprites on a ray, the nearest first, as [method cast_ray] does.
    #[func(gd_self)]
    fn cast_ray_all(
        this: Gd<Self>,
        from: Vector2,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> Array<VarDictionary> {
        PixelWorld::settle(&this, "PixelWorld.cast_ray_all", |state| {
            let hits = state
                .view(&Query::of_blockers(layers, flags, without))?
                .cast_ray_all(pixel("from", from)?, pixel("to", to)?);
            Ok(hits.iter().map(|hit| state.ray_hit(hit)).collect())
        })
    }
}

/// Calls `ask` with the probe of a value.
pub(super) fn with_probe<R>(probe: &Variant, ask: impl FnOnce(Probe<'_>) -> Result<R, Fault>) -> Result<R, Fault> {
    match probe.get_type() {
        VariantType::VECTOR2 => ask(Probe::Point(pixel("the probe", probe.to())?)),
        VariantType::VECTOR2I => ask(Probe::Point(whole(probe.to()))),
        VariantType::RECT2I => ask(Probe::Rect(pixels(probe.to())?)),
        VariantType::RECT2 => ask(Probe::Rect(pixels_in(probe.to())?)),
        VariantType::PACKED_VECTOR2_ARRAY => {
            let points = probe.to::<PackedVector2Array>();
            ask(Probe::Polygon(&Polygon::new(points.as_slice().iter().map(|&point| real(point)))?))
        }
        kind => {
            let what = "the probe must be a Vector2, Vector2i, Rect2, Rect2i or PackedVector2Array";
            Err(expected(what, format!("{kind:?}")).into())
        }
    }
}

/// The pixels whose centers lie in a rectangle.
fn pixels_in(rect: Rect2) -> Result<Rect, Fault> {
    let [from, to] = [rect.position, rect.position + rect.size].map(|corner| place("the probe", corner));
    let (from, to) = (from?, to?);
    let side = |axis: usize| u32::try_from(i64::from(to[axis]) - i64::from(from[axis])).unwrap_or_default();
    Ok(Rect::new(from[0], from[1], side(0), side(1)))
}

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
