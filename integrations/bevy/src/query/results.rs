//! The results of queries, in Bevy's units, y up.

use bevy_ecs::entity::Entity;
use bevy_math::{Rect, Vec2};

/// The solid pixels that two entities share.
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
    /// The shortest move of the first entity that parts the two.
    pub way_out: Vec2,
}

/// The first solid pixel on a ray.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
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
pub struct SweepHit {
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
    pub hit: Option<SweepHit>,
    /// The entity that the moving entity overlaps at the start, if there is one.
    pub started_inside: Option<Entity>,
}
