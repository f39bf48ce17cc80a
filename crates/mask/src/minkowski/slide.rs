//! For 64 offsets at a time: which of them hit.
//!
//! With the other mask at the offset (dx, dy), its row j lies over row dy + j of this one, and a run of
//! its pixels from s up to e hits where this row has a pixel in dx + s .. dx + e. So for 64 offsets that
//! follow each other, bit by bit:
//!
//! ```text
//!   hits(dx)  |=  wide(dx + s, e - s)        wide(x, n): some pixel of x .. x + n is solid
//!   wide(x, 2^k)  =  wide(x, 2^(k-1)) | wide(x + 2^(k-1), 2^(k-1))
//!   wide(x, n)  =  wide(x, 2^k) | wide(x + n - 2^k, 2^k)        2^k the largest power that n holds
//! ```
//!
//! A run of any length costs two shifted words, and a word of them serves 64 offsets. The shift is the
//! same in every row, and the loop runs down the rows.
//!
//! Rows of the other mask that are alike (in boxes, checkerboards, most that is drawn in blocks) are
//! widened once and then put in place without a shift. The widened rows are made for a band of rows at
//! a time: they stay in the nearest cache, and what is held beside the result does not grow with the
//! height.

use crate::Mask;
use crate::lay::lay;
use crate::level::on_level;
use crate::memory::{self, Refused};
use crate::store::{WORD, span_bits};
use alloc::vec::Vec;
use core::ops::Range;

/// Rows of this mask that are widened at a time.
const BAND: i64 = 64;

/// Offsets of the other mask: columns of 64 from `left` on, and rows from `top` on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// The part of a mask that is looked at: columns and rows.
struct Part<'a> {
    mask: &'a Mask,
    x: Range<i64>,
    y: Range<i64>,
}

/// Adds to `hits` the offsets of a window at which the rows of `other` that `which` picks hit `mask`: a
/// bit for each offset, column of words after column of words.
pub(super) fn slide(
    hits: &mut [u64],
    window: Window,
    mask: &Mask,
    other: &Mask,
    which: impl Fn(i64) -> bool,
) -> Result<(), Refused> {
    let (Some(mine), Some(theirs)) = (mask.bounds, other.bounds) else { return Ok(()) };
    let reach = |from: i64, count: usize, mine: Range<i64>, theirs: Range<i64>| {
        theirs.start.max(mine.start - from - count as i64 + 1)..theirs.end.min(mine.end - from)
    };
    let (mine_x, mine_y) = (mine.left.into()..mine.right(), mine.top.into()..mine.bottom());
    let other = Part {
        mask: other,
        x: reach(window.left, window.columns * WORD as usize, mine_x, theirs.left.into()..theirs.right()),
        y: reach(window.top, window.rows, mine_y.clone(), theirs.top.into()..theirs.bottom()),
    };
    if other.x.is_empty() || other.y.is_empty() {
        return Ok(());
    }
    let rows = other.sorted_rows(which)?;
    let longest = rows.iter().flat_map(|&(_, y)| other.runs(y)).map(|run| run.end - run.start).max();
    let Some(longest) = longest else { return Ok(()) };

    let top = mine_y.start.max(window.top + other.y.start);
    let bottom = mine_y.end.min(window.top + window.rows as i64 + other.y.end - 1);
    let mut wide = Wide::new(mask, window.left + other.x.start, window.columns, &other, longest)?;
    let mut alike = memory::zeros(window.columns * BAND as usize)?;
    for top in (top..bottom).step_by(BAND as usize) {
        wide.fill(mask, top..bottom.min(top + BAND));
        wide.put(hits, &mut alike, window, &other, &rows);
    }
    Ok(())
}

/// What [`slide`] takes for all rows of a mask: the runs of those that differ, and one for each row that is put in place.
pub(super) fn unlike_runs(mask: &Mask) -> Result<u64, Refused> {
    let part = Part { mask, x: 0..mask.width.into(), y: 0..mask.height.into() };
    let rows = part.sorted_rows(|_| true)?;
    let runs: usize = rows.chunk_by(|a, b| a.0 == b.0).map(|alike| part.runs(alike[0].1).count()).sum();
    Ok((runs + rows.len()) as u64)
}

