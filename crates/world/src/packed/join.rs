//! The join: all pairs of rows with overlapping boxes, within one packed tree or between two.

use super::lanes::{BoxLanes, PortableBoxes, on_lanes};
use super::leaf_pair::{LeafPair, LeafPairSink};
use super::pair_filter::PairFilter;
use super::tree::{MAX_LEVELS, PackedTree};
use crate::geometry::Aabb8;
use crate::row::Row;
use crate::{WorldError, memory};
use std::ops::ControlFlow;

/// The bits of the pairs of a child and a later child, if a node is joined with itself.
const ABOVE_DIAGONAL: u64 = {
    let (mut pairs, mut child) = (0, 0);
    while child < 8 {
        pairs |= (0xfe << child & 0xff) << (8 * child);
        child += 1;
    }
    pairs
};
/// [`ABOVE_DIAGONAL`] and the bits of each child with itself.
const DIAGONAL_AND_ABOVE: u64 = ABOVE_DIAGONAL | 0x8040_2010_0804_0201;

/// The size of the buffer of leaf pairs. The buffer goes to the sink when fewer than 64 entries are free.
const BATCH: usize = 256;

/// A part of a join: the pairs of a row below a node of tree `a` and a row below a node of tree `b`. Both can be the
/// same tree.
#[derive(Clone, Copy)]
pub(crate) struct SubtreePair<'a> {
    a: &'a PackedTree,
    b: &'a PackedTree,
    /// Whether `a` and `b` are the same tree. Each unordered pair of rows then comes once.
    within: bool,
    /// The first row of `b`. The first row of `a` is always [`Row::FIRST_MOVER`].
    first_b: Row,
    filter: PairFilter<'a>,
    nodes: NodePair,
}

/// Two nodes of the same level. In a join within one tree, `b` is never less than `a`.
#[derive(Clone, Copy)]
struct NodePair {
    level: u32,
    a: u32,
    b: u32,
}

