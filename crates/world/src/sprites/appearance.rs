//! The choice of the mask variant that a sprite shows.

use super::Orientation;
use crate::{Angle, MaskId};

/// The mask that a sprite shows, and its flips, quarter turns and angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Appearance {
    pub(crate) mask: MaskId,
    pub(crate) angle: Angle,
    pub(crate) orientation: Orientation,
}

const _: () =
    assert!(size_of::<Appearance>() == 12, "a refresh reads the appearance of every sprite, so it must be small");
