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

use super::{OffsetMask, Overlay};
use crate::kernel::{self, ColumnPair, Lanes, Word, Words};
use crate::store::{GROUP_ROWS, SUMMARY_MIN_HEIGHT};
use crate::{Mask, Rect};
use core::ops::Range;

/// Rows of a column from which unions are asked.
const SCAN_MIN_ROWS: usize = 64;

/// Unions that may lead to nothing before any misses are proven.
const INITIAL_PATIENCE: usize = 6;

/// Whether two masks have coarse levels.
#[inline(always)]
pub(crate) fn both_have_summaries(mine: &Mask, other: &Mask) -> bool {
    mine.height.min(other.height) >= SUMMARY_MIN_HEIGHT
}

/// Whether any solid pixel of two masks that have coarse levels is shared within a clip.
#[inline(always)]
pub(crate) fn any_shared<L: Lanes>(lanes: L, mine: &Mask, overlay: OffsetMask, clip: &Rect) -> bool {
    let mut patience = INITIAL_PATIENCE;
    for column in mine.columns(clip) {
        let Some(clip) = clip_to_spans(mine, overlay, clip, column) else { continue };
        let (rows, words) = (mine.rows(column, &clip), overlay.column_words(column, &clip));
        let from = if rows.len() < SCAN_MIN_ROWS || patience == 0 {
            0
        } else {
            match any_by_group(lanes, mine, overlay, &clip, column, &mut patience) {
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

/// The rows of a clip in which both masks have something in a column.
#[inline(always)]
fn clip_to_spans(mine: &Mask, overlay: OffsetMask, clip: &Rect, column: usize) -> Option<Rect> {
    let [first, last] = mine.summary.spans[column].map(i64::from);
    let [over_first, over_last] = overlay.solid_rows(column, |mask, column| mask.summary.spans[column]);
    let top = first.max(over_first).max(clip.top.into());
    let bottom = last.min(over_last).min(clip.bottom());
    (top < bottom).then(|| Rect { top: top as i32, height: (bottom - top) as u32, ..*clip })
}

/// Looks at the rows of a column whose unions share a bit, as long as there is patience. `None` where a row
/// shares one, else how many rows of the clip are dealt with.
#[inline(always)]
fn any_by_group<L: Lanes>(
    lanes: L,
    mine: &Mask,
    overlay: OffsetMask,
    clip: &Rect,
    column: usize,
    patience: &mut usize,
) -> Option<usize> {
    let (rows, words) = (mine.rows(column, clip), overlay.column_words(column, clip));
    let groups = clip.top as usize / GROUP_ROWS..(clip.bottom() as usize).div_ceil(GROUP_ROWS);
    let unions = &mine.summary.column(column, mine.height)[1..][groups.clone()];
    let overlaid = OverlaidGroups::new(overlay, column, &groups);
    // The rows of the clip before a group of the column.
    let rows_before = |group: usize| (group * GROUP_ROWS).saturating_sub(clip.top as usize).min(rows.len());
    let mut first = 0;
    while first < unions.len() && *patience > 0 {
        let mut which = overlaid.shared(lanes, unions, first);
        let count = L::LEN.min(unions.len() - first);
        *patience += count;
        while which != 0 {
            let group = groups.start + first + which.trailing_zeros() as usize;
            which &= which - 1;
            let rows_of_group = rows_before(group)..rows_before(group + 1);
            if kernel::any(lanes, &rows[rows_of_group.clone()], words.slice(rows_of_group)) {
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
struct OverlaidGroups<'a> {
    /// Those that the first rows of each group meet, and those that the last rows do.
    first: ColumnPair<'a>,
    last: ColumnPair<'a>,
}

impl<'a> OverlaidGroups<'a> {
    #[inline(always)]
    fn new(overlay: OffsetMask<'a>, column: usize, groups: &Range<usize>) -> Self {
        // The union of the other mask in which the first row of `groups` lies. The zero before the column
        // is number 0.
        let first = (groups.start * GROUP_ROWS) as i64 - i64::from(overlay.top());
        let start = (first.div_euclid(GROUP_ROWS as i64) + 1) as usize;
        let mask = overlay.mask();
        let unions = |skip: usize| {
            overlay
                .column_pair(column, |column| &mask.summary.column(column, mask.height)[start + skip..][..groups.len()])
        };
        OverlaidGroups { first: unions(0), last: unions(1) }
    }

    /// A bit for each of the groups from `group` on, as many as a vector has, that shares a bit with what it
    /// meets.
    #[inline(always)]
    fn shared<L: Lanes>(self, lanes: L, mine: &[u64], group: usize) -> u64 {
        if group + L::LEN <= mine.len() {
            // Both have the same shifts, so that they are put together first.
            let low = lanes.load(&self.first.low[group..]) | lanes.load(&self.last.low[group..]);
            let high = lanes.load(&self.first.high[group..]) | lanes.load(&self.last.high[group..]);
            lanes.nonzero(lanes.load(&mine[group..]) & (low.shift_down(self.first.down) | high.shift_up(self.first.up)))
        } else {
            let shares = |group: usize| mine[group] & (self.first.word(group) | self.last.word(group)) != 0;
            (group..mine.len()).rev().fold(0, |which, group| which << 1 | u64::from(shares(group)))
        }
    }
}
