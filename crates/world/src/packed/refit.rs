//! The refit of a packed tree: the boxes change, the order of the rows does not.

use super::lanes::vectorized;
use super::tree::PackedTree;
use crate::geometry::{Aabb, Aabb8};
use crate::threads::{self, Threads};

impl PackedTree {
    /// Refits the whole tree. `fill(leaf, boxes)` sets the boxes of a leaf, and returns the smallest box around them.
    pub(crate) fn refit<E: Send>(
        &mut self,
        threads: &Threads,
        fill: impl Fn(usize, &mut Aabb8) -> Result<Aabb, E> + Sync,
    ) -> Result<(), E> {
        // A thread takes so many nodes of level 1 at a time.
        let many = threads::ROWS / 64;
        if let [leaves] = &mut self.levels[..] {
            return threads.try_run(leaves.chunks_mut(8 * many).enumerate(), |(part, leaves)| {
                vectorized(
                    #[inline(always)]
                    || {
                        leaves
                            .iter_mut()
                            .zip(8 * many * part..)
                            .try_for_each(|(leaf, number)| fill(number, leaf).map(drop))
                    },
                )
            });
        }
        let [leaves, nodes, above @ ..] = &mut self.levels[..] else { return Ok(()) };
        let parts = nodes.chunks_mut(many).zip(leaves.chunks_mut(8 * many)).enumerate();
        threads.try_run(parts, |(part, (nodes, leaves))| {
            vectorized(
                #[inline(always)]
                || {
                    for ((node, leaves), number) in nodes.iter_mut().zip(leaves.chunks_mut(8)).zip(many * part..) {
                        let mut hulls = [Aabb::EMPTY; 8];
                        for (lane, leaf) in leaves.iter_mut().enumerate() {
                            hulls[lane] = fill(8 * number + lane, leaf)?;
                        }
                        *node = Aabb8::of(hulls);
                    }
                    Ok(())
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
        Ok(())
    }

    /// Refits some leaves and the nodes above them. `leaves` must ascend. `fill(leaf, boxes)` sets the boxes of a leaf.
    pub(crate) fn refit_leaves<E>(
        &mut self,
        leaves: &[u32],
        mut fill: impl FnMut(usize, &mut Aabb8) -> Result<(), E>,
    ) -> Result<(), E> {
        for &leaf in leaves {
            fill(leaf as usize, &mut self.levels[0][leaf as usize])?;
        }
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let mut last = usize::MAX;
            for child in leaves.iter().map(|&leaf| leaf as usize >> (3 * (level - 1))) {
                if child != last {
                    above[0][child / 8].set(child % 8, below[level - 1][child].hull());
                }
                last = child;
            }
        }
        Ok(())
    }

    /// Removes the box of a row from its leaf. The nodes above the leaf stay as they are.
    pub(crate) fn clear_row(&mut self, row: usize) {
        self.levels[0][row / 8].set(row % 8, Aabb::EMPTY);
    }
}
