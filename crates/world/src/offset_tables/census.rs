//! The census: which variants many sprites show.

use super::table_set::Size;
use crate::masks::VariantKey;
use crate::{WorldError, memory};

/// The maximum number of rows that a census looks at.
const SAMPLE: usize = 1 << 12;
/// A variant deserves a number if at least one candidate in this many has a sprite that shows it, as estimated from the
/// sizes of all sprites.
const ONE_IN: f64 = 256.0;
/// A variant deserves a number if the census finds at least this many sprites that show it, unless it has skipped sprites.
const LEAST: usize = 2;

/// A variant that shall have a number, and the size of its tight box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) key: VariantKey,
    pub(super) size: Size,
}

/// A variant that many candidates have.
#[derive(Clone, Copy)]
pub(super) struct Frequent {
    pub(super) variant: Variant,
    /// Whether the variant deserves a number. Otherwise, it has half as many candidates, and may only keep its number.
    pub(super) deserves: bool,
}

/// Returns the distance of the rows at which a census looks, among this many rows.
pub(super) fn step(rows: usize) -> usize {
    rows.div_ceil(SAMPLE).max(1)
}

/// Returns the frequent variants among the ones that a sample of sprites shows, the most frequent first. `size` returns
/// the size of a variant, or `None` if it has no solid pixel. `is_whole` is whether the sample has all sprites.
///
/// Two boxes overlap at as many offsets along an axis as their sides are long together. So the candidates of a sprite
/// are in proportion to the area of its box, grown by the mean side of the others.
pub(super) fn frequent(
    shown: impl Iterator<Item = VariantKey>,
    size: impl Fn(VariantKey) -> Option<Size>,
    is_whole: bool,
) -> Result<Vec<Frequent>, WorldError> {
    let mut shown = memory::try_collect(shown)?;
    shown.sort_unstable();
    let mut counted = Vec::new();
    let mut sides = 0.0;
    let mut sprites = 0.0;
    let least = if is_whole { LEAST } else { 1 };
    for run in shown.chunk_by(|a, b| a == b).filter(|run| run.len() >= least) {
        let Some(size) = size(run[0]) else { continue };
        sides += f64::from(size[0] + size[1]) / 2.0 * run.len() as f64;
        sprites += run.len() as f64;
        memory::try_push(&mut counted, (run.len() as f64, Variant { key: run[0], size }))?;
    }
    let mut total = 0.0;
    for (candidates, variant) in &mut counted {
        *candidates *= variant.size.iter().map(|&side| f64::from(side) + sides / sprites).product::<f64>();
        total += *candidates;
    }
    let least = total / ONE_IN;
    counted.retain(|&(candidates, _)| 2.0 * candidates >= least);
    counted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.key.cmp(&b.1.key)));
    let frequent = |(candidates, variant)| Frequent { variant, deserves: candidates >= least };
    memory::try_collect(counted.into_iter().map(frequent))
}
