//! The refresh of a tree: its boxes follow the sprites, and the order of the sprites stays until a sort.
//!
//! A sprite that comes or jumps would stretch a leaf across the world, and every join and query would look into that
//! leaf. So it goes to the loose leaves behind the sorted ones, until they are so many that all sprites are sorted.
//! (Of 50,000 moving sprites, one jump in 500 made a step 2.5 times slower.)

use super::lanes::vectorized;
use super::tree::{Leaf, Tree};
use crate::geometry::{Aabb, Aabb8};
use crate::slots::Slots;
use crate::store::{Columns, Flags, Lane};
use crate::threads::Threads;
use crate::variants::Variant;
use crate::{WorldError, memory, threads};
use std::sync::{Mutex, PoisonError};

/// At most so many sprites may be loose, plus one in [`LOOSE_FRACTION`] of the sprites of the tree.
const LOOSE: usize = 64;
const LOOSE_FRACTION: usize = 16;
/// A jump is looked for if the last join compared so many pairs of leaves for each leaf. Otherwise a long leaf costs
/// little.
const JOIN_PER_LEAF: u64 = 3;

/// From so many sprites on, a sort that is due takes two refreshes, so that no step takes much longer than the others.
/// The first sorts five eighths of the leaves, the second sorts the last five eighths. The two overlap, so a
/// sprite that has crossed the middle of the curve reaches its place.
const HALVES: usize = 1 << 16;

/// Which leaves a refresh has sorted.
enum Sorted {
    All,
    /// The first half.
    Half,
    /// The loose leaves, or none.
    Loose,
}

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
        let first = self.leaves.len();
        self.append_pending(sprites, slots)?;
        let is_due = is_due || self.is_unsorted();
        let limit = match is_due || self.debt.last_join < JOIN_PER_LEAF * first as u64 {
            true => u64::MAX,
            false => self.side,
        };
        let grown = match changed {
            Changed::Few(lanes) if 4 * lanes.len() <= first && !self.all_stale => {
                let leaves = self.leaves_of(lanes, first)?;
                self.refit_leaves(&leaves, sprites, limit)?
            }
            _ => self.refit(sprites, threads, limit)?,
        };
        self.end_stale();
        let are_new = self.evict(&grown, sprites, slots)? || self.leaves.len() > first;
        let all = self.leaves.len();
        let (range, sorted) = match () {
            () if self.is_unsorted() || is_due && self.sprites < HALVES => (0..all, Sorted::All),
            () if self.is_half_sorted && moves => (all / 8 * 3..all, Sorted::All),
            () if is_due => (0..all / 8 * 5, Sorted::Half),
            () if are_new => (self.sorted..all, Sorted::Loose),
            () => (all..all, Sorted::Loose),
        };
        let from = range.start;
        if from < all {
            self.sort(range.clone(), threads)?;
            for (leaf, number) in self.leaves[from..].iter().zip(range) {
                for lane in (0..8).filter(|&lane| leaf.variants[lane] != 0) {
                    slots.set(leaf.slots[lane] as usize, Lane::new(self.number, 8 * number + lane));
                }
            }
        }
        match sorted {
            Sorted::All => self.note_sort(sprites.columns),
            Sorted::Half => self.is_half_sorted = true,
            Sorted::Loose => {}
        }
        self.layers.refit(&self.leaves, from, sprites.columns)
    }

    /// Whether so many sprites are loose that all must be sorted.
    fn is_unsorted(&self) -> bool {
        8 * (self.leaves.len() - self.sorted) > LOOSE + self.sprites / LOOSE_FRACTION || self.sorted == 0
    }

    /// Notes that all sprites were sorted.
    fn note_sort(&mut self, columns: &Columns) {
        (self.sorted, self.is_half_sorted) = (self.leaves.len(), false);
        self.side = self.mean_side().clamp(16, 1 << 20);
        self.debt.note_sort();
        self.layers.clear();
        let lanes = self.leaves.iter().flat_map(|leaf| leaf.slots.iter().zip(leaf.variants));
        let slots = lanes.filter(|(_, variant)| *variant != 0).map(|(slot, _)| *slot as usize);
        slots.clone().for_each(|slot| self.layers.note(columns.layers().get(slot)));
        self.may_have_paths =
            self.may_have_paths && { slots }.any(|slot| columns.flags.get(slot).any(Flags::CONTINUOUS));
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

    /// Moves the sprites that have jumped out of some leaves to the loose leaves. Returns whether there were any.
    fn evict(&mut self, grown: &Grown, sprites: Sprites, slots: &mut Slots<Lane>) -> Result<bool, WorldError> {
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
                    slots.set(slot as usize, Lane::waiting(self.number));
                }
            }
            changed.push(number);
        }
        if self.pending.is_empty() {
            return Ok(false);
        }
        let first = self.leaves.len() as u32;
        self.append_pending(sprites, slots)?;
        memory::try_extend(&mut changed, first..self.leaves.len() as u32)?;
        self.refit_leaves(&changed, sprites, u64::MAX)?;
        Ok(true)
    }
}

