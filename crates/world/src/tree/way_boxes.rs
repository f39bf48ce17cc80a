//! The boxes of a step: those of continuous sprites contain the whole way since the last step.
//!
//! They stand beside the tight boxes of the leaves and nodes, and [`Tree::boxes`] returns them to the joins and windows
//! of the step. A tree with ways copies its nodes, 2 bytes for each sprite.

use super::lanes::vectorized;
use super::refresh::refit_nodes;
use super::tree::{Tree, WayBoxes};
use super::trees::{Trees, few_lanes, of_tree};
use crate::geometry::Aabb8;
use crate::slots::Slots;
use crate::store::{Columns, Flags, Lane};
use crate::{WorldError, memory};
use wide::i32x4;

impl Trees {
    /// Finds the sprites that have a way in the step that begins, and the boxes around the ways.
    /// [`Trees::end_ways`] must follow.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn begin_ways(&mut self, columns: &mut Columns, slots: &Slots<Lane>) -> Result<(), WorldError> {
        self.end_ways();
        if !columns.begin_ways()? {
            return Ok(());
        }
        let sprites = self.trees.iter().filter(|tree| tree.may_have_ways).map(|tree| tree.sprites).sum();
        let moved = columns.flags.count(Flags::MAY_HAVE_WAY);
        let few = few_lanes(columns, slots, Flags::MAY_HAVE_WAY, [moved, sprites])?;
        for tree in self.trees.iter_mut().filter(|tree| tree.may_have_ways) {
            let lanes = few.as_ref().map(|few| of_tree(few, tree.number));
            self.have_ways = true;
            tree.begin_ways(lanes, columns)?;
        }
        Ok(())
    }

    /// Forgets the ways.
    pub(crate) fn end_ways(&mut self) {
        if std::mem::take(&mut self.have_ways) {
            self.trees.iter_mut().for_each(|tree| tree.ways.moving.clear());
        }
    }

    /// Whether the step in progress has ways.
    pub(crate) fn have_ways(&self) -> bool {
        self.have_ways
    }

    /// A bit for each lane of a leaf whose sprite has a way.
    #[inline(always)]
    pub(crate) fn moving(&self, first: Lane) -> u8 {
        self.trees[first.tree()].ways.moving.get(first.leaf()).copied().unwrap_or(0)
    }
}

impl Tree {
    /// Finds the sprites of the tree that have a way. If few sprites may have one, `few` has their lanes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    fn begin_ways(&mut self, few: Option<&[Lane]>, columns: &Columns) -> Result<(), WorldError> {
        let Tree { ways: WayBoxes { moving, leaves, nodes }, leaves: tight, nodes: tight_nodes, .. } = self;
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
                    if !flags.all(Flags::MAY_HAVE_WAY) {
                        continue;
                    }
                    let hull = leaves[number].set_all(|lane| {
                        let slot = leaf.slots[lane] as usize;
                        let (from, to) = (columns.last_place(slot), columns.position(slot));
                        let may_have_way = columns.flags.get(slot).all(Flags::MAY_HAVE_WAY);
                        let has_way = may_have_way & from.is_apart(to) & (leaf.variants[lane] != 0);
                        lanes |= u8::from(has_way) << lane;
                        let (from, to) = (corners(if has_way { from.0 } else { to }), corners(to));
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
