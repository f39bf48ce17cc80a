//! What lies over a column of words: a word for each row.

use super::{Lanes, Word};
use core::ops::Range;

/// The words that lie over the rows of one column, one for each row of the clip.
pub(crate) trait Words: Copy {
    /// The word over row `row`.
    fn one(self, row: usize) -> u64;
    /// The words over the rows from `row` on.
    fn many<L: Lanes>(self, lanes: L, row: usize) -> L::Vector;
    /// Those over some of the rows.
    fn part(self, rows: Range<usize>) -> Self;
}

/// The same bits in every row.
#[derive(Clone, Copy)]
pub(crate) struct Same(pub(crate) u64);

impl Words for Same {
    #[inline(always)]
    fn one(self, _: usize) -> u64 {
        self.0
    }
    #[inline(always)]
    fn many<L: Lanes>(self, lanes: L, _: usize) -> L::Vector {
        lanes.splat(self.0)
    }
    #[inline(always)]
    fn part(self, _: Range<usize>) -> Self {
        self
    }
}

/// The words of two neighbouring columns, shifted towards each other by up to 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Shifted<'a> {
    pub(crate) low: &'a [u64],
    pub(crate) high: &'a [u64],
    pub(crate) down: u32,
    pub(crate) up: u32,
}

impl Words for Shifted<'_> {
    #[inline(always)]
    fn one(self, row: usize) -> u64 {
        self.low[row].down(self.down) | self.high[row].up(self.up)
    }
    #[inline(always)]
    fn many<L: Lanes>(self, lanes: L, row: usize) -> L::Vector {
        lanes.load(&self.low[row..]).down(self.down) | lanes.load(&self.high[row..]).up(self.up)
    }
    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Self {
        Shifted { low: &self.low[rows.clone()], high: &self.high[rows], ..self }
    }
}

/// The words of one column, shifted down or up; the other count is 0.
#[derive(Clone, Copy)]
pub(crate) struct Lone<'a> {
    pub(crate) words: &'a [u64],
    pub(crate) down: u32,
    pub(crate) up: u32,
}

impl Words for Lone<'_> {
    #[inline(always)]
    fn one(self, row: usize) -> u64 {
        self.words[row].down(self.down).up(self.up)
    }
    #[inline(always)]
    fn many<L: Lanes>(self, lanes: L, row: usize) -> L::Vector {
        lanes.load(&self.words[row..]).down(self.down).up(self.up)
    }
    #[inline(always)]
    fn part(self, rows: Range<usize>) -> Self {
        Lone { words: &self.words[rows], ..self }
    }
}
