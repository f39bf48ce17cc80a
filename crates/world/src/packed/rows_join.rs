//! The join of the rows of a flat tree with another tree, in which there are few.
//!
//! The rows are in no useful order, so each of them is looked up alone. The other tree is taken in blocks of 64 rows. A
//! block has a number of 64 bits, one for each of its rows, for each of the four sides of a box and each strip of the
//! area around it:
//!
//! ```text
//!   strips          0     1     2     3     4     5     …
//!   rows          [   a   ]   [      b      ]
//!   begins by     | a   | a   | ab  | ab  | ab  | ab           the left edge is in this strip or before
//!   ends from     | ab  | ab  | b   | b   | b   |              the right edge is in this strip or after
//! ```
//!
//! The rows of the block that a box may share a pixel with are those that begin by the strip of its right edge and end
//! from the strip of its left edge, along both axes: four look-ups, whatever the size of the boxes. The leaf of the box
//! is then compared with the leaves of these rows.

use super::join::Join;
use super::lanes::{BoxLanes, on_lanes};
use super::leaf_pair::{BATCH, LeafPair};
use super::tree::PackedTree;
use crate::geometry::Aabb8;
use crate::threads;
use std::ops::Range;

/// The number of strips along each axis. A power of two, so that a mask keeps a look-up in bounds.
const STRIPS: usize = 256;

/// The rows in some leaves of the flat tree of a join, with the rows below some level 1 nodes of the other tree.
#[derive(Clone, Copy)]
pub(super) struct RowsTask<'a> {
    pub(super) join: Join<'a>,
    nodes: [u32; 2],
    leaves: [u32; 2],
}

impl<'a> RowsTask<'a> {
    /// A whole join, or `None` if a tree is empty.
    pub(super) fn of(join: Join<'a>) -> Option<RowsTask<'a>> {
        let (leaves, nodes) = (join.a.leaves().len() as u32, join.b.levels.get(1)?.len() as u32);
        Some(RowsTask { join, nodes: [0, nodes], leaves: [0, leaves] })
    }

    /// Splits the task, in the order of its leaf pairs.
    pub(super) fn split(self) -> impl Iterator<Item = RowsTask<'a>> {
        let RowsTask { nodes: [first, end], leaves: [_, leaves], .. } = self;
        (first..end).flat_map(move |node| {
            let parts = (0..leaves).step_by(threads::ROWS / 8);
            parts.map(move |leaf| RowsTask {
                nodes: [node, node + 1],
                leaves: [leaf, leaves.min(leaf + threads::ROWS as u32 / 8)],
                ..self
            })
        })
    }

    /// Begins to find the leaf pairs.
    pub(super) fn search(self) -> RowsSearch<'a> {
        if let Some([a, _]) = self.join.work {
            a.add_join(1);
        }
        let block = Block::of(self.join.b, self.nodes[0]);
        RowsSearch { task: self, block, leaf: self.leaves[0], near: [(0, 0); 8], waiting: 0..0 }
    }
}

/// The strips along an axis.
#[derive(Clone, Copy)]
struct Axis {
    low: i32,
    high: i32,
    /// The binary logarithm of the width of a strip.
    shift: u32,
    /// For each strip, the rows that begin in it or before.
    begin_by: [u64; STRIPS],
    /// For each strip, the rows that end in it or after.
    end_from: [u64; STRIPS],
}

impl Axis {
    const EMPTY: Axis = Axis { low: 0, high: 0, shift: 0, begin_by: [0; STRIPS], end_from: [0; STRIPS] };

    /// The strips for the first and the last pixel of each row of a block.
    fn of(low: i32, high: i32, edges: impl Iterator<Item = (u32, [i32; 2])>) -> Axis {
        // The first strip and the last one are free, and hold all that is beyond.
        let shift = (high.abs_diff(low) / (STRIPS as u32 - 4)).checked_ilog2().map_or(0, |log| log + 1);
        let (low, high) = (low.saturating_sub(1 << shift), high.saturating_add(1 << shift));
        let mut axis = Axis { low, high, shift, ..Axis::EMPTY };
        for (row, [first, last]) in edges {
            axis.begin_by[axis.strip(first)] |= 1 << row;
            axis.end_from[axis.strip(last)] |= 1 << row;
        }
        for strip in 1..STRIPS {
            axis.begin_by[strip] |= axis.begin_by[strip - 1];
            axis.end_from[STRIPS - 1 - strip] |= axis.end_from[STRIPS - strip];
        }
        axis
    }

    /// The strip that a coordinate is in.
    #[inline(always)]
    fn strip(&self, coordinate: i32) -> usize {
        (coordinate.max(self.low).min(self.high).wrapping_sub(self.low) as u32 >> self.shift) as usize % STRIPS
    }

    /// The strips of eight coordinates.
    #[inline(always)]
    fn strips(&self, coordinates: &[i32; 8]) -> [u32; 8] {
        let mut strips = [0; 8];
        for lane in 0..8 {
            strips[lane] = self.strip(coordinates[lane]) as u32;
        }
        strips
    }
}

