//! The boxes around the ways of a step.

use crate::geometry::Aabb8;
use crate::masks::MaskStore;
use crate::slots::Slots;
use crate::store::Columns;
use crate::tree::{Lane, Trees, lanes_of};
use crate::{WorldError, memory};

/// The lanes whose sprites have a way in the step in progress.
#[derive(Default)]
pub(crate) struct Ways {
    /// For each tree, a bit for each lane of each leaf.
    moving: [Vec<u8>; Trees::COUNT],
    /// The leaves of a tree with such a lane, ascending. Its memory is used again.
    leaves: Vec<u32>,
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

    /// The tight boxes of a leaf.
    #[inline(always)]
    pub(in crate::narrow) fn tight_boxes(
        &self,
        first: Lane,
        trees: &Trees,
        columns: &Columns,
        masks: &MaskStore,
    ) -> Aabb8 {
        let leaf = trees.leaf(first);
        let mut boxes = leaf.boxes;
        for lane in lanes_of(self.moving(first)) {
            boxes.set(lane, columns.aabb(leaf.slots[lane] as usize, masks));
        }
        boxes
    }

    /// Stretches the boxes of the sprites that have a way, so that they contain the way. [`Ways::shrink`] must follow.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The trees are unchanged.
    pub(in crate::narrow) fn stretch(
        &mut self,
        columns: &Columns,
        slots: &Slots<Lane>,
        trees: &mut Trees,
    ) -> Result<(), WorldError> {
        for (moving, leaves) in self.moving.iter_mut().zip(trees.leaf_counts()) {
            moving.clear();
            memory::try_resize(moving, leaves, 0)?;
            self.leaves.try_reserve(leaves)?;
        }
        for (slot, from) in columns.ways() {
            let Some(&place) = slots.in_slot(slot) else { continue };
            let (lane, at) = (place.index() % 8, columns.position(slot));
            self.moving[place.tree()][place.leaf()] |= 1 << lane;
            stretch(&mut trees.leaf_mut(place).boxes, lane, from, at);
            self.are_stretched = true;
        }
        if self.are_stretched {
            self.refit_above(trees);
        }
        Ok(())
    }

    /// Gives the trees the boxes of where the sprites stand.
    pub(in crate::narrow) fn shrink(&mut self, columns: &Columns, masks: &MaskStore, trees: &mut Trees) {
        if !std::mem::take(&mut self.are_stretched) {
            return;
        }
        for (tree, moving) in self.moving.iter().enumerate() {
            for leaf in (0..moving.len()).filter(|&leaf| moving[leaf] != 0) {
                let first = Lane::new(tree, 8 * leaf);
                let boxes = self.tight_boxes(first, trees, columns, masks);
                trees.leaf_mut(first).boxes = boxes;
            }
        }
        self.refit_above(trees);
    }

    /// Refits the nodes above the leaves that have changed.
    fn refit_above(&mut self, trees: &mut Trees) {
        let Ways { moving, leaves, .. } = self;
        for (tree, moving) in moving.iter().enumerate() {
            leaves.clear();
            leaves.extend((0..).zip(moving).filter(|(_, lanes)| **lanes != 0).map(|(leaf, _)| leaf));
            trees.refit_above(tree, leaves);
        }
    }
}

/// Stretches the box of a sprite over its way.
fn stretch(boxes: &mut Aabb8, lane: usize, from: [i32; 2], at: [i32; 2]) {
    if boxes.left[lane] > boxes.right[lane] {
        return;
    }
    // A way across the whole world wraps, and the edge is right all the same.
    let by = |edge: &mut i32, end: i32, at: i32| *edge = edge.wrapping_add(end.wrapping_sub(at));
    by(&mut boxes.left[lane], from[0].min(at[0]), at[0]);
    by(&mut boxes.top[lane], from[1].min(at[1]), at[1]);
    by(&mut boxes.right[lane], from[0].max(at[0]), at[0]);
    by(&mut boxes.bottom[lane], from[1].max(at[1]), at[1]);
}
