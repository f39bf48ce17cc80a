//! Other libraries' broad phases, behind one trait: a new peer is one `impl` and one line in [`all`].

use mask::Rect;
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

/// A way to find which boxes share a pixel.
pub trait BroadPhase {
    /// What its row is called.
    fn name(&self) -> &'static str;

    /// Writes the pairs `(i, j)` of boxes that share a pixel, `i < j`, in any order, into a list that is
    /// empty. The boxes are asked again and again, each moved a little, so a peer may keep its tree.
    fn candidates(&mut self, boxes: &[Rect], pairs: &mut Vec<(u32, u32)>);
}

/// Every peer.
#[must_use]
pub fn all() -> Vec<Box<dyn BroadPhase>> {
    vec![Box::new(Rstar)]
}

/// rstar alone: a tree loaded in bulk, joined with itself.
///
/// Its boxes are closed, so they end at the last pixel; and they are `i64`, because it multiplies sides.
#[derive(Debug, Clone, Copy)]
pub struct Rstar;

impl BroadPhase for Rstar {
    fn name(&self) -> &'static str {
        "rstar"
    }

    fn candidates(&mut self, boxes: &[Rect], pairs: &mut Vec<(u32, u32)>) {
        let leaf = |(area, i): (&Rect, u32)| {
            let first = [area.left, area.top].map(i64::from);
            GeomWithData::new(Rectangle::from_corners(first, [area.right() - 1, area.bottom() - 1]), i)
        };
        let tree = RTree::bulk_load(boxes.iter().zip(0..).map(leaf).collect());
        let both = tree.intersection_candidates_with_other_tree(&tree).map(|(a, b)| (a.data, b.data));
        pairs.extend(both.filter(|(a, b)| a < b));
    }
}
