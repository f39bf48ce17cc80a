//! Pixel-perfect collision for 2D sprites.
//!
//! A sprite's solid pixels are bits, 64 of them to a word; two sprites collide where a shifted AND leaves
//! a bit. [`mask`] answers for one pair and stands alone; [`world`] holds many moving sprites and gives
//! every pair that shares a solid pixel, once and exactly. This crate is the front door to both.
//!
//! ```
//! use hitmask::{Mask, Sprite, World};
//!
//! let ship: Mask = "..##..\n.####.\n######".parse()?;
//! let rock = Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 18)?;
//!
//! // One pair: the rock's top-left pixel stands at [0, -8] of the ship, then one to the left.
//! assert_eq!(ship.overlap_first(&rock, [0, -8]), Some([3, 0]));
//! assert!(!ship.overlaps(&rock, [-4, -8]));
//!
//! // Many sprites.
//! let mut world = World::new();
//! let (ship, rock) = (world.add_mask(ship)?, world.add_mask(rock)?);
//! let player = world.spawn(Sprite::new(ship, [100, 100]))?;
//! let boulder = world.spawn(Sprite::new(rock, [104, 101]).fixed())?;
//! let view = world.refresh()?;
//! for pair in view.collisions() {
//!     let shared = view.overlap(pair.a, pair.b).unwrap();
//!     println!("{} pixels, the first at {:?}", shared.area, shared.first);
//! }
//! assert_eq!(view.at_point([102, 102]), [player]);
//! # let _ = boulder;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Features: `rayon` (default), worlds on several cores; `image`, masks from pictures of the `image` crate and back;
//! `serde`, masks and worlds in any format of serde.

#[doc(inline)]
pub use mask;
#[doc(inline)]
pub use world;

pub use mask::{
    Affine, Circle, Connectivity, Contact, Line, Mask, MaskError, Part, Polygon, Rect, Shape, Solid, Sweep, Turned,
};
pub use world::{
    Angle, Collision, Index, MaskId, Motion, Moved, Near, Overlap, Pair, Placed, Probe, Sprite, SpriteHit, SpriteId,
    SpriteMut, Step, SweepHit, Swept, Turn, View, World, WorldError, pairs,
};

/// The README's code, so that the tests compile and run it.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