impl Part<'_> {
    /// The words of a row that hold the part, with what lies beside it left out.
    fn words(&self, row: i64) -> impl Iterator<Item = u64> {
        let [left, right] = [self.x.start as u32, self.x.end as u32];
        let columns = left / WORD..right.div_ceil(WORD);
        columns.map(move |column| {
            self.mask.words[self.mask.index(column * WORD, row as u32)] & span_bits(column as usize, left, right)
        })
    }

    /// The rows that have pixels, each after a number that it shares with those that are alike; sorted.
    fn sorted_rows(&self, which: impl Fn(i64) -> bool) -> Result<Vec<(u64, i64)>, Refused> {
        let digest = |row| self.words(row).fold(0, |digest: u64, word| digest.rotate_left(29).wrapping_mul(3) ^ word);
        let rows = self.y.clone().filter(|&row| which(row) && self.words(row).any(|word| word != 0));
        let mut rows = memory::list(rows.map(|row| (digest(row), row)))?;
        rows.sort_unstable();
        // A digest is not yet proof.
        let mut number = 0;
        let mut before = None;
        for (digest, row) in &mut rows {
            let same = before.is_some_and(|(last, above)| last == *digest && self.alike(above, *row));
            before = Some((*digest, *row));
            number += u64::from(!same);
            *digest = number;
        }
        Ok(rows)
    }

    /// Whether two rows have the same pixels.
    fn alike(&self, a: i64, b: i64) -> bool {
        self.words(a).eq(self.words(b))
    }

    /// The runs of solid pixels of a row, counted from the left of the part.
    fn runs(&self, row: i64) -> impl Iterator<Item = Range<usize>> {
        let mut words = self.words(row).zip(0u32..).peekable();
        let base = self.x.start as u32 % WORD;
        core::iter::from_fn(move || {
            while words.next_if(|&(word, _)| word == 0).is_some() {}
            let (word, column) = words.peek_mut()?;
            let start = *column * WORD + word.trailing_zeros();
            // From here on the run goes through whole words, up to the first gap.
            let mut gaps = !*word & u64::MAX << word.trailing_zeros();
            let mut end = (*column + 1) * WORD;
            while gaps == 0 {
                words.next();
                let Some((word, _)) = words.peek() else { return Some((start - base) as usize..(end - base) as usize) };
                gaps = !word;
                end += WORD;
            }
            let gap = gaps.trailing_zeros();
            let (word, column) = words.peek_mut()?;
            *word &= u64::MAX << gap;
            Some((start - base) as usize..(*column * WORD + gap - base) as usize)
        })
    }
}

/// A band of rows, widened to each power of two: bit x says whether any of the pixels from x up to and
/// without x + 2^k is solid.
struct Wide {
    /// The pixel of bit 0.
    left: i64,
    columns: usize,
    rows: usize,
    band: Range<i64>,
    levels: Vec<Vec<u64>>,
    window_columns: usize,
}

impl Wide {
    fn new(mask: &Mask, left: i64, window_columns: usize, other: &Part, longest: usize) -> Result<Wide, Refused> {
        // The last bit asked for lies a row of the other mask behind the window's.
        let columns = window_columns + ((other.x.end - other.x.start) as usize).div_ceil(WORD as usize);
        let rows = BAND.min(mask.height.into()) as usize;
        // One for each bit of a length: the list of them is short.
        let levels = (0..=longest.ilog2()).map(|_| memory::zeros(columns * rows)).collect::<Result<_, _>>()?;
        Ok(Wide { left, columns, rows, band: 0..0, levels, window_columns })
    }

