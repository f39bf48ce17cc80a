//! Questions about two masks of one column of words each: sprites up to 64 pixels wide, which most sprites are.
//!
//! # Whether they share a pixel
//!
//! Four of five pairs that a broad phase finds share a pixel, nearly always near the middle of the overlap. So the test
//! reads the middle eight rows first, before it chooses a level of the processor:
//!
//! ```text
//!   rows of the overlap    0 . . . . . . . . . . . . . . . . . . n     up to 16 rows: the middle eight, then the first
//!   middle                             |- 8 rows -|                    four and the last four
//!   ends                   |- 4 -|                       |- 4 -|       more rows: the middle eight, then all
//! ```
//!
//! Such a test takes some 60 instructions. A mispredicted branch takes as long, so the test has few branches that
//! depend on the offset:
//!
//! - The rows seldom fill whole vectors. A loop for the last few rows would end at another row each time. Instead, the
//!   test reads up to seven rows too many. These rows change nothing: the overlap ends at the last solid row of one of
//!   the masks, and below it this mask has only zeros, its empty rows and then the zeros of
//!   `PaddedWords`.
//! - A word of the other mask moves to the right or to the left. The test shifts in both directions, by 0 pixels in one
//!   of them.
//!
//! `docs/decisions/0027-narrow-pairs.md` has the alternatives that were measured.

use crate::kernel::{Portable, SingleColumn, on_level};
use crate::{Mask, kernel};

/// The largest number of rows of one column that are tested without choosing a level: eight in the middle and four at
/// each end. For so few rows, the choice costs more than wider lanes save.
pub(super) const MAX_ROWS_WITHOUT_LEVEL: u32 = 16;

/// Whether two masks of at most one column of words each share a pixel, with `other` at the offset `at`.
pub(super) fn overlaps(mask: &Mask, other: &Mask, at: [i32; 2]) -> bool {
    let Some(Placement { rows, top, over_top, down, up }) = Placement::new(mask, other, at) else { return false };
    let middle = (rows / 2).saturating_sub(4);
    let over = |words| SingleColumn { words, down, up };
    // The length of a chunk is a constant, so `any` is straight code here.
    let any_of_8 =
        |skip| kernel::any(Portable, mask.words.chunk::<8>(top + skip), over(other.words.chunk::<8>(over_top + skip)));
    if any_of_8(middle) {
        return true;
    }
    if rows <= MAX_ROWS_WITHOUT_LEVEL {
        let any_of_4 = |skip| {
            kernel::any(Portable, mask.words.chunk::<4>(top + skip), over(other.words.chunk::<4>(over_top + skip)))
        };
        return any_of_4(0) | any_of_4(rows.saturating_sub(4));
    }
    any_row(column(mask, top, rows), column(other, over_top, rows), down, up)
}

/// Whether any row of `mine` shares a bit with the row of `words`, which is shifted as in [`SingleColumn`]. The
/// function is not inlined, so that [`overlaps`] need not save registers for it. It takes slices and numbers, because a
/// struct would delay the closure (see [`crate::kernel::dispatch`]).
#[inline(never)]
pub(super) fn any_row(mine: &[u64], words: &[u64], down: u32, up: u32) -> bool {
    on_level!(lanes => kernel::any(lanes, mine, SingleColumn { words, down, up }))
}

/// The topmost shared pixel, and of several in that row the leftmost.
pub(super) fn first(mask: &Mask, other: &Mask, at: [i32; 2]) -> Option<[i32; 2]> {
    let Placement { rows, top, over_top, down, up } = Placement::new(mask, other, at)?;
    let (mine, words) = (column(mask, top, rows), column(other, over_top, rows));
    let (row, bits) = if rows <= MAX_ROWS_WITHOUT_LEVEL {
        kernel::first(Portable, mine, SingleColumn { words, down, up })?
    } else {
        on_level!(lanes => kernel::first(lanes, mine, SingleColumn { words, down, up }))?
    };
    Some([bits.trailing_zeros() as i32, (top + row as u32) as i32])
}

/// The number of shared pixels.
pub(super) fn area(mask: &Mask, other: &Mask, at: [i32; 2]) -> u64 {
    let Some(Placement { rows, top, over_top, down, up }) = Placement::new(mask, other, at) else { return 0 };
    let (mine, words) = (column(mask, top, rows), column(other, over_top, rows));
    on_level!(lanes => kernel::count(lanes, mine, SingleColumn { words, down, up }))
}

/// The rows in which the bounds of two masks overlap, and the shift of the other mask's words. One of both counts is 0.
struct Placement {
    rows: u32,
    /// The first row in each mask.
    top: u32,
    over_top: u32,
    down: u32,
    up: u32,
}

impl Placement {
    #[inline(always)]
    fn new(mask: &Mask, other: &Mask, at: [i32; 2]) -> Option<Placement> {
        let clip = mask.bounds.as_ref()?.clip(other.bounds.as_ref()?, at)?;
        let over_top = clip.top.wrapping_sub(at[1] as u32);
        let [down, up] = [-at[0], at[0]].map(|by| by.max(0) as u32);
        Some(Placement { rows: clip.height(), top: clip.top, over_top, down, up })
    }
}

/// The words of some rows of a mask of one column.
#[inline(always)]
fn column(mask: &Mask, top: u32, rows: u32) -> &[u64] {
    mask.words.slice(top as usize, rows)
}
