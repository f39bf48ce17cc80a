//! The alternative to the packed tree: an R*-tree of the `rstar` crate, which can replace single boxes.

mod traverse;
mod tree;

pub(crate) use tree::RStarTree;
