//! The sides of a sprite.

/// A side of a sprite, as it stands in the world: y is down, so the top is the side with the smallest y. A flip or a
/// rotation of the sprite does not change its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The left side, with the smallest x.
    Left,
    /// The right side, with the largest x.
    Right,
    /// The top, with the smallest y.
    Top,
    /// The bottom, with the largest y.
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// The axis on which a sprite passes the side: 0 for x, 1 for y.
    pub(crate) fn axis(self) -> usize {
        match self {
            Side::Left | Side::Right => 0,
            Side::Top | Side::Bottom => 1,
        }
    }

    /// The sign of a step that enters through the side.
    pub(crate) fn inwards(self) -> i32 {
        match self {
            Side::Left | Side::Top => 1,
            Side::Right | Side::Bottom => -1,
        }
    }
}
