//! The boxes around the ways of a step.

use crate::geometry::Aabb8;
use crate::slots::Slots;
use crate::store::Columns;
use crate::tree::{Lane, Trees};
use crate::{WorldError, memory};

/// The lanes whose sprites have a way in the step in progress.
#[derive(Default)]
pub(crate) struct Ways {
    /// For each tree, a bit for each lane of each leaf.
    moving: [Vec<u8>; Trees::COUNT],
    /// The leaves of each tree with such a lane, ascending.
    leaves: [Vec<u32>; Trees::COUNT],
    /// The tight boxes of these leaves, and then the nodes of these trees.
    tight: [Vec<Aabb8>; Trees::COUNT],
    /// Whether the boxes in the trees are those around the ways.
    are_stretched: bool,
}

impl Ways {
    /// Whether the step in progress has ways.
    pub(in crate::narrow) fn are_stretched(&self) -> bool {
        self.are_stretched
    }

    /// A bit for each lane of a leaf whose sprite has a way.
    #[inline(always)]
    pub(super) fn moving(&self, first: Lane) -> u8 {
        self.moving[first.tree()].get(first.leaf()).copied().unwrap_or(0)
    }

    /// Stretches the boxes of the sprites that have a way, so that they contain the way. [`Ways::shrink`] must follow.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The trees are unchanged.
    pub(in crate::narrow) fn stretch(
        &mut self,
        columns: &mut Columns,
        slots: &Slots<Lane>,
        trees: &mut Trees,
    ) -> Result<(), WorldError> {
        for (moving, leaves) in self.moving.iter_mut().zip(trees.leaf_counts()) {
            moving.clear();
            if columns.may_have_ways() {
                memory::try_resize(moving, leaves, 0)?;
            }
        }
        let mut any = false;
        columns.begin_ways(|slot| {
            if let Some(lane) = slots.in_slot(slot) {
                self.moving[lane.tree()][lane.leaf()] |= 1 << (lane.index() % 8);
                any = true;
            }
        })?;
        if !any {
            return Ok(());
        }
        for (tree, moving) in self.moving.iter().enumerate() {
            let (leaves, tight) = (&mut self.leaves[tree], &mut self.tight[tree]);
            leaves.clear();
            leaves.try_reserve(moving.len())?;
            leaves.extend((0..).zip(moving).filter(|(_, lanes)| **lanes != 0).map(|(leaf, _)| leaf));
            trees.save_boxes(tree, leaves, tight)?;
        }
        self.are_stretched = true;
        for (tree, leaves) in self.leaves.iter().enumerate().filter(|(_, leaves)| !leaves.is_empty()) {
            trees.stretch(tree, leaves, &self.moving[tree], columns);
        }
        Ok(())
    }

    /// Gives the trees the boxes of where the sprites stand.
    pub(in crate::narrow) fn shrink(&mut self, trees: &mut Trees) {
        if std::mem::take(&mut self.are_stretched) {
            for (tree, leaves) in self.leaves.iter().enumerate().filter(|(_, leaves)| !leaves.is_empty()) {
                trees.restore_boxes(tree, leaves, &self.tight[tree]);
            }
        }
    }
}
