//! The choice of the mask that a sprite shows.

use super::Orientation;
use crate::MaskId;

/// The mask that a sprite shows, and its flips and quarter turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Appearance {
    pub(crate) mask: MaskId,
    pub(crate) orientation: Orientation,
}

const _: () =
    assert!(size_of::<Appearance>() == 12, "a refresh reads the appearance of every sprite, so it must be small");
