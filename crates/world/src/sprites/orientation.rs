//! The eight orientations of a mask: flips and quarter turns.

use crate::geometry::Aabb;
use mask::{Mask, MaskError};

/// Flips, and the quarter turns that apply after the flips.
///
/// ```text
///   bit 0         mirrored left to right
///   bit 1         mirrored top to bottom
///   bits 2 and 3  the number of quarter turns, clockwise
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Orientation(u8);

impl Orientation {
    /// The number of different orientations.
    pub(crate) const COUNT: usize = 8;

    /// The orientation with flips left to right (`flip_x`) and top to bottom (`flip_y`), and a turn.
    pub(crate) fn new(flip_x: bool, flip_y: bool, turn: QuarterTurn) -> Orientation {
        Orientation(u8::from(flip_x) | u8::from(flip_y) << 1 | (turn as u8) << 2)
    }

    /// Whether a mask is mirrored left to right, and whether it is mirrored top to bottom.
    pub(crate) fn flips(self) -> [bool; 2] {
        [self.0 & 1 != 0, self.0 & 2 != 0]
    }

    /// The turn that applies after the flips.
    pub(crate) fn turn(self) -> QuarterTurn {
        match self.0 >> 2 {
            0 => QuarterTurn::None,
            1 => QuarterTurn::Quarter,
            2 => QuarterTurn::Half,
            _ => QuarterTurn::ThreeQuarters,
        }
    }

    /// A number less than [`Orientation::COUNT`]. It is equal for orientations with equal results, and 0 if the
    /// mask is unchanged.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        /// The index for each value of the byte. A top-to-bottom flip equals a left-to-right flip and a half turn.
        const INDEXES: [u8; 16] = {
            let (mut indexes, mut bits) = ([0; 16], 0);
            while bits < 16 {
                let (flip_x, flip_y, turn) = (bits & 1, bits >> 1 & 1, bits >> 2);
                indexes[bits] = ((flip_x ^ flip_y) * 4 + (turn + 2 * flip_y) % 4) as u8;
                bits += 1;
            }
            indexes
        };
        INDEXES[usize::from(self.0 & 15)].into()
    }

    /// The orientation with this index.
    pub(crate) fn of_index(index: usize) -> Orientation {
        Orientation((index >> 2 | (index & 3) << 2) as u8)
    }

    /// The one of all orientations with equal results that [`Orientation::all`] returns.
    pub(crate) fn canonical(self) -> Orientation {
        Orientation::of_index(self.index())
    }

    /// All orientations with different results.
    pub(crate) fn all() -> impl Iterator<Item = Orientation> {
        (0..Orientation::COUNT).map(Orientation::of_index)
    }

    /// The mask in this orientation.
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] if the system refuses memory.
    pub(crate) fn apply(self, mask: &Mask) -> Result<Mask, MaskError> {
        let index = self.index();
        mask::shared::oriented(mask, index >= 4, index as u32 % 4)
    }

    /// The box of the pixels of a box in the oriented mask, whose mask has the given size.
    pub(crate) fn of_rect(self, pixels: Aabb, size: [u32; 2]) -> Aabb {
        if pixels.is_empty() {
            return pixels;
        }
        let Aabb([left, top, right, bottom]) = pixels;
        let [width, height] = size.map(|side| side as i32);
        let [flip_x, flip_y] = self.flips();
        let [left, right] = if flip_x { [width - 1 - right, width - 1 - left] } else { [left, right] };
        let [top, bottom] = if flip_y { [height - 1 - bottom, height - 1 - top] } else { [top, bottom] };
        Aabb(match self.turn() {
            QuarterTurn::None => [left, top, right, bottom],
            QuarterTurn::Quarter => [height - 1 - bottom, left, height - 1 - top, right],
            QuarterTurn::Half => [width - 1 - right, height - 1 - bottom, width - 1 - left, height - 1 - top],
            QuarterTurn::ThreeQuarters => [top, width - 1 - right, bottom, width - 1 - left],
        })
    }

    /// The linear map from the points of a mask to those of the oriented mask: two rows.
    pub(crate) fn matrix(self) -> [[f64; 2]; 2] {
        let [x, y] = self.flips().map(|flip| if flip { -1.0 } else { 1.0 });
        match self.turn() {
            QuarterTurn::None => [[x, 0.0], [0.0, y]],
            QuarterTurn::Quarter => [[0.0, -y], [x, 0.0]],
            QuarterTurn::Half => [[-x, 0.0], [0.0, -y]],
            QuarterTurn::ThreeQuarters => [[0.0, y], [-x, 0.0]],
        }
    }

    /// The canonical orientation with a matrix, if there is one.
    pub(crate) fn of_matrix(matrix: [[f64; 2]; 2]) -> Option<Orientation> {
        let is_unit = |c: &f64| *c == 0.0 || c.abs() == 1.0;
        if !matrix.as_flattened().iter().all(is_unit) {
            return None;
        }
        Orientation::all().find(|orientation| orientation.matrix() == matrix)
    }
}

/// A number of quarter turns, clockwise on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "Turn"))]
pub enum QuarterTurn {
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

impl QuarterTurn {
    /// All turns, by their number of quarter turns: `QuarterTurn::ALL[1]` is [`QuarterTurn::Quarter`].
    pub const ALL: [QuarterTurn; 4] =
        [QuarterTurn::None, QuarterTurn::Quarter, QuarterTurn::Half, QuarterTurn::ThreeQuarters];

    /// Returns the number of quarter turns clockwise, from 0 to 3.
    ///
    /// ```
    /// # use hitmask::QuarterTurn;
    /// assert_eq!(QuarterTurn::ALL.map(QuarterTurn::quarters), [0, 1, 2, 3]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_leads_to_the_oriented_mask() {
        let mask: Mask = "#...\n##..\n....".parse().unwrap();
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            for turn in QuarterTurn::ALL {
                let orientation = Orientation::new(flip_x, flip_y, turn);
                let oriented = orientation.apply(&mask).unwrap();
                let [[a, b], [c, d]] = orientation.matrix();
                let by = mask::Affine::from([[a, b, 0.0], [c, d, 0.0]]);
                assert_eq!(mask.transformed(&by).unwrap().0, oriented, "{orientation:?}");
                assert_eq!(Orientation::of_matrix(orientation.matrix()), Some(orientation.canonical()));
                let bounds = orientation.of_rect(Aabb::of_solid_pixels(&mask), [4, 3]);
                assert_eq!(bounds, Aabb::of_solid_pixels(&oriented), "{orientation:?}");
            }
        }
        assert_eq!(Orientation::of_matrix([[1.0, 1.0], [0.0, 1.0]]), None);
    }
}
