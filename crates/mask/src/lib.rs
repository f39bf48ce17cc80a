//! Pixel masks of 2D sprites: which pixels are solid, and which solid pixels two sprites share. A word holds 64 pixels.
//!
//! - **Make** a [`Mask`]: [`Mask::new`], [`Mask::from_fn`], [`Mask::from_rgba8`], [`Mask::from_pixels`],
//!   [`Mask::from_alpha`], [`Mask::from_words`], [`Mask::from_bits`], [`Mask::from_bit_rows`], [`str::parse`].
//!   With the feature `image` also `Mask::from_image`, `Mask::from_frame` and `Mask::from_hot_map`.
//! - **Test** a mask against another one at an offset, or against a [`Rect`], a [`Circle`] or another [`Shape`]:
//!   [`Mask::overlaps`], [`Mask::overlap_first`], [`Mask::overlap_area`], [`Mask::overlap_bounds`]. Rays:
//!   [`Mask::cast_ray`].
//! - **Move** one mask against another: [`Mask::sweep`], [`Mask::penetration`], [`Mask::nearest_free`],
//!   [`Mask::overlap_normal`]. [`Mask::colliding_offsets`] computes [`Mask::overlaps`] for all offsets at once.
//! - **Edit** a mask: [`Mask::set`], [`Mask::draw`], [`Mask::erase`], [`Mask::invert`], [`Mask::fill_circle`].
//!   [`Mask::clear_alpha`] does it to the picture.
//! - **Measure** a mask: [`Mask::moments`], [`Mask::centroid`], [`Mask::angle`], [`Mask::connected_components`],
//!   [`Mask::contours`], [`Mask::outline`], [`Mask::runs`], [`Mask::pixels`].
//! - **Hand** the shape to a physics engine, `Mask::convex_hull`, and with the feature `convex`, `Mask::convex_parts`.
//! - **Resize** a mask: [`Mask::cropped`], [`Mask::scaled`], [`Mask::coarsened`], [`Mask::grown`], [`Mask::shrunk`].
//! - **Rotate** or flip a mask: [`Mask::flipped_x`], [`Mask::rotated_90`]. [`Mask::transformed`] applies any [`Affine`]
//!   map. `Turntable` renders a mask at many angles on demand. [`TransformedMask`] tests two mapped masks without
//!   rendering them.
//! - **Save** a mask: [`Mask::to_bytes`], [`Mask::to_words`], [`Mask::to_bits`],
//!   [`Mask::to_string`](alloc::string::ToString). With the feature `image` also `Mask::to_image`, with the feature
//!   `serde` any format of serde.
//!
//! ```
//! use hitmask::Mask;
//!
//! let ship: Mask = "..##..\n.####.\n######".parse()?;
//! let rock = Mask::filled(2, 2)?;
//! assert!(!ship.overlaps(&rock, [0, -1])); // the boxes overlap, the pixels do not
//! assert!(ship.overlaps(&rock, [0, 0]));
//! assert_eq!(ship.overlap_first(&rock, [0, 0]), Some([1, 1]));
//! assert_eq!(ship.overlap_area(&rock, [2, 1]), 4);
//! # Ok::<(), hitmask::MaskError>(())
//! ```
//!
//! Examples name this crate through `hitmask`, which re-exports it. If you depend on `hitmask-mask` alone, write
//! `use mask::Mask;`.
//!
//! # Conventions
//!
//! Coordinates are whole pixels. The origin is the top-left pixel, and y points down. Boxes are half-open: masks that
//! only touch do not overlap. A mask of zero width or height is valid and never collides. A function that returns a
//! pixel, a box or a direction returns `None` if there is none. A function that returns a mask with its position, such
//! as [`Mask::cropped`], returns a mask of 0 x 0 pixels at `[0, 0]` instead.
//!
//! The frame of a mask is the coordinate system whose origin is its top-left pixel. An offset `at` is the position of
//! the other mask's top-left pixel in the frame of this mask. Functions take any type that converts into `[i32; 2]`:
//! arrays, tuples, the vectors of most math crates. Every `i32` offset is valid, and no offset overflows. Real points,
//! such as the center of a circle, are any [`IntoPoint`], of whole numbers too.
//!
//! If the system refuses the memory for pixels or a list, the program does not abort. A function that returns a
//! `Result` returns [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] and changes nothing. A function that returns
//! a value, such as [`Mask::flipped_x`] or [`Mask::connected_components`], panics with the message of the error. Only
//! the standard library's own allocations still abort: `to_string`, the clones of [`Contours`] and [`Polygon`], the
//! index of a `Turntable`, the triangles of `convex_parts`, and the tree of large labels in [`Mask::from_labels`].
//!
//! # Features
//!
//! - `std` (default): on x86-64, the kernels use the widest vectors that the processor has, and the environment
//!   variable `HITMASK_LEVEL` limits them (see [`SimdLevel`]). `std` also provides `Turntable` and turns on `std` in the
//!   dependencies. Without `std`, the crate needs only `alloc`.
//! - `bitvec` (default): [`Mask::from_bits`], [`Mask::from_bit_rows`] and [`Mask::to_bits`], with the types of the `bitvec` crate.
//! - `convex`: `Mask::convex_parts`, with the crate `i_triangle`. (`Mask::convex_hull` needs no feature.)
//! - `image`: masks from pictures of the `image` crate, and pictures from masks. The feature turns on `std`.
//! - `serde`: masks in any format of serde, validated when they are read.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod analysis;
mod convex;
mod edit;
mod error;
mod geometry;
mod heapsort;
mod io;
mod kernel;
mod limits;
mod memory;
mod motion;
mod overlap;
mod real;
mod shapes;
#[doc(hidden)]
pub mod shared;
mod store;
mod transform;

pub use analysis::{Component, Connectivity, Contour, Contours, ContoursIter, Moments, Pixels, Run, Runs, Simplify};
#[cfg(feature = "bitvec")]
pub use bitvec;
#[cfg(feature = "convex")]
pub use convex::PartLimits;
pub use error::MaskError;
pub use geometry::{Affine, IntoPoint, Line, Rect};
pub use io::{PixelLayout, RunLengths, Solid};
pub use kernel::SimdLevel;
pub use motion::{RayHit, Reach, Sweep, SweepHit};
pub use shapes::{Circle, Polygon, Shape, Span};
pub use store::Mask;
#[cfg(feature = "std")]
pub use transform::Turntable;
pub use transform::{DistanceField, TransformedMask};

/// The code of the README, compiled and run by the tests. It loads `ship.png` from the folder of the package, and
/// WebAssembly has no working folder.
#[cfg(all(doctest, not(target_family = "wasm")))]
#[doc = include_str!("../README.md")]
struct Readme;
