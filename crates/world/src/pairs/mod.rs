//! Pairs of sprites: their order, their lists, and what began and ended since the last step.

mod lists;
pub(crate) mod sort;

pub use lists::Pair;
pub(crate) use lists::{BATCH, Batch, Spare, StepLists};
pub(crate) use sort::{SortBuffers, key, numbers, sort};
