//! The order of the sprites along the curve.

use super::hilbert;
use super::leaf::Leaf;
use super::refresh::Sprites;
use super::tree::Tree;
use crate::geometry::Aabb;
use crate::slots::Slots;
use crate::store::{Flags, Lane};
use crate::threads::Threads;
use crate::{WorldError, memory, threads};
use std::ops::Range;

/// The key of a lane without a sprite.
const NO_SPRITE: u64 = u64::MAX;
/// Fewer sprites are sorted faster by comparisons.
const FEW: usize = 512;

impl Tree {
    /// Puts the sprites that wait into new leaves behind the others. Their boxes must be refitted.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh must do all work again.
    pub(super) fn append_pending(&mut self, sprites: Sprites, slots: &mut Slots<Lane>) -> Result<(), WorldError> {
        let first = self.leaves.len();
        self.reserve(first + self.pending.len().div_ceil(8))?;
        self.resize(first + self.pending.len().div_ceil(8), first);
        let mut lanes = 8 * first..;
        for slot in self.pending.drain(..) {
            // A sprite may have gone on to another tree.
            let place = slots.in_slot_mut(slot as usize).filter(|place| **place == Lane::waiting(self.number));
            let Some((place, lane)) = place.zip(lanes.next()) else { continue };
            *place = Lane::new(self.number, lane);
            let leaf = &mut self.leaves[lane / 8];
            (leaf.slots[lane % 8], leaf.variants[lane % 8]) = (slot, sprites.columns.variant(slot as usize));
            self.may_have_paths |= sprites.columns.flags.get(slot as usize).any(Flags::CONTINUOUS);
            self.sprites += 1;
        }
        Ok(())
    }

    /// Sorts the sprites of a range of leaves along the curve, without gaps. Before, the boxes must be up to date.
    /// Afterwards, the caller must give the slots their new lanes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The tree is unchanged.
    pub(super) fn sort(&mut self, range: Range<usize>, threads: &Threads) -> Result<(), WorldError> {
        let (grid, mut keys) = (CurveGrid::of(self.hull()), Vec::new());
        memory::try_resize(&mut keys, 8 * range.len(), NO_SPRITE)?;
        let per_item = threads::SPRITES_PER_ITEM / 8;
        let parts = keys.chunks_mut(8 * per_item).zip(self.leaves[range.clone()].chunks(per_item));
        threads.run(parts.enumerate(), |(part, (keys, leaves))| {
            let from = range.start + per_item * part;
            for ((keys, leaf), number) in keys.chunks_mut(8).zip(leaves).zip(from..) {
                for (lane, key) in keys.iter_mut().enumerate().filter(|(lane, _)| leaf.variants[*lane] != 0) {
                    *key = grid.key(leaf.boxes.lane(lane), (8 * number + lane) as u32);
                }
            }
        });
        keys.retain(|&key| key != NO_SPRITE);
        sort(&mut keys)?;
        let mut leaves = Vec::new();
        memory::try_resize(&mut leaves, keys.len().div_ceil(8), Leaf::EMPTY)?;
        let parts = leaves.chunks_mut(per_item).zip(keys.chunks(8 * per_item));
        threads.run(parts, |(leaves, keys)| {
            for (leaf, keys) in leaves.iter_mut().zip(keys.chunks(8)) {
                for (lane, &key) in keys.iter().enumerate() {
                    let old = key as u32 as usize;
                    leaf.copy(lane, &self.leaves[old / 8], old % 8);
                }
            }
        });
        let (end, all) = (range.start + leaves.len(), 0..self.leaves.len());
        match range == all {
            true => self.leaves = leaves,
            false => {
                self.leaves[range.start..end].copy_from_slice(&leaves);
                self.leaves[end..range.end].fill(Leaf::EMPTY);
            }
        }
        self.resize(if range.end == all.end { end } else { all.end }, range.start);
        Ok(())
    }

    /// A tree of boxes, each with a number for its slot.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn of_boxes(boxes: &[(Aabb, u32)]) -> Result<Tree, WorldError> {
        let mut tree = Tree::new(0);
        tree.reserve(boxes.len().div_ceil(8))?;
        tree.leaves.resize(boxes.len().div_ceil(8), Leaf::EMPTY);
        for (leaf, boxes) in tree.leaves.iter_mut().zip(boxes.chunks(8)) {
            for (lane, &(aabb, slot)) in boxes.iter().enumerate() {
                leaf.boxes.set(lane, aabb);
                (leaf.slots[lane], leaf.variants[lane]) = (slot, 1);
            }
        }
        tree.resize(tree.leaves.len(), 0);
        tree.sort(0..tree.leaves.len(), &Threads::one())?;
        Ok(tree)
    }
}

/// Sorts keys. Keys of the same cell keep their order, which is that of the lanes.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(crate) fn sort(keys: &mut [u64]) -> Result<(), WorldError> {
    if keys.len() < FEW {
        keys.sort_unstable();
        return Ok(());
    }
    let mut spare = Vec::new();
    memory::try_resize(&mut spare, keys.len(), 0)?;
    radix_pass(keys, 32, &mut spare);
    radix_pass(&spare, 32 + hilbert::BITS, keys);
    Ok(())
}

/// A pass of a radix sort, by the digit from bit `shift` on.
fn radix_pass(keys: &[u64], shift: u32, sorted: &mut [u64]) {
    let digit = |key: u64| (key >> shift) as usize % (1 << hilbert::BITS);
    let mut places = [0u32; 1 << hilbert::BITS];
    keys.iter().for_each(|&key| places[digit(key)] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for &key in keys {
        let place = &mut places[digit(key)];
        sorted[*place as usize] = key;
        *place += 1;
    }
}

/// The square grid of cells that the curve visits.
#[derive(Clone, Copy)]
struct CurveGrid {
    /// Twice the top-left pixel. All coordinates are doubled, so that the middle of a box is a whole number.
    least: [i64; 2],
    /// The width of a cell, as a power of two.
    shift: u32,
}

impl CurveGrid {
    /// The grid over a box.
    fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let extent = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let extent = extent.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - extent.leading_zeros()).saturating_sub(hilbert::BITS) }
    }

    /// The number of the cell with the middle of a box in the upper half, and the lane in the lower half. An empty box
    /// is in the last cell.
    #[inline(always)]
    fn key(&self, Aabb([left, top, right, bottom]): Aabb, lane: u32) -> u64 {
        let place = |first: i32, last: i32, axis: usize| {
            let cell = (i64::from(first) + i64::from(last) - self.least[axis]) >> self.shift;
            cell.clamp(0, (1 << hilbert::BITS) - 1) as u32
        };
        let cell = match left > right {
            true => (1 << (2 * hilbert::BITS)) - 1,
            false => hilbert::number(place(left, right, 0), place(top, bottom, 1)),
        };
        u64::from(cell) << 32 | u64::from(lane)
    }
}
