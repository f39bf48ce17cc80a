//! The boxes of a step: those of continuous sprites contain the whole path since the last step.
//!
//! They stand beside the tight boxes of the leaves and nodes, and [`Tree::boxes`] returns them to the joins and windows
//! of the step. A tree with paths copies its nodes, 2 bytes for each sprite.

use super::lanes::vectorized;
use super::refresh::refit_nodes;
use super::tree::{PathBoxes, Tree};
use super::trees::{Trees, few_lanes, of_tree};
use crate::geometry::Aabb8;
use crate::slots::Slots;
use crate::store::{Columns, Flags, Lane};
use crate::{WorldError, memory};
use wide::i32x4;

impl Trees {
    /// Finds the sprites that have a path in the step that begins, and the boxes around the paths.
    /// [`Trees::end_paths`] must follow.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_paths(&mut self, columns: &mut Columns, slots: &Slots<Lane>) -> Result<(), WorldError> {
        self.end_paths();
        if !columns.begin_paths()? {
            return Ok(());
        }
        let sprites = self.trees.iter().filter(|tree| tree.may_have_paths).map(|tree| tree.sprites).sum();
        let moved = columns.flags.count(Flags::MAY_HAVE_PATH);
        let few = few_lanes(columns, slots, Flags::MAY_HAVE_PATH, [moved, sprites])?;
        for tree in self.trees.iter_mut().filter(|tree| tree.may_have_paths) {
            let lanes = few.as_ref().map(|few| of_tree(few, tree.number));
            self.have_paths = true;
            tree.begin_paths(lanes, columns)?;
        }
        Ok(())
    }

    /// Forgets the paths.
    pub(crate) fn end_paths(&mut self) {
        if std::mem::take(&mut self.have_paths) {
            self.trees.iter_mut().for_each(|tree| tree.paths.moving.clear());
        }
    }

    /// Whether the step in progress has paths.
    pub(crate) fn have_paths(&self) -> bool {
        self.have_paths
    }

    /// A bit for each lane of a leaf whose sprite has a path.
    #[inline(always)]
    pub(crate) fn moving(&self, first: Lane) -> u8 {
        self.trees[first.tree()].paths.moving.get(first.leaf()).copied().unwrap_or(0)
    }
}

impl Tree {
    /// Finds the sprites of the tree that have a path. If few sprites may have one, `few` has their lanes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    fn begin_paths(&mut self, few: Option<&[Lane]>, columns: &Columns) -> Result<(), WorldError> {
        let Tree { paths: PathBoxes { moving, leaves, nodes }, leaves: tight, nodes: tight_nodes, .. } = self;
        let mut changed: Vec<u32> = match few {
            Some(lanes) => memory::try_collect(lanes.iter().map(|lane| lane.leaf() as u32))?,
            None => memory::try_collect(0..tight.len() as u32)?,
        };
        changed.dedup();
        memory::try_resize(moving, tight.len(), 0)?;
        memory::try_resize(leaves, tight.len(), Aabb8::EMPTY)?;
        memory::try_resize(nodes, tight_nodes.len(), Vec::new())?;
        for (nodes, tight) in nodes.iter_mut().zip(tight_nodes) {
            nodes.clear();
            memory::try_append(nodes, tight)?;
        }
        let (mut any, first_two) = (0, i32x4::from([-1, -1, 0, 0]));
        let corners = |[x, y]: [i32; 2]| i32x4::from([x, y, x, y]);
        vectorized(
            #[inline(always)]
            || {
                for number in changed.iter().map(|&leaf| leaf as usize) {
                    let (leaf, mut lanes) = (&tight[number], 0);
                    let flags =
                        leaf.slots.iter().fold(Flags::NONE, |any, &slot| any.or(columns.flags.get(slot as usize)));
                    if !flags.all(Flags::MAY_HAVE_PATH) {
                        continue;
                    }
                    let hull = leaves[number].set_all(|lane| {
                        let slot = leaf.slots[lane] as usize;
                        let (from, to) = (columns.last_place(slot), columns.position(slot));
                        let may_have_path = columns.flags.get(slot).all(Flags::MAY_HAVE_PATH);
                        let has_path = may_have_path & from.is_apart(to) & (leaf.variants[lane] != 0);
                        lanes |= u8::from(has_path) << lane;
                        let (from, to) = (corners(if has_path { from.0 } else { to }), corners(to));
                        // Left and top move to the lesser corner, right and bottom to the greater. The difference of
                        // two ends of the world wraps, and so does the sum with the edge: the edge is right.
                        let by = first_two.bitselect(from.min(to), from.max(to)) - to;
                        i32x4::from(leaf.boxes.lane(lane).0) + by
                    });
                    nodes[0][number / 8].set(number % 8, hull);
                    moving[number] = lanes;
                    any |= lanes;
                }
            },
        );
        match any {
            0 => moving.clear(),
            _ => refit_nodes(nodes, &changed),
        }
        Ok(())
    }
}
