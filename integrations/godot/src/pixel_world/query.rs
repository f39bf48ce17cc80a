//! Queries.

#![expect(clippy::too_many_arguments, reason = "GDScript has no keywords: the options are arguments with defaults")]

use super::results::{contact, ids_of, sprite_id};
use super::{PixelWorld, id_of};
use crate::convert::{
    Fault, center, corner, displacement, expected, natural, optional, pixel, pixels, place, reach, real, real_vector,
    record, rect, whole,
};
use crate::log::given;
use crate::pixel_mask::PixelMask;
use crate::pixel_query::Query;
use godot::prelude::*;
use mask::{Circle, Line, Polygon, Rect};
use world::{Pair, Placed, Probe};

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the ids of the sprites with a solid pixel at a point ([Vector2] or [Vector2i]), in a rectangle ([Rect2] or
    /// [Rect2i]) or in a polygon ([PackedVector2Array]), sorted. [method get_colliders] returns their nodes.
    #[func(gd_self)]
    fn find(
        this: Gd<Self>,
        probe: Variant,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        let found = PixelWorld::ask(&this, "PixelWorld.find", &Query::of_all(layers, flags, without), |view| {
            with_probe(&probe, |probe| Ok(view.find(probe)))
        });
        ids_of(found.unwrap_or_default())
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
        let find = |view: world::View<'_>| Ok(view.find(Circle::new(real(center), radius)?));
        ids_of(
            PixelWorld::ask(&this, "PixelWorld.find_circle", &Query::of_all(layers, flags, without), find)
                .unwrap_or_default(),
        )
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
        let find = |view: world::View<'_>| Ok(view.find(Line::new(pixel("from", from)?, pixel("to", to)?)));
        ids_of(
            PixelWorld::ask(&this, "PixelWorld.find_line", &Query::of_all(layers, flags, without), find)
                .unwrap_or_default(),
        )
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
        let find = |view: world::View<'_>| Ok(view.find(Placed { mask: &mask, at: place("at", at)? }));
        ids_of(
            PixelWorld::ask(&this, "PixelWorld.find_mask", &Query::of_all(layers, flags, without), find)
                .unwrap_or_default(),
        )
    }

    /// Returns up to [param count] sprites nearest to a point, each with its [code]id[/code] and [code]distance[/code]: from
    /// the point to its nearest solid pixel.
    #[func(gd_self)]
    fn nearest(
        this: Gd<Self>,
        point: Vector2,
        count: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> Array<VarDictionary> {
        let near = PixelWorld::ask(&this, "PixelWorld.nearest", &Query::of_all(layers, flags, without), |view| {
            Ok(view.nearest(pixel("point", point)?, natural("count", count)? as usize))
        });
        let record = |near: world::Near| record! { "id" => id_of(near.id), "distance" => near.distance() };
        near.unwrap_or_default().into_iter().map(record).collect()
    }

    /// Returns the first sprite on a ray: [code]id[/code], [code]collider[/code] (null without a node), [code]at[/code] (the
    /// pixel), [code]point[/code] (its middle), [code]before[/code] (the last free pixel), [code]step[/code] and
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
        let hit = PixelWorld::settle(&this, "PixelWorld.cast_ray", |state| {
            let hit = state
                .view(&Query::of_blockers(layers, flags, without))?
                .cast_ray(pixel("from", from)?, pixel("to", to)?);
            Ok(hit.map(|hit| state.ray_hit(&hit)))
        });
        hit.flatten().unwrap_or_default()
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
        let hits = PixelWorld::settle(&this, "PixelWorld.cast_ray_all", |state| {
            let hits = state
                .view(&Query::of_blockers(layers, flags, without))?
                .cast_ray_all(pixel("from", from)?, pixel("to", to)?);
            Ok(hits.iter().map(|hit| state.ray_hit(hit)).collect())
        });
        hits.unwrap_or_default()
    }

    /// Returns how far a sprite can move to a place: [code]at[/code], [code]hit[/code] (an empty dictionary, or [code]id,
    /// collider, step, before, first, point, normal[/code]) and [code]started_inside[/code] (an id, or null).
    ///
    /// [param who] is an id, or a dictionary with [code]id[/code] and what is to be different: options of [method spawn],
    /// [code]mask[/code] and [code]position[/code]; the sprite or collider ignores itself. Without an [code]id[/code], it is in no world,
    /// needs a [code]mask[/code] and is on all layers unless it says otherwise.
    #[func(gd_self)]
    fn sweep(
        this: Gd<Self>,
        who: Variant,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> VarDictionary {
        let swept = PixelWorld::settle(&this, "PixelWorld.sweep", |state| {
            let asked = state.asked(&who, None)?;
            let swept = state.view(&Query::of_moves(layers, flags, without))?.sweep(asked.who(), place("to", to)?)?;
            Ok(state.swept(&swept, corner(swept.at)))
        });
        swept.unwrap_or_default()
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
        let free = PixelWorld::settle(&this, "PixelWorld.is_free", |state| {
            let asked = state.asked(&who, Some(at))?;
            Ok(state.view(&Query::of_blockers(layers, flags, without))?.is_free(asked.who())?)
        });
        free.unwrap_or_default()
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
        let ids = PixelWorld::ask(&this, "PixelWorld.touching", &Query::of_moves(layers, flags, without), |view| {
            Ok(view.touching(sprite_id(id), displacement(by)?)?)
        });
        ids_of(ids.unwrap_or_default())
    }

    /// Returns the place nearest to [param at] at which a sprite is free, up to [param limit] pixels away, or
    /// [code]null[/code]: with its solid pixels in the rectangle [param within], unless that is empty ([param who] is as of
    /// [method sweep]).
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
        optional(free.flatten().map(corner))
    }

    /// Returns the ids of the sprites that share a pixel with a sprite now and may collide with it.
    #[func(gd_self)]
    fn overlapping(
        this: Gd<Self>,
        id: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        let ids = PixelWorld::ask(&this, "PixelWorld.overlapping", &Query::of_all(layers, flags, without), |view| {
            Ok(view.overlapping(sprite_id(id)))
        });
        ids_of(ids.unwrap_or_default())
    }

    /// Returns the contact of two sprites, whatever their layers: [code]first[/code] (the topmost shared pixel),
    /// [code]point[/code] (its middle), [code]area[/code], [code]bounds[/code], and [code]normal[/code] and
    /// [code]penetration[/code] of the first sprite. The dictionary is empty if they share nothing.
    #[func(gd_self)]
    fn contact(this: Gd<Self>, a: i64, b: i64) -> VarDictionary {
        let contact = PixelWorld::ask(&this, "PixelWorld.contact", &Query::ALL, |view| {
            Ok(view.contact(sprite_id(a), sprite_id(b)).map(|found| contact(&found)))
        });
        contact.flatten().unwrap_or_default()
    }

    /// Returns the contacts of pairs of ids, as [method collisions] returns them: packed arrays [code]first, area, normal,
    /// penetration[/code], with an element for each pair. A pair that shares nothing has -2^31, 0, NaN and -2^31.
    #[func(gd_self)]
    fn contacts(this: Gd<Self>, pairs: PackedInt64Array) -> VarDictionary {
        let contacts = PixelWorld::ask(&this, "PixelWorld.contacts", &Query::ALL, |view| {
            Ok(view.map_pairs(&pairs_of(&pairs)?, |contact| {
                (contact.first(), contact.area() as i64, contact.normal(), contact.penetration())
            }))
        });
        let Some(contacts) = contacts else { return VarDictionary::new() };
        let missing = [i32::MIN; 2];
        type Found = ([i32; 2], i64, [f64; 2], [i32; 2]);
        let of = |get: fn(&Found) -> Vector2, none: Vector2| -> PackedVector2Array {
            contacts.iter().map(|contact| contact.as_ref().map_or(none, get)).collect()
        };
        let areas: PackedInt64Array = contacts.iter().map(|contact| contact.map_or(0, |contact| contact.1)).collect();
        let none = corner(missing);
        record! {
            "first" => of(|contact| corner(contact.0), none),
            "area" => areas,
            "normal" => of(|contact| real_vector(contact.2), Vector2::new(f32::NAN, f32::NAN)),
            "penetration" => of(|contact| corner(contact.3), none),
        }
    }

    /// Returns the ids of the pairs that collide now, two for each pair, sorted.
    #[func(gd_self)]
    fn collisions(this: Gd<Self>) -> PackedInt64Array {
        let pairs = PixelWorld::ask(&this, "PixelWorld.collisions", &Query::ALL, |view| Ok(view.collisions()?));
        ids_of(pairs.iter().flat_map(|pairs| pairs.iter()).flat_map(|pair| [pair.a, pair.b]))
    }

    /// Returns the tight box around the solid pixels of a sprite. Its size is 0 if there are none.
    #[func(gd_self)]
    fn bounds(this: Gd<Self>, id: i64) -> Rect2i {
        let bounds = PixelWorld::ask(&this, "PixelWorld.bounds", &Query::ALL, |view| Ok(view.bounds(sprite_id(id))));
        bounds.flatten().map_or(Rect2i::default(), rect)
    }

    /// Returns the middles of the solid pixels of a sprite, for drawing and for tests.
    #[func(gd_self)]
    fn pixels(this: Gd<Self>, id: i64) -> PackedVector2Array {
        let pixels = PixelWorld::ask(&this, "PixelWorld.pixels", &Query::ALL, |view| {
            Ok(view.shape(sprite_id(id)).ok().into_iter().flat_map(|shape| shape.pixels()).map(center).collect())
        });
        pixels.unwrap_or_default()
    }

    /// Returns the angle at which to draw the picture of a sprite so that it covers the pixels that collide, in degrees from 0 to less
    /// than 360, clockwise, or [code]null[/code]: [code]sprite.rotation_degrees = world.draw_angle(id)[/code]. Angles are rounded,
    /// unless the sprite is [code]exact[/code].
    #[func(gd_self)]
    fn draw_angle(this: Gd<Self>, id: i64) -> Variant {
        let angle =
            PixelWorld::ask(&this, "PixelWorld.draw_angle", &Query::ALL, |view| Ok(view.draw_angle(sprite_id(id))));
        optional(angle.flatten())
    }

    /// Returns the point of a sprite's mask that is at a global point, or [code]null[/code]: for digging.
    #[func(gd_self)]
    fn mask_point(this: Gd<Self>, id: i64, point: Vector2) -> Variant {
        let at = PixelWorld::ask(&this, "PixelWorld.mask_point", &Query::ALL, |view| {
            Ok(view.mask_point(sprite_id(id), real(point)))
        });
        optional(at.flatten().map(real_vector))
    }
}

/// The pairs of a list of ids, two for each pair.
pub(super) fn pairs_of(ids: &PackedInt64Array) -> Result<Vec<Pair>, Fault> {
    match ids.as_slice().as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|&[a, b]| Pair { a: sprite_id(a), b: sprite_id(b) }).collect()),
        _ => Err(expected("pairs must be an even number of ids", ids.len()).into()),
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
