//! The packed tree: its levels of boxes.

use crate::geometry::{Aabb, Aabb8};
use crate::{WorldError, memory};

/// The most levels of a tree, of at most 2^31 rows.
pub(super) const MAX_LEVELS: usize = 11;

/// A packed R-tree. Recursion down its levels is bounded, since they are few.
#[derive(Default)]
pub(crate) struct PackedTree {
    /// The leaves first. Empty where there are no rows; else at least two, and the last is one node.
    pub(super) levels: Vec<Vec<Aabb8>>,
    /// Of each node, the children below which the last refit has changed something, a bit each; of a leaf, the
    /// rows. Without a level nothing has.
    pub(super) changed: Vec<Vec<u8>>,
}

impl PackedTree {
    /// Makes room for so many rows. New ones have no box. Where that is refused there is room for more or fewer, until
    /// it is asked for again.
    pub(crate) fn resize(&mut self, rows: usize) -> Result<(), WorldError> {
        let mut nodes = rows.div_ceil(8);
        let mut level = 0;
        while nodes > 0 {
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            memory::try_resize(&mut self.levels[level], nodes, Aabb8::EMPTY)?;
            level += 1;
            nodes = if nodes == 1 && level > 1 { 0 } else { nodes.div_ceil(8) };
        }
        self.levels.truncate(level);
        Ok(())
    }

    /// A copy of the tree.
    pub(crate) fn try_clone(&self) -> Result<PackedTree, WorldError> {
        let mut copy = PackedTree::default();
        for level in &self.levels {
            memory::try_push(&mut copy.levels, memory::try_clone(level)?)?;
        }
        for level in &self.changed {
            memory::try_push(&mut copy.changed, memory::try_clone(level)?)?;
        }
        Ok(copy)
    }

    /// Makes it a tree over so many boxes, in their order.
    pub(crate) fn load(
        &mut self,
        rows: usize,
        parallel: bool,
        aabb: impl Fn(usize) -> Aabb + Sync,
    ) -> Result<(), WorldError> {
        self.resize(rows)?;
        let fill = |leaf: usize, boxes: &mut Aabb8| {
            *boxes = Aabb8::EMPTY;
            (8 * leaf..rows.min(8 * leaf + 8)).for_each(|row| boxes.set(row % 8, aabb(row)));
            Ok(boxes.hull())
        };
        self.refit(parallel, fill)
    }

    /// The children of a node below which the last refit has changed something.
    #[inline(always)]
    pub(super) fn changed(&self, level: u32, node: u32) -> u64 {
        self.changed.get(level as usize).map_or(0, |nodes| nodes[node as usize].into())
    }

    /// The leaves: a row in each lane.
    pub(crate) fn leaves(&self) -> &[Aabb8] {
        self.levels.first().map_or(&[], |leaves| leaves)
    }

    /// The box of a row.
    pub(crate) fn row(&self, row: usize) -> Aabb {
        self.levels[0][row / 8].lane(row % 8)
    }

    /// The smallest box around all.
    pub(crate) fn hull(&self) -> Aabb {
        self.levels.last().map_or(Aabb::EMPTY, |top| top[0].hull())
    }

    /// Checks that every node holds the boxes around its children, and that there is room for just so many rows.
    ///
    /// # Panics
    /// Where it does not.
    pub(crate) fn validate(&self, rows: usize) {
        assert_eq!(self.leaves().len(), rows.div_ceil(8), "leaves of {rows} rows");
        for level in 1..self.levels.len() {
            let (below, nodes) = (&self.levels[level - 1], &self.levels[level]);
            assert_eq!(nodes.len(), below.len().div_ceil(8), "nodes of level {level}");
            for (child, boxes) in below.iter().enumerate() {
                assert_eq!(nodes[child / 8].lane(child % 8), boxes.hull(), "level {level}, child {child}");
            }
        }
        assert!(self.levels.last().is_none_or(|top| top.len() == 1 && self.levels.len() > 1), "the top is one node");
        assert!((rows..8 * self.leaves().len()).all(|row| self.row(row).is_empty()), "a box beyond the rows");
    }
}
