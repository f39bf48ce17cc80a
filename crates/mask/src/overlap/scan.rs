//! The scan of two masks by their summaries.
//!
//! The test of two masks at an offset runs on the unions of 16 rows as it does on rows, with the same shifts. The rows of
//! one union meet the rows of two unions of the other mask, unless the offset is a multiple of 16:
//!
//! ```text
//!   mine            |-- union g --|
//!   other    |-- union h --|-- union h + 1 --|        g may hit if it shares a bit with either
//! ```
//!
//! Unions that share nothing prove that their rows share nothing, 16 rows at a time. If they share a bit, the scan looks
//! at the rows. On shapes that defeat this, such as a checkerboard, every union shares: if more unions led to nothing
//! than were proven empty, the rest is scanned plainly.
//!
//! Before that, the spans of the columns leave out the rows, and mostly all rows, in which only one of the two masks has
//! a solid pixel. Of two round shapes that nearly touch, a few rows about the place of contact remain.

use super::{Over, Placed};
use crate::kernel::{self, Lanes, Shifted, Word, Words};
use crate::store::{GROUP, UNIONS_FROM};
use crate::{Mask, Rect};
use core::ops::Range;

/// Rows of a column from which unions are asked.
const ROWS_FROM: usize = 64;

/// Unions that may lead to nothing before any misses are proven.
const PATIENCE: usize = 6;

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
