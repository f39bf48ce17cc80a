//! The messages and events of collisions.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::Reflect;

/// Two entities began to share a solid pixel in this fixed step.
///
/// The event is a message for each pair. It is also an entity event for each entity that has observers, or
/// [`CollisionEvents`](crate::CollisionEvents): `a` is then the entity that is observed.
///
/// The events of a step come in the order of [`CollisionBegan::fraction`], so a bullet tells first of what it touches
/// first. Events of equal shares, and the two entities of each message, are sorted by their sprite ids in the
/// [`PixelWorld`](crate::PixelWorld).
///
/// If one of the two is [continuous](crate::PixelCollider::continuous), the point, the normal and the depth are those
/// of its first touch on its path. Otherwise they are those of the place where the two stand.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::Transform;
/// # use hitmask_bevy::{CollisionBegan, HitmaskPlugin, Mask, PixelCollider, PixelMask};
/// # let mut app = App::new();
/// # app.add_plugins(HitmaskPlugin::default().in_schedule(Update));
/// # let [plank, dot] = [(4, 40), (4, 4)].map(|(width, height)| PixelMask::new(Mask::filled(width, height).unwrap()));
/// # let mut spawn = |mask: &PixelMask, x: f32, continuous: bool| {
/// #     let collider = PixelCollider { continuous, ..PixelCollider::default() };
/// #     app.world_mut().spawn((collider, mask.clone(), Transform::from_xyz(x, 0.0, 0.0))).id()
/// # };
/// # let [enemy, wall, bullet] = [spawn(&plank, 200.0, false), spawn(&plank, 100.0, false), spawn(&dot, 0.0, true)];
/// # app.update();
/// # app.world_mut().get_mut::<Transform>(bullet).unwrap().translation.x = 300.0;
/// // The bullet flies through both in one step. The wall is nearer.
/// app.add_systems(Last, move |mut began: MessageReader<CollisionBegan>, mut commands: Commands| {
///     let first = began.read().find(|event| event.other(bullet).is_some()).unwrap();
///     assert_eq!((first.other(bullet), first.fraction), (Some(wall), 97.0 / 300.0));
///     commands.entity(bullet).despawn();
/// });
/// # app.update();
/// # assert!(app.world().get_entity(bullet).is_err() && app.world().get_entity(enemy).is_ok());
/// ```
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
    /// The fraction of the path of this step that lies before the touch, as in [`Impact::fraction`](crate::world::Impact):
    /// from 0, where the path begins, to 1, where it ends. It is 0 if neither entity has a path.
    pub fraction: f32,
}

/// Two entities ceased to share a solid pixel in this fixed step, or one of the two left the world: it was despawned or
/// disabled, lost its collider or its image, or its layers exclude the pair now.
///
/// `a` or `b` may name an entity that no longer exists. It never names a new entity with the same index. The event is a
/// message for each pair, sorted by sprite ids. It is also an entity event for each entity that still exists and has
/// observers, or [`CollisionEvents`](crate::CollisionEvents): `a` is then the entity that is observed.
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
