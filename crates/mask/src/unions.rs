//! The coarse levels: what 16 rows have together, and from where to where a column has anything.
//!
//! For every column of words, each 16 rows have a union: the bitwise OR of their words. A union is a word
//! like any other, exact in x and coarse in y, so that the test of two masks at an offset runs on unions as
//! it does on rows, with the same shifts; only that the rows of one union meet those of two of the other
//! mask's, unless the offset is a multiple of 16:
//!
//! ```text
//!   mine            |-- union g --|
//!   other    |-- union h --|-- union h + 1 --|        g may hit where it shares a bit with either
//! ```
//!
//! Unions that share nothing prove that none of their rows does, 16 at a time. Where they share, the rows
//! are looked at. On shapes that defeat this, a checkerboard for one, every union shares: where more led to
//! nothing than was proven, the rest is scanned plainly.
//!
//! Before that, a column's span, its first and last row with a solid pixel, leaves out the rows, and mostly
//! all of them, in which only one of the two masks has anything. Of two round shapes that nearly touch, that
//! leaves a few rows about the place where they do.
//!
//! Masks of fewer than [`UNIONS_FROM`] rows have neither: they are scanned in the time that it takes to set
//! out. With the zeros between columns, both take at most 7 % of the memory of the rows.

use crate::clip::{Over, Placed, Shifted, Words};
use crate::kernel::lanes::{Lanes, Word};
use crate::memory::{self, Refused};
use crate::{Mask, Rect, kernel};
use alloc::vec::Vec;
use core::ops::Range;

/// Rows of a union.
const GROUP: usize = 16;

/// Rows from which a mask has unions: below, the zeros would take more than 7 %.
pub(crate) const UNIONS_FROM: u32 = 464;

/// Rows of a column from which unions are asked.
const ROWS_FROM: usize = 64;

/// Unions that may lead to nothing before any misses are proven.
const PATIENCE: usize = 6;

/// The coarse levels of a mask; empty where it has none.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Unions {
    /// Column after column, with a zero before each and after the last.
    words: Vec<u64>,
    /// Of each column, the first row with a solid pixel and the one after the last; equal where none has.
    spans: Vec<[u32; 2]>,
}

impl Unions {
    /// Those of a mask of this size with nothing solid.
    pub(crate) fn new(stride: usize, height: u32) -> Result<Unions, Refused> {
        if height < UNIONS_FROM {
            return Ok(Unions::default());
        }
        let words = memory::zeros(stride * (groups_of(height) + 1) + 1)?;
        Ok(Unions { words, spans: memory::zeros(stride)? })
    }

    /// A copy.
    pub(crate) fn try_clone(&self) -> Result<Unions, Refused> {
        Ok(Unions { words: memory::copy(&self.words)?, spans: memory::copy(&self.spans)? })
    }

    /// Makes them those of a mask with nothing solid.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.spans.fill([0; 2]);
    }

    /// The unions of a column, with the zeros before and after.
    #[inline(always)]
    fn of(&self, column: usize, height: u32) -> &[u64] {
        let groups = groups_of(height);
        &self.words[column * (groups + 1)..][..groups + 2]
    }
}

/// Unions of a column.
fn groups_of(height: u32) -> usize {
    (height as usize).div_ceil(GROUP)
}

impl Mask {
    /// Makes the coarse levels true again after words in `touched` have changed.
    pub(crate) fn unite(&mut self, touched: Rect) {
        if self.height < UNIONS_FROM {
            return;
        }
        let (height, groups) = (self.height as usize, groups_of(self.height));
        let changed = touched.top as usize / GROUP..(touched.bottom() as usize).div_ceil(GROUP);
        for column in self.columns(&touched) {
            let rows = &self.words[column * height..][..height];
            let unions = &mut self.unions.words[column * (groups + 1) + 1..][..groups];
            for (union, rows) in unions.iter_mut().zip(rows.chunks(GROUP)).take(changed.end).skip(changed.start) {
                *union = rows.iter().fold(0, |union, row| union | row);
            }
            let solid = |row: &usize| rows[*row] != 0;
            let in_group = |group: usize| group * GROUP..height.min((group + 1) * GROUP);
            let first = unions.iter().position(|&union| union != 0).and_then(|group| in_group(group).find(solid));
            let last = unions.iter().rposition(|&union| union != 0).and_then(|group| in_group(group).rfind(solid));
            self.unions.spans[column] = [first.unwrap_or(0) as u32, last.map_or(0, |last| last as u32 + 1)];
        }
    }
}

/// Whether two masks have coarse levels.
#[inline(always)]
pub(crate) fn have(mine: &Mask, other: &Mask) -> bool {
    mine.height.min(other.height) >= UNIONS_FROM
}

