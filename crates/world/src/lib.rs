//! Pixel-perfect collision for many 2D sprites: finds every pair of sprites that share a solid pixel, once and exactly.
//!
//! A [`World`] holds masks and the sprites that show them:
//!
//! 1. Add masks with [`World::add_mask`], and sprites with [`World::spawn`].
//! 2. Move the sprites with [`World::move_to`], [`World::sync`] or [`World::sprites_mut`]. [`World::move_until`] moves
//!    a sprite until another sprite is in its way.
//! 3. Call [`World::refresh`] to get a [`View`], and query the view. [`View::collisions`] lists the pairs of sprites
//!    that collide, and [`View::contact`] describes one pair. [`View::find`] finds the sprites at a point or in a
//!    shape. [`View::nearest`], [`View::cast_ray`] and [`View::sweep`] find the sprites near a point, on a ray, or in
//!    the way of a moving sprite, and [`View::is_free`] tells whether a sprite has room. [`View::on_layers`] restricts
//!    these queries to some layers.
//! 4. Alternatively, call [`World::step`] once a frame. The [`Step`] lists the pairs that began to collide and the
//!    pairs that ceased to collide.
//!
//! The functions [`pairs()`], [`cross_pairs`], [`cross_areas`], [`pair_areas`] and [`suppress`] need no world. They are for programs that keep their
//! sprites elsewhere.
//!
//! ```
//! use hitmask::{Mask, Sprite, World};
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
//! assert_eq!(view.contact(a, b).unwrap().area(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Examples name this crate and `mask` through `hitmask`, which re-exports both. If you depend on `hitmask-world`
//! alone, write `use world::World;`.
//!
//! # Guarantees
//!
//! - Coordinates are whole pixels, y down. Both coordinates of a position are from -[`MAX_POSITION`] to
//!   [`MAX_POSITION`].
//! - Each pair is reported once, with the smaller id first.
//! - Lists of collisions are sorted by id. They depend on the positions of the sprites, but not on the order of earlier
//!   calls or on the number of threads.
//! - The id of a removed sprite or mask is never given to another sprite or mask of the world.
//! - If the system refuses memory, a method that returns a `Result` returns [`WorldError::NoMemory`], and the world
//!   stays usable. A method that returns a plain value panics with the message of this error. The R*-trees of
//!   [`World::force_index`] are an exception: if the system refuses memory for them, the process aborts.
//! - A copy ([`World::try_clone`]) and a loaded world (features `serde` and `bytes`) continue with the ids, pairs and
//!   events of the original. A copy also keeps the order of unsorted lists and visitors; a loaded world does not.
//!
//! # Threads
//!
//! The calling thread works, and in worlds of 10,000 sprites or more other threads help: those of its rayon pool, or
//! outside of pools, threads that the library starts.
//! [`WorldLimits::parallel_from`](WorldLimits#structfield.parallel_from) sets another number, or forbids helpers. A
//! helper that sleeps takes up to a millisecond to wake. It wakes sooner if the caller is a thread of the pool
//! (`ThreadPoolBuilder::use_current_thread` makes the main thread one, in a program whose main thread owns the pool).
//!
//! # Features
//!
//! - `rayon` (enabled by default): runs work on several threads. Without this feature, all work stays on the calling
//!   thread, and the results are equal.
//! - `serde`: saves and loads worlds in any serde format. A loaded world is checked.
//! - `bytes`: [`World::to_bytes`] and [`World::from_bytes`], one format in all languages.
//! - `rstar`: [`World::force_index`] with [`BroadPhase::RStar`] finds pairs by the R*-tree of the crate `rstar`, to
//!   compare with the trees of the world.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod bindings;
mod clock;
mod error;
mod geometry;
mod memory;
mod motion;
mod offset_tables;
mod pairs;
mod query;
#[cfg(feature = "serde")]
mod saved;
mod slots;
mod sprites;
mod step;
mod store;
mod threads;
mod tree;
mod variants;
mod visit;
mod world;

pub use error::WorldError;
pub use geometry::PlacedMask;
pub use motion::{Blocked, Carried, Motion, Moved, PushOut, Remainder};
pub use pairs::Pair;
pub use query::{Neighbor, SpriteRayHit, SpriteSweepHit, Swept, Who};
pub use slots::{MaskId, SpriteId};
pub use sprites::{Angle, MAX_ORIGIN, MAX_POSITION, QuarterTurn, Side, Sprite, pixel, place};
pub use step::{
    Contact, Impact, Over, Step, cross_areas, cross_areas_into, cross_pairs, cross_pairs_into, pair_areas,
    pair_areas_into, pairs, suppress,
};
pub use store::SpriteMut;
pub use tree::BroadPhase;
pub use visit::Visit;
pub use world::{Edited, Probe, View, World, WorldLimits};

/// Asserts at compile time that the public types can be sent to other threads and shared between threads.
const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<(World, View, Step, Contact, Impact, SpriteMut, WorldError)>();
    is_send_and_sync::<(Sprite, SpriteId, MaskId, Pair, Angle, QuarterTurn, Side, BroadPhase)>();
    is_send_and_sync::<(
        PlacedMask,
        Probe,
        PushOut,
        Who,
        Neighbor,
        SpriteRayHit,
        SpriteSweepHit,
        Swept,
        Motion,
        Moved,
        Blocked,
        Carried,
        Remainder,
    )>();
};

/// The code of the README, compiled and run by the tests. It loads `ship.png` from the folder of the package, and
/// WebAssembly has no working folder.
#[cfg(all(doctest, not(target_family = "wasm")))]
#[doc = include_str!("../README.md")]
struct Readme;
