//! The test of a block of moves. A bit stands for a move: a word holds 64 neighboring moves of a row, and a vector
//! holds a few rows.
//!
//! Each row of the moving mask consists of runs of solid pixels. After the move of bit i, a run of n pixels lies over
//! the pixels x + i .. x + i + n of a row of the mask at rest. So the moves that collide are the solid pixels of this
//! row from x on, widened to the left by n - 1 pixels. Each step at most doubles the width:
//!
//! ```text
//!   wide(1)   = row
//!   wide(2 w) = wide(w) | wide(w) >> w
//!   wide(n)   = wide(w) | wide(w) >> (n - w)        w < n <= 2 w
//! ```
//!
//! A run longer than a word collides after the move of bit i if a pixel is solid in one of three parts:
//!
//! ```text
//!   x ...... x + 64 ............ x + n ...... x + n + 64
//!   |  first   |      middle       |   last    |
//!         |--- pixels from i on ---|-- below i -|
//! ```

use crate::Mask;
use crate::kernel::{FunnelShift, Lanes, WORD_BITS, Word, span_bits};
use core::ops::Range;

/// A mask at rest and a mask that moves, both with solid pixels.
#[derive(Clone, Copy)]
pub(crate) struct MaskPair<'a> {
    pub(crate) rest: &'a Mask,
    pub(crate) moving: &'a Mask,
    /// The offset of the moving mask before it moves.
    pub(crate) at: [i64; 2],
}

/// A block of moves: x from `left` up to `left + 64`, and y from `top` on, one row for each lane of a vector.
#[derive(Clone, Copy)]
pub(super) struct MoveBlock {
    pub(super) left: i64,
    pub(super) top: i64,
}

impl MaskPair<'_> {
    /// Whether the boxes of the masks overlap after any of the `side` x `side` moves from a first move on.
    #[inline(always)]
    pub(super) fn may_collide(&self, first: [i64; 2], side: i64) -> bool {
        let (Some(rest), Some(moving)) = (self.rest.bounds(), self.moving.bounds()) else { return false };
        let [x, y] = [self.at[0] + first[0], self.at[1] + first[1]];
        x + i64::from(moving.left) < rest.right()
            && x + side - 1 + moving.right() > i64::from(rest.left)
            && y + i64::from(moving.top) < rest.bottom()
            && y + side - 1 + moving.bottom() > i64::from(rest.top)
    }

    /// The rows of the moving mask that can lie over the mask at rest after a move of the block.
    #[inline(always)]
    pub(super) fn rows_over<L: Lanes>(&self, block: MoveBlock) -> Range<i64> {
        let (Some(rest), Some(moving)) = (self.rest.bounds(), self.moving.bounds()) else { return 0..0 };
        let top = self.at[1] + block.top;
        let first = i64::from(moving.top).max(i64::from(rest.top) - top - (L::LEN as i64 - 1));
        first..moving.bottom().min(rest.bottom() - top).max(first)
    }

    /// Adds to `hits` the moves of the block after which a row of the moving mask collides. Returns whether all moves
    /// of the block now collide.
    #[inline(always)]
    pub(super) fn add_row<L: Lanes>(&self, lanes: L, hits: &mut L::Vector, block: MoveBlock, row: i64) -> bool {
        let [x, y] = [self.at[0] + block.left, self.at[1] + block.top + row];
        for run in self.moving.runs_in_row(row as u32) {
            *hits = *hits | run_hits(lanes, self.rest, [x + i64::from(run.start), y], run.end - run.start);
            if !lanes.any(!*hits) {
                return true;
            }
        }
        false
    }
}

/// The moves after which a run of `len` pixels collides. `[x, y]` is the pixel of the mask at rest under the first
/// pixel of the run after the first move, bit 0 of the first lane.
#[inline(always)]
fn run_hits<L: Lanes>(lanes: L, rest: &Mask, [x, y]: [i64; 2], len: u32) -> L::Vector {
    let (column, shift) = (x.div_euclid(WORD_BITS.into()), x.rem_euclid(WORD_BITS.into()) as u32);
    let words = |column| rows_of_column(lanes, rest, column, y);
    let shift = FunnelShift::from_pixel(shift);
    let (first, second) = (words(column), words(column + 1));
    let mut low = shift.join(first, second);
    if len <= WORD_BITS {
        let mut high = shift.join(second, words(column + 2));
        let mut width = 1;
        while width < len {
            let by = width.min(len - width);
            low = low | FunnelShift::from_pixel(by).join(low, high);
            high = high | high.shift_down(by);
            width += by;
        }
        return low;
    }
    // The first part: sets each bit at or below a set bit.
    for by in [1, 2, 4, 8, 16, 32] {
        low = low | low.shift_down(by);
    }
    let end = x + i64::from(len);
    let middle = (column + 1..=end.div_euclid(WORD_BITS.into())).fold(lanes.splat(0), |middle, column| {
        let start = column * i64::from(WORD_BITS);
        let [left, right] = [x + i64::from(WORD_BITS), end].map(|x| (x - start).clamp(0, WORD_BITS.into()) as u32);
        middle | words(column) & lanes.splat(span_bits(0, left, right))
    });
    let (last, after) = (end.div_euclid(WORD_BITS.into()), end.rem_euclid(WORD_BITS.into()) as u32);
    let last = FunnelShift::from_pixel(after).join(words(last), words(last + 1));
    // The last part: sets each bit above the lowest set bit.
    let above = !(last ^ (last + lanes.splat(u64::MAX)));
    low | above | whole_words(lanes, middle)
}

/// Sets all bits of each word that is not 0.
#[inline(always)]
fn whole_words<L: Lanes>(lanes: L, words: L::Vector) -> L::Vector {
    let one = lanes.splat(1);
    let negative = !words + one;
    let any = (words | negative).shift_down(WORD_BITS - 1);
    !any + one
}

/// The words of a column in the rows from `top` on. Words outside the mask are 0.
#[inline(always)]
fn rows_of_column<L: Lanes>(lanes: L, mask: &Mask, column: i64, top: i64) -> L::Vector {
    let height = i64::from(mask.height);
    if !(0..mask.stride() as i64).contains(&column) {
        return lanes.splat(0);
    }
    let words = &mask.words[(column * height) as usize..][..height as usize];
    if top >= 0
        && let Some(rows) = words.get(top as usize..top as usize + L::LEN)
    {
        return lanes.load(rows);
    }
    let mut rows = [0; 8];
    for (row, y) in rows[..L::LEN].iter_mut().zip(top..) {
        *row = if (0..height).contains(&y) { words[y as usize] } else { 0 };
    }
    lanes.load(&rows)
}
