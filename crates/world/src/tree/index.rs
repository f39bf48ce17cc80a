//! The choice of a tree for the broad phase.

/// How pairs of overlapping boxes are found. See [`World::force_index`](crate::World::force_index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Index {
    /// A packed R-tree in Hilbert order. The tree is refitted as sprites move, and finds pairs by a join with itself.
    #[default]
    Packed,
    /// An R*-tree of the `rstar` crate for each join, in which each sprite is looked up. Tests compare
    /// [`Index::Packed`] with it. Queries use the packed trees.
    ///
    /// Only with the feature `rstar`.
    #[cfg(feature = "rstar")]
    RStar,
}
