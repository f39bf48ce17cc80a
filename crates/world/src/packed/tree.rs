//! The levels of boxes of a packed tree.

use crate::geometry::{Aabb, Aabb8};
use crate::threads::Threads;
use crate::{WorldError, memory};

/// The maximum number of levels. A tree has at most 2^31 rows.
pub(super) const MAX_LEVELS: usize = 11;

/// A packed R-tree, or only its leaves if it is flat. Recursion down the tree is safe, because there are at most
/// [`MAX_LEVELS`] levels.
#[derive(Default)]
pub(crate) struct PackedTree {
    /// The levels from the leaves up. Empty if there are no rows. Otherwise, there are at least two levels, and the top
    /// level is a single node; a flat tree has only the leaves.
    pub(super) levels: Vec<Vec<Aabb8>>,
}

impl PackedTree {
    /// Resizes the levels for the given number of rows, or only the leaves if the tree is to be flat. New rows have no
    /// box. The boxes of dropped rows must be empty.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The number of rows is then unspecified until the
    /// next successful call.
    pub(crate) fn resize(&mut self, rows: usize, flat: bool) -> Result<(), WorldError> {
        let mut nodes = rows.div_ceil(8);
        let mut level = 0;
        while nodes > 0 {
            let is_new = level == self.levels.len();
            if is_new {
                memory::try_push(&mut self.levels, Vec::new())?;
            }
            memory::try_resize(&mut self.levels[level], nodes, Aabb8::EMPTY)?;
            if let (below, [above, ..]) = self.levels.split_at_mut(level)
                && let Some(below) = below.last()
            {
                let known = if is_new { below.len() } else { 0 };
                (0..known).for_each(|child| above[child / 8].set(child % 8, below[child].hull()));
                (below.len()..8 * nodes).for_each(|child| above[child / 8].set(child % 8, Aabb::EMPTY));
            }
            level += 1;
            nodes = if flat || nodes == 1 && level > 1 { 0 } else { nodes.div_ceil(8) };
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
        Ok(copy)
    }

    /// Replaces the content of the tree. The box of each row in `0..rows` is `aabb(row)`.
    pub(crate) fn load(
        &mut self,
        rows: usize,
        threads: &Threads,
        aabb: impl Fn(usize) -> Aabb + Sync,
    ) -> Result<(), WorldError> {
        self.resize(rows, false)?;
        let fill = |leaf: usize, boxes: &mut Aabb8| {
            *boxes = Aabb8::EMPTY;
            (8 * leaf..rows.min(8 * leaf + 8)).for_each(|row| boxes.set(row % 8, aabb(row)));
            Ok(boxes.hull())
        };
        self.refit(threads, fill)
    }

    /// Whether there are no nodes above the leaves.
    pub(crate) fn is_flat(&self) -> bool {
        self.levels.len() == 1
    }

    /// The leaves. Each lane of a leaf is the box of a row.
    #[inline(always)]
    pub(crate) fn leaves(&self) -> &[Aabb8] {
        self.levels.first().map_or(&[], |leaves| leaves)
    }

    /// The leaves, for changes of their boxes. [`PackedTree::refit_leaves`] then sets the nodes above them.
    pub(crate) fn leaves_mut(&mut self) -> &mut [Aabb8] {
        self.levels.first_mut().map_or(&mut [], |leaves| leaves)
    }

    /// The box of a row.
    pub(crate) fn row(&self, row: usize) -> Aabb {
        self.levels[0][row / 8].lane(row % 8)
    }

    /// A node of a level: the leaves are level 0.
    #[inline(always)]
    pub(super) fn node(&self, level: i32, node: u32) -> &Aabb8 {
        &self.levels[level as usize][node as usize]
    }

    /// The smallest box around a node.
    #[inline(always)]
    pub(super) fn aabb(&self, level: i32, node: u32) -> Aabb {
        self.node(level, node).hull()
    }

    /// The smallest box around all rows of a tree that is not flat.
    pub(crate) fn hull(&self) -> Aabb {
        self.levels.last().map_or(Aabb::EMPTY, |top| top[0].hull())
    }

    /// Checks that every node holds the boxes around its children, and that the tree has the given number of rows.
    ///
    /// # Panics
    /// Panics if the tree fails a check.
    pub(crate) fn validate(&self, rows: usize) {
        assert_eq!(self.leaves().len(), rows.div_ceil(8), "the number of leaves for {rows} rows is wrong");
        for level in 1..self.levels.len() {
            let (below, nodes) = (&self.levels[level - 1], &self.levels[level]);
            assert_eq!(nodes.len(), below.len().div_ceil(8), "the number of nodes in level {level} is wrong");
            for (child, boxes) in below.iter().enumerate() {
                assert_eq!(
                    nodes[child / 8].lane(child % 8),
                    boxes.hull(),
                    "level {level} must hold the hull of node {child} of the level below"
                );
            }
        }
        assert!(
            self.is_flat() || self.levels.last().is_none_or(|top| top.len() == 1),
            "the top level must be a single node above the leaves"
        );
        assert!(
            (rows..8 * self.leaves().len()).all(|row| self.row(row).is_empty()),
            "a lane beyond the last row must be empty"
        );
    }
}
