//! Pixel-perfect collision for 2D sprites.
//!
//! A mask stores the solid pixels of a sprite as bits, 64 in a word. Two sprites collide if a shifted AND of their words leaves a bit.
//! The crate [`mask`] tests one pair and depends on no other crate of this project. The crate [`world`] holds many moving sprites and
//! lists each pair that shares a solid pixel once. This crate re-exports both.
//!
//! 1. **Build** a [`Mask`] from pixels: [`Mask::from_rgba8`], [`Mask::from_fn`], or a string of `#` and `.`.
//! 2. **Test** two masks at an offset: [`Mask::overlaps`], [`Mask::overlap_first`], [`Mask::overlap_area`].
//! 3. **Fill** a [`World`] with masks and sprites: [`World::add_mask`], [`World::spawn`].
//! 4. **Move** the sprites and list collisions: [`World::move_to`], [`World::step`], [`View::collisions`], [`View::find`].
//!
//! ```
//! use hitmask::{Mask, Sprite, World};
//!
//! let ship: Mask = "..##..\n.####.\n######".parse()?;
//! let rock = Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 18)?;
//!
//! // One pair. The offset is the rock's top-left pixel in the frame of the ship, y down.
//! assert_eq!(ship.overlap_first(&rock, [0, -8]), Some([3, 0]));
//! assert!(!ship.overlaps(&rock, [-4, -8]));
//!
//! // Many sprites.
//! let mut world = World::new();
//! let (ship, rock) = (world.add_mask(ship)?, world.add_mask(rock)?);
//! let player = world.spawn(Sprite::new(ship, [100, 100]))?;
//! let boulder = world.spawn(Sprite::new(rock, [104, 101]).fixed(true))?;
//! let step = world.step()?;
//! for pair in step.began() {
//!     if let Some(other) = pair.other(player) {
//!         let contact = step.view().contact(player, other).unwrap();
//!         println!("the player hits {other:?}: {} pixels, the first at {:?}", contact.area(), contact.first());
//!     }
//! }
//! assert_eq!(step.began()[0].other(player), Some(boulder));
//! assert_eq!(step.view().find([102, 102]), [player]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `rayon` (default): a world uses several cores.
//! - `convex`: convex parts of masks, for physics engines.
//! - `image`: conversion between masks and pictures of the `image` crate.
//! - `serde`: masks and worlds can be saved in any serde format.
//! - `bytes`: `World::to_bytes` and `World::from_bytes`, one format in all languages.
//! - `rstar`: [`World::force_index`] with [`BroadPhase::RStar`] finds pairs by the R*-tree of the crate `rstar`, to compare
//!   with the trees of the world (`docs/decisions/0006-packed-tree.md`).
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(inline)]
pub use mask;
#[doc(inline)]
pub use world;

#[cfg(feature = "convex")]
pub use mask::PartLimits;
pub use mask::{
    Affine, Circle, Component, Connectivity, Contour, Contours, ContoursIter, DistanceField, IntoPoint, Line, Mask,
    MaskError, Moments, PixelLayout, Pixels, Polygon, RayHit, Reach, Rect, Run, RunLengths, Runs, Shape, SimdLevel,
    Simplify, Solid, Span, Sweep, SweepHit, TransformedMask, Turntable,
};
pub use world::{
    Angle, Blocked, BroadPhase, Carried, Contact, Edited, Impact, MAX_ORIGIN, MAX_POSITION, MaskId, Motion, Moved,
    Neighbor, Over, Pair, PlacedMask, Probe, PushOut, QuarterTurn, Remainder, Side, Sprite, SpriteId, SpriteMut,
    SpriteRayHit, SpriteSweepHit, Step, Swept, View, Visit, Who, World, WorldError, WorldLimits, cross_areas,
    cross_areas_into, cross_pairs, cross_pairs_into, pair_areas, pair_areas_into, pairs, pixel, place, suppress,
};

/// The code of the README, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The code of the page about saving, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/how/saving.md")]
struct Saving;

/// The code of the page about motion, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/how/motion.md")]
struct Motions;

/// The code of the page about physics engines, compiled and run by the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/how/physics.md")]
struct Physics;
