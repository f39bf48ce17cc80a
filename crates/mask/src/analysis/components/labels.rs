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
//!            0 0 0 0 . . 3        components 0, 1 (label 2) and 2 (label 3) in raster order
//! ```

use super::{Component, Connectivity};
use crate::memory::{self, or_panic};
use crate::{Mask, Rect, Run};
use alloc::vec::Vec;

/// The component of each run of a mask.
pub(super) struct ComponentLabels {
    /// All runs of the mask, in raster order.
    pub(super) runs: Vec<Run>,
    /// The component of each run. Components are numbered in raster order of their first runs.
    pub(super) components: Vec<u32>,
    pub(super) count: usize,
}

impl ComponentLabels {
    pub(super) fn new(mask: &Mask, connectivity: Connectivity) -> ComponentLabels {
        let diagonal = match connectivity {
            Connectivity::Four => 0,
            Connectivity::Eight => 1,
        };
        let mut runs: Vec<Run> = Vec::new();
        let (mut labels, mut forest) = (Vec::new(), LabelForest::default());
        // The runs of the row above that may touch the next run, and the index of the current row's first run.
        let (mut above, mut row) = (0..0, 0);
        for run in mask.runs() {
            if let Some(last) = runs.last().filter(|last| last.y != run.y) {
                above = if last.y + 1 == run.y { row..runs.len() } else { 0..0 };
                row = runs.len();
            }
            while above.start < above.end && runs[above.start].right + diagonal <= run.left {
                above.start += 1;
            }
            let touched = above.clone().take_while(|&other| runs[other].left < run.right + diagonal);
            let label = touched.map(|other| labels[other]).reduce(|a, b| forest.join(a, b));
            push_or_panic(&mut labels, label.unwrap_or_else(|| forest.new_label()));
            push_or_panic(&mut runs, run);
        }
        let count = forest.number();
        labels.iter_mut().for_each(|label| *label = forest.parent(*label));
        ComponentLabels { runs, components: labels, count }
    }

    pub(super) fn extents(&self) -> Vec<ComponentExtent> {
        let mut extents = component_list((0..self.count).map(|_| ComponentExtent::EMPTY));
        for (run, &component) in self.runs.iter().zip(&self.components) {
            extents[component as usize].include(run);
        }
        extents
    }

    /// The components for which `is_wanted` returns `true`, as masks of their own. `is_wanted` takes the number of a
    /// component. All masks are painted in one pass over the runs.
    pub(super) fn extract_all(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<Component> {
        let extents = self.extents();
        let empty = |(component, extent): (usize, &ComponentExtent)| is_wanted(component).then(|| extent.empty_mask());
        let mut masks = component_list(extents.iter().enumerate().map(empty));
        for (run, &component) in self.runs.iter().zip(&self.components) {
            if let Some(mask) = &mut masks[component as usize] {
                extents[component as usize].paint(mask, run);
            }
        }
        let count = masks.iter().flatten().count();
        let list = memory::try_with_capacity(count).map_err(memory::for_list(count, "components"));
        let mut list = or_panic(list);
        list.extend(extents.iter().zip(masks).filter_map(|(extent, mask)| Some(extent.component(mask?))));
        list
    }

    /// One component as a mask of its own, without masks of the others.
    pub(super) fn extract(&self, component: u32) -> Component {
        let runs =
            || self.runs.iter().zip(&self.components).filter(|&(_, &label)| label == component).map(|(run, _)| run);
        let mut extent = ComponentExtent::EMPTY;
        runs().for_each(|run| extent.include(run));
        let mut mask = extent.empty_mask();
        runs().for_each(|run| extent.paint(&mut mask, run));
        extent.component(mask)
    }
}

/// A union-find forest of labels. Each label points to a smaller label of its component, and a root points to itself.
#[derive(Default)]
struct LabelForest(Vec<u32>);

impl LabelForest {
    /// Adds a label. A `u32` suffices: a mask has at most 2^32 pixels, so it has fewer than 2^32 runs.
    fn new_label(&mut self) -> u32 {
        let label = self.0.len() as u32;
        push_or_panic(&mut self.0, label);
        label
    }

    /// The label to which a label points. After [`LabelForest::number`], the number of its component.
    fn parent(&self, label: u32) -> u32 {
        self.0[label as usize]
    }

    /// Returns the root of a label's tree, and halves the path to the root.
    fn root(&mut self, mut label: u32) -> u32 {
        while self.parent(label) != label {
            let parent = self.parent(self.parent(label));
            self.0[label as usize] = parent;
            label = parent;
        }
        label
    }

    /// Joins the components of two labels and returns the root of the joined tree.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    /// Replaces each entry by the number of its tree and returns the number of trees. A label that is not a root points
    /// to a smaller one, whose number is already known.
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

pub(super) fn component_list<T>(items: impl ExactSizeIterator<Item = T>) -> Vec<T> {
    let count = items.len();
    or_panic(memory::try_collect(items).map_err(memory::for_list(count, "components")))
}

#[inline(always)]
fn push_or_panic<T>(list: &mut Vec<T>, item: T) {
    or_panic(memory::try_push(list, item).map_err(memory::for_list(list.len() + 1, "runs")));
}

/// The half-open bounding box of a component and its number of solid pixels.
#[derive(Clone, Copy)]
pub(super) struct ComponentExtent {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    pub(super) count: u64,
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

    pub(super) fn bounds(&self) -> Rect {
        let (width, height) = ((self.right - self.left) as u32, (self.bottom - self.top) as u32);
        Rect { left: self.left, top: self.top, width, height }
    }

    fn empty_mask(&self) -> Mask {
        let Rect { width, height, .. } = self.bounds();
        or_panic(Mask::new(width, height))
    }

    /// Draws a run into the mask of the box. The bounds and the summary of the mask are not updated.
    fn paint(&self, mask: &mut Mask, run: &Run) {
        let [left, right] = [run.left, run.right].map(|x| x.abs_diff(self.left));
        mask.or_span(run.y.abs_diff(self.top), left..right);
    }

    fn component(&self, mut mask: Mask) -> Component {
        mask.bounds = mask.frame();
        Component { mask: mask.with_summary(), at: [self.left, self.top], count: self.count }
    }
}
