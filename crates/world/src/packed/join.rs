//! The join: all pairs of rows with overlapping boxes, within one packed tree or between two.

use super::lanes::{BoxLanes, PortableBoxes, on_lanes};
use super::leaf_pair::LeafPair;
use super::pair_filter::PairFilter;
use super::tree::{MAX_LEVELS, PackedTree};
use super::work::TreeWork;
use crate::geometry::{Aabb, Aabb8};
use crate::row::Row;
use crate::{Index, WorldError, memory};
use std::cmp::Ordering::{self, Equal, Greater, Less};

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

/// The size of the buffer of leaf pairs. The search pauses when fewer than 64 entries are free.
const BATCH: usize = 256;

/// Two trees that are joined, or a tree that is joined with itself.
#[derive(Clone, Copy)]
pub(crate) struct Join<'a> {
    a: &'a PackedTree,
    b: &'a PackedTree,
    /// The first row of each tree.
    first: [Row; 2],
    /// Whether `a` and `b` are the same tree. Each unordered pair of rows then comes once.
    within: bool,
    /// Whether single rows of the smaller tree are joined with nodes of the other tree, instead of leaves with leaves.
    by_rows: bool,
    filter: PairFilter<'a>,
    /// How the pairs are found.
    index: Index,
    /// Where the comparisons of leaves of each tree are counted, if anywhere.
    work: Option<[&'a TreeWork; 2]>,
}

impl<'a> Join<'a> {
    /// The join of a tree with itself. `first` is the first row of the tree.
    pub(crate) fn within(tree: &'a PackedTree, first: Row, filter: PairFilter<'a>) -> Join<'a> {
        Join { within: true, ..Join::between([tree; 2], [first; 2], filter) }
    }

    /// The join of two trees. `first` is the first row of each tree.
    pub(crate) fn between([a, b]: [&'a PackedTree; 2], first: [Row; 2], filter: PairFilter<'a>) -> Join<'a> {
        // Rows that are few and far from each other have large leaves, in which most leaf pairs would share nothing.
        let few = if a.levels.len() < b.levels.len() { a } else { b };
        let by_rows = a.levels.len().abs_diff(b.levels.len()) >= 2 && few.has_sparse_leaves();
        Join { a, b, first, within: false, by_rows, filter, index: Index::Packed, work: None }
    }

    /// Sets how the pairs are found.
    pub(crate) fn by(self, index: Index) -> Join<'a> {
        Join { index, ..self }
    }

    /// Counts the comparisons of the leaves of each tree. Of a tree that is joined with itself, the first counts.
    pub(crate) fn counted(self, work: [&'a TreeWork; 2]) -> Join<'a> {
        Join { work: Some(work), ..self }
    }

    /// The two trees.
    #[cfg(feature = "rstar")]
    pub(crate) fn trees(self) -> [&'a PackedTree; 2] {
        [self.a, self.b]
    }

    /// The first row of each tree.
    #[cfg(feature = "rstar")]
    pub(crate) fn first_rows(self) -> [Row; 2] {
        self.first
    }

    /// Whether a pair of rows, each counted from the first of its tree, belongs to the join if their boxes overlap.
    #[cfg(feature = "rstar")]
    pub(crate) fn allows(self, a: usize, b: usize) -> bool {
        (!self.within || a < b) && self.filter.passes(a, b)
    }

    /// The join as a single task, or `None` if a tree is empty.
    pub(crate) fn task(self) -> Option<SubtreePair<'a>> {
        let top = |tree: &PackedTree| tree.levels.len().checked_sub(1).map(|level| level as i32);
        let levels = [top(self.a)?, top(self.b)?];
        Some(SubtreePair { join: self, nodes: NodePair { levels, a: 0, b: 0 } })
    }

    /// Splits the join into subtree pairs, in the order of the trees, and appends them to `tasks`: at least `enough`, unless they
    /// are pairs of leaves. An R*-tree finds all pairs at once, so it is not split.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn split(self, enough: usize, tasks: &mut Vec<SubtreePair<'a>>) -> Result<(), WorldError> {
        let enough = if self.index == Index::Packed { enough } else { 1 };
        let mut pairs = memory::try_collect(self.task().into_iter())?;
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
        if tasks.is_empty() {
            *tasks = pairs;
            return Ok(());
        }
        Ok(memory::try_extend(tasks, pairs.into_iter())?)
    }
}

