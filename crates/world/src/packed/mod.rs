//! A packed R-tree over rows of boxes.
//!
//! The rows are sorted along a Hilbert curve through the centers of their boxes. Eight consecutive rows are a leaf,
//! eight consecutive leaves are a node, and so on up to a single node at the top. There are no pointers: node `i` of a
//! level holds the boxes of nodes `8 i` to `8 i + 7` of the level below, and leaf `i` holds the boxes of rows `8 i` to
//! `8 i + 7` (Kamel and Faloutsos, On packing R-trees, 1993; Roussopoulos and Leifker, 1985).
//!
//! ```text
//!   level 2                       [ . . . . . . . . ]                     the top: a box for each node of level 1
//!   level 1     [ . . . . . . . . ][ . . . . . . . . ] …                  a box for each leaf
//!   level 0   [........][........][........][........] …                  leaves: a box for each row
//! ```
//!
//! The join compares the tree with itself, each pair of nodes once. One comparison of two nodes compares all their
//! boxes. The result is 64 bits, one for each pair of children, and most of the bits are 0.
//!
//! Sprites move little from step to step, so the order along the curve stays good for several steps. Between sorts, the
//! tree is only refitted. `broad::SpriteTree` decides when to sort.

mod hilbert;
mod join;
mod join_task;
mod lanes;
mod leaf_pair;
mod pair_filter;
mod refit;
mod rows_join;
mod sort;
mod subtree_pair;
#[cfg(test)]
mod tests;
mod traverse;
mod tree;
mod window;
mod work;

pub(crate) use join::Join;
pub(crate) use join_task::JoinTask;
pub(crate) use lanes::vectorized;
pub(crate) use leaf_pair::LeafPair;
pub(crate) use pair_filter::{ChangedRows, PairFilter, pairs_with};
pub(crate) use sort::curve_order;
pub(crate) use traverse::TreeVisitor;
pub(crate) use tree::PackedTree;
pub(crate) use window::{LeafRows, Window, lanes_of};
pub(crate) use work::{TreeWork, WorkCounts};
