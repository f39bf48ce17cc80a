//! The classes of results of queries about one sprite, ray or pair.

use super::slots::slot_of;
use crate::convert::tuple;
use crate::records::record;
use pyo3::prelude::*;

record! {
    /// A sprite near a point.
    Neighbor {
        /// The id of the sprite.
        id: u32,
        /// The distance from the point to the nearest solid pixel of the sprite, in pixels. It is 0 on a solid pixel.
        distance: f64,
    }
}

impl From<world::Neighbor> for Neighbor {
    fn from(near: world::Neighbor) -> Neighbor {
        Neighbor { id: slot_of(near.id), distance: near.distance() }
    }
}

record! {
    /// The first pixel of a ray that is solid in a sprite.
    SpriteRayHit {
        /// The id of the sprite.
        id: u32,
        /// The solid pixel, ``(x, y)``.
        at: (i32, i32),
        /// The pixel before it on the ray, ``(x, y)``, or ``None`` if the ray starts in a solid pixel of the sprite.
        before: Option<(i32, i32)>,
        /// The number of steps from the start of the ray.
        step: u32,
        /// The surface normal, a unit vector ``(x, y)`` that points out of the sprite, or ``None`` if the ray starts
        /// in a solid pixel of the sprite.
        normal: Option<(f64, f64)>,
    }
}

impl From<world::SpriteRayHit> for SpriteRayHit {
    fn from(hit: world::SpriteRayHit) -> SpriteRayHit {
        SpriteRayHit {
            id: slot_of(hit.id),
            at: tuple(hit.at),
            before: hit.before.map(tuple),
            step: hit.step,
            normal: hit.normal.map(tuple),
        }
    }
}

record! {
    /// The first contact of a moving sprite with a sprite in its way.
    SpriteSweepHit {
        /// The id of the sprite in the way.
        id: u32,
        /// The number of the first step after which the sprites share a pixel. It is 0 if they overlap at the start.
        step: u32,
        /// The last free position of the moving sprite, ``(x, y)``, or ``None`` if ``step`` is 0.
        before: Option<(i32, i32)>,
        /// The topmost, then leftmost pixel that the sprites share in the contact, ``(x, y)`` in the world.
        first: (i32, i32),
        /// The contact normal: a unit vector ``(x, y)`` that points out of the sprite in the way.
        normal: (f64, f64),
    }
}

impl From<world::SpriteSweepHit> for SpriteSweepHit {
    fn from(hit: world::SpriteSweepHit) -> SpriteSweepHit {
        SpriteSweepHit {
            id: slot_of(hit.id),
            step: hit.step,
            before: hit.before.map(tuple),
            first: tuple(hit.first),
            normal: tuple(hit.normal),
        }
    }
}

record! {
    /// How far a sprite can move.
    Swept {
        /// The position at the end, ``(x, y)``.
        at: (i32, i32),
        /// The :class:`SpriteSweepHit` with the sprite in the way, or ``None`` if the way is free.
        hit: Option<SpriteSweepHit>,
        /// The id of the sprite that the moving sprite overlaps at the start, or ``None``. Of several such sprites, it is the
        /// smallest.
        started_inside: Option<u32>,
    }
}

impl From<world::Swept> for Swept {
    fn from(swept: world::Swept) -> Swept {
        Swept {
            at: tuple(swept.at),
            hit: swept.hit.map(SpriteSweepHit::from),
            started_inside: swept.started_inside.map(slot_of),
        }
    }
}

record! {
    /// How far a sprite moved.
    Moved {
        /// The position at the end, ``(x, y)``.
        at: (i32, i32),
        /// The contacts with sprites in the way, a list of :class:`SpriteSweepHit`, in their order. Each sprite comes once.
        hits: Vec<SpriteSweepHit>,
        /// The ids of the sprites that the moving sprite overlaps at the start, a sorted list. The move has gone no deeper into
        /// them.
        started_inside: Vec<u32>,
        /// The sides on which the sprite is blocked, a :class:`Blocked`.
        blocked: Blocked,
    }
}

record! {
    /// The sides on which a sprite is blocked after a move.
    ///
    /// A side is blocked if the sprite wanted to go on to that side, and a step of one pixel to that side would be blocked.
    /// After a walk, ``down`` tells whether the walker stands on ground.
    Blocked {
        /// Whether the sprite is blocked on its left.
        left: bool,
        /// Whether the sprite is blocked on its right.
        right: bool,
        /// Whether the sprite is blocked above.
        up: bool,
        /// Whether the sprite is blocked below: it stands on the ground.
        down: bool,
    }
}

record! {
    /// The sprites that a platform met, lists of ids, each sorted.
    Carried {
        /// The sprites that rode on the platform, also those that a wall stopped.
        riders: Vec<u32>,
        /// The other sprites that the platform pushed out of its way and did not crush.
        pushed: Vec<u32>,
        /// The sprites that were in the way of the platform and could not clear it. They overlap it now, or it has passed over them.
        crushed: Vec<u32>,
    }
}

impl From<world::Carried> for Carried {
    fn from(carried: world::Carried) -> Carried {
        let slots = |ids: Vec<world::SpriteId>| ids.into_iter().map(slot_of).collect();
        Carried { riders: slots(carried.riders), pushed: slots(carried.pushed), crushed: slots(carried.crushed) }
    }
}

impl From<world::Moved> for Moved {
    fn from(moved: world::Moved) -> Moved {
        Moved {
            at: tuple(moved.at),
            hits: moved.hits.into_iter().map(SpriteSweepHit::from).collect(),
            started_inside: moved.started_inside.into_iter().map(slot_of).collect(),
            blocked: {
                let world::Blocked { left, right, up, down, .. } = moved.blocked;
                Blocked { left, right, up, down }
            },
        }
    }
}
