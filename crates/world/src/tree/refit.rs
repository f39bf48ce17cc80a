//! The refit of a tree: the boxes change, the order of the sprites does not.

use super::lanes::vectorized;
use super::leaf::Leaf;
use super::tree::Tree;
use crate::geometry::{Aabb, Aabb8};
use crate::masks::Variant;
use crate::sprites::LastPlace;
use crate::store::Columns;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};
use std::sync::{Mutex, PoisonError};
use wide::i32x4;

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
        self.refit_nodes(1, leaves);
        Ok(grown)
    }

    /// Stretches the boxes of some leaves, which must ascend, over the ways of their sprites in the step. `moving` has
    /// a bit for each lane of each leaf whose sprite has a way.
    pub(super) fn stretch(&mut self, leaves: &[u32], moving: &[u8], columns: &Columns) {
        let (positions, starts) = (columns.positions(), columns.way_starts());
        let first_two = i32x4::from([-1, -1, 0, 0]);
        vectorized(
            #[inline(always)]
            || {
                for &number in leaves {
                    let (leaf, moving) = (&mut self.leaves[number as usize], moving[number as usize]);
                    let mut by = [i32x4::ZERO; 8];
                    for (lane, (by, slot)) in by.iter_mut().zip(leaf.slots).enumerate() {
                        let ([x, y], LastPlace([from_x, from_y])) = (positions[slot as usize], starts[slot as usize]);
                        let (at, from) = (i32x4::from([x, y, x, y]), i32x4::from([from_x, from_y, from_x, from_y]));
                        let ends = first_two.bitselect(at.min(from), at.max(from));
                        // The difference of two ends of the world wraps, and so does the sum with the edge.
                        *by = (ends - at) & i32x4::splat(-i32::from(moving >> lane & 1));
                    }
                    let hull = leaf.stretch(&by);
                    self.nodes[0][number as usize / 8].set(number as usize % 8, hull);
                }
            },
        );
        self.refit_nodes(1, leaves);
    }

    /// Refits the nodes above some leaves, which must ascend.
    pub(super) fn refit_above(&mut self, leaves: &[u32]) {
        self.refit_nodes(0, leaves);
    }

    /// Refits the nodes above some leaves from the children of a level on.
    fn refit_nodes(&mut self, from: usize, leaves: &[u32]) {
        vectorized(
            #[inline(always)]
            || {
                for level in from..self.nodes.len() {
                    let mut last = usize::MAX;
                    for child in leaves.iter().map(|&leaf| leaf as usize >> (3 * level)) {
                        if child != last {
                            let hull = self.boxes(level, child).hull();
                            self.nodes[level][child / 8].set(child % 8, hull);
                        }
                        last = child;
                    }
                }
            },
        );
    }

    /// The mean half perimeter of a leaf.
    pub(super) fn mean_side(&self) -> u64 {
        let boxes = self.nodes.first().into_iter().flatten();
        let sum: u64 = boxes.map(|node| (0..8).map(|lane| half_perimeter(node.lane(lane))).sum::<u64>()).sum();
        sum / self.leaves.len().max(1) as u64
    }
}

/// Reads the positions of the sprites of a leaf.
#[inline(always)]
fn gather(leaf: &Leaf, positions: &[[i32; 2]], near: &mut [[i32; 2]; 8]) {
    for lane in 0..8 {
        near[lane] = positions[leaf.slots[lane] as usize];
    }
}
