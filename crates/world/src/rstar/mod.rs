//! The other tree: an R*-tree of the `rstar` crate, where single boxes come and go.

mod traverse;
mod tree;

pub(crate) use tree::RStarTree;
