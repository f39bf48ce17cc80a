//! The census: which variants many sprites show.

use crate::masks::VariantKey;
use crate::{WorldError, memory};

/// The maximum number of rows that a census looks at.
const SAMPLE: usize = 1 << 14;
/// A variant deserves a number if at least one in this many sprites shows it.
const ONE_IN: usize = 1024;
/// A variant deserves a number if the census counts at least this many sprites that show it.
const LEAST: usize = 2;

/// A variant that many sprites show.
#[derive(Clone, Copy)]
pub(super) struct Frequent {
    pub(super) key: VariantKey,
    /// Whether the variant deserves a number. Otherwise, half as many sprites show it, and it may only keep its number.
    pub(super) deserves: bool,
}

/// Returns the distance of the rows at which a census looks, among this many rows.
pub(super) fn step(rows: usize) -> usize {
    rows.div_ceil(SAMPLE).max(1)
}

/// Returns the frequent variants among the ones that a sample of sprites shows, the most frequent first.
pub(super) fn frequent(shown: impl Iterator<Item = VariantKey>) -> Result<Vec<Frequent>, WorldError> {
    let mut shown = memory::try_collect(shown)?;
    shown.sort_unstable();
    let least = LEAST.max(shown.len() / ONE_IN);
    let mut counted = Vec::new();
    for run in shown.chunk_by(|a, b| a == b).filter(|run| 2 * run.len() >= least) {
        memory::try_push(&mut counted, (usize::MAX - run.len(), run[0]))?;
    }
    counted.sort_unstable();
    let frequent = |(count, key)| Frequent { key, deserves: usize::MAX - count >= least };
    memory::try_collect(counted.into_iter().map(frequent))
}
