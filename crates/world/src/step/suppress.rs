//! Non-maximum suppression of masks.

use super::oneshot::pair_areas_into;
use crate::{PlacedMask, WorldError, memory};

/// The area that a shared area is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Over {
    /// The pixels that at least one of the two masks has: intersection over union (`IoU`).
    #[default]
    Union,
    /// The pixels of the smaller mask: intersection over smaller (`IoS`). A small mask inside a large one has 1.
    Smaller,
}

/// Greedy non-maximum suppression: keeps the best of the masks that show one object, and returns the indexes of those
/// that are kept, in ascending order.
///
/// The masks are visited from the highest score to the lowest, of equal scores in their order. A mask is dropped if it
/// overlaps a mask that was kept by at least `threshold`, as a share of what `over` says. Masks without a common pixel
/// never drop each other, nor do masks for whose indexes `may_collide` is `false`, such as those of other classes. NaN is
/// below all other scores. A mask without a score is dropped.
///
/// ```
/// use hitmask::{Mask, Over, PlacedMask, suppress};
///
/// let (cell, part) = (Mask::filled(10, 10)?, Mask::filled(4, 4)?);
/// let found = [
///     PlacedMask { mask: &cell, at: [1, 0] },
///     PlacedMask { mask: &cell, at: [0, 0] }, // IoU with the first: 90 / 110
///     PlacedMask { mask: &part, at: [3, 3] }, // inside the first: IoU 0.16, IoS 1
/// ];
/// let scores = [0.7, 0.9, 0.8];
/// assert_eq!(suppress(&found, &scores, 0.5, Over::Union, |_, _| true)?, [1, 2]);
/// assert_eq!(suppress(&found, &scores, 0.5, Over::Smaller, |_, _| true)?, [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: only masks whose boxes overlap are compared, as in [`pair_areas`](crate::pair_areas).
///
/// # Errors
/// Returns the errors of [`pairs`](crate::pairs).
pub fn suppress(
    placed: &[PlacedMask],
    scores: &[f64],
    threshold: f64,
    over: Over,
    may_collide: impl Fn(u32, u32) -> bool + Sync,
) -> Result<Vec<u32>, WorldError> {
    let mut areas = Vec::new();
    pair_areas_into(placed, may_collide, &mut areas)?;
    let count = |index: u32| placed[index as usize].mask.count();
    // The pairs that overlap by enough, both ways round, sorted by the first.
    let mut rivals: Vec<[u32; 2]> = Vec::new();
    for (a, b, shared) in areas {
        let [of_a, of_b] = [count(a), count(b)];
        let whole = match over {
            Over::Union => of_a + of_b - shared,
            Over::Smaller => of_a.min(of_b),
        };
        if shared as f64 >= threshold * whole as f64 {
            memory::try_push(&mut rivals, [a, b])?;
            memory::try_push(&mut rivals, [b, a])?;
        }
    }
    rivals.sort_unstable();
    let mut order = memory::try_collect(0..placed.len().min(scores.len()) as u32)?;
    // From high to low, NaN last. The index decides between equal scores, so the order needs no stable sort.
    order.sort_unstable_by(|&a, &b| {
        let [of_a, of_b] = [a, b].map(|index| scores[index as usize]);
        (of_a.is_nan().cmp(&of_b.is_nan())).then(of_b.total_cmp(&of_a)).then(a.cmp(&b))
    });
    let mut dropped = memory::try_collect(placed.iter().zip(0..).map(|(_, index)| index >= scores.len()))?;
    let mut kept = Vec::new();
    for index in order {
        if !dropped[index as usize] {
            memory::try_push(&mut kept, index)?;
            let first = rivals.partition_point(|&[a, _]| a < index);
            let mine = rivals[first..].iter().take_while(|[a, _]| *a == index);
            mine.for_each(|&[_, rival]| dropped[rival as usize] = true);
        }
    }
    kept.sort_unstable();
    Ok(kept)
}
