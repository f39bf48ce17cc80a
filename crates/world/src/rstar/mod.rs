//! The alternative to the packed tree: an R*-tree of the `rstar` crate, which replaces boxes one by one.

mod traverse;
mod tree;

pub(crate) use tree::RStarTree;
