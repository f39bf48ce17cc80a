//! Where a sprite stood at the last step.

/// Where a continuous sprite stood at the last step: there its way begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LastPlace(pub(crate) [i32; 2]);

impl LastPlace {
    /// No place: the sprite has no way.
    pub(crate) const NONE: LastPlace = LastPlace([i32::MIN; 2]);

    /// Whether there is a place, and it is another than the given one.
    #[inline(always)]
    pub(crate) fn is_apart(self, at: [i32; 2]) -> bool {
        (self.0 != LastPlace::NONE.0) & (self.0 != at)
    }

    /// The place, if there is one.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(crate) fn get(self) -> Option<[i32; 2]> {
        (self != LastPlace::NONE).then_some(self.0)
    }
}

impl Default for LastPlace {
    fn default() -> LastPlace {
        LastPlace::NONE
    }
}
