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
    /// All turns, by their number of quarter turns: `Turn::ALL[1]` is [`Turn::Quarter`].
    pub const ALL: [Turn; 4] = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];

    /// Returns the number of quarter turns clockwise, from 0 to 3.
    ///
    /// ```
    /// # use hitmask::Turn;
    /// assert_eq!(Turn::ALL.map(Turn::quarters), [0, 1, 2, 3]);
    /// ```
    #[must_use]
    pub const fn quarters(self) -> u8 {
        self as u8
    }

    /// Whether the turn swaps width and height.
    pub(crate) fn swaps_axes(self) -> bool {
        self.quarters() % 2 == 1
    }
}