    /// Takes in the rows of a band.
    fn fill(&mut self, mask: &Mask, band: Range<i64>) {
        self.rows = (band.end - band.start) as usize;
        self.levels[0].fill(0);
        let places = (self.left..).step_by(WORD as usize);
        for (to, x) in self.levels[0].chunks_exact_mut(self.rows).take(self.columns).zip(places) {
            lay(to, mask, [x, band.start]);
        }
        self.band = band;
        on_level!(_lanes => self.widen());
    }

    /// Makes each level of the one before.
    #[inline(always)]
    fn widen(&mut self) {
        let rows = self.rows;
        for level in 1..self.levels.len() {
            let (done, rest) = self.levels.split_at_mut(level);
            let (from, to) = (&done[level - 1], &mut rest[0]);
            let (columns, shift) = (1usize << (level - 1) >> 6, (1u32 << (level - 1)) % WORD);
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

    /// Adds what the rows of the other mask hit in the band. `alike` is a place to work in.
    fn put(&self, hits: &mut [u64], alike: &mut [u64], window: Window, other: &Part, rows: &[(u64, i64)]) {
        on_level!(_lanes => self.put_here(hits, alike, window, other, rows));
    }

    /// The work of it. Nothing says how wide a vector is: the loops are compiled for each level, and the
    /// compiler sees to it.
    #[inline(always)]
    fn put_here(&self, hits: &mut [u64], alike: &mut [u64], window: Window, other: &Part, rows: &[(u64, i64)]) {
        let end = window.top + window.rows as i64;
        for group in rows.chunk_by(|a, b| a.0 == b.0) {
            let (first, last) = (group[0].1, group[group.len() - 1].1);
            // Of the band, what any row of the group brings into the window.
            let part = self.band.start.max(window.top + first)..self.band.end.min(end + last);
            if part.is_empty() {
                continue;
            }
            if group.len() == 1 {
                let to = (part.start - first - window.top) as usize;
                self.paint(hits, window.rows, to, &part, other, first);
                continue;
            }
            alike.fill(0);
            self.paint(alike, BAND as usize, 0, &part, other, first);
            for &(_, row) in group {
                let inside = part.start.max(window.top + row)..part.end.min(end + row);
                let count = (inside.end - inside.start).max(0) as usize;
                let (from, to) = ((inside.start - part.start) as usize, (inside.start - row - window.top) as usize);
                for column in (0..window.columns).filter(|_| count > 0) {
                    let alike = &alike[column * BAND as usize + from..][..count];
                    or(&mut hits[column * window.rows + to..][..count], alike);
                }
            }
        }
    }

    /// Adds what a row of the other mask hits in `part` of the band, from row `to` on of columns of
    /// `height` words.
    #[inline(always)]
    fn paint(&self, hits: &mut [u64], height: usize, to: usize, part: &Range<i64>, other: &Part, row: i64) {
        let (from, count) = ((part.start - self.band.start) as usize, (part.end - part.start) as usize);
        for run in other.runs(row) {
            let level = run.len().ilog2();
            let last = run.end - (1 << level);
            let words = &self.levels[level as usize];
            for start in [run.start, last].into_iter().take(1 + usize::from(last > run.start)) {
                let (first, shift) = (start / WORD as usize, start as u32 % WORD);
                for column in 0..self.window_columns {
                    let low = &words[(first + column) * self.rows + from..][..count];
                    let high = &words[(first + column + 1) * self.rows + from..][..count];
                    or_shifted(&mut hits[column * height + to..][..count], low, high, shift);
                }
            }
        }
    }
}

/// Adds words to words.
#[inline(always)]
fn or(to: &mut [u64], words: &[u64]) {
    to.iter_mut().zip(words).for_each(|(to, word)| *to |= word);
}

/// Adds to each word the 64 bits that begin `shift` bits up in `low` and go on in `high`.
#[inline(always)]
fn or_shifted(to: &mut [u64], low: &[u64], high: &[u64], shift: u32) {
    if shift == 0 {
        or(to, low);
    } else {
        let words = to.iter_mut().zip(low).zip(high);
        words.for_each(|((to, low), high)| *to |= low >> shift | high << (WORD - shift));
    }
}
