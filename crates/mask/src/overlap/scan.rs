//! The scan of two masks by their row-group summaries.
//!
//! A group word is the OR of the words of 16 rows, a row group (see `store/summary.rs`). The scan first compares group
//! words, shifted like the rows. A row group lies over two row groups of the other mask, unless the offset is a
//! multiple of 16 rows:
//!
//! ```text
//!   mine            |-- group g --|
//!   other    |-- group h --|-- group h + 1 --|        g may hit if it shares a bit with either
//! ```
//!
//! If a group word shares no bit with the two others, its 16 rows share no bit. If it shares a bit, the scan tests the
//! rows. Some shapes defeat group words: in a checkerboard, all bits of every group word are set. So the scan keeps a
//! budget. A group that is proven empty adds one to the budget, and a group whose rows are tested without a hit takes
//! one. When the budget is used up, the scan tests the remaining rows directly.
//!
//! Before the group words, the spans of the columns exclude the rows in which only one of the two masks has a solid
//! pixel. Often the spans exclude all rows. For two round shapes that nearly touch, only a few rows around the point of
//! contact remain.

use super::overlay::{OffsetMask, Overlay};
use crate::geometry::Area;
use crate::kernel::{ColumnPair, Lanes, WordSource};
use crate::store::GROUP_ROWS;
use crate::{Mask, kernel};
use core::ops::Range;

/// The number of rows of a column from which the scan uses the group words.
const SCAN_MIN_ROWS: usize = 64;

/// The initial budget: the number of groups that may be tested without a hit before any group is proven empty. The scan
/// checks the budget once for each vector of groups, so it may test up to a vector of groups more.
const INITIAL_MISS_BUDGET: usize = 6;

#[inline(always)]
pub(crate) fn both_have_summaries(mine: &Mask, other: &Mask) -> bool {
    mine.has_summary() && other.has_summary()
}

/// Whether two masks share a solid pixel. Both must have summaries.
#[inline(always)]
pub(crate) fn any_shared<L: Lanes>(lanes: L, mine: &Mask, overlay: OffsetMask) -> bool {
    let Some(clip) = mine.bounds.as_ref().and_then(|bounds| overlay.clip(bounds)) else { return false };
    let mut miss_budget = INITIAL_MISS_BUDGET;
    for column in mine.columns(&clip) {
        let Some(clip) = clip_to_spans(mine, overlay, &clip, column) else { continue };
        let (rows, words) = (mine.rows(column, &clip), overlay.column_words(column, &clip));
        let from = if rows.len() < SCAN_MIN_ROWS || miss_budget == 0 {
            0
        } else {
            match any_by_group(lanes, mine, overlay, &clip, column, &mut miss_budget) {
                None => return true,
                Some(from) => from,
            }
        };
        if kernel::any(lanes, &rows[from..], words.slice(from..rows.len())) {
            return true;
        }
    }
    false
}

/// The clip, cut to the rows in which both masks can have solid pixels in a column, or `None` if there are none.
#[inline(always)]
pub(super) fn clip_to_spans(mine: &Mask, overlay: OffsetMask, clip: &Area, column: u32) -> Option<Area> {
    let [first, last] = mine.summary.span(column);
    let [over_first, over_last] = overlay.solid_rows(column, |mask, column| mask.summary.span(column));
    // The numbers of rows of the clip above the solid rows of the overlay, and down to their end.
    let under_top = overlay.row_under(clip.top) as u32;
    let [above, end] = [over_first, over_last].map(|row| row.saturating_sub(under_top).min(clip.height()));
    let top = first.max(clip.top + above);
    let bottom = last.min(clip.top + end);
    Area::of(clip.left..clip.right, top..bottom)
}

/// Tests the row groups of a column whose group words share a bit, until the budget is used up.
///
/// Returns `None` if a row shares a bit. Otherwise returns the number of rows from the top of the clip that share none;
/// the other rows remain to be tested.
#[inline(always)]
fn any_by_group<L: Lanes>(
    lanes: L,
    mine: &Mask,
    overlay: OffsetMask,
    clip: &Area,
    column: u32,
    miss_budget: &mut usize,
) -> Option<usize> {
    let (rows, words) = (mine.rows(column, clip), overlay.column_words(column, clip));
    let groups = clip.top as usize / GROUP_ROWS..(clip.bottom as usize).div_ceil(GROUP_ROWS);
    let group_words = &mine.summary.column(column, mine.height)[1..][groups.clone()];
    let overlaid = OverlaidGroups::new(overlay, column, &groups);
    // The number of rows of the clip above a group of the column.
    let rows_before = |group: usize| (group * GROUP_ROWS).saturating_sub(clip.top as usize).min(rows.len());
    let mut first = 0;
    while first < group_words.len() && *miss_budget > 0 {
        let mut which = overlaid.shared(lanes, group_words, first);
        let count = L::LEN.min(group_words.len() - first);
        *miss_budget += count;
        while which != 0 {
            let group = groups.start + first + which.trailing_zeros() as usize;
            which &= which - 1;
            let rows_of_group = rows_before(group)..rows_before(group + 1);
            if kernel::any(lanes, &rows[rows_of_group.clone()], words.slice(rows_of_group)) {
                return None;
            }
            *miss_budget = miss_budget.saturating_sub(2);
        }
        first += count;
    }
    Some(rows_before(groups.start + first))
}

/// The group words of another mask over the groups of one column.
#[derive(Clone, Copy)]
struct OverlaidGroups<'a> {
    /// The group words over the first row of each group, and the group words over its last row.
    first: ColumnPair<'a>,
    last: ColumnPair<'a>,
}

impl<'a> OverlaidGroups<'a> {
    #[inline(always)]
    fn new(overlay: OffsetMask<'a>, column: u32, groups: &Range<usize>) -> Self {
        // The group of the other mask that contains the first row of `groups`. Index 0 is the zero before the column.
        let first = overlay.row_under((groups.start * GROUP_ROWS) as u32);
        let start = (first.div_euclid(GROUP_ROWS as i32) + 1) as usize;
        let mask = overlay.mask();
        let group_words = |skip: usize| {
            overlay
                .column_pair(column, |column| &mask.summary.column(column, mask.height)[start + skip..][..groups.len()])
        };
        OverlaidGroups { first: group_words(0), last: group_words(1) }
    }

    /// A bit for each group from `group` on, set if the group word in `mine` shares a bit with the group words over it.
    ///
    /// The result has as many bits as a vector has lanes, or fewer at the end of the column.
    #[inline(always)]
    fn shared<L: Lanes>(self, lanes: L, mine: &[u64], group: usize) -> u64 {
        if group + L::LEN <= mine.len() {
            // Both pairs have equal shifts, so one shift after the OR serves both.
            let left = lanes.load(&self.first.left[group..]) | lanes.load(&self.last.left[group..]);
            let right = lanes.load(&self.first.right[group..]) | lanes.load(&self.last.right[group..]);
            lanes.nonzero(lanes.load(&mine[group..]) & self.first.shift.join(left, right))
        } else {
            let shares = |group: usize| mine[group] & (self.first.word(group) | self.last.word(group)) != 0;
            (group..mine.len()).rev().fold(0, |which, group| which << 1 | u64::from(shares(group)))
        }
    }
}
