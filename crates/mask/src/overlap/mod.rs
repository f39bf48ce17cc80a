//! The pixels that a mask shares with another mask at an offset, with a rectangle, or with a shape.

mod one_column;
mod overlay;
mod questions;
mod scan;
mod strips;

pub(crate) use overlay::{OffsetMask, Overlay};
pub(crate) use questions::{ClippedSpan, clipped_spans, try_clipped_spans};
pub use strips::overlap_first_by_strips;
