//! Pixel masks of 2D sprites: which pixels are solid, 64 of them to a word, and which of them two
//! sprites share.
//!
//! **Make** a [`Mask`]: [`Mask::new`], [`Mask::from_fn`], [`Mask::from_rgba8`], [`Mask::from_bits`],
//! [`str::parse`]; with feature `image` also `Mask::from_image`, `Mask::from_frame` and
//! `Mask::from_hot_map`.
//! **Ask** about two: [`Mask::overlaps`], [`Mask::overlap_first`], [`Mask::overlap_area`],
//! [`Mask::overlap_bounds`], [`Mask::overlap_mask`].
//! **Move** one against another: [`Mask::sweep`], [`Mask::penetration`], [`Mask::overlap_normal`];
//! [`Mask::colliding_offsets`] for all offsets at once. **Ask** about a [`Line`] or another [`Shape`]:
//! [`Mask::cast_ray`], [`Mask::overlaps_shape`]; **draw** or cut it: [`Mask::fill_circle`].
//! **Edit** one: [`Mask::set`], [`Mask::draw`], [`Mask::erase`], [`Mask::invert`].
//! **Measure** it: [`Mask::count`], [`Mask::centroid`], [`Mask::angle`], [`Mask::connected_components`],
//! [`Mask::contours`], [`Mask::outline`], [`Mask::runs`], [`Mask::pixels`].
//! **Reshape** it: [`Mask::cropped`], [`Mask::scaled`], [`Mask::coarsened`].
//! **Save** it: [`Mask::to_bytes`], [`Mask::to_bits`], [`Mask::to_string`](alloc::string::ToString), with
//! feature `image` `Mask::to_image`, with feature `serde` through any of its formats.
//! **Turn** it: [`Mask::flipped_x`], [`Mask::rotated_90`]; by any [`Affine`] map with
//! [`Mask::transformed`], at many angles with `Turntable`, and two without a picture
//! with [`TransformedMask`]. **Grow** it: [`Mask::grown`], [`Mask::shrunk`].
//!
//! ```
//! use mask::Mask;
//!
//! let ship: Mask = "..##..\n.####.\n######".parse()?;
//! let rock = Mask::filled(2, 2)?;
//! assert!(!ship.overlaps(&rock, [0, -1])); // the boxes overlap, the pixels do not
//! assert!(ship.overlaps(&rock, [0, 0]));
//! assert_eq!(ship.overlap_first(&rock, [0, 0]), Some([1, 1]));
//! assert_eq!(ship.overlap_area(&rock, [2, 1]), 4);
//! # Ok::<(), mask::MaskError>(())
//! ```
//!
//! # What holds everywhere
//!
//! Whole pixels, the origin at the top-left pixel, y down. An offset `at` is where the other mask's
//! top-left pixel stands in this mask's frame, given as anything that turns into `[i32; 2]` (arrays,
//! tuples, the vectors of most math crates). Every `i32` offset is legal and none overflows. A mask
//! without width or height is valid and never collides. Boxes are half-open: masks that only touch
//! do not overlap. Where nothing is solid the answer is `None`, never `[0, 0]`.
//!
//! Memory that the system refuses does not end the program: what gives a `Result` gives
//! [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] and leaves everything as it was; what gives a value,
//! such as [`Mask::flipped_x`] or [`Mask::connected_components`], panics with their words.
//!
//! # Features
//!
//! `std` (default): kernels compiled for AVX2 and AVX-512 and chosen at run time on x86-64, the environment variable
//! `HITMASK_LEVEL` that lowers the choice (see [`Level`]), and `Turntable`. Without it the crate needs `alloc` alone, every
//! kernel uses the instructions that the target has at compile time, and all answers are the same.
//! `image`: masks from pictures of the `image` crate, and pictures from masks. `serde`: masks in any format of serde.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod analysis;
mod edit;
mod error;
mod geometry;
mod io;
mod kernel;
mod memory;
mod motion;
mod overlap;
mod store;
mod transform;

pub use analysis::{Component, Connectivity, Contour, Contours, ContoursIter, Pixels, Run, Runs};
pub use bitvec;
pub use error::MaskError;
pub use geometry::{Affine, Circle, Line, Polygon, Rect, Shape, Span};
pub use io::Solid;
pub use kernel::Level;
pub use motion::{Contact, RayHit, Sweep};
pub use store::Mask;
pub use transform::TransformedMask;
#[cfg(feature = "std")]
pub use transform::Turntable;

/// Every public type can be shared between threads and sent to them.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Affine>();
    shared::<Circle>();
    shared::<Component>();
    shared::<Connectivity>();
    shared::<Contact>();
    shared::<Contour<'_>>();
    shared::<Contours>();
    shared::<ContoursIter<'_>>();
    shared::<Level>();
    shared::<Line>();
    shared::<Mask>();
    shared::<MaskError>();
    shared::<Pixels<'_>>();
    shared::<Polygon>();
    shared::<RayHit>();
    shared::<Rect>();
    shared::<Run>();
    shared::<Runs<'_>>();
    shared::<Solid>();
    shared::<Span>();
    shared::<Sweep>();
    shared::<TransformedMask<'_>>();
    #[cfg(feature = "std")]
    shared::<Turntable>();
};
