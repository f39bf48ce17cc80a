//! The trait of a broad phase in the report, and rstar: an R*-tree, loaded in bulk at each step, or kept if little
//! moves.

use crate::boxes::Boxes;
use ::rstar::primitives::{GeomWithData, Rectangle};
use ::rstar::{RTree, RTreeObject};
use mask::Rect;

/// An algorithm that finds the boxes that share a pixel.
pub trait BroadPhase {
    /// The name of its row.
    fn name(&self) -> &'static str;

    /// Writes the pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order, into an empty list. The caller
    /// repeats the call with boxes that moved a little, so a peer may keep its tree.
    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>);
}

/// A pair, the smaller index first.
#[must_use]
pub fn ordered(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// A box and its index. rstar's boxes are closed, so the box ends at its last pixel; it is `i64`, because rstar
/// multiplies sides.
type Leaf = GeomWithData<Rectangle<[i64; 2]>, u32>;

fn leaf((area, index): (Rect, u32)) -> Leaf {
    let first = [area.left, area.top].map(i64::from);
    Leaf::new(Rectangle::from_corners(first, [area.right() - 1, area.bottom() - 1]), index)
}

/// rstar alone: a tree loaded in bulk, joined with itself.
#[derive(Debug, Clone, Copy)]
pub struct Rstar;

impl BroadPhase for Rstar {
    fn name(&self) -> &'static str {
        "rstar"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        let tree = RTree::bulk_load(boxes.iter().zip(0..).map(leaf).collect());
        let both = tree.intersection_candidates_with_other_tree(&tree).map(|(a, b)| (a.data, b.data));
        pairs.extend(both.filter(|(a, b)| a < b));
    }
}

/// rstar for few moves: a tree and a list of pairs, which are updated for the moved boxes only.
#[derive(Debug)]
pub struct RstarKept {
    tree: RTree<Leaf>,
    boxes: Vec<Rect>,
    pairs: Vec<(u32, u32)>,
    /// Whether each box moved; all `false` between updates.
    moved: Vec<bool>,
}

impl RstarKept {
    /// Builds the tree and the pairs of some boxes.
    #[must_use]
    pub fn new(boxes: Boxes<'_>) -> RstarKept {
        let mut pairs = Vec::new();
        Rstar.candidates(boxes, &mut pairs);
        let boxes: Vec<Rect> = boxes.iter().collect();
        let tree = RTree::bulk_load(boxes.iter().copied().zip(0..).map(leaf).collect());
        RstarKept { tree, pairs, moved: vec![false; boxes.len()], boxes }
    }

    /// Updates the tree and the list for the boxes that moved, each given once with its new box.
    pub fn update(&mut self, moved: &[(u32, Rect)]) {
        for &(index, area) in moved {
            let old = std::mem::replace(&mut self.boxes[index as usize], area);
            self.tree.remove(&leaf((old, index)));
            self.tree.insert(leaf((area, index)));
            self.moved[index as usize] = true;
        }
        self.pairs.retain(|&(a, b)| !self.moved[a as usize] && !self.moved[b as usize]);
        for &(index, area) in moved {
            let meeting = self.tree.locate_in_envelope_intersecting(leaf((area, index)).envelope());
            // A pair of two moved boxes is found twice, and belongs to the greater index.
            let new = meeting.map(|other| other.data).filter(|&other| other < index || !self.moved[other as usize]);
            self.pairs.extend(new.filter(|&other| other != index).map(|other| ordered(index, other)));
        }
        moved.iter().for_each(|&(index, _)| self.moved[index as usize] = false);
    }

    /// The pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order.
    #[must_use]
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }
}
