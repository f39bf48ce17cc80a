//! The narrow phase: the pairs of sprites that share a solid pixel, lists of them, and their changes since the last
//! step.

mod batch;
mod collision;
mod contacts;
mod leaf_pairs;
mod lists;
mod oneshot;
mod pair;
mod pair_cache;
mod sort;
mod spare_lists;
mod step;
mod step_filters;
mod visit;

pub use collision::{Collision, Overlap};
pub use oneshot::{cross_pairs, pairs};
pub use pair::Pair;
pub(crate) use pair_cache::PairCache;
pub use step::Step;
pub(crate) use step::StepLists;
