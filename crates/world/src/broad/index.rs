//! The choice of a tree for the broad phase.

/// A kind of tree over the boxes of sprites. See [`World::force_index`](crate::World::force_index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Index {
    /// A packed R-tree in Hilbert order. The tree is refitted as sprites move, and finds pairs by a join with itself.
    #[default]
    Packed,
    /// An R*-tree of the `rstar` crate. A refresh replaces single boxes if few sprites changed, and otherwise rebuilds
    /// the tree. Each sprite is looked up in the tree to find its pairs. Tests compare [`Index::Packed`] with this
    /// tree.
    ///
    /// Only with the feature `rstar`, which is on by default.
    #[cfg(feature = "rstar")]
    RStar,
}
