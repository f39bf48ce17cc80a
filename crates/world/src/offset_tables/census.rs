//! The census: which variants many candidates have.

use super::table_shape::Size;
use crate::masks::VariantKey;
use crate::{WorldError, memory};
use mask::heapsort_by_key;
use std::cmp::Reverse;

/// A variant deserves a number if at least one candidate in this many has a sprite that shows it.
const ONE_IN: f64 = 256.0;
/// The least number of noted candidates of a variant that deserves a number.
const LEAST: usize = 8;

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
    /// The share of the candidates that have the variant.
    share: f64,
}

impl Frequent {
    /// A variant if enough candidates have it to keep a number: half as many as for a new number.
    pub(super) fn new(variant: Variant, candidates: u32, of: u32) -> Option<Frequent> {
        let share = f64::from(candidates) / f64::from(of.max(1));
        (2.0 * ONE_IN * share >= 1.0).then_some(Frequent { variant, share })
    }

    /// Whether enough candidates have the variant for a new number.
    pub(super) fn deserves(self) -> bool {
        ONE_IN * self.share >= 1.0
    }
}

/// Appends the frequent ones among the variants that were noted in `of` candidates. `size` returns the size of a variant, or
/// `None` if it has no solid pixel.
pub(super) fn add_noted(
    frequent: &mut Vec<Frequent>,
    noted: impl Iterator<Item = VariantKey>,
    of: u32,
    size: impl Fn(VariantKey) -> Option<Size>,
) -> Result<(), WorldError> {
    let mut noted = memory::try_collect(noted)?;
    heapsort_by_key(&mut noted, |&key| key);
    for run in noted.chunk_by(|a, b| a == b).filter(|run| run.len() >= LEAST) {
        let variant = size(run[0]).map(|size| Variant { key: run[0], size });
        if let Some(new) = variant.and_then(|variant| Frequent::new(variant, run.len() as u32, of)) {
            memory::try_push(frequent, new)?;
        }
    }
    Ok(())
}

/// Sorts the variants, the most frequent first.
pub(super) fn sort(frequent: &mut [Frequent]) {
    // Numbers of at least 0 are in the order of their bits.
    heapsort_by_key(frequent, |frequent| (Reverse(frequent.share.to_bits()), frequent.variant.key));
}
