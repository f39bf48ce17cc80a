//! Packed R-trees: indexes over the sprites, which stay where they are.
//!
//! The sprites are sorted along a Hilbert curve through the middles of their boxes. Eight consecutive sprites are a
//! leaf, eight consecutive leaves are a node, and so on up to a single node at the top. There are no pointers: node `i`
//! of a level holds the boxes of nodes `8 i` to `8 i + 7` of the level below, and a leaf holds the boxes, slots and
//! variants of eight sprites (Kamel and Faloutsos, On packing R-trees, 1993; Roussopoulos and Leifker, 1985).
//!
//! ```text
//!   level 2                       [ . . . . . . . . ]                     the top: a box for each node of level 1
//!   level 1     [ . . . . . . . . ][ . . . . . . . . ] …                  a box for each leaf
//!   level 0   [........][........][........][........] …                  leaves: boxes, slots and variants of sprites
//! ```
//!
//! The join compares a tree with itself or with another, each pair of nodes once. One comparison of two nodes compares
//! all their boxes. The result is 64 bits, one for each pair of children, and most of the bits are 0.
//!
//! Sprites move little from step to step, so the order along the curve stays good for several steps. Between sorts, the
//! trees are only refitted ([`refresh`]).

mod descent;
mod join;
mod lanes;
mod path_boxes;
mod refresh;
#[cfg(feature = "rstar")]
mod rstar;
pub(crate) mod sort;
mod subtree_pair;
#[cfg(test)]
mod tests;
#[expect(clippy::module_inception, reason = "a tree is what the module is about")]
mod tree;
mod trees;

pub(crate) use descent::{Found, NearestFirst, Window, lanes_of};
pub(crate) use join::{BATCH, Join, JoinTask, LeafPair, pairs_with};
pub(crate) use lanes::vectorized;
pub(crate) use tree::{Leaf, Tree};
pub use trees::BroadPhase;
pub(crate) use trees::{TreeSet, Trees};