/// 64 rows of a tree, the rows below a level 1 node.
struct Block {
    axes: [Axis; 2],
    /// The smallest box around all rows, in all lanes.
    hull: Aabb8,
}

impl Block {
    /// The block of a node.
    fn of(tree: &PackedTree, node: u32) -> Block {
        let rows = 64 * node as usize..(64 * node as usize + 64).min(8 * tree.leaves().len());
        let boxes = (0..).zip(rows.map(|row| tree.row(row))).filter(|(_, aabb)| !aabb.is_empty());
        let hull = tree.aabb(1, node);
        let axes = [0, 1].map(|axis| {
            let edges = boxes.clone().map(|(row, aabb)| (row, [aabb.0[axis], aabb.0[axis + 2]]));
            Axis::of(hull.0[axis], hull.0[axis + 2], edges)
        });
        Block { axes, hull: Aabb8::splat(hull) }
    }
}

/// The search for the leaf pairs of a [`RowsTask`].
pub(super) struct RowsSearch<'a> {
    /// The nodes that are not finished, the current one first.
    task: RowsTask<'a>,
    block: Block,
    /// The next leaf.
    leaf: u32,
    /// Leaves, each with the rows of the block that are near any of its rows.
    near: [(u32, u64); 8],
    /// The entries of `near` whose boxes are not compared yet.
    waiting: Range<usize>,
}

impl RowsSearch<'_> {
    /// Finds leaf pairs until the buffer is nearly full, or to the end. Returns their number, which is 0 only at the
    /// end.
    pub(super) fn find(&mut self, found: &mut [LeafPair; BATCH]) -> usize {
        on_lanes!(lanes => self.find_with_lanes(lanes, found))
    }

    #[inline(always)]
    fn find_with_lanes(&mut self, lanes: impl BoxLanes, found: &mut [LeafPair; BATCH]) -> usize {
        let mut filled = 0;
        loop {
            filled = self.compare(lanes, found, filled);
            if !self.waiting.is_empty() {
                return filled;
            }
            let RowsTask { join, nodes: [node, end_node], leaves: [first, end] } = self.task;
            if self.leaf == end {
                if node + 1 >= end_node {
                    return filled;
                }
                (self.task.nodes[0], self.leaf) = (node + 1, first);
                self.block = Block::of(join.b, node + 1);
            }
            self.list_near(lanes);
        }
    }

    /// Lists the next leaves with rows near rows of the block.
    #[inline(always)]
    fn list_near(&mut self, lanes: impl BoxLanes) {
        let RowsTask { join: Join { a: tree, .. }, leaves: [_, end], .. } = self.task;
        let Block { axes: [x, y], hull } = &self.block;
        // First the leaves, then the strips, then the look-ups, so that the first two use vectors.
        let (mut leaves, mut count) = ([0; 8], 0);
        while self.leaf < end && count < 8 {
            leaves[count] = self.leaf;
            count += usize::from(lanes.in_window(&[*hull; 2], tree.node(0, self.leaf))[0] != 0);
            self.leaf += 1;
        }
        let leaves = &leaves[..count];
        let mut strips = [[[0; 8]; 4]; 8];
        for (&leaf, strips) in leaves.iter().zip(&mut strips) {
            let Aabb8 { left, top, right, bottom } = tree.node(0, leaf);
            *strips = [x.strips(left), x.strips(right), y.strips(top), y.strips(bottom)];
        }
        let mut count = 0;
        for (&leaf, [left, right, top, bottom]) in leaves.iter().zip(&strips) {
            let mut near = 0;
            for lane in 0..8 {
                let strip = |strips: &[u32; 8]| strips[lane] as usize % STRIPS;
                let rows = x.end_from[strip(left)] & x.begin_by[strip(right)];
                near |= rows & y.end_from[strip(top)] & y.begin_by[strip(bottom)];
            }
            self.near[count % 8] = (leaf, near);
            count += usize::from(near != 0);
        }
        self.waiting = 0..count;
    }

    /// Compares the boxes of the listed leaves with those of the leaves of the block near them, until the buffer of
    /// leaf pairs is nearly full. Returns the number of leaf pairs.
    #[inline(always)]
    fn compare(&mut self, lanes: impl BoxLanes, found: &mut [LeafPair; BATCH], mut filled: usize) -> usize {
        let Join { a: tree, b: few, first: [first_a, first_b], filter, .. } = self.task.join;
        while filled <= BATCH - 64
            && let Some(entry) = self.waiting.next()
        {
            let (leaf, mut near) = self.near[entry];
            while near != 0 {
                let byte = near.trailing_zeros() / 8;
                near &= !(0xff << (8 * byte));
                let other = 8 * self.task.nodes[0] + byte;
                let bits = lanes.overlaps(tree.node(0, leaf), few.node(0, other)) & filter.bits([0; 2], [leaf, other]);
                let (a, b) = (first_a.plus(8 * leaf as usize), first_b.plus(8 * other as usize));
                found[filled % BATCH] = LeafPair { a, b, bits };
                filled += usize::from(bits != 0);
            }
        }
        filled
    }
}
