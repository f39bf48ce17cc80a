//! Labelling: which runs hang together.
//!
//! Labelling works on runs of rows, not on pixels. A run takes the label of the runs of the row above
//! that it touches; where there are several, their labels are noted to be one part. A second pass over
//! the labels, not the pixels, numbers the parts (He, Chao, Suzuki: A run-based two-scan labeling
//! algorithm, 2008). The labels that are one form trees in an array, each pointing to a smaller one.
//!
//! ```text
//!   labels   0 0 . 1 1 . 2        1 -> 0 where the third row joins them; 2 stays alone
//!            0 . . 1 . . .
//!            0 0 0 0 . . 3        parts 0, 1 (label 2) and 2 (label 3) in raster order
//! ```

use super::{Connectivity, Part};
use crate::kernel::{WORD, span_bits};
use crate::memory::{self, Refused, given};
use crate::{Mask, Rect, Run};
use alloc::vec::Vec;

/// Which part each run belongs to.
pub(super) struct Labels {
    /// All runs of the mask, in raster order.
    pub(super) runs: Vec<Run>,
    /// The part of each, counted in raster order of their first runs.
    pub(super) parts: Vec<u32>,
    /// How many parts there are.
    count: usize,
}

impl Labels {
    pub(super) fn of(mask: &Mask, connectivity: Connectivity) -> Labels {
        let reach = match connectivity {
            Connectivity::Four => 0,
            Connectivity::Eight => 1,
        };
        let mut runs: Vec<Run> = Vec::new();
        let (mut labels, mut forest) = (Vec::new(), Forest::default());
        // The runs of the row above that may touch the next run, and where the row at hand begins.
        let (mut above, mut row) = (0..0, 0);
        for run in mask.runs() {
            if let Some(last) = runs.last().filter(|last| last.y != run.y) {
                above = if last.y + 1 == run.y { row..runs.len() } else { 0..0 };
                row = runs.len();
            }
            while above.start < above.end && runs[above.start].right + reach <= run.left {
                above.start += 1;
            }
            let touched = above.clone().take_while(|&other| runs[other].left < run.right + reach);
            let label = touched.map(|other| labels[other]).reduce(|a, b| forest.join(a, b));
            add(&mut labels, label.unwrap_or_else(|| forest.plant()));
            add(&mut runs, run);
        }
        let count = forest.number();
        labels.iter_mut().for_each(|label| *label = forest.0[*label as usize]);
        Labels { runs, parts: labels, count }
    }

    /// The box and the pixels of every part.
    pub(super) fn extents(&self) -> Vec<Extent> {
        let mut extents = listed((0..self.count).map(|_| Extent::NOTHING));
        for (run, &part) in self.runs.iter().zip(&self.parts) {
            extents[part as usize].add(run);
        }
        extents
    }

    /// One part alone.
    pub(super) fn cut(&self, part: u32) -> Part {
        let runs = || self.runs.iter().zip(&self.parts).filter(|&(_, &of)| of == part).map(|(run, _)| run);
        let mut extent = Extent::NOTHING;
        runs().for_each(|run| extent.add(run));
        let mut words = extent.blank();
        runs().for_each(|run| extent.paint(&mut words, run));
        extent.part(words)
    }
}

/// Labels that are one part: each points to a smaller one or, at the root of its tree, to itself.
#[derive(Default)]
struct Forest(Vec<u32>);

impl Forest {
    /// A new label. There are fewer runs than 2^32: a mask has at most 2^32 pixels.
    fn plant(&mut self) -> u32 {
        let label = self.0.len() as u32;
        add(&mut self.0, label);
        label
    }

    /// The root of a label's tree; the path to it is halved on the way.
    fn root(&mut self, mut label: u32) -> u32 {
        while self.0[label as usize] != label {
            let above = self.0[self.0[label as usize] as usize];
            self.0[label as usize] = above;
            label = above;
        }
        label
    }

    /// Makes two labels one part; the root of both.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    /// Replaces each label by the number of its tree; how many there are. As every label points to a
    /// smaller one, that one's number is known already.
    fn number(&mut self) -> usize {
        let mut count = 0;
        for label in 0..self.0.len() {
            let to = self.0[label] as usize;
            if to == label {
                self.0[label] = count;
                count += 1;
            } else {
                self.0[label] = self.0[to];
            }
        }
        count as usize
    }
}

/// A list of what comes, one for each part.
pub(super) fn listed<T>(items: impl ExactSizeIterator<Item = T>) -> Vec<T> {
    let count = items.len();
    given(memory::list(items).map_err(Refused::list(count, "parts")))
}

/// Adds what is told of a run to a list.
#[inline(always)]
fn add<T>(list: &mut Vec<T>, item: T) {
    given(memory::push(list, item).map_err(Refused::list(list.len() + 1, "runs")));
}

/// The box of a part, half-open, and how many of its pixels are solid.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    pub(super) count: u64,
}

impl Extent {
    const NOTHING: Extent = Extent { left: i32::MAX, top: i32::MAX, right: 0, bottom: 0, count: 0 };

    /// Takes a run in.
    fn add(&mut self, run: &Run) {
        self.left = self.left.min(run.left);
        self.top = self.top.min(run.y);
        self.right = self.right.max(run.right);
        self.bottom = self.bottom.max(run.y + 1);
        self.count += u64::from(run.width());
    }

    pub(super) fn bounds(&self) -> Rect {
        let (width, height) = ((self.right - self.left) as u32, (self.bottom - self.top) as u32);
        Rect { left: self.left, top: self.top, width, height }
    }

    /// The words of the box, all air.
    pub(super) fn blank(&self) -> Vec<u64> {
        let Rect { width, height, .. } = self.bounds();
        let words = memory::zeros(width.div_ceil(WORD) as usize * height as usize);
        given(words.map_err(Refused::mask(width, height)))
    }

    /// Makes a run solid in the words of the box.
    pub(super) fn paint(&self, words: &mut [u64], run: &Run) {
        let (left, right) = ((run.left - self.left) as u32, (run.right - self.left) as u32);
        let (height, row) = ((self.bottom - self.top) as usize, (run.y - self.top) as usize);
        for column in (left / WORD) as usize..=((right - 1) / WORD) as usize {
            words[column * height + row] |= span_bits(column, left, right);
        }
    }

    pub(super) fn part(&self, words: Vec<u64>) -> Part {
        let Rect { left, top, width, height } = self.bounds();
        Part { mask: given(Mask::cut_out(width, height, words)), at: [left, top], count: self.count }
    }
}
