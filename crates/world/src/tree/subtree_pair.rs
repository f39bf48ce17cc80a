//! The join of two trees, level by level.

use super::join::{BATCH, Join, LeafPair, spread};
use super::lanes::{BoxLanes, PortableBoxes, on_lanes};
use super::tree::{MAX_LEVELS, Meeting, Tree};
use crate::geometry::{Aabb, Aabb8};
use crate::store::Lane;
use crate::{WorldError, memory};
use std::cmp::Ordering;
use std::cmp::Ordering::{Equal, Greater, Less};

/// The bits of the pairs of a child and a later child, if a node is joined with itself.
const ABOVE_DIAGONAL: u64 = {
    let (mut pairs, mut child) = (0, 0);
    while child < 8 {
        pairs |= (0xfe << child & 0xff) << (8 * child);
        child += 1;
    }
    pairs
};

/// A part of a join: the pairs of a sprite below a node of the first tree and a sprite below a node of the second.
#[derive(Clone, Copy)]
pub(super) struct SubtreePair<'a> {
    pub(super) join: Join<'a>,
    nodes: NodePair,
}

/// A node of each tree. In a join within one tree, both are on one level, and `b` is never less than `a`.
#[derive(Clone, Copy)]
struct NodePair {
    /// The level of each node, from the leaves on level 0 up.
    levels: [usize; 2],
    a: usize,
    b: usize,
}

/// A bit for each lane in which a box shares a pixel with the box.
#[inline(always)]
fn overlapping(aabb: Aabb, boxes: &Aabb8) -> u64 {
    PortableBoxes.overlaps_lanewise(&Aabb8::splat(aabb), boxes).into()
}

impl<'a> SubtreePair<'a> {
    /// The top nodes of a join, or `None` if a tree is empty.
    pub(super) fn of(join: Join<'a>) -> Option<SubtreePair<'a>> {
        let top = |tree: &Tree| tree.levels().checked_sub(1);
        Some(SubtreePair { join, nodes: NodePair { levels: [top(join.a)?, top(join.b)?], a: 0, b: 0 } })
    }

    /// Splits the pair into at least `enough` pairs, unless they are pairs of leaves, in the order of the trees.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn split(self, enough: usize) -> Result<Vec<SubtreePair<'a>>, WorldError> {
        let mut pairs = memory::try_collect([self].into_iter())?;
        while pairs.len() < enough && pairs.first().is_some_and(SubtreePair::has_parts) {
            let overlapping = |pair: &SubtreePair<'a>| pair.overlapping_children(PortableBoxes);
            // Counted first, because a list that grows is copied again and again.
            let count = pairs.iter().map(|pair| overlapping(pair).count_ones() as usize).sum();
            let mut children = memory::try_with_capacity(count)?;
            for pair in pairs {
                let bits = overlapping(&pair);
                children.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| pair.child(bit)));
            }
            pairs = children;
        }
        Ok(pairs)
    }

    /// Which nodes are joined by their children: both, or only the greater one. The nodes of two trees are joined level
    /// by level from below, so the higher one goes first.
    #[inline(always)]
    fn parents(&self) -> Ordering {
        let [a, b] = self.nodes.levels;
        a.cmp(&b)
    }

    /// Whether the pair can be split.
    fn has_parts(&self) -> bool {
        self.nodes.levels.into_iter().max() > Some(0)
    }

    /// A bit for each pair of children that share a pixel: bit `8 i + j` for child `i` of
    /// node `a` and child `j` of node `b`. A node that is joined as a whole counts as its own child 0.
    #[inline(always)]
    fn overlapping_children(&self, lanes: impl BoxLanes) -> u64 {
        let (Join { a: tree_a, b: tree_b, .. }, NodePair { levels: [level_a, level_b], a, b }) =
            (self.join, self.nodes);
        match self.parents() {
            Greater => spread(overlapping(tree_b.boxes(level_b, b).hull(), tree_a.boxes(level_a, a))),
            Less => overlapping(tree_a.boxes(level_a, a).hull(), tree_b.boxes(level_b, b)),
            Equal => {
                let overlaps = lanes.overlaps(tree_a.boxes(level_a, a), tree_b.boxes(level_b, b));
                match level_a {
                    _ if a != b || !self.join.within => overlaps,
                    0 => overlaps & ABOVE_DIAGONAL,
                    // And the pairs of each child with itself.
                    _ => overlaps & (ABOVE_DIAGONAL | 0x8040_2010_0804_0201),
                }
            }
        }
    }

    /// The subtree pair of two children, given their bit in [`SubtreePair::overlapping_children`].
    #[inline(always)]
    fn child(self, bit: usize) -> SubtreePair<'a> {
        let NodePair { levels: [level_a, level_b], a, b } = self.nodes;
        let nodes = match self.parents() {
            Equal => NodePair { levels: [level_a - 1, level_b - 1], a: 8 * a + bit / 8, b: 8 * b + bit % 8 },
            Greater => NodePair { levels: [level_a - 1, level_b], a: 8 * a + bit / 8, b },
            Less => NodePair { levels: [level_a, level_b - 1], a, b: 8 * b + bit % 8 },
        };
        SubtreePair { nodes, ..self }
    }

    /// The leaf pair of two leaves.
    #[inline(always)]
    fn leaf_pair(&self, lanes: impl BoxLanes, a: usize, b: usize) -> LeafPair {
        let Join { a: tree_a, b: tree_b, within, .. } = self.join;
        let bits = lanes.overlaps(tree_a.boxes(0, a), tree_b.boxes(0, b));
        let bits = if within && a == b { bits & ABOVE_DIAGONAL } else { bits };
        LeafPair { a: Lane::new(tree_a.number, 8 * a), b: Lane::new(tree_b.number, 8 * b), bits }
    }

    /// Begins to find the leaf pairs.
    pub(super) fn search(self) -> SubtreeSearch<'a> {
        SubtreeSearch { next: Some(self), above: [(self.nodes, 0); MAX_LEVELS], depth: 0 }
    }
}

