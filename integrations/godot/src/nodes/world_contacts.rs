//! Queries about pairs of sprites, and about the pixels of one.

use super::world::PixelWorld;
use super::world_results::contact;
use crate::convert::{
    Fault, center, corner, expected, finite, ids_of, optional, real_vector, record, rect, sprite_id, transform,
};
use crate::pixel_query::Query;
use godot::prelude::*;
use world::Pair;

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the ids of the sprites that share a pixel with a sprite now and may collide with it.
    #[func(gd_self)]
    fn overlapping(
        this: Gd<Self>,
        id: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> PackedInt64Array {
        PixelWorld::find_ids(&this, "PixelWorld.overlapping", &Query::of_all(layers, flags, without), |view| {
            Ok(view.overlapping(sprite_id(id)))
        })
    }

    /// Returns the contact of two sprites, whatever their layers: [code]first[/code] (the topmost shared pixel),
    /// [code]point[/code] (its middle), [code]area[/code], [code]bounds[/code], and [code]normal[/code] and
    /// [code]penetration[/code] of the first sprite. The dictionary is empty if they share nothing.
    #[func(gd_self)]
    fn contact(this: Gd<Self>, a: i64, b: i64) -> VarDictionary {
        PixelWorld::ask(&this, "PixelWorld.contact", &Query::ALL, |view| {
            Ok(view.contact(sprite_id(a), sprite_id(b)).map(|found| contact(&found)).unwrap_or_default())
        })
    }

    /// Returns the contacts of pairs of ids, as [method collisions] returns them: packed arrays [code]first, area,
    /// normal, penetration[/code], with an element for each pair. A pair that shares nothing has -2^31, 0, NaN and
    /// -2^31.
    #[func(gd_self)]
    fn contacts(this: Gd<Self>, pairs: PackedInt64Array) -> VarDictionary {
        PixelWorld::ask(&this, "PixelWorld.contacts", &Query::ALL, |view| {
            let contacts = view.map_pairs(&pairs_of(&pairs)?, |contact| {
                (contact.first(), contact.area() as i64, contact.normal(), contact.penetration())
            });
            Ok(contact_arrays(&contacts))
        })
    }

    /// Returns the ids of the pairs that collide now, two for each pair, sorted.
    #[func(gd_self)]
    fn collisions(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::ask(&this, "PixelWorld.collisions", &Query::ALL, |view| {
            Ok(ids_of(view.collisions()?.into_iter().flat_map(|pair| [pair.a, pair.b])))
        })
    }

    /// Returns the tight box around the solid pixels of a sprite. Its size is 0 if there are none.
    #[func(gd_self)]
    fn bounds(this: Gd<Self>, id: i64) -> Rect2i {
        let bounds = PixelWorld::ask(&this, "PixelWorld.bounds", &Query::ALL, |view| Ok(view.bounds(sprite_id(id))));
        bounds.map_or(Rect2i::default(), rect)
    }

    /// Returns the middles of the solid pixels of a sprite, for drawing and for tests.
    #[func(gd_self)]
    fn pixels(this: Gd<Self>, id: i64) -> PackedVector2Array {
        PixelWorld::ask(&this, "PixelWorld.pixels", &Query::ALL, |view| {
            Ok(view.shape(sprite_id(id)).ok().into_iter().flat_map(|shape| shape.pixels()).map(center).collect())
        })
    }

    /// Returns the transform under which to draw the picture of a sprite so that it covers the pixels that collide, or
    /// [code]null[/code] if it is not in the world: [code]draw_set_transform_matrix(world.draw_transform(id))[/code],
    /// then draw the picture with its top-left corner at the origin.
    #[func(gd_self)]
    fn draw_transform(this: Gd<Self>, id: i64) -> Variant {
        let by = PixelWorld::ask(&this, "PixelWorld.draw_transform", &Query::ALL, |view| {
            Ok(view.draw_transform(sprite_id(id)))
        });
        optional(by.map(transform))
    }

    /// Returns the point of a sprite's mask that is at a global point, or [code]null[/code]: for digging.
    #[func(gd_self)]
    fn mask_point(this: Gd<Self>, id: i64, point: Vector2) -> Variant {
        let at = PixelWorld::ask(&this, "PixelWorld.mask_point", &Query::ALL, |view| {
            Ok(view.mask_point(sprite_id(id), finite("point", point)?))
        });
        optional(at.map(real_vector))
    }
}

/// The first pixel, the area, the normal and the penetration of a contact.
type Found = ([i32; 2], i64, [f64; 2], [i32; 2]);

/// Contacts as packed arrays.
fn contact_arrays(contacts: &[Option<Found>]) -> VarDictionary {
    let (none, nan) = (corner([i32::MIN; 2]), Vector2::new(f32::NAN, f32::NAN));
    let of = |get: fn(&Found) -> Vector2, none: Vector2| -> PackedVector2Array {
        contacts.iter().map(|contact| contact.as_ref().map_or(none, get)).collect()
    };
    let area = |contact: &Option<Found>| contact.map_or(0, |contact| contact.1);
    record! {
        "first" => of(|contact| corner(contact.0), none),
        "area" => contacts.iter().map(area).collect::<PackedInt64Array>(),
        "normal" => of(|contact| real_vector(contact.2), nan),
        "penetration" => of(|contact| corner(contact.3), none),
    }
}

/// The pairs of a list of ids, two for each pair.
pub(super) fn pairs_of(ids: &PackedInt64Array) -> Result<Vec<Pair>, Fault> {
    match ids.as_slice().as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|&[a, b]| Pair { a: sprite_id(a), b: sprite_id(b) }).collect()),
        _ => Err(expected("pairs must be an even number of ids", ids.len()).into()),
    }
}
