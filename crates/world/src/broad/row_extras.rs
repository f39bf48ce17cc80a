//! The column of the values that few sprites have.

use super::shared_column::{SharedColumn, ValuesFrom, Words};
use crate::MAX_PIVOT;
use crate::sprites::{Extras, Layers, Scale, Traits};

/// The column of layers.
pub(crate) type LayersColumn = SharedColumn<Layers, 1>;

/// The layers of all rows from a first row on.
pub(crate) type LayersFrom<'a> = ValuesFrom<'a, Layers, 1>;

/// The column of traits.
pub(crate) type TraitsColumn = SharedColumn<Traits, 1>;

/// The column of extras.
pub(crate) type ExtrasColumn = SharedColumn<Extras, 4>;

/// The column of data, which has a row for each slot.
pub(crate) type DataColumn = SharedColumn<u64, 1>;

impl Words<1> for u64 {
    fn to_words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn from_words([number]: [u64; 1]) -> u64 {
        number
    }
}

impl Words<1> for Layers {
    fn to_words(self) -> [u64; 1] {
        [self.to_bits()]
    }

    #[inline(always)]
    fn from_words([bits]: [u64; 1]) -> Layers {
        Layers::from_bits(bits)
    }
}

impl Words<1> for Traits {
    fn to_words(self) -> [u64; 1] {
        [self.to_bits()]
    }

    #[inline(always)]
    fn from_words([bits]: [u64; 1]) -> Traits {
        Traits::from_bits(bits)
    }
}

/// The bits of a coordinate of a pivot.
const PIVOT_BITS: u32 = 28;
const _: () = assert!(MAX_PIVOT < 1 << (PIVOT_BITS - 1), "a pivot must fit its bits");

/// ```text
///   0, 1   the factors of the scale
///   2      the steps of the scale
///   3      bits 0..28 and 28..56 the pivot, bit 56 whether there is one, bit 57 exact
/// ```
impl Words<4> for Extras {
    fn to_words(self) -> [u64; 4] {
        let Extras { pivot, scale, exact } = self;
        let [x, y, steps] = scale.to_words();
        let pivot = pivot.map_or(0, |pivot| {
            let [x, y] = pivot.map(|c| u64::from(c as u32 & ((1 << PIVOT_BITS) - 1)));
            x | y << PIVOT_BITS | 1 << 56
        });
        [x, y, steps, pivot | u64::from(exact) << 57]
    }

    #[inline]
    fn from_words([x, y, steps, pivot]: [u64; 4]) -> Extras {
        let coordinate = |bit: u32| (pivot << (64 - PIVOT_BITS - bit)) as i64 >> (64 - PIVOT_BITS);
        Extras {
            pivot: (pivot >> 56 & 1 != 0).then(|| [coordinate(0) as i32, coordinate(PIVOT_BITS) as i32]),
            scale: Scale::from_words([x, y, steps]),
            exact: pivot >> 57 & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extras_are_read_as_they_were_written() {
        let ends = [-MAX_PIVOT, -1, 0, 1, MAX_PIVOT];
        let pivots = ends.into_iter().flat_map(|x| ends.map(|y| Some([x, y]))).chain([None]);
        for (pivot, exact) in pivots.flat_map(|pivot| [(pivot, false), (pivot, true)]) {
            for scale in [[1.0, 1.0], [0.01, 300.0], [5e-324, f64::MAX]] {
                let extras = Extras { pivot, scale: Scale::new(scale).unwrap(), exact };
                assert_eq!(Extras::from_words(extras.to_words()), extras);
            }
        }
    }
}
