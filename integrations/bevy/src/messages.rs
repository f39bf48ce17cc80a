//! The messages and events of collisions.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::Reflect;

/// Two entities began to share a solid pixel in this fixed step.
///
/// The messages of a step, and the two entities of each message, are sorted by their sprite ids in the
/// [`PixelWorld`](crate::PixelWorld). The event is a message for all pairs, and an entity event for entities with [`CollisionEvents`](crate::CollisionEvents): `a`
/// is then the entity that is observed.
#[derive(Message, EntityEvent, Reflect, Debug, Clone, Copy, PartialEq)]
#[reflect(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CollisionBegan {
    /// An entity.
    #[event_target]
    pub a: Entity,
    /// The other entity.
    pub b: Entity,
    /// The center of the topmost shared pixel, the leftmost of its row, in world units.
    pub point: Vec2,
    /// The unit vector along which `a` leaves `b`, y up.
    pub normal: Vec2,
    /// The length of the shortest move that separates the two, in units.
    pub depth: f32,
}

/// Two entities ceased to share a solid pixel in this fixed step, or one of the two left the world: it was despawned or
/// disabled, lost its collider or its image, or its layers exclude the pair now.
///
/// `a` or `b` may name an entity that no longer exists. It never names a new entity with the same index. The event is a
/// message for all pairs, and an entity event for entities with [`CollisionEvents`](crate::CollisionEvents) that still exist:
/// `a` is then the entity that is observed.
#[derive(Message, EntityEvent, Reflect, Debug, Clone, Copy, PartialEq, Eq)]
#[reflect(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CollisionEnded {
    /// An entity.
    #[event_target]
    pub a: Entity,
    /// The other entity.
    pub b: Entity,
}

impl CollisionBegan {
    /// Returns the other entity of the pair. Returns `None` if `entity` is not in the pair.
    #[must_use]
    pub fn other(&self, entity: Entity) -> Option<Entity> {
        other([self.a, self.b], entity)
    }

    /// Returns the event as the other entity sees it: with `a` and `b` exchanged and the reverse normal.
    #[must_use]
    pub fn reversed(self) -> CollisionBegan {
        CollisionBegan { a: self.b, b: self.a, normal: -self.normal, ..self }
    }
}

impl CollisionEnded {
    /// Returns the other entity of the pair. Returns `None` if `entity` is not in the pair.
    #[must_use]
    pub fn other(&self, entity: Entity) -> Option<Entity> {
        other([self.a, self.b], entity)
    }

    /// Returns the event as the other entity sees it.
    #[must_use]
    pub fn reversed(self) -> CollisionEnded {
        CollisionEnded { a: self.b, b: self.a }
    }
}

fn other([a, b]: [Entity; 2], entity: Entity) -> Option<Entity> {
    match entity {
        _ if entity == a => Some(b),
        _ if entity == b => Some(a),
        _ => None,
    }
}
