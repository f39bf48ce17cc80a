//! The tree joined with itself, or with another.

use super::lanes::{BoxLanes, PortableBoxes};
use super::leaf_pair::{LeafPair, LeafPairSink};
use super::tree::{MAX_LEVELS, PackedTree};
use crate::geometry::Aabb8;
use crate::row::Row;
use crate::{WorldError, memory};
use std::ops::ControlFlow;

/// Of a node's 8 x 8 pairs of children, the pairs of a child and a later one.
const ABOVE_DIAGONAL: u64 = {
    let (mut pairs, mut child) = (0, 0);
    while child < 8 {
        pairs |= (0xfe << child & 0xff) << (8 * child);
        child += 1;
    }
    pairs
};
/// [`ABOVE_DIAGONAL`], and each child with itself.
const DIAGONAL_AND_ABOVE: u64 = ABOVE_DIAGONAL | 0x8040_2010_0804_0201;

/// Leaf pairs that are handed on together.
const BATCH: usize = 256;

/// A part of a join: the pairs of rows below a node of one tree and a node of another, which may be the same tree.
#[derive(Clone, Copy)]
pub(crate) struct SubtreePair<'a> {
    a: &'a PackedTree,
    b: &'a PackedTree,
    /// Whether the trees are one, and each pair is to come once.
    within: bool,
    /// The first row of `b`. The first row of `a` is [`Row::FIRST_MOVER`].
    first_b: Row,
    filter: PairFilter,
    nodes: NodePair,
}

/// Which pairs of a join are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairFilter {
    /// All pairs.
    All,
    /// The pairs of a row that the last refit has changed.
    Changed,
}

/// Two nodes of a level. In a join within one tree the second does not come before the first.
#[derive(Clone, Copy)]
struct NodePair {
    level: u32,
    a: u32,
    b: u32,
}

impl<'a> SubtreePair<'a> {
    /// The join of a tree with itself: one subtree pair, or none of an empty tree.
    pub(crate) fn within(tree: &'a PackedTree, filter: PairFilter) -> impl Iterator<Item = SubtreePair<'a>> {
        let top = tree.levels.len().checked_sub(1).map(|level| NodePair { level: level as u32, a: 0, b: 0 });
        let pair =
            move |nodes| SubtreePair { a: tree, b: tree, within: true, first_b: Row::FIRST_MOVER, filter, nodes };
        top.into_iter().map(pair)
    }

    /// The join of two trees, `first_b` being the first row of `b`. The taller tree is entered lower down, at every
    /// node that overlaps the top of the other.
    pub(crate) fn between(
        a: &'a PackedTree,
        b: &'a PackedTree,
        first_b: Row,
        filter: PairFilter,
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

    /// A bit for each pair of children that share a pixel and are wanted: three bits for the child of `a`, three for
    /// the child of `b`.
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

    /// A bit for each pair of children that the filter lets through.
    #[inline(always)]
    fn filter_bits(&self, level: u32, a: u32, b: u32) -> u64 {
        /// A bit in each byte.
        const EACH: u64 = 0x0101_0101_0101_0101;
        if self.filter == PairFilter::All {
            return u64::MAX;
        }
        let (a, b) = (self.a.changed(level, a), self.b.changed(level, b));
        // The bits of `a`, each in a byte of its own, then each byte filled.
        let spread = (a * EACH) & 0x8040_2010_0804_0201;
        let rows = (((spread + 0x7f * EACH) >> 7) & EACH) * 0xff;
        rows | (b * EACH)
    }

    /// The subtree pair below the pair of children of a bit.
    #[inline(always)]
    fn child(self, bit: u32) -> SubtreePair<'a> {
        let NodePair { level, a, b } = self.nodes;
        SubtreePair { nodes: NodePair { level: level - 1, a: 8 * a + bit / 8, b: 8 * b + bit % 8 }, ..self }
    }

    /// Gives `sink` every pair of rows whose boxes share a pixel, once each, in the order of the trees, some leaf pairs
    /// at a time, until it stops.
    pub(crate) fn run<S: LeafPairSink>(self, sink: &mut S) -> ControlFlow<S::Stop> {
        #[cfg(target_arch = "x86_64")]
        {
            use super::lanes::CpuBoxes;
            use fearless_simd::Simd;
            use mask::Level;
            if Level::current() > Level::Portable
                && let Some(token) = fearless_simd::Level::new().as_avx2()
            {
                return token.vectorize(
                    #[inline(always)]
                    move || self.run_with_lanes(CpuBoxes(token), sink),
                );
            }
        }
        self.run_with_lanes(PortableBoxes, sink)
    }

    /// [`SubtreePair::run`] with the lanes of a level. A stack of fixed size, no recursion.
    ///
    /// Leaves, most of the work, are joined without a branch that depends on their boxes: a leaf pair is written even
    /// if it is empty, and the next one over it. (Each on the stack, and a branch for each, took half as long again.)
    #[inline(always)]
    fn run_with_lanes<S: LeafPairSink>(self, lanes: impl BoxLanes, sink: &mut S) -> ControlFlow<S::Stop> {
        let mut leaf_pairs = [LeafPair { a: Row::FIRST_MOVER, b: Row::FIRST_MOVER, bits: 0 }; BATCH];
        let mut filled = 0;
        let (leaves_a, leaves_b) = (self.a.leaves(), self.b.leaves());
        // The nodes above, each with the pairs of its children that are still to come.
        let mut above = [(self.nodes, 0); MAX_LEVELS];
        let mut depth = 0;
        let mut pair = self;
        loop {
            let NodePair { level, a, b } = pair.nodes;
            if level > 1 {
                above[depth] = (pair.nodes, pair.overlapping_children(lanes));
                depth += 1;
            } else {
                // A leaf and a leaf are joined as if they were the only children of their nodes.
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

/// Splits subtree pairs, all of one level, until there are `enough` or they are leaf pairs. Their order stays the order
/// of the trees.
///
/// # Errors
/// [`WorldError::NoMemory`].
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
