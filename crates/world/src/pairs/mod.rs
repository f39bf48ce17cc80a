//! Pairs of sprites: their order, their lists, and what began and ended since the last step.

mod lists;
mod pair;
pub(crate) mod sort;

pub(crate) use lists::{Spare, StepLists};
pub use pair::Pair;
pub(crate) use pair::{BATCH, Batch};
pub(crate) use sort::{SortBuffers, key, numbers, sort};
