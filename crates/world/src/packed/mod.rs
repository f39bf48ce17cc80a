//! A packed R-tree over rows of boxes.
//!
//! The rows are sorted along a Hilbert curve through the centers of their boxes; each eight that follow each
//! other are a leaf, each eight leaves a node, and so on up to one. There are no pointers: node `i` of a level
//! holds the boxes of nodes `8 i` to `8 i + 7` of the level below, and leaf `i` those of the rows `8 i` to
//! `8 i + 7` (Kamel and Faloutsos, On packing R-trees, 1993; Roussopoulos and Leifker, 1985).
//!
//! ```text
//!   level 2                       [ . . . . . . . . ]                     the top: up to 8 boxes of level 1
//!   level 1     [ . . . . . . . . ][ . . . . . . . . ] …                  each of 8 boxes of leaves
//!   level 0   [........][........][........][........] …                  leaves: a row in each lane
//! ```
//!
//! The tree is joined with itself, each pair of nodes once. Two nodes are compared box by box at one stroke:
//! the result is 64 bits, one for each pair of children, and most of them are 0.
//!
//! Sprites move little from step to step, so that the curve's order stays good for a while: between sorts
//! the tree is only refitted. `broad::SpriteTree` decides when to sort.

mod hilbert;
mod join;
mod lanes;
mod leaf_pair;
mod refit;
mod sort;
#[cfg(test)]
mod tests;
mod traverse;
mod tree;
mod window;

pub(crate) use join::{PairFilter, SubtreePair, split};
pub(crate) use leaf_pair::{LeafPair, LeafPairSink};
pub(crate) use sort::{CurveGrid, CurveSort};
pub(crate) use traverse::{TreeVisitor, nearest_first};
pub(crate) use tree::PackedTree;
