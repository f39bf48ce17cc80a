//! The way out of a collision: the nearest offset of a table at which two variants do not collide.
//!
//! ```text
//!     1 1 1 1 0 0        The search goes from row to row away from the offset of the pair `x`. In each row, it takes
//!     1 1 1 1 1 0        the nearest 0 on both sides of the middle. It ends with the first row that is further away
//!     1 1 x 1 1 1        than the best 0. Beyond the table, all offsets are free.
//!     1 1 1 1 1 0
//! ```

use super::table_set::{Numbers, PairTable, TableEntry, TableReader};
use crate::tree::vectorized;

/// Added to a row, so that it is not negative. Tables have fewer rows.
const ROW_BIAS: i32 = 1 << 15;

/// The table of two variants, and its size. Offsets are those of the second variant from the first, between the
/// top-left pixels of their tight boxes.
#[derive(Clone, Copy)]
pub(crate) struct ExactTable<'a> {
    words: &'a [u64],
    entry: TableEntry,
    /// The number of columns and rows.
    size: [i32; 2],
    /// The column and the row of the offset `[0, 0]`.
    zero: [i32; 2],
}

impl<'a> TableReader<'a> {
    /// The table of two variants with tight boxes of these sizes, if there is one.
    #[inline]
    pub(crate) fn exact(self, pair: Numbers, [a, b]: [[u32; 2]; 2]) -> Option<ExactTable<'a>> {
        let PairTable { entry, words } = self.of_pair(pair);
        let (first, second) = match entry.sign() {
            0 => return None,
            1 => (a, b),
            _ => (b, a),
        };
        // The first column is the offset at which the boxes share their first column of pixels.
        let zero = second.map(|side| side as i32 - 1);
        let size = [0, 1].map(|axis| first[axis] as i32 + zero[axis]);
        Some(ExactTable { words, entry, size, zero })
    }
}

impl ExactTable<'_> {
    /// The column and the row of an offset. They may lie beside the table.
    #[inline(always)]
    fn cell(&self, offset: [i32; 2]) -> [i32; 2] {
        [0, 1].map(|axis| self.entry.sign().wrapping_mul(offset[axis]).wrapping_add(self.zero[axis]))
    }

    /// Whether the variants share a solid pixel at an offset.
    #[inline(always)]
    pub(crate) fn collide(&self, offset: [i32; 2]) -> bool {
        let [x, y] = self.cell(offset);
        let bit = self.entry.bit(offset);
        (x as u32) < self.size[0] as u32
            && (y as u32) < self.size[1] as u32
            && self.words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
    }

    /// The shortest move of the second variant from an offset, at which the two collide, after which they share no
    /// solid pixel. Of several, returns the topmost, and of these the leftmost.
    pub(crate) fn way_out(&self, offset: [i32; 2]) -> [i32; 2] {
        self.search(offset, i32::MAX - 1, 0).unwrap_or_default()
    }

    /// The way out from the offset after a step, if the square of its length is at most `most`: that of the way out
    /// before the step.
    ///
    /// No place in the disc of `most` around the offset before the step is free. So only the front of the disc around
    /// the offset after it can have a free place, and after a vertical step by a pixel, the rows behind have none.
    pub(crate) fn way_out_within(&self, offset: [i32; 2], most: i64, step: [i32; 2]) -> Option<[i32; 2]> {
        let toward = match step {
            [0, y @ (-1 | 1)] => self.entry.sign() * y,
            _ => 0,
        };
        self.search(offset, most.min(i64::from(i32::MAX) - 1) as i32, toward)
    }

    /// The first free move whose squared length is at most `most`, as [`OffsetBits::nearest_free`] finds it.
    fn search(&self, offset: [i32; 2], most: i32, toward: i32) -> Option<[i32; 2]> {
        let bits = OffsetBits {
            words: self.words,
            middle: self.entry.bit(offset),
            size: self.size,
            at: self.cell(offset),
            sign: self.entry.sign(),
        };
        vectorized(
            #[inline(always)]
            || bits.nearest_free(most, toward),
        )
    }
}

