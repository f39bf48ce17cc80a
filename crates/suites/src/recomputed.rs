//! The cost of an edit without incremental updates: the bounds and the row-group summaries of the whole mask
//! recomputed.
//!
//! Each edit is followed by one plain pass that computes the bounds, row-group summaries and spans that `mask` keeps,
//! over columns of words as in `mask`.

use crate::columns::Columns;
use mask::{Mask, Rect};

/// Rows of a row group.
const GROUP: usize = 16;

/// A mask whose summaries are recomputed after every edit.
#[derive(Debug, Clone)]
pub struct Recomputed {
    columns: Columns,
    bounds: Option<Rect>,
    /// For each column, the OR of every 16 rows.
    summaries: Vec<u64>,
    /// For each column, the first row with a solid pixel and the row after the last.
    spans: Vec<[usize; 2]>,
}

impl From<&Mask> for Recomputed {
    fn from(mask: &Mask) -> Recomputed {
        let mut recomputed =
            Recomputed { columns: mask.into(), bounds: None, summaries: Vec::new(), spans: Vec::new() };
        recomputed.recompute();
        recomputed
    }
}

impl Recomputed {
    /// The smallest box around the solid pixels.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds
    }

    /// The mask without its summaries.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Erases the solid pixels of `hole`, whose top-left pixel is at `at`, not left of or above the mask's.
    pub fn erase(&mut self, hole: &Columns, at: [u32; 2]) {
        let mine = &mut self.columns;
        let [left, top] = at.map(|place| place as usize);
        let rows = hole.height.min(mine.height.saturating_sub(top));
        let columns = mine.width.div_ceil(64);
        for (over, cut) in hole.words.chunks_exact(hole.height).enumerate() {
            let (column, up) = (left / 64 + over, left % 64);
            let mut erase = |column: usize, shifted: &dyn Fn(u64) -> u64| {
                let words = &mut mine.words[column * mine.height + top..][..rows];
                words.iter_mut().zip(cut).for_each(|(word, &cut)| *word &= !shifted(cut));
            };
            if column < columns {
                erase(column, &|cut| cut << up);
            }
            if up > 0 && column + 1 < columns {
                erase(column + 1, &|cut| cut >> (64 - up));
            }
        }
        self.recompute();
    }

    /// Computes the summaries from all words.
    fn recompute(&mut self) {
        let Columns { height, words, .. } = &self.columns;
        self.summaries.clear();
        self.spans.clear();
        let [mut left, mut top, mut right, mut bottom] = [i64::MAX, i64::MAX, i64::MIN, i64::MIN];
        for (column, rows) in words.chunks_exact(*height).enumerate() {
            let from = self.summaries.len();
            self.summaries.extend(rows.chunks(GROUP).map(|rows| rows.iter().fold(0, |union, row| union | row)));
            let summaries = &self.summaries[from..];
            let bits = summaries.iter().fold(0, |all, union| all | union);
            let solid = |&row: &usize| rows[row] != 0;
            let first = summaries.iter().position(|&union| union != 0);
            let span = first.map_or([0; 2], |first| {
                let last = summaries.iter().rposition(|&union| union != 0).unwrap_or(first);
                let end = (*height).min((last + 1) * GROUP);
                let first = (first * GROUP..*height).find(solid).unwrap_or(0);
                [first, (first..end).rfind(solid).map_or(0, |last| last + 1)]
            });
            self.spans.push(span);
            if bits != 0 {
                left = left.min(64 * column as i64 + i64::from(bits.trailing_zeros()));
                right = right.max(64 * column as i64 + 64 - i64::from(bits.leading_zeros()));
                top = top.min(span[0] as i64);
                bottom = bottom.max(span[1] as i64);
            }
        }
        self.bounds = (left < right).then(|| Rect {
            left: left as i32,
            top: top as i32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        });
    }
}