/// What a refit reads of the sprites.
#[derive(Clone, Copy)]
pub(super) struct Sprites<'a> {
    pub(super) columns: &'a Columns,
    pub(super) variants: &'a [Variant],
}

/// The leaves along the curve that have grown by more than a limit, and their boxes before.
pub(super) type Grown = Vec<(u32, Aabb)>;

/// Half the perimeter of a box, 0 if it is empty.
#[inline(always)]
fn half_perimeter(Aabb([left, top, right, bottom]): Aabb) -> u64 {
    if left > right { 0 } else { u64::from(right.abs_diff(left)) + u64::from(bottom.abs_diff(top)) }
}

/// Whether a box has grown by more than a limit.
#[inline(always)]
fn has_grown(old: Aabb, new: Aabb, limit: u64) -> bool {
    let half = half_perimeter(new);
    half > limit && half - limit > half_perimeter(old)
}

impl Tree {
    /// Refits the whole tree.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refit must be whole.
    pub(super) fn refit(&mut self, sprites: Sprites, threads: &Threads, limit: u64) -> Result<Grown, WorldError> {
        // A thread takes so many nodes of level 1 at a time.
        let many = threads::SPRITES_PER_ITEM / 64;
        let [nodes, above @ ..] = &mut self.nodes[..] else { return Ok(Vec::new()) };
        let (grown, positions) = (Mutex::new(Vec::new()), sprites.columns.positions());
        let parts = nodes.chunks_mut(many).zip(self.leaves.chunks_mut(8 * many)).enumerate();
        threads.try_run(parts, |(part, (nodes, leaves))| {
            vectorized(
                #[inline(always)]
                || {
                    let mut near = [[[0; 2]; 8]; 8];
                    for ((node, leaves), number) in nodes.iter_mut().zip(leaves.chunks_mut(8)).zip(many * part..) {
                        // All positions of a node first, so that many loads are under way at once.
                        for (leaf, near) in leaves.iter().zip(&mut near) {
                            gather(leaf, positions, near);
                        }
                        let (mut hulls, mut grows) = ([Aabb::EMPTY; 8], 0u8);
                        for (lane, (leaf, near)) in leaves.iter_mut().zip(&near).enumerate() {
                            hulls[lane] = leaf.fill(sprites.variants, near);
                            grows |= u8::from(has_grown(node.lane(lane), hulls[lane], limit)) << lane;
                        }
                        if grows != 0 {
                            let new = (0..8).filter(|lane| grows >> lane & 1 == 1);
                            let new = new.map(|lane| ((8 * number + lane) as u32, node.lane(lane)));
                            memory::try_extend(&mut grown.lock().unwrap_or_else(PoisonError::into_inner), new)?;
                        }
                        *node = Aabb8::of(hulls);
                    }
                    Ok::<_, WorldError>(())
                },
            )
        })?;
        let mut below = nodes;
        for nodes in above {
            for (node, children) in nodes.iter_mut().zip(below.chunks(8)) {
                *node = Aabb8::EMPTY;
                children.iter().enumerate().for_each(|(lane, child)| node.set(lane, child.hull()));
            }
            below = nodes;
        }
        let mut grown = grown.into_inner().unwrap_or_else(PoisonError::into_inner);
        grown.sort_unstable_by_key(|(leaf, _)| *leaf);
        Ok(grown)
    }

