//! The order of the sprites along the curve.

use super::hilbert;
use super::lane::Lane;
use super::leaf::Leaf;
use super::refit::{Sprites, refit_nodes};
use super::tree::Tree;
use crate::geometry::Aabb;
use crate::slots::Slots;
use crate::store::Flags;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};

/// Fewer sprites are sorted faster by comparisons.
const FEW: usize = 512;

impl Tree {
    /// The number of sprites that can have come since the last sort: those of the loose leaves, and those that wait.
    pub(super) fn unsorted(&self) -> usize {
        8 * (self.leaves.len() - self.sorted) + self.pending.len()
    }

    /// Sorts all sprites along the curve. The boxes must be refitted.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The tree is unchanged.
    pub(super) fn sort_all(
        &mut self,
        sprites: Sprites,
        slots: &mut Slots<Lane>,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        let mut keys = memory::try_with_capacity(8 * self.leaves.len() + self.pending.len())?;
        keys.extend(self.slots(0, slots).map(u64::from));
        let grid = CurveGrid::of(match self.hull() {
            hull if hull.is_empty() => {
                keys.iter().fold(Aabb::EMPTY, |hull, &slot| hull.union(sprites.aabb(slot as usize)))
            }
            hull => hull,
        });
        threads.run(keys.chunks_mut(threads::SPRITES_PER_ITEM), |keys| {
            keys.iter_mut().for_each(|key| *key = grid.key(sprites.aabb(*key as usize), *key as u32));
        });
        sort(&mut keys)?;
        let leaves = keys.len().div_ceil(8);
        self.reserve(leaves)?;
        self.resize(leaves);
        self.may_have_ways = false;
        self.put(0, &keys, sprites, slots);
        self.sprites = keys.len();
        self.layers.clear();
        keys.iter().for_each(|&key| self.layers.note(sprites.columns.layers().get(key as u32 as usize)));
        self.pending.clear();
        self.end_stale();
        self.sorted = leaves;
        self.debt.note_sort();
        Ok(())
    }

    /// Puts the sprites that wait into the loose leaves, which are sorted among themselves. The boxes of the loose
    /// leaves must be refitted.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The tree is unchanged.
    pub(super) fn pack_loose(&mut self, sprites: Sprites, slots: &mut Slots<Lane>) -> Result<(), WorldError> {
        let grid = CurveGrid::of(self.hull());
        let loose = self.leaves[self.sorted..].iter().flat_map(|leaf| &leaf.variants);
        let in_order = self.sprites - loose.filter(|variant| **variant != 0).count();
        let mut keys = memory::try_with_capacity(self.unsorted())?;
        keys.extend(self.slots(self.sorted, slots).map(|slot| grid.key(sprites.aabb(slot as usize), slot)));
        sort(&mut keys)?;
        let leaves = self.sorted + keys.len().div_ceil(8);
        self.reserve(leaves)?;
        self.resize(leaves);
        self.put(self.sorted, &keys, sprites, slots);
        self.sprites = in_order + keys.len();
        self.pending.clear();
        Ok(())
    }

    /// The slots of the sprites in the leaves from `first` on, and of those that wait.
    fn slots<'a>(&'a self, first: usize, slots: &'a Slots<Lane>) -> impl Iterator<Item = u32> + use<'a> {
        let lanes = self.leaves[first..].iter().flat_map(|leaf| leaf.slots.iter().zip(&leaf.variants));
        let placed = lanes.filter(|(_, variant)| **variant != 0).map(|(&slot, _)| slot);
        // A sprite may have gone on to another tree.
        let waits = move |slot: &u32| slots.in_slot(*slot as usize) == Some(&Lane::waiting(self.number));
        placed.chain(self.pending.iter().copied().filter(waits))
    }

    /// Puts the sprites of some keys into the leaves from `first` on.
    fn put(&mut self, first: usize, keys: &[u64], sprites: Sprites, slots: &mut Slots<Lane>) {
        self.leaves[first..].fill(Leaf::EMPTY);
        let leaves = self.leaves[first..].iter_mut().zip(keys.chunks(8)).zip(first..);
        for ((leaf, keys), number) in leaves {
            for (lane, &key) in keys.iter().enumerate() {
                let slot = key as u32;
                (leaf.slots[lane], leaf.variants[lane]) = (slot, sprites.columns.variant(slot as usize));
                self.may_have_ways |= sprites.columns.flags.get(slot as usize).any(Flags::CONTINUOUS);
                if let Some(place) = slots.in_slot_mut(slot as usize) {
                    *place = Lane::new(self.number, 8 * number + lane);
                }
            }
        }
    }

    /// A tree of boxes, each with a number for its slot.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn of_boxes(boxes: &[(Aabb, u32)]) -> Result<Tree, WorldError> {
        let grid = CurveGrid::of(boxes.iter().fold(Aabb::EMPTY, |hull, (aabb, _)| hull.union(*aabb)));
        let mut keys = memory::try_collect(boxes.iter().zip(0..).map(|((aabb, _), index)| grid.key(*aabb, index)))?;
        sort(&mut keys)?;
        let mut tree = Tree::new(0);
        let leaves = keys.len().div_ceil(8);
        tree.reserve(leaves)?;
        tree.resize(leaves);
        for (number, (leaf, keys)) in tree.leaves.iter_mut().zip(keys.chunks(8)).enumerate() {
            for (lane, &key) in keys.iter().enumerate() {
                let (aabb, slot) = boxes[key as u32 as usize];
                leaf.boxes.set(lane, aabb);
                (leaf.slots[lane], leaf.variants[lane]) = (slot, 1);
            }
            tree.nodes[0][number / 8].set(number % 8, leaf.boxes.hull());
        }
        let all = memory::try_collect(0..leaves as u32)?;
        refit_nodes(&mut tree.nodes, &all);
        Ok(tree)
    }
}

impl Sprites<'_> {
    /// The tight box of a sprite.
    #[inline(always)]
    fn aabb(self, slot: usize) -> Aabb {
        self.variants[self.columns.variant(slot) as usize].outer.translated(self.columns.position(slot))
    }
}

/// Sorts keys. Keys of the same cell keep their order, which is that of the slots or of the loose leaves.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
fn sort(keys: &mut [u64]) -> Result<(), WorldError> {
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

    /// The number of the cell with the middle of a box in the upper half, and the slot in the lower half. An empty box
    /// is in the last cell.
    #[inline(always)]
    fn key(&self, Aabb([left, top, right, bottom]): Aabb, slot: u32) -> u64 {
        let place = |first: i32, last: i32, axis: usize| {
            let cell = (i64::from(first) + i64::from(last) - self.least[axis]) >> self.shift;
            cell.clamp(0, (1 << hilbert::BITS) - 1) as u32
        };
        let cell = match left > right {
            true => (1 << (2 * hilbert::BITS)) - 1,
            false => hilbert::number(place(left, right, 0), place(top, bottom, 1)),
        };
        u64::from(cell) << 32 | u64::from(slot)
    }
}
