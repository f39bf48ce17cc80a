//! The order of the rows of a class.
//!
//! A sprite that jumps would stretch its leaf across the world, and every join and query would look into that leaf. So
//! each leaf has a home, an area around its boxes at the last sort. If a sprite leaves the home of its leaf, its row
//! becomes a hole, and the sprite gets a new row at the end. (Of 50,000 moving sprites, one jump in 500 made a step 2.5
//! times slower, decision 0016.)
//!
//! New rows are sorted among themselves and form a run. Runs are merged as the digits of a binary number are carried,
//! so there are few of them, and each row is sorted a logarithmic number of times:
//!
//! ```text
//!   rows    [ in the order of the last sort, with holes ......... ][ run of 4 leaves ][ 2 ][ 1 ]
//!   after one more leaf                                            [ run of 8 leaves            ]
//! ```

use super::gather::NewOrder;
use super::sprite_tree::SpriteTree;
use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::packed::curve_order;
use crate::row::Row;
use crate::slots::Slots;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};
use std::mem;

/// A home extends beyond the boxes of its leaf by this many times their longer side.
const REACH: i64 = 4;

impl SpriteTree {
    /// Puts the rows of a class without a tree into the order of their slots, and drops the holes.
    pub(super) fn order_by_slot(&mut self, slots: &mut Slots<Row>, threads: &Threads) -> Result<(), WorldError> {
        let first = self.rows.first;
        let mut order = memory::try_with_capacity(self.rows.len())?;
        let living = slots.iter().filter(|(_, row)| row.class() == first.class());
        order.extend(living.map(|(_, row)| row.index() as u32));
        self.permute(0, order, slots, threads)?;
        (self.homes, self.new_order, self.sorted) = (Vec::new(), Vec::new(), self.rows.len());
        Ok(())
    }

    /// Puts the rows into the order that was found for them, and drops the holes. Rows that were added since follow
    /// behind. The boxes still have the old order.
    pub(super) fn arrange(&mut self, slots: &mut Slots<Row>, threads: &Threads) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, homes, new_order, .. } = self;
        let mut order = mem::take(new_order);
        let added = order.len() as u32..rows.len() as u32;
        let is_living = |&row: &u32| !rows.ids[row as usize].is_null();
        order.retain(is_living);
        let sorted = order.len();
        // The homes come from the boxes before this refresh, so a sprite that jumps just now does not stretch them.
        memory::try_resize(homes, sorted.div_ceil(8), Aabb::EMPTY)?;
        let parts = homes.chunks_mut(threads::ROWS / 8).zip(order.chunks(threads::ROWS));
        threads.run(parts, |(homes, rows)| {
            for (home, rows) in homes.iter_mut().zip(rows.chunks(8)) {
                let hull = rows.iter().fold(Aabb::EMPTY, |hull, &row| hull.union(packed.row(row as usize)));
                *home = hull.grown(REACH);
            }
        });
        memory::try_extend(&mut order, added.filter(is_living))?;
        self.permute(0, order, slots, threads)?;
        (self.sorted, self.tail) = (sorted, sorted);
        self.resize()
    }

    /// Sorts the new rows, and the rows of the runs that are merged with them.
    pub(super) fn sort_new(&mut self, masks: &MaskStore, slots: &mut Slots<Row>) -> Result<(), WorldError> {
        if self.rows.len() == self.tail {
            return Ok(());
        }
        // The last leaf of the last run is sorted again: a leaf with rows of two runs would be large.
        let base = self.sorted / 8;
        let (old, new) = (self.tail / 8 - base, self.rows.len().div_ceil(8) - base);
        let carried = usize::BITS - (old ^ new).leading_zeros();
        let first = base + (old >> carried << carried);
        self.resize()?;
        let leaves = memory::try_collect(first as u32..self.packed.leaves().len() as u32)?;
        self.refit_leaves(&leaves, masks)?;
        let mut order = curve_order(&self.packed, 8 * first, self.rows.len(), &Threads::one())?;
        order.retain(|&row| !self.rows.ids[8 * first + row as usize].is_null());
        self.permute(8 * first, order, slots, &Threads::one())?;
        (self.sorted, self.tail) = (self.sorted.min(8 * first), self.rows.len());
        self.refit_leaves(&leaves, masks)?;
        self.resize()?;
        self.settle(first);
        Ok(())
    }

    /// Puts the rows from `start` on into a new order of the living rows, counted from `start`, and drops the holes.
    fn permute(
        &mut self,
        start: usize,
        mut order: Vec<u32>,
        slots: &mut Slots<Row>,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        let (rows, living) = (&mut self.rows, order.len());
        let holes = (0..).zip(&rows.ids[start..]).filter(|(_, id)| id.is_null());
        memory::try_extend(&mut order, holes.map(|(row, _)| row))?;
        rows.permute(NewOrder { start, rows: &order }, threads)?;
        rows.drop_last(order.len() - living);
        rows.end_new();
        rows.update_slots(start, slots);
        Ok(())
    }

    /// Moves the sprites that have left the homes of some leaves to new rows.
    pub(super) fn evict(&mut self, leaves: &[u32], slots: &mut Slots<Row>) -> Result<(), WorldError> {
        let SpriteTree { rows, packed, homes, tail, .. } = self;
        for &leaf in leaves {
            let home = homes[leaf as usize];
            for row in 8 * leaf as usize..(8 * leaf as usize + 8).min(*tail) {
                let aabb = packed.row(row);
                if aabb.is_empty() || home.contains(aabb) || rows.len() >= Row::MAX_ROWS {
                    continue;
                }
                let (id, sprite) = (rows.ids[row], rows.sprite(row));
                rows.reserve(1, &sprite)?;
                rows.remove(row);
                let slot = slots.get_mut(id.0).expect("a sprite in a row has a slot");
                *slot = rows.first.plus(rows.push(id, sprite));
                packed.clear_row(row);
            }
        }
        packed.refit_leaves(leaves, |_, _| Ok(()))
    }

    /// Gives the leaves from `leaf` on their homes.
    pub(super) fn settle(&mut self, leaf: usize) {
        for (home, boxes) in self.homes.iter_mut().zip(self.packed.leaves()).skip(leaf) {
            *home = boxes.hull().grown(REACH);
        }
    }
}