/// Whether any solid pixel of two masks that have coarse levels is shared within a clip.
#[inline(always)]
pub(crate) fn any<L: Lanes>(lanes: L, mine: &Mask, over: Placed, clip: &Rect) -> bool {
    let mut patience = PATIENCE;
    for column in mine.columns(clip) {
        let Some(clip) = meeting(mine, over, clip, column) else { continue };
        let (rows, cover) = (mine.rows(column, &clip), over.cover(column, &clip));
        let from = if rows.len() < ROWS_FROM || patience == 0 {
            0
        } else {
            match any_by_union(lanes, mine, over, &clip, column, &mut patience) {
                None => return true,
                Some(from) => from,
            }
        };
        if kernel::any(lanes, &rows[from..], cover.part(from..rows.len())) {
            return true;
        }
    }
    false
}

/// The rows of a clip in which both masks have something in a column.
#[inline(always)]
fn meeting(mine: &Mask, over: Placed, clip: &Rect, column: usize) -> Option<Rect> {
    let [first, last] = mine.unions.spans[column].map(i64::from);
    let [over_first, over_last] = over.span(column, |mask, column| mask.unions.spans[column]);
    let top = first.max(over_first).max(clip.top.into());
    let bottom = last.min(over_last).min(clip.bottom());
    (top < bottom).then(|| Rect { top: top as i32, height: (bottom - top) as u32, ..*clip })
}

/// Looks at the rows of a column whose unions share a bit, as long as there is patience. `None` where a row
/// shares one, else how many rows of the clip are dealt with.
#[inline(always)]
fn any_by_union<L: Lanes>(
    lanes: L,
    mine: &Mask,
    over: Placed,
    clip: &Rect,
    column: usize,
    patience: &mut usize,
) -> Option<usize> {
    let (rows, cover) = (mine.rows(column, clip), over.cover(column, clip));
    let groups = clip.top as usize / GROUP..(clip.bottom() as usize).div_ceil(GROUP);
    let unions = &mine.unions.of(column, mine.height)[1..][groups.clone()];
    let united = United::new(over, column, &groups);
    // The rows of the clip before a group of the column.
    let rows_before = |group: usize| (group * GROUP).saturating_sub(clip.top as usize).min(rows.len());
    let mut first = 0;
    while first < unions.len() && *patience > 0 {
        let mut which = united.shared(lanes, unions, first);
        let count = L::LEN.min(unions.len() - first);
        *patience += count;
        while which != 0 {
            let group = groups.start + first + which.trailing_zeros() as usize;
            which &= which - 1;
            let part = rows_before(group)..rows_before(group + 1);
            if kernel::any(lanes, &rows[part.clone()], cover.part(part)) {
                return None;
            }
            *patience = patience.saturating_sub(2);
        }
        first += count;
    }
    Some(rows_before(groups.start + first))
}

/// The unions of another mask over those of one column.
#[derive(Clone, Copy)]
struct United<'a> {
    /// Those that the first rows of each group meet, and those that the last rows do.
    first: Shifted<'a>,
    last: Shifted<'a>,
}

impl<'a> United<'a> {
    #[inline(always)]
    fn new(over: Placed<'a>, column: usize, groups: &Range<usize>) -> Self {
        // The union of the other mask in which the first row of `groups` lies. The zero before the column
        // is number 0.
        let first = (groups.start * GROUP) as i64 - i64::from(over.top());
        let start = (first.div_euclid(GROUP as i64) + 1) as usize;
        let mask = over.mask();
        let unions = |skip: usize| {
            over.shifted(column, |column| &mask.unions.of(column, mask.height)[start + skip..][..groups.len()])
        };
        United { first: unions(0), last: unions(1) }
    }

    /// A bit for each of the groups from `group` on, as many as a vector has, that shares a bit with what it
    /// meets.
    #[inline(always)]
    fn shared<L: Lanes>(self, lanes: L, mine: &[u64], group: usize) -> u64 {
        if group + L::LEN <= mine.len() {
            // Both have the same shifts, so that they are put together first.
            let low = lanes.load(&self.first.low[group..]) | lanes.load(&self.last.low[group..]);
            let high = lanes.load(&self.first.high[group..]) | lanes.load(&self.last.high[group..]);
            lanes.which(lanes.load(&mine[group..]) & (low.down(self.first.down) | high.up(self.first.up)))
        } else {
            let shares = |group: usize| mine[group] & (self.first.one(group) | self.last.one(group)) != 0;
            (group..mine.len()).rev().fold(0, |which, group| which << 1 | u64::from(shares(group)))
        }
    }
}
