//! rstar: an R*-tree loaded in bulk at each step.

use super::BroadPhase;
use crate::boxes::Boxes;
use ::rstar::RTree;
use ::rstar::primitives::{GeomWithData, Rectangle};

/// rstar alone: a tree loaded in bulk, joined with itself.
///
/// Its boxes are closed, so they end at the last pixel; and they are `i64`, because it multiplies sides.
#[derive(Debug, Clone, Copy)]
pub struct Rstar;

impl BroadPhase for Rstar {
    fn name(&self) -> &'static str {
        "rstar"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        let leaf = |(area, i): (mask::Rect, u32)| {
            let first = [area.left, area.top].map(i64::from);
            GeomWithData::new(Rectangle::from_corners(first, [area.right() - 1, area.bottom() - 1]), i)
        };
        let tree = RTree::bulk_load(boxes.iter().zip(0..).map(leaf).collect());
        let both = tree.intersection_candidates_with_other_tree(&tree).map(|(a, b)| (a.data, b.data));
        pairs.extend(both.filter(|(a, b)| a < b));
    }
}