/// A part of a join: the pairs of a row below a node of the first tree and a row below a node of the second.
#[derive(Clone, Copy)]
pub(crate) struct SubtreePair<'a> {
    join: Join<'a>,
    nodes: NodePair,
}

/// A node or a row of each tree. In a join within one tree, both are on one level, and `b` is never less than `a`.
#[derive(Clone, Copy)]
struct NodePair {
    /// The level of each node, from the leaves on level 0 up, or [`ROW`].
    levels: [i32; 2],
    a: u32,
    b: u32,
}

/// The level of a row.
const ROW: i32 = -1;

/// The lowest bit of each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// A number in which the lowest bit of byte `i` is bit `i` of a byte.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    ((((bits * EACH) & 0x8040_2010_0804_0201) + 0x7f * EACH) >> 7) & EACH
}

/// A bit for each lane in which a box shares a pixel with the box.
#[inline(always)]
fn overlapping(aabb: Aabb, boxes: &Aabb8) -> u64 {
    PortableBoxes.overlaps_lanewise(&Aabb8::splat(aabb), boxes).into()
}

impl<'a> SubtreePair<'a> {
    /// Which nodes are joined by their children: both, or only the greater one. Rows have no children. The nodes of trees
    /// of similar heights are joined level by level from below, so the higher one goes first.
    #[inline(always)]
    fn parents(&self) -> Ordering {
        let [a, b] = self.nodes.levels;
        if self.join.by_rows && a != ROW && b != ROW { Equal } else { a.cmp(&b) }
    }

    /// Whether the pair can be split.
    fn has_parts(&self) -> bool {
        self.nodes.levels.into_iter().max() > Some(0)
    }

    /// A bit for each pair of children that share a pixel and pass the filter: bit `8 i + j` for child `i` of
    /// node `a` and child `j` of node `b`. A node that is joined as a whole counts as its own child 0.
    #[inline(always)]
    fn overlapping_children(&self, lanes: impl BoxLanes) -> u64 {
        let (Join { a: tree_a, b: tree_b, .. }, NodePair { levels: [level_a, level_b], a, b }) =
            (self.join, self.nodes);
        match self.parents() {
            Greater => spread(overlapping(tree_b.aabb(level_b, b), tree_a.node(level_a, a))),
            Less => overlapping(tree_a.aabb(level_a, a), tree_b.node(level_b, b)),
            Equal => {
                let overlaps = lanes.overlaps(tree_a.node(level_a, a), tree_b.node(level_b, b));
                let overlaps = overlaps & self.filter_bits([level_a, level_b], a, b);
                match level_a {
                    _ if a != b || !self.join.within => overlaps,
                    0 => overlaps & ABOVE_DIAGONAL,
                    _ => overlaps & DIAGONAL_AND_ABOVE,
                }
            }
        }
    }

    /// A bit for each pair of children that passes the filter.
    #[inline(always)]
    fn filter_bits(&self, levels: [i32; 2], a: u32, b: u32) -> u64 {
        let PairFilter::Changed(changed) = self.join.filter else { return u64::MAX };
        let (a, b) = (changed[0].below(levels[0], a), changed[1].below(levels[1], b));
        (spread(a) * 0xff) | (b * EACH)
    }

    /// The subtree pair of two children, given their bit in [`SubtreePair::overlapping_children`].
    #[inline(always)]
    fn child(self, bit: u32) -> SubtreePair<'a> {
        let NodePair { levels: [level_a, level_b], a, b } = self.nodes;
        let nodes = match self.parents() {
            Equal => NodePair { levels: [level_a - 1, level_b - 1], a: 8 * a + bit / 8, b: 8 * b + bit % 8 },
            Greater => NodePair { levels: [level_a - 1, level_b], a: 8 * a + bit / 8, b },
            Less => NodePair { levels: [level_a, level_b - 1], a, b: 8 * b + bit % 8 },
        };
        SubtreePair { nodes, ..self }
    }

    /// The leaf pair of two leaves, or of a row and a leaf.
    #[inline(always)]
    fn leaf_pair(&self, lanes: impl BoxLanes, a: u32, b: u32) -> LeafPair {
        let Join { a: tree_a, b: tree_b, first: [first_a, first_b], .. } = self.join;
        let ([leaf_a, leaf_b], bits) = match self.nodes.levels {
            [ROW, _] => ([a / 8, b], overlapping(tree_a.aabb(ROW, a), tree_b.node(0, b)) << (a % 8 * 8)),
            [_, ROW] => ([a, b / 8], spread(overlapping(tree_b.aabb(ROW, b), tree_a.node(0, a))) << (b % 8)),
            _ => ([a, b], lanes.overlaps(tree_a.node(0, a), tree_b.node(0, b))),
        };
        let bits = bits & self.filter_bits([0; 2], leaf_a, leaf_b);
        let bits = if self.join.within && a == b { bits & ABOVE_DIAGONAL } else { bits };
        LeafPair { a: first_a.plus(8 * leaf_a as usize), b: first_b.plus(8 * leaf_b as usize), bits }
    }

    /// Begins to find the leaf pairs.
    pub(crate) fn leaf_pairs(self) -> LeafPairs<'a> {
        let Join { first: [a, b], .. } = self.join;
        LeafPairs {
            next: Some(self),
            above: [(self.nodes, 0); MAX_LEVELS],
            depth: 0,
            found: [LeafPair { a, b, bits: 0 }; BATCH],
            #[cfg(feature = "rstar")]
            by_rstar: (self.join.index == Index::RStar).then(|| crate::rstar::leaf_pairs(self.join).into_iter()),
        }
    }
}

