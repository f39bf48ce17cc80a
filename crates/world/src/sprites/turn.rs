//! Quarter turns.

/// A number of quarter turns, clockwise on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// No turn.
    #[default]
    None,
    /// A turn by 90 degrees clockwise.
    Quarter,
    /// A turn by 180 degrees.
    Half,
    /// A turn by 270 degrees clockwise, which is 90 degrees counterclockwise.
    ThreeQuarters,
}

impl Turn {
    /// The number of quarter turns, from 0 to 3.
    pub(crate) fn quarters(self) -> u8 {
        self as u8
    }

    /// Whether the turn swaps width and height.
    pub(crate) fn swaps_axes(self) -> bool {
        self.quarters() % 2 == 1
    }
}