    /// Refits some leaves, which must ascend, and the nodes above them.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refit must be whole.
    pub(super) fn refit_leaves(&mut self, leaves: &[u32], sprites: Sprites, limit: u64) -> Result<Grown, WorldError> {
        let mut grown = Vec::new();
        vectorized(
            #[inline(always)]
            || {
                let mut near = [[0; 2]; 8];
                for &number in leaves {
                    let leaf = &mut self.leaves[number as usize];
                    gather(leaf, sprites.columns.positions(), &mut near);
                    let hull = leaf.fill(sprites.variants, &near);
                    let node = &mut self.nodes[0][number as usize / 8];
                    let old = node.lane(number as usize % 8);
                    if has_grown(old, hull, limit) {
                        memory::try_push(&mut grown, (number, old))?;
                    }
                    node.set(number as usize % 8, hull);
                }
                Ok::<_, WorldError>(())
            },
        )?;
        refit_nodes(&mut self.nodes, leaves);
        Ok(grown)
    }

    /// Refits the leaf of a sprite that has moved, and the nodes above it, unless the leaf grows as if the sprite had
    /// jumped. Returns whether the tree is up to date.
    pub(super) fn follow(&mut self, lane: Lane, sprites: Sprites) -> bool {
        let (number, mut near) = (lane.leaf(), [[0; 2]; 8]);
        let leaf = &mut self.leaves[number];
        gather(leaf, sprites.columns.positions(), &mut near);
        let hull = leaf.fill(sprites.variants, &near);
        let (mut child, mut hull, mut level) = (number, hull, 0);
        if has_grown(self.nodes[0][number / 8].lane(number % 8), hull, self.side) {
            return false;
        }
        while level < self.nodes.len() {
            let node = &mut self.nodes[level][child / 8];
            if node.lane(child % 8) == hull {
                break;
            }
            node.set(child % 8, hull);
            (hull, child, level) = (node.hull(), child / 8, level + 1);
        }
        true
    }

    /// The mean half perimeter of a leaf.
    pub(super) fn mean_side(&self) -> u64 {
        let boxes = self.nodes.first().into_iter().flatten();
        let sum: u64 = boxes.map(|node| (0..8).map(|lane| half_perimeter(node.lane(lane))).sum::<u64>()).sum();
        sum / self.leaves.len().max(1) as u64
    }
}

/// Refits the nodes from level 2 on above some leaves, which must ascend. The nodes of level 1 must be up to date.
pub(super) fn refit_nodes(nodes: &mut [Vec<Aabb8>], leaves: &[u32]) {
    vectorized(
        #[inline(always)]
        || {
            for level in 1..nodes.len() {
                let [below, above] = &mut nodes[level - 1..=level] else { return };
                let mut last = usize::MAX;
                for child in leaves.iter().map(|&leaf| leaf as usize >> (3 * level)) {
                    if child != last {
                        above[child / 8].set(child % 8, below[child].hull());
                    }
                    last = child;
                }
            }
        },
    );
}

/// Reads the positions of the sprites of a leaf.
#[inline(always)]
fn gather(leaf: &Leaf, positions: &[[i32; 2]], near: &mut [[i32; 2]; 8]) {
    for lane in 0..8 {
        near[lane] = positions[leaf.slots[lane] as usize];
    }
}