/// The search for the leaf pairs of a part of a join: every pair of rows whose boxes share a pixel, once, in the order of the
/// trees.
pub(crate) struct LeafPairs<'a> {
    /// The subtree pair to be compared next. `None` at the end.
    next: Option<SubtreePair<'a>>,
    /// The node pairs above it, each with the pairs of children that are not visited yet. There is no recursion.
    above: [(NodePair, u64); MAX_LEVELS],
    depth: usize,
    found: [LeafPair; BATCH],
    /// The leaf pairs of an R*-tree, which finds all of them at once.
    #[cfg(feature = "rstar")]
    by_rstar: Option<std::vec::IntoIter<LeafPair>>,
}

impl LeafPairs<'_> {
    /// The next leaf pairs, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<&[LeafPair]> {
        #[cfg(feature = "rstar")]
        if let Some(rest) = &mut self.by_rstar {
            let found = self.found.iter_mut().zip(rest).map(|(place, leaf_pair)| *place = leaf_pair).count();
            return (found > 0).then_some(&self.found[..found]);
        }
        while self.next.is_some() {
            let found = self.find();
            if found > 0 {
                return Some(&self.found[..found]);
            }
        }
        None
    }

    /// Finds leaf pairs until there are nearly as many as [`BATCH`], or to the end. Returns their number.
    fn find(&mut self) -> usize {
        on_lanes!(lanes => self.find_with_lanes(lanes))
    }

    /// Finds leaf pairs with the vector type `lanes`.
    ///
    /// Most of the work is in the leaves. Leaves are joined without a branch that depends on their boxes: a leaf pair
    /// is written even if it is empty, and the next leaf pair then overwrites it. (With each leaf pair on the stack,
    /// and a branch for each, the join took half as long again.)
    #[inline(always)]
    fn find_with_lanes(&mut self, lanes: impl BoxLanes) -> usize {
        let Some(mut pair) = self.next.take() else { return 0 };
        let (join, above, found) = (pair.join, &mut self.above, &mut self.found);
        let (mut depth, mut filled, mut comparisons) = (self.depth, 0, 0);
        loop {
            let NodePair { levels: [level_a, level_b], a, b } = pair.nodes;
            let has_row = level_a == ROW || level_b == ROW;
            if level_a.max(level_b) > 1 || join.by_rows && !has_row {
                above[depth] = (pair.nodes, pair.overlapping_children(lanes));
                depth += 1;
            } else {
                // Two leaves, or a row and a leaf, are joined as if they were the only children of their parents.
                let mut overlapping = if pair.has_parts() { pair.overlapping_children(lanes) } else { 1 };
                let [first_a, first_b] =
                    [(level_a, a), (level_b, b)].map(|(level, node)| if level > 0 { 8 * node } else { node });
                comparisons += u64::from(overlapping.count_ones());
                while overlapping != 0 {
                    let bit = overlapping.trailing_zeros();
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
            let bit = overlapping.trailing_zeros();
            *overlapping &= *overlapping - 1;
            pair = SubtreePair { nodes: *nodes, join }.child(bit);
            if filled > BATCH - 64 {
                self.next = Some(pair);
                break;
            }
        }
        self.depth = depth;
        if let Some([a, b]) = join.work {
            let cost = comparisons * if join.by_rows { 1 } else { TreeWork::LEAF_PAIR };
            a.add_join(cost);
            if !join.within {
                b.add_join(cost);
            }
        }
        filled
    }
}
