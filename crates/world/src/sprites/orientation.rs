//! The eight ways in which a mask can stand: mirrored or not, turned by quarters.

use super::Turn;
use mask::{Mask, MaskError};

/// Flips, then a turn, in a byte: bit 0 mirrors left to right, bit 1 top to bottom, bits 2 and 3 count the
/// quarters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Orientation(u8);

impl Orientation {
    /// How many look different.
    pub(crate) const COUNT: usize = 8;

    /// With a flip left to right more, or one less.
    pub(crate) fn flipped_x(self) -> Orientation {
        Orientation(self.0 ^ 1)
    }

    /// With a flip top to bottom more, or one less.
    pub(crate) fn flipped_y(self) -> Orientation {
        Orientation(self.0 ^ 2)
    }

    /// With other flips.
    pub(crate) fn with_flips(self, x: bool, y: bool) -> Orientation {
        Orientation(self.0 & !3 | u8::from(x) | u8::from(y) << 1)
    }

    /// With another turn.
    pub(crate) fn with_turn(self, turn: Turn) -> Orientation {
        Orientation(self.0 & 3 | (turn as u8) << 2)
    }

    /// Whether it is mirrored left to right, and top to bottom.
    pub(crate) fn flips(self) -> [bool; 2] {
        [self.0 & 1 != 0, self.0 & 2 != 0]
    }

    /// The turn, after the flips.
    pub(crate) fn turn(self) -> Turn {
        match self.0 >> 2 {
            0 => Turn::None,
            1 => Turn::Quarter,
            2 => Turn::Half,
            _ => Turn::ThreeQuarters,
        }
    }

    /// A number below [`Orientation::COUNT`]: the same for two that look the same, 0 for no change.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        /// A flip top to bottom is one left to right and half a turn.
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

    /// The mask as it stands.
    ///
    /// # Errors
    /// [`MaskError::OutOfMemory`].
    pub(crate) fn apply(self, mask: &Mask) -> Result<Mask, MaskError> {
        let index = self.index();
        mask.oriented(index >= 4, index as u32 % 4)
    }

    /// Where the pixel at `at` of a mask of this size comes to stand in the turned mask. Both may lie
    /// outside.
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
    fn pixels_are_carried_to_where_the_turned_mask_has_them() {
        let mask: Mask = "#...\n##..\n#.#.".parse().unwrap();
        for (flip_x, flip_y) in [(false, false), (true, false), (false, true), (true, true)] {
            for turn in [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters] {
                let bits = Orientation::default().with_turn(turn).with_flips(flip_x, flip_y);
                let turned = bits.apply(&mask).unwrap();
                for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
                    let to = bits.map_pixel([x, y], [4, 3]).map(|c| c as i32);
                    assert_eq!(mask.contains([x as i32, y as i32]), turned.contains(to), "{bits:?} {x} {y}");
                }
            }
        }
    }
}
