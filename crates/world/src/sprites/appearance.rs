//! Which variant of which mask a sprite shows.

use super::Orientation;
use crate::{Angle, MaskId};

/// What a sprite shows, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Appearance {
    pub(crate) mask: MaskId,
    pub(crate) angle: Angle,
    pub(crate) orientation: Orientation,
}

const _: () = assert!(size_of::<Appearance>() == 12, "a million of them are read in each refresh");
