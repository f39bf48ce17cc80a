//! The choice of trees.

/// A kind of tree over the boxes of sprites. See [`World::force_index`](crate::World::force_index).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Index {
    /// A packed R-tree in Hilbert order: refitted where sprites move, joined with itself for the pairs.
    #[default]
    Packed,
    /// An R*-tree of the `rstar` crate: single boxes are replaced, each sprite is looked up for its pairs. Also
    /// the reference that tests compare with.
    RStar,
}
