//! Connected-component labeling on runs.
//!
//! Labeling works on runs of rows, not on pixels. A run takes the label of the runs that it touches in the row
//! above. If these runs have several labels, the labels are joined into one component. A second pass over the
//! labels, not over the pixels, numbers the components (He, Chao, Suzuki: A run-based two-scan labeling algorithm,
//! 2008). The joined labels form trees in an array: each label points to a smaller one, and a root points to
//! itself.
//!
//! ```text
//!   labels   0 0 . 1 1 . 2        the third row joins 0 and 1, so 1 points to 0; 2 stays alone
//!            0 . . 1 . . .
//!            0 0 0 0 . . 6        components 0, 1 (label 2) and 2 (label 6) in raster order
//! ```

use super::components::{Component, Connectivity};
use crate::geometry::Area;
use crate::kernel::{BitRuns, FunnelShift, WORD_BITS, on_level};
use crate::{Mask, MaskError, Rect, Run, memory};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The component of each run of a mask.
#[derive(Default)]
pub(crate) struct ComponentLabels {
    /// All runs of the mask, in raster order.
    pub(super) runs: Vec<Run>,
    /// The component of each run. Components are numbered in raster order of their first runs.
    pub(super) components: Vec<u32>,
    pub(super) count: usize,
}

impl ComponentLabels {
    pub(crate) fn new(mask: &Mask, connectivity: Connectivity) -> Result<ComponentLabels, MaskError> {
        let Some(bounds) = mask.bounds else { return Ok(ComponentLabels::default()) };
        let columns = mask.columns(&bounds);
        // A run across two words counts twice here, so the lists may be longer than necessary.
        let most = on_level!(_lanes => {
            let mut most = 0;
            for column in mask.columns(&bounds) {
                for word in mask.rows(column, &bounds) {
                    most += (word & !(word << 1)).count_ones() as usize;
                }
            }
            most
        });
        let no_memory = memory::for_list(most, "runs");
        let mut runs = memory::try_with_capacity(most).map_err(&no_memory)?;
        let mut labels = memory::try_with_capacity(most).map_err(&no_memory)?;
        let mut rows = memory::try_zeros(2 * (columns.len() + 1)).map_err(&no_memory)?;
        let (lists, rows) = ((&mut runs, &mut labels), rows.split_at_mut(columns.len() + 1).into());
        on_level!(_lanes => match connectivity {
            Connectivity::Four => label_runs::<0>(mask, bounds, lists, rows),
            Connectivity::Eight => label_runs::<1>(mask, bounds, lists, rows),
        });
        let count = number(&mut labels);
        Ok(ComponentLabels { runs, components: labels, count })
    }

    pub(crate) fn extents(&self) -> Result<Vec<ComponentExtent>, MaskError> {
        let mut extents = try_component_list((0..self.count).map(|_| ComponentExtent::EMPTY))?;
        for (run, &component) in self.runs.iter().zip(&self.components) {
            extents[component as usize].include(run);
        }
        Ok(extents)
    }

    /// The components for which `is_wanted` returns `true`, as masks of the size of `frame`, or of their boxes.
    /// `is_wanted` takes the number of a component. All masks are painted in one pass over the runs.
    pub(crate) fn extract_all(
        &self,
        frame: Option<Rect>,
        is_wanted: impl Fn(usize, &ComponentExtent) -> bool,
    ) -> Result<Vec<Component>, MaskError> {
        let extents = self.extents()?;
        let wanted = || extents.iter().enumerate().filter(|&(component, extent)| is_wanted(component, extent));
        // The index of each component in `found`.
        let mut places = try_component_list((0..self.count).map(|_| u32::MAX))?;
        let count = wanted().count();
        let mut found = memory::try_with_capacity(count).map_err(memory::for_list(count, "components"))?;
        for (component, extent) in wanted() {
            places[component] = found.len() as u32;
            found.push(extent.blank(frame)?);
        }
        for (run, &component) in self.runs.iter().zip(&self.components) {
            if let Some(component) = found.get_mut(places[component as usize] as usize) {
                component.paint(run);
            }
        }
        found.iter_mut().for_each(Component::finish);
        Ok(found)
    }

    /// One component as a mask of the size of `frame`, or of its box, without masks of the others.
    pub(crate) fn extract(&self, component: u32, frame: Option<Rect>) -> Result<Component, MaskError> {
        let runs =
            || self.runs.iter().zip(&self.components).filter(|&(_, &label)| label == component).map(|(run, _)| run);
        let mut extent = ComponentExtent::EMPTY;
        runs().for_each(|run| extent.include(run));
        let mut component = extent.blank(frame)?;
        runs().for_each(|run| component.paint(run));
        component.finish();
        Ok(component)
    }

    /// The component with the most pixels, and of several the first.
    pub(crate) fn largest(&self) -> Result<Option<u32>, MaskError> {
        let extents = self.extents()?;
        Ok(extents.iter().zip(0..).min_by_key(|(extent, _)| Reverse(extent.count)).map(|(_, component)| component))
    }

    /// The component of a solid pixel.
    pub(crate) fn at(&self, [x, y]: [i32; 2]) -> u32 {
        self.components[self.runs.partition_point(|run| (run.y, run.right) <= (y, x))]
    }
}

/// The drawing of a component.
impl Component {
    /// Draws a run. The words of the mask are under construction.
    fn paint(&mut self, run: &Run) {
        let [left, right] = [run.left, run.right].map(|x| x.abs_diff(self.at[0]));
        self.mask.or_span(run.y.abs_diff(self.at[1]), left..right);
    }

