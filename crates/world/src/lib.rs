//! Many sprites with pixel masks: every pair that shares a solid pixel, once and exactly.
//!
//! **Fill** a [`World`] with masks ([`World::add_mask`]) and sprites that show them ([`World::spawn`]);
//! **move** them ([`World::move_to`], [`World::sprites_mut`]); **refresh** it ([`World::refresh`]) for a
//! [`View`], and **ask** that: [`View::collisions`], [`View::collision`], [`View::find`] for what is where,
//! [`View::nearest`], [`View::cast_ray`], [`View::sweep`], all of them on some layers alone with
//! [`View::on_layers`]; or **step** ([`World::step`]) and be told what began to collide and what ended. A
//! sprite that something may stop goes by [`World::move_until`]. Whoever keeps sprites elsewhere calls
//! [`pairs`] and needs no world.
//!
//! ```
//! use mask::Mask;
//! use world::{Sprite, World};
//!
//! let mut world = World::new();
//! let ball = world.add_mask(".##.\n####\n.##.".parse::<Mask>()?)?;
//! let a = world.spawn(Sprite::new(ball, [0, 0]))?;
//! let b = world.spawn(Sprite::new(ball, [3, 2]))?; // the boxes overlap in one pixel, the balls do not
//! assert!(world.refresh()?.collisions()?.is_empty());
//!
//! world.move_by(b, [-1, -1])?;
//! let view = world.refresh()?;
//! let pairs = view.collisions()?;
//! assert_eq!((pairs[0].a, pairs[0].b), (a, b));
//! assert_eq!(view.overlap(a, b).unwrap().area, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What holds everywhere
//!
//! Whole pixels, y down. A position is within [`MAX_POSITION`] of 0 on each axis. A pair comes once, the
//! smaller id first; lists of collisions are sorted, a function of where the sprites stand and not of the
//! order of calls before or the number of threads. An id that was removed is never another sprite's.
//!
//! A world can be copied ([`World::try_clone`]), and with the feature `serde` saved and read again: both go on with the
//! same ids, pairs and events.
//!
//! Memory that the system refuses is [`WorldError::NoMemory`], and the world goes on; what returns no `Result` panics
//! with the same words.
//!
//! Work runs in the rayon pool that the caller is in; below some tens of thousands of sprites it stays
//! on the calling thread. Without the feature `rayon`, which is a default one, it always does, with the same answers.

mod broad;
mod column;
mod error;
mod geometry;
mod masks;
mod memory;
mod narrow;
mod packed;
mod query;
mod row;
mod rstar;
#[cfg(feature = "serde")]
mod saved;
mod slots;
mod sprites;
mod state;
mod threads;
mod visit;

pub use broad::{Index, SpriteMut};
pub use error::WorldError;
pub use geometry::Placed;
pub use masks::MaskId;
pub use narrow::{Collision, Overlap, Pair, Step, pairs};
pub use query::{Motion, Moved, Near, Probe, SpriteHit, SweepHit, Swept};
pub use sprites::{Angle, MAX_PIVOT, MAX_POSITION, Sprite, SpriteId, Turn, pixel};
pub use state::{View, World};

/// A world may be moved to another thread and asked from many.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<(World, View, Step, Collision, SpriteMut, WorldError)>();
    is_send_and_sync::<(Sprite, SpriteId, MaskId, Pair, Overlap, Angle, Turn, Index)>();
    is_send_and_sync::<(Placed, Probe, Near, SpriteHit, SweepHit, Swept, Motion, Moved)>();
};
