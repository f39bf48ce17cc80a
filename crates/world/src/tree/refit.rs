//! The refit of a tree: the boxes change, the order of the sprites does not.

use super::lanes::vectorized;
use super::leaf::Leaf;
use super::tree::Tree;
use crate::geometry::{Aabb, Aabb8};
use crate::masks::Variant;
use crate::store::Columns;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};
use std::sync::{Mutex, PoisonError};

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
