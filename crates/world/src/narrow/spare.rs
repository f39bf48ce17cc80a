//! The memory of lists that are filled in each step.

use super::sort::SortBuffers;
use super::spare_lists::SpareLists;
use crate::Pair;

/// The memory of lists that are filled in each step.
#[derive(Default)]
pub(crate) struct Spare {
    pub(super) pairs: SpareLists<Pair>,
    pub(super) keys: SpareLists<u64>,
    pub(super) sort: SortBuffers,
}