    fn finish(&mut self) {
        if let Some(bounds) = self.mask.bounds {
            self.mask.update_summary(bounds);
        }
    }
}

/// A word of a row, and what finds the runs of the row that touch a run below without a search.
///
/// A search from run to run mispredicts a branch for most runs of noise and took twice as long.
#[derive(Clone, Copy, Default)]
struct RowWord {
    word: u64,
    /// The first pixel of each run.
    starts: u64,
    /// The pixels from which a run below on touches a run that starts further to the left.
    begun: u64,
    /// The index of the first run that starts in this word or later.
    first: u32,
}

impl RowWord {
    /// The index of the first run that starts at the pixel `x` or later.
    #[inline(always)]
    fn run_from(words: &[RowWord], x: u32) -> u32 {
        let RowWord { starts, first, .. } = words[(x / WORD_BITS) as usize];
        first + (starts & !(u64::MAX << (x % WORD_BITS))).count_ones()
    }
}

/// Lists the runs of a mask within its bounds, each with a label. `REACH` is 1 if runs that share only a corner are
/// connected, else 0. `above` and `row` have a zero for each column of words, and one more.
///
/// A label is the index of a run. The labels form a forest: each label points to a smaller label of its component, and
/// a root points to itself. An index fits in a `u32`: a mask has at most 2^32 pixels, so it has fewer than 2^32 runs.
#[inline(always)]
fn label_runs<const REACH: u32>(
    mask: &Mask,
    bounds: Area,
    (runs, labels): (&mut Vec<Run>, &mut Vec<u32>),
    [mut above, mut row]: [&mut [RowWord]; 2],
) {
    let columns = mask.columns(&bounds);
    let origin = columns.start * WORD_BITS;
    for y in bounds.top..bounds.bottom {
        let (mut first, mut before) = (runs.len() as u32, 0);
        for (to, word) in row.iter_mut().zip(mask.words_in_row(columns.clone(), y)) {
            let left = FunnelShift::from_pixel(WORD_BITS - 1).join(before, word);
            let starts = word & !left;
            *to = RowWord { word, starts, begun: if REACH == 0 { left & word } else { left }, first };
            first += starts.count_ones();
            before = word;
        }
        row[columns.len()].first = first;
        for run in BitRuns::new(0, row.iter().map(|row| row.word)) {
            let (index, left, right) = (runs.len() as u32, run.start, run.end);
            runs.push(Run { y: y as i32, left: (origin + left) as i32, right: (origin + right) as i32 });
            let begun = above[(left / WORD_BITS) as usize].begun >> (left % WORD_BITS) & 1;
            let first = RowWord::run_from(above, left) - begun as u32;
            let end = RowWord::run_from(above, right + REACH);
            labels.push(index);
            let mut label = labels[if first < end { first } else { index } as usize];
            for other in first + 1..end {
                let other = labels[other as usize];
                label = join(labels, label, other);
            }
            labels[index as usize] = label;
        }
        (above, row) = (row, above);
    }
}

/// Returns the root of a label's tree, and halves the path to the root.
#[inline(always)]
fn root(labels: &mut [u32], mut label: u32) -> u32 {
    while labels[label as usize] != label {
        let parent = labels[labels[label as usize] as usize];
        labels[label as usize] = parent;
        label = parent;
    }
    label
}

/// Joins the components of two labels and returns the root of the joined tree.
#[inline(always)]
fn join(labels: &mut [u32], a: u32, b: u32) -> u32 {
    if a == b {
        return a;
    }
    let (a, b) = (root(labels, a), root(labels, b));
    labels[a.max(b) as usize] = a.min(b);
    a.min(b)
}

/// Replaces each label by the number of its tree and returns the number of trees. A label that is not a root points to
/// a smaller one, whose number is already known.
fn number(labels: &mut [u32]) -> usize {
    let mut count = 0;
    for label in 0..labels.len() {
        let to = labels[label] as usize;
        labels[label] = if to == label { count } else { labels[to] };
        count += u32::from(to == label);
    }
    count as usize
}

pub(super) fn try_component_list<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, MaskError> {
    let count = items.len();
    memory::try_collect(items).map_err(memory::for_list(count, "components"))
}

/// The half-open bounding box of a component and its number of solid pixels.
#[derive(Clone, Copy)]
pub(crate) struct ComponentExtent {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    pub(crate) count: u64,
}

impl ComponentExtent {
    const EMPTY: ComponentExtent = ComponentExtent { left: i32::MAX, top: i32::MAX, right: 0, bottom: 0, count: 0 };

    fn include(&mut self, run: &Run) {
        self.left = self.left.min(run.left);
        self.top = self.top.min(run.y);
        self.right = self.right.max(run.right);
        self.bottom = self.bottom.max(run.y + 1);
        self.count += u64::from(run.width());
    }

    pub(crate) fn bounds(&self) -> Rect {
        let (width, height) = ((self.right - self.left) as u32, (self.bottom - self.top) as u32);
        Rect { left: self.left, top: self.top, width, height }
    }

    /// The component before its runs are drawn, with its bounds, in a mask of the size of `frame` or of its box.
    fn blank(&self, frame: Option<Rect>) -> Result<Component, MaskError> {
        let bounds = self.bounds();
        let Rect { left, top, width, height } = frame.unwrap_or(bounds);
        let mut mask = Mask::new(width, height)?;
        mask.bounds = mask.frame().and_then(|frame| frame.clip_rect(&bounds, [-left, -top]));
        Ok(Component { mask, at: [left, top], count: self.count })
    }
}
