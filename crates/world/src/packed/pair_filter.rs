//! The choice of the pairs that a join finds.

use super::tree::PackedTree;
use crate::{WorldError, memory};

/// A choice of the pairs that a join finds.
#[derive(Clone, Copy)]
pub(crate) enum PairFilter<'a> {
    /// All pairs.
    All,
    /// Pairs with at least one changed row: of the first tree of the join, or of the second.
    Changed([&'a ChangedRows; 2]),
}

/// The lowest bit of each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// A number in which the lowest bit of byte `i` is bit `i` of a byte.
#[inline(always)]
pub(super) fn spread(bits: u64) -> u64 {
    ((((bits * EACH) & 0x8040_2010_0804_0201) + 0x7f * EACH) >> 7) & EACH
}

/// The bits of the pairs with any of some children: bit `8 i + j` for child `i` of one node and child `j` of another,
/// if bit `i` of `a` or bit `j` of `b` is set.
#[inline(always)]
pub(crate) fn pairs_with(a: u8, b: u8) -> u64 {
    (spread(a.into()) * 0xff) | (u64::from(b) * EACH)
}

impl PairFilter<'_> {
    /// A bit for each pair of children of two nodes that passes the filter: bit `8 i + j` for child `i` of the first
    /// node and child `j` of the second.
    #[inline(always)]
    pub(super) fn bits(self, levels: [i32; 2], [a, b]: [u32; 2]) -> u64 {
        let PairFilter::Changed(changed) = self else { return u64::MAX };
        pairs_with(changed[0].below(levels[0], a), changed[1].below(levels[1], b))
    }

    /// Whether a pair of rows passes the filter.
    #[cfg(feature = "rstar")]
    pub(crate) fn passes(self, a: usize, b: usize) -> bool {
        match self {
            PairFilter::All => true,
            PairFilter::Changed(changed) => [(changed[0], a), (changed[1], b)]
                .into_iter()
                .any(|(changed, row)| changed.below(0, (row / 8) as u32) >> (row % 8) & 1 == 1),
        }
    }
}

/// The changed rows of a tree, and the nodes above them.
#[derive(Default)]
pub(crate) struct ChangedRows {
    /// For each node of each level, a bit for each child below which a row has changed. The bits of a leaf mark its
    /// rows.
    levels: Vec<Vec<u8>>,
}

impl ChangedRows {
    /// A record of changed rows of a tree.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn of(tree: &PackedTree, rows: impl Iterator<Item = usize>) -> Result<ChangedRows, WorldError> {
        let mut levels = memory::try_with_capacity(tree.levels.len())?;
        for level in &tree.levels {
            let mut nodes = Vec::new();
            memory::try_resize(&mut nodes, level.len(), 0)?;
            levels.push(nodes);
        }
        for mut child in rows {
            for nodes in &mut levels {
                nodes[child / 8] |= 1 << (child % 8);
                child /= 8;
            }
        }
        Ok(ChangedRows { levels })
    }

    /// A bit for each child of a node below which a row has changed.
    #[inline(always)]
    fn below(&self, level: i32, node: u32) -> u8 {
        self.levels[level as usize][node as usize]
    }
}
