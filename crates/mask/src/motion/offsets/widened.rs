//! Widened rows of the mask at rest.

use super::OffsetWindow;
use super::region::MaskRegion;
use crate::Mask;
use crate::kernel::{FunnelShift, WORD_BITS, on_level};
use crate::memory::{self, AllocError};
use crate::store::blit_or;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of rows that are widened at a time.
pub(super) const BAND: i64 = 64;

/// A band of rows, widened to each power of two: bit x of level k is set if any pixel of `x .. x + 2^k` is solid.
pub(super) struct WidenedRows {
    /// The pixel of bit 0.
    left: i64,
    columns: usize,
    rows: usize,
    band: Range<i64>,
    levels: Vec<Vec<u64>>,
    window_columns: usize,
}

impl WidenedRows {
    pub(super) fn new(
        mask: &Mask,
        left: i64,
        window_columns: usize,
        other: &MaskRegion,
        longest: u32,
    ) -> Result<WidenedRows, AllocError> {
        // The last bit that is read lies a row of the other mask beyond the window's last bit.
        let columns = window_columns + ((other.x.end - other.x.start) as usize).div_ceil(WORD_BITS as usize);
        let rows = BAND.min(mask.height.into()) as usize;
        // One level for each bit of a run length, so the list of levels is short.
        let levels = (0..=longest.ilog2()).map(|_| memory::try_zeros(columns * rows)).collect::<Result<_, _>>()?;
        Ok(WidenedRows { left, columns, rows, band: 0..0, levels, window_columns })
    }

    /// Loads the rows of a band and widens them.
    pub(super) fn fill(&mut self, mask: &Mask, band: Range<i64>) {
        self.rows = (band.end - band.start) as usize;
        self.levels[0].fill(0);
        let places = (self.left..).step_by(WORD_BITS as usize);
        for (to, x) in self.levels[0].chunks_exact_mut(self.rows).take(self.columns).zip(places) {
            blit_or(to, mask, [x, band.start]);
        }
        self.band = band;
        on_level!(_lanes => self.widen());
    }

    /// Builds each level from the level below.
    #[inline(always)]
    fn widen(&mut self) {
        let rows = self.rows;
        for level in 1..self.levels.len() {
            let (done, rest) = self.levels.split_at_mut(level);
            let (from, to) = (&done[level - 1], &mut rest[0]);
            let (columns, shift) = (1usize << (level - 1) >> 6, (1u32 << (level - 1)) % WORD_BITS);
            for column in 0..self.columns {
                let to = &mut to[column * rows..][..rows];
                to.copy_from_slice(&from[column * rows..][..rows]);
                let words = |column: usize| from.get(column * rows..).filter(|_| column < self.columns);
                match (words(column + columns), words(column + columns + 1)) {
                    (Some(low), Some(high)) => or_shifted(to, low, high, shift),
                    (Some(low), None) => to.iter_mut().zip(low).for_each(|(to, low)| *to |= low >> shift),
                    _ => {}
                }
            }
        }
    }

    /// Adds the offsets at which the rows of the other mask collide with the band. `group_hits` is scratch space.
    pub(super) fn or_band(
        &self,
        hits: &mut [u64],
        group_hits: &mut [u64],
        window: OffsetWindow,
        other: &MaskRegion,
        rows: &[(u64, i64)],
    ) {
        on_level!(_lanes => self.or_band_inlined(hits, group_hits, window, other, rows));
    }

    /// The implementation of `or_band`. It is compiled for each level of vector instructions and vectorized by the
    /// compiler.
    #[inline(always)]
    fn or_band_inlined(
        &self,
        hits: &mut [u64],
        group_hits: &mut [u64],
        window: OffsetWindow,
        other: &MaskRegion,
        rows: &[(u64, i64)],
    ) {
        let end = window.top + window.rows as i64;
        for group in rows.chunk_by(|a, b| a.0 == b.0) {
            let (first, last) = (group[0].1, group[group.len() - 1].1);
            // The rows of the band that any row of the group contributes to the window.
            let region = self.band.start.max(window.top + first)..self.band.end.min(end + last);
            if region.is_empty() {
                continue;
            }
            if group.len() == 1 {
                let to = (region.start - first - window.top) as usize;
                self.or_row(hits, window.rows, to, &region, other, first);
                continue;
            }
            group_hits.fill(0);
            self.or_row(group_hits, BAND as usize, 0, &region, other, first);
            for &(_, row) in group {
                let inside = region.start.max(window.top + row)..region.end.min(end + row);
                let count = (inside.end - inside.start).max(0) as usize;
                let (from, to) = ((inside.start - region.start) as usize, (inside.start - row - window.top) as usize);
                for column in (0..window.columns).filter(|_| count > 0) {
                    let group_hits = &group_hits[column * BAND as usize + from..][..count];
                    or(&mut hits[column * window.rows + to..][..count], group_hits);
                }
            }
        }
    }

    /// Adds the offsets at which one row of the other mask collides with the rows `region` of the band. They are
    /// written from row `to` on, in columns of `height` words.
    #[inline(always)]
    fn or_row(&self, hits: &mut [u64], height: usize, to: usize, region: &Range<i64>, other: &MaskRegion, row: i64) {
        let (from, count) = ((region.start - self.band.start) as usize, (region.end - region.start) as usize);
        for run in other.runs(row) {
            let level = run.len().ilog2();
            let last = run.end - (1 << level);
            let words = &self.levels[level as usize];
            for start in [run.start, last].into_iter().take(1 + usize::from(last > run.start)) {
                let (first, shift) = ((start / WORD_BITS) as usize, start % WORD_BITS);
                for column in 0..self.window_columns {
                    let low = &words[(first + column) * self.rows + from..][..count];
                    let high = &words[(first + column + 1) * self.rows + from..][..count];
                    or_shifted(&mut hits[column * height + to..][..count], low, high, shift);
                }
            }
        }
    }
}

/// Ors words into words.
#[inline(always)]
fn or(to: &mut [u64], words: &[u64]) {
    to.iter_mut().zip(words).for_each(|(to, word)| *to |= word);
}

/// Ors into each word the 64 bits that begin `shift` bits up in `low` and continue in `high`.
#[inline(always)]
fn or_shifted(to: &mut [u64], low: &[u64], high: &[u64], shift: u32) {
    if shift == 0 {
        or(to, low);
    } else {
        let shift = FunnelShift::from_pixel(shift);
        to.iter_mut().zip(low).zip(high).for_each(|((to, &low), &high)| *to |= shift.join(low, high));
    }
}