/// The search for the leaf pairs of a subtree pair.
pub(super) struct SubtreeSearch<'a> {
    /// The subtree pair to be compared next. `None` at the end.
    next: Option<SubtreePair<'a>>,
    /// The node pairs above it, each with the pairs of children that are not visited yet. There is no recursion.
    above: [(NodePair, u64); MAX_LEVELS],
    depth: usize,
}

impl SubtreeSearch<'_> {
    /// Finds leaf pairs until the buffer is nearly full, or to the end. Returns their number, which is 0 only at the
    /// end.
    pub(super) fn find(&mut self, found: &mut [LeafPair; BATCH]) -> usize {
        while self.next.is_some() {
            let count = self.find_some(found);
            if count > 0 {
                return count;
            }
        }
        0
    }

    /// Finds leaf pairs until the buffer is nearly full, or to the end.
    fn find_some(&mut self, found: &mut [LeafPair; BATCH]) -> usize {
        on_lanes!(lanes => self.find_with_lanes(lanes, found))
    }

    /// Finds leaf pairs with the vector type `lanes`.
    ///
    /// Most of the work is in the leaves. Leaves are joined without a branch that depends on their boxes: a leaf pair
    /// is written even if it is empty, and the next leaf pair then overwrites it. (With each leaf pair on the stack,
    /// and a branch for each, the join took half as long again.)
    #[inline(always)]
    fn find_with_lanes(&mut self, lanes: impl BoxLanes, found: &mut [LeafPair; BATCH]) -> usize {
        let Some(mut pair) = self.next.take() else { return 0 };
        let (join, above) = (pair.join, &mut self.above);
        let (mut depth, mut filled, mut comparisons) = (self.depth, 0, 0);
        loop {
            let NodePair { levels: [level_a, level_b], a, b } = pair.nodes;
            if level_a.max(level_b) > 1 {
                above[depth] = (pair.nodes, pair.overlapping_children(lanes));
                depth += 1;
            } else {
                // Two leaves are joined as if they were the only children of their parents.
                let mut overlapping = if pair.has_parts() { pair.overlapping_children(lanes) } else { 1 };
                let [first_a, first_b] =
                    [(level_a, a), (level_b, b)].map(|(level, node)| if level > 0 { 8 * node } else { node });
                comparisons += u64::from(overlapping.count_ones());
                while overlapping != 0 {
                    let bit = overlapping.trailing_zeros() as usize;
                    overlapping &= overlapping - 1;
                    let leaf_pair = pair.leaf_pair(lanes, first_a + bit / 8, first_b + bit % 8);
                    found[filled % BATCH] = leaf_pair;
                    filled += usize::from(leaf_pair.bits != 0);
                }
            }
            while depth > 0 && above[depth - 1].1 == 0 {
                depth -= 1;
            }
            let Some((nodes, overlapping)) = above[..depth].last_mut() else { break };
            let bit = overlapping.trailing_zeros() as usize;
            *overlapping &= *overlapping - 1;
            pair = SubtreePair { nodes: *nodes, join }.child(bit);
            if filled > BATCH - 64 {
                self.next = Some(pair);
                break;
            }
        }
        self.depth = depth;
        if join.meeting == Meeting::ByLayers {
            found[..filled].iter_mut().for_each(|pair| *pair = join.allowed(lanes, *pair));
        }
        join.add_work(comparisons);
        filled
    }
}
