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
