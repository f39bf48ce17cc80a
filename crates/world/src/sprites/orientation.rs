//! The eight orientations of a mask: flips and quarter turns.

use super::Turn;
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
    pub(crate) fn new(flip_x: bool, flip_y: bool, turn: Turn) -> Orientation {
        Orientation(u8::from(flip_x) | u8::from(flip_y) << 1 | (turn as u8) << 2)
    }

    /// Whether a mask is mirrored left to right, and whether it is mirrored top to bottom.
    pub(crate) fn flips(self) -> [bool; 2] {
        [self.0 & 1 != 0, self.0 & 2 != 0]
    }

    /// The turn that applies after the flips.
    pub(crate) fn turn(self) -> Turn {
        match self.0 >> 2 {
            0 => Turn::None,
            1 => Turn::Quarter,
            2 => Turn::Half,
            _ => Turn::ThreeQuarters,
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
    fn of_index(index: usize) -> Orientation {
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

    /// Maps a point of the oriented mask to the mask, which has the given size.
    pub(crate) fn to_mask(self, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> [f64; 2] {
        let [x, y] = match self.turn() {
            Turn::None => [x, y],
            Turn::Quarter => [y, height - x],
            Turn::Half => [width - x, height - y],
            Turn::ThreeQuarters => [width - y, x],
        };
        let [flip_x, flip_y] = self.flips();
        [if flip_x { width - x } else { x }, if flip_y { height - y } else { y }]
    }

    /// Maps a pixel of a mask with the given size to the oriented mask. Both pixels may lie outside their masks.
    pub(crate) fn map_pixel(self, [x, y]: [i64; 2], [width, height]: [i64; 2]) -> [i64; 2] {
        let [flip_x, flip_y] = self.flips();
        let x = if flip_x { width - 1 - x } else { x };
        let y = if flip_y { height - 1 - y } else { y };
        match self.turn() {
            Turn::None => [x, y],
            Turn::Quarter => [height - 1 - y, x],
            Turn::Half => [width - 1 - x, height - 1 - y],
            Turn::ThreeQuarters => [y, width - 1 - x],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_pixels_are_solid_in_the_oriented_mask_if_they_are_solid_in_the_mask() {
        let mask: Mask = "#...\n##..\n#.#.".parse().unwrap();
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            for turn in Turn::ALL {
                let orientation = Orientation::new(flip_x, flip_y, turn);
                let oriented = orientation.apply(&mask).unwrap();
                for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
                    let to = orientation.map_pixel([x, y], [4, 3]).map(|c| c as i32);
                    let center = to.map(|c| f64::from(c) + 0.5);
                    assert_eq!(orientation.to_mask(center, [4.0, 3.0]), [x, y].map(|c: i64| c as f64 + 0.5));
                    assert_eq!(
                        mask.contains([x as i32, y as i32]),
                        oriented.contains(to),
                        "pixel [{x}, {y}] in {orientation:?}"
                    );
                }
            }
        }
    }
}
