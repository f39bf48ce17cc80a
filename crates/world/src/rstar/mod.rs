//! The alternative to the packed tree: an R*-tree of the `rstar` crate, which can replace single boxes.

#[cfg(not(feature = "rstar"))]
mod absent;
#[cfg(feature = "rstar")]
mod traverse;
#[cfg(feature = "rstar")]
mod tree;

#[cfg(not(feature = "rstar"))]
pub(crate) use absent::RStarTree;
#[cfg(feature = "rstar")]
pub(crate) use tree::RStarTree;