impl<'a> SubtreePair<'a> {
    /// Returns the join of a tree with itself: one subtree pair, or none if the tree is empty.
    pub(crate) fn within(tree: &'a PackedTree, filter: PairFilter<'a>) -> impl Iterator<Item = SubtreePair<'a>> {
        let top = tree.levels.len().checked_sub(1).map(|level| NodePair { level: level as u32, a: 0, b: 0 });
        let pair =
            move |nodes| SubtreePair { a: tree, b: tree, within: true, first_b: Row::FIRST_MOVER, filter, nodes };
        top.into_iter().map(pair)
    }

    /// Returns the join of two trees. `first_b` is the first row of `b`.
    ///
    /// The join starts at the top level of the lower tree. In the taller tree, it starts at every node of this level
    /// that overlaps the top of the lower tree.
    pub(crate) fn between(
        a: &'a PackedTree,
        b: &'a PackedTree,
        first_b: Row,
        filter: PairFilter<'a>,
    ) -> impl Iterator<Item = SubtreePair<'a>> {
        let level = a.levels.len().min(b.levels.len()).checked_sub(1);
        let pairs = level.into_iter().flat_map(move |level| {
            let all = |tree: &PackedTree| 0..tree.levels[level].len() as u32;
            let (level, all_b) = (level as u32, all(b));
            let both = all(a).flat_map(move |a| all_b.clone().map(move |b| NodePair { level, a, b }));
            both.map(move |nodes| SubtreePair { a, b, within: false, first_b, filter, nodes })
        });
        pairs.filter(|pair| pair.overlapping_children(PortableBoxes) != 0)
    }

    /// Returns a bit for each pair of children that share a pixel and pass the filter: bit `8 i + j` for child `i` of
    /// node `a` and child `j` of node `b`.
    #[inline(always)]
    fn overlapping_children(&self, lanes: impl BoxLanes) -> u64 {
        let NodePair { level, a, b } = self.nodes;
        let node = |tree: &'a PackedTree, node: u32| -> &'a Aabb8 { &tree.levels[level as usize][node as usize] };
        let overlaps = lanes.overlaps(node(self.a, a), node(self.b, b)) & self.filter_bits(level, a, b);
        match level {
            _ if a != b || !self.within => overlaps,
            0 => overlaps & ABOVE_DIAGONAL,
            _ => overlaps & DIAGONAL_AND_ABOVE,
        }
    }

    /// Returns a bit for each pair of children that passes the filter.
    #[inline(always)]
    fn filter_bits(&self, level: u32, a: u32, b: u32) -> u64 {
        /// The lowest bit of each byte.
        const EACH: u64 = 0x0101_0101_0101_0101;
        let PairFilter::Changed(changed) = self.filter else { return u64::MAX };
        let (a, b) = (changed[0].below(level, a), changed[1].below(level, b));
        // Spreads the bits of `a` to one byte each, and then fills each byte that is not zero.
        let spread = (a * EACH) & 0x8040_2010_0804_0201;
        let rows = (((spread + 0x7f * EACH) >> 7) & EACH) * 0xff;
        rows | (b * EACH)
    }

    /// Returns the subtree pair of two children, given their bit in [`SubtreePair::overlapping_children`].
    #[inline(always)]
    fn child(self, bit: u32) -> SubtreePair<'a> {
        let NodePair { level, a, b } = self.nodes;
        SubtreePair { nodes: NodePair { level: level - 1, a: 8 * a + bit / 8, b: 8 * b + bit % 8 }, ..self }
    }

    /// Passes every pair of rows whose boxes share a pixel to `sink`, until `sink` stops the join.
    ///
    /// Each pair comes once, in the order of the trees. The pairs come as batches of leaf pairs.
    pub(crate) fn run<S: LeafPairSink>(self, sink: &mut S) -> ControlFlow<S::Stop> {
        on_lanes!(lanes => self.run_with_lanes(lanes, sink))
    }

    /// Runs the join with the vector type `lanes`. The stack has a fixed size, and there is no recursion.
    ///
    /// Most of the work is in the leaves. Leaves are joined without a branch that depends on their boxes: a leaf pair
    /// is written even if it is empty, and the next leaf pair then overwrites it. (With each leaf pair on the stack,
    /// and a branch for each, the join took half as long again.)
    #[inline(always)]
    fn run_with_lanes<S: LeafPairSink>(self, lanes: impl BoxLanes, sink: &mut S) -> ControlFlow<S::Stop> {
        let mut leaf_pairs = [LeafPair { a: Row::FIRST_MOVER, b: Row::FIRST_MOVER, bits: 0 }; BATCH];
        let mut filled = 0;
        let (leaves_a, leaves_b) = (self.a.leaves(), self.b.leaves());
        // The node pairs above the current one, each with the pairs of children that are not visited yet.
        let mut above = [(self.nodes, 0); MAX_LEVELS];
        let mut depth = 0;
        let mut pair = self;
        loop {
            let NodePair { level, a, b } = pair.nodes;
            if level > 1 {
                above[depth] = (pair.nodes, pair.overlapping_children(lanes));
                depth += 1;
            } else {
                // Two leaves are joined as if they were the only children of their parents.
                let (a, b, mut overlapping) =
                    if level == 0 { (a, b, 1) } else { (8 * a, 8 * b, pair.overlapping_children(lanes)) };
                while overlapping != 0 {
                    let bit = overlapping.trailing_zeros();
                    overlapping &= overlapping - 1;
                    let (a, b) = (a + bit / 8, b + bit % 8);
                    let bits = lanes.overlaps(&leaves_a[a as usize], &leaves_b[b as usize]);
                    let bits =
                        if self.within && a == b { bits & ABOVE_DIAGONAL } else { bits } & self.filter_bits(0, a, b);
                    let (a, b) = (Row::FIRST_MOVER.plus(8 * a as usize), self.first_b.plus(8 * b as usize));
                    leaf_pairs[filled % BATCH] = LeafPair { a, b, bits };
                    filled += usize::from(bits != 0);
                }
                if filled > BATCH - 64 {
                    sink.take(&leaf_pairs[..filled])?;
                    filled = 0;
                }
            }
            while depth > 0 && above[depth - 1].1 == 0 {
                depth -= 1;
            }
            let Some((nodes, overlapping)) = above[..depth].last_mut() else { break };
            let bit = overlapping.trailing_zeros();
            *overlapping &= *overlapping - 1;
            pair = SubtreePair { nodes: *nodes, ..self }.child(bit);
        }
        sink.take(&leaf_pairs[..filled])
    }
}

/// Splits subtree pairs until there are at least `enough`, or until they are leaf pairs. All given pairs must be of one
/// level. The result is in the order of the trees.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(crate) fn split<'a>(
    pairs: impl Iterator<Item = SubtreePair<'a>>,
    enough: usize,
) -> Result<Vec<SubtreePair<'a>>, WorldError> {
    let mut pairs = memory::try_collect(pairs)?;
    while pairs.len() < enough && pairs.first().is_some_and(|pair| pair.nodes.level > 0) {
        let children = |pair: SubtreePair<'a>| {
            let overlapping = pair.overlapping_children(PortableBoxes);
            (0..64).filter(move |bit| overlapping >> bit & 1 == 1).map(move |bit| pair.child(bit))
        };
        pairs = memory::try_collect(pairs.into_iter().flat_map(children))?;
    }
    Ok(pairs)
}
