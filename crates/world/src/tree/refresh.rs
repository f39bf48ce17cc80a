//! The refresh of a tree: its boxes follow the sprites.
//!
//! A sprite that comes or jumps would stretch a leaf across the world, and every join and query would look into that
//! leaf. So it goes to the loose leaves behind the sorted ones, until they are so many that all sprites are sorted. (Of
//! 50,000 moving sprites, one jump in 500 made a step 2.5 times slower.)

use super::lane::Lane;
use super::refit::{Grown, Sprites};
use super::tree::Tree;
use crate::slots::Slots;
use crate::threads::Threads;
use crate::{WorldError, memory};

/// So many sprites may be loose in any tree, and this part of all its sprites besides.
const LOOSE: usize = 64;
const LOOSE_FRACTION: usize = 16;
/// A jump is looked for if the last join compared so many pairs of leaves for each leaf. Otherwise a long leaf costs
/// little.
const JOIN_PER_LEAF: u64 = 3;

/// What a refresh knows of the changed sprites.
#[derive(Clone, Copy)]
pub(super) enum Changed<'a> {
    /// Few sprites have changed: their lanes, in ascending order.
    Few(&'a [Lane]),
    /// Any sprite may have changed.
    Many,
}

impl Tree {
    /// Brings the tree up to date.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh must do all work again.
    pub(super) fn refresh(
        &mut self,
        changed: Changed,
        sprites: Sprites,
        slots: &mut Slots<Lane>,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        let moves = !matches!(changed, Changed::Few([]));
        let is_due = self.debt.is_due(self.sprites, moves);
        if !moves && self.pending.is_empty() && !self.is_stale() {
            return Ok(());
        }
        if self.sprites == 0 && self.pending.is_empty() {
            self.clear();
            return Ok(());
        }
        if is_due || self.is_unsorted() {
            return self.sort(sprites, slots, threads);
        }
        let mut first = self.leaves.len();
        if !self.pending.is_empty() {
            self.pack_loose(sprites, slots)?;
            first = self.sorted;
        }
        let limit = if self.debt.last_join < JOIN_PER_LEAF * self.leaves.len() as u64 { u64::MAX } else { self.side };
        let grown = match changed {
            Changed::Few(lanes) if 4 * lanes.len() <= self.leaves.len() && !self.all_stale => {
                let leaves = self.leaves_of(lanes, first)?;
                self.refit_leaves(&leaves, sprites, limit)?
            }
            _ => self.refit(sprites, threads, limit)?,
        };
        self.end_stale();
        self.layers.refit(&self.leaves, first, sprites.columns)?;
        self.evict(&grown, sprites, slots, threads)
    }

    /// Whether so many sprites are loose that all must be sorted.
    fn is_unsorted(&self) -> bool {
        self.unsorted() > LOOSE + self.sprites / LOOSE_FRACTION || self.sorted == 0
    }

    /// Sorts all sprites, and refits the tree.
    fn sort(&mut self, sprites: Sprites, slots: &mut Slots<Lane>, threads: &Threads) -> Result<(), WorldError> {
        self.sort_all(sprites, slots, threads)?;
        self.refit(sprites, threads, u64::MAX)?;
        self.side = self.mean_side().clamp(16, 1 << 20);
        self.layers.refit(&self.leaves, 0, sprites.columns)
    }

    /// The leaves of some lanes, those out of which a sprite was taken, and those from `first` on, in ascending order.
    fn leaves_of(&self, lanes: &[Lane], first: usize) -> Result<Vec<u32>, WorldError> {
        let changed = lanes.iter().map(|lane| lane.leaf() as u32);
        let all = changed.chain(self.stale.iter().copied()).filter(|&leaf| (leaf as usize) < first);
        let mut leaves = memory::try_collect(all.chain(first as u32..self.leaves.len() as u32))?;
        if !self.stale.is_empty() {
            leaves.sort_unstable();
        }
        leaves.dedup();
        Ok(leaves)
    }

    /// Moves the sprites that have jumped out of some leaves to the loose leaves.
    fn evict(
        &mut self,
        grown: &Grown,
        sprites: Sprites,
        slots: &mut Slots<Lane>,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        let grown = grown.iter().filter(|(leaf, _)| (*leaf as usize) < self.sorted);
        let mut changed = memory::try_with_capacity(grown.clone().count())?;
        for &(number, old) in grown {
            let leaf = &mut self.leaves[number as usize];
            let near = old.grown_by((self.side / 2) as i32);
            self.pending.try_reserve(8)?;
            for lane in 0..8 {
                let aabb = leaf.boxes.lane(lane);
                if near.intersection(aabb).is_empty() && !aabb.is_empty() {
                    let slot = leaf.slots[lane];
                    leaf.clear(lane);
                    self.sprites -= 1;
                    self.pending.push(slot);
                    if let Some(place) = slots.in_slot_mut(slot as usize) {
                        *place = Lane::waiting(self.number);
                    }
                }
            }
            changed.push(number);
        }
        if self.pending.is_empty() {
            return Ok(());
        }
        if self.is_unsorted() {
            return self.sort(sprites, slots, threads);
        }
        self.pack_loose(sprites, slots)?;
        memory::try_extend(&mut changed, self.sorted as u32..self.leaves.len() as u32)?;
        self.refit_leaves(&changed, sprites, u64::MAX)?;
        self.layers.refit(&self.leaves, self.sorted, sprites.columns)
    }
}
