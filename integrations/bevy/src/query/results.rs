//! The results of queries, in Bevy's units, y up.

use crate::resource::Pixels;
use crate::units::direction;
use bevy_ecs::entity::Entity;
use bevy_math::{Rect, Vec2};

/// The contact of two entities: the solid pixels that they share, and how the first gets out of the second.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PixelContact {
    /// The center of the topmost shared pixel, the leftmost of its row.
    pub point: Vec2,
    /// The number of shared pixels, at least 1.
    pub area: u64,
    /// The smallest box around the shared pixels.
    pub bounds: Rect,
    /// The unit vector along which the first entity leaves the second.
    pub normal: Vec2,
    /// The shortest move of the first entity that frees it: the two entities then share no pixel.
    pub penetration: Vec2,
}

/// The first solid pixel on a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SpriteRayHit {
    /// The entity that is hit.
    pub entity: Entity,
    /// The center of the solid pixel.
    pub point: Vec2,
    /// The center of the last pixel before the solid pixel. `None` if the ray starts in the entity.
    pub before: Option<Vec2>,
    /// The unit normal of the surface, which points out of the entity. `None` if the ray starts in the entity.
    pub normal: Option<Vec2>,
}

/// The first contact of a moving entity with another.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct SpriteSweepHit {
    /// The entity in the way.
    pub entity: Entity,
    /// The center of the topmost pixel that the two share in the contact, the leftmost of its row.
    pub point: Vec2,
    /// The unit normal of the contact: it points from the entity in the way to the moving entity.
    pub normal: Vec2,
}

/// The result of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Swept {
    /// The free part of the move, in units.
    pub by: Vec2,
    /// The first contact. `None` if the way is free.
    pub hit: Option<SpriteSweepHit>,
    /// The entity that the moving entity overlaps at the start, if there is one.
    pub started_inside: Option<Entity>,
}

/// An entity, and its distance from a point or from another entity.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Neighbor {
    /// The entity.
    pub entity: Entity,
    /// The distance in units to the nearest solid pixel of the entity: from the pixel of the point, or from the nearest
    /// solid pixel of the other entity.
    pub distance: f32,
}

impl Neighbor {
    pub(super) fn of(pixels: &Pixels, near: world::Neighbor) -> Option<Neighbor> {
        let distance = (near.distance() / pixels.units.pixels_per_unit) as f32;
        Some(Neighbor { entity: pixels.entity(near.id)?, distance })
    }
}

impl SpriteRayHit {
    pub(super) fn of(pixels: &Pixels, hit: world::SpriteRayHit) -> Option<SpriteRayHit> {
        let units = pixels.units;
        Some(SpriteRayHit {
            entity: pixels.entity(hit.id)?,
            point: units.center(hit.at),
            before: hit.before.map(|before| units.center(before)),
            normal: hit.normal.map(direction),
        })
    }
}

impl SpriteSweepHit {
    pub(super) fn of(pixels: &Pixels, hit: world::SpriteSweepHit) -> Option<SpriteSweepHit> {
        let point = pixels.units.center(hit.first);
        Some(SpriteSweepHit { entity: pixels.entity(hit.id)?, point, normal: direction(hit.normal) })
    }
}
