//! The component types.

use crate::Mask;

/// The rule that decides which neighboring pixels are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Connectivity {
    /// Pixels that share a side are connected.
    Four,
    /// Pixels that share a side or a corner are connected.
    Eight,
}

/// A set of connected solid pixels, cut out of its mask.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Component {
    /// The pixels of the component alone. The mask is as large as the bounding box of the component, so each of its
    /// sides has a solid pixel.
    pub mask: Mask,
    /// The position of the top-left pixel of `mask` in the original mask.
    pub at: [i32; 2],
    /// The number of solid pixels.
    pub count: u64,
}