/// The cells of a table around an offset.
struct OffsetBits<'a> {
    words: &'a [u64],
    /// The bit of the offset.
    middle: usize,
    /// The number of columns and rows.
    size: [i32; 2],
    /// The column and the row of the offset.
    at: [i32; 2],
    /// [`TableEntry::sign`].
    sign: i32,
}

impl OffsetBits<'_> {
    /// The first free move whose squared length is at most `most`. `toward` is 1 if no row above the middle has such a
    /// move, -1 if no row below it has one, and 0 if all rows are searched.
    ///
    /// There are no branches that depend on the pixels, because the processor could not predict them. So the search
    /// keeps one number: the squared length of a move, and its row.
    #[inline(always)]
    fn nearest_free(&self, most: i32, toward: i32) -> Option<[i32; 2]> {
        let OffsetBits { size: [_, rows], at: [_, y], sign, .. } = *self;
        let key = |squared: i32, row: i32| u64::from(squared as u32) << 32 | u64::from((sign * row + ROW_BIAS) as u32);
        let exits = key((y + 1) * (y + 1), -1 - y).min(key((rows - y) * (rows - y), rows - y));
        let mut best = exits.min(key(most + 1, 0));
        let mut by = 0;
        while by * by <= (best >> 32) as i32 {
            for row in [-by, by] {
                if row * toward >= 0 && (0..rows).contains(&(y + row)) {
                    let nearest = self.free_in_row(row, (best >> 32) as i32).into_iter().fold(i32::MAX, i32::min);
                    best = best.min(key(nearest * nearest + by * by, row));
                }
            }
            by += 1;
        }
        if (best >> 32) as i32 > most {
            return None;
        }
        let row = sign * (best as u32 as i32 - ROW_BIAS);
        if !(0..rows).contains(&(y + row)) {
            return Some([0, sign * row]);
        }
        let [left, right] = self.free_in_row(row, (best >> 32) as i32);
        // Of two moves of one length, the one to the left comes first.
        let x = if left < right || left == right && sign == 1 { -left } else { right };
        Some([sign * x, sign * row])
    }

    /// How far away the nearest free offsets to the left and to the right are in a row of the table, if the square of
    /// the distance is at most `most`, and any larger distance otherwise.
    #[inline(always)]
    fn free_in_row(&self, row: i32, most: i32) -> [i32; 2] {
        let [columns, x] = [self.size[0], self.at[0]];
        let middle = self.middle as isize + (row * columns) as isize;
        // 64 bits around the middle. Bits beyond the row can have any value.
        let free = !self.word(middle - 32);
        let mut right = (free >> 32 | 1 << 32).trailing_zeros() as i32;
        let mut left = 1 + (free << 32 | 1 << 31).leading_zeros() as i32;
        if most >= 32 * 32 {
            if right == 32 {
                right += self.ones(middle + 32, 64, u64::trailing_ones, columns - x);
            }
            if left == 33 {
                left += self.ones(middle - 96, -64, u64::leading_ones, x);
            }
        }
        [left.min(x + 1), right.min(columns - x)]
    }

    /// The number of ones at an end of the word at `bit`, and of the words that follow `by` bits further on. The
    /// count ends after `most`.
    #[cold]
    fn ones(&self, mut bit: isize, by: isize, end: fn(u64) -> u32, most: i32) -> i32 {
        let mut count = 0;
        while count < most {
            let ones = end(self.word(bit)) as i32;
            count += ones;
            if ones < 64 {
                break;
            }
            bit += by;
        }
        count
    }

    /// The 64 bits from a bit on. Bits beside the tables are 0.
    #[inline(always)]
    fn word(&self, bit: isize) -> u64 {
        let (index, shift) = (bit >> 6, bit & 63);
        let word = |index: isize| self.words.get(index as usize).copied().unwrap_or(0);
        word(index) >> shift | (word(index + 1) << 1) << (63 - shift)
    }
}
