//! Pairs in order.

use crate::{Pair, WorldError};

/// The most bits of a digit: as many counters as the first level of a cache holds.
const DIGIT_BITS: u32 = 11;

/// Fewer pairs are left to the library's sort: there would be more counters than pairs.
const RADIX_FROM: usize = 128;

/// Two numbers, by the first of which a list is sorted, and where that is the same by the second.
pub(crate) trait SortKey: Copy {
    /// Both, the first in the upper half.
    fn key(&self) -> u64;
}

/// Sprites that live are in the order of their slots.
impl SortKey for Pair {
    fn key(&self) -> u64 {
        let [a, b] = [self.a, self.b].map(|id| u64::from(id.0.index()));
        a << 32 | b
    }
}

impl SortKey for (u32, u32) {
    fn key(&self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }
}

/// Sorts pairs of numbers that are at most `most`. `spare` is memory to use; where there is no more of it, that of the
/// pairs is enough.
///
/// A radix sort from the last digit on (Knuth, The Art of Computer Programming 3, 5.2.5): the numbers are dense, so
/// that each takes one pass below 2048, and two up to 4 million.
pub(crate) fn sort<T: SortKey>(pairs: &mut Vec<T>, spare: &mut Vec<T>, most: usize) {
    if pairs.len() < RADIX_FROM || spare.try_reserve(pairs.len().saturating_sub(spare.len())).is_err() {
        pairs.sort_unstable_by_key(T::key);
        return;
    }
    // What stands there is written over.
    spare.resize(pairs.len(), pairs[0]);
    let bits = (usize::BITS - most.leading_zeros()).max(1);
    let digit = bits.div_ceil(bits.div_ceil(DIGIT_BITS));
    let mut counters = [0; 1 << DIGIT_BITS];
    let ends = &mut counters[..1 << digit];
    for shift in [0, 32].into_iter().flat_map(|half| (half..half + bits).step_by(digit as usize)) {
        let digit = |pair: &T| (pair.key() >> shift) as usize % (1 << digit);
        ends.fill(0);
        pairs.iter().for_each(|pair| ends[digit(pair)] += 1);
        let mut start = 0;
        for end in &mut *ends {
            start += std::mem::replace(end, start);
        }
        for pair in pairs.iter() {
            let place = &mut ends[digit(pair)];
            spare[*place] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, spare);
    }
}

/// Merges sorted pairs into others that are sorted.
///
/// # Errors
/// [`WorldError::NoMemory`].
pub(crate) fn merge(pairs: &mut Vec<Pair>, more: &[Pair]) -> Result<(), WorldError> {
    pairs.try_reserve(more.len())?;
    let (mut old, mut new) = (pairs.len(), more.len());
    pairs.extend_from_slice(more);
    // From the end, where there is room; what is left of the old ones stands in its place.
    while new > 0 {
        let place = old + new - 1;
        if old > 0 && pairs[old - 1] > more[new - 1] {
            old -= 1;
            pairs[place] = pairs[old];
        } else {
            new -= 1;
            pairs[place] = more[new];
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpriteId;
    use crate::slots::SlotId;

    /// Some numbers, each below what is asked for.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 1_u64;
        move |count| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 31) % count
        }
    }

    #[test]
    fn pairs_of_any_number_are_sorted() {
        // Some slots are in their second life.
        let id = |index: u64| SpriteId(SlotId::from_bits((1 + u64::from(index.is_multiple_of(3)) * 2) << 32 | index));
        let ids: Vec<SpriteId> = (0..5000).map(id).collect();
        let mut below = numbers();
        let mut next = |count: usize| below(count as u64) as usize;
        let mut spare = Vec::new();
        for (count, of) in
            [(0, 2), (1, 2), (RADIX_FROM - 1, 5000), (RADIX_FROM, 5000), (20_000, 5000), (9000, 3), (9000, 2050)]
        {
            let mut pairs: Vec<Pair> = (0..count)
                .map(|_| {
                    let [a, b] = [next(of), next(of)];
                    Pair { a: ids[a].min(ids[b]), b: ids[a].max(ids[b]) }
                })
                .collect();
            let mut expected = pairs.clone();
            expected.sort();
            sort(&mut pairs, &mut spare, 5000);
            assert_eq!(pairs, expected, "{count} pairs of {of}");
            for split in [1, 2, 7, 1000] {
                let apart =
                    (0..).zip(expected.iter().copied()).partition::<Vec<(usize, Pair)>, _>(|(i, _)| i % split == 0);
                let [mut merged, more] =
                    [apart.0, apart.1].map(|part| part.into_iter().map(|(_, pair)| pair).collect::<Vec<Pair>>());
                merge(&mut merged, &more).unwrap();
                assert_eq!(merged, expected, "{count} pairs of {of}, each {split}th apart");
            }
        }
    }
    /// Numbers of every length, up to those of which a digit reaches into the other number.
    #[test]
    fn pairs_of_numbers_of_any_length_are_sorted() {
        let mut below = numbers();
        let mut spare = Vec::new();
        for most in (0..=32).flat_map(|bits| [(1u64 << bits) - 1, 1 << bits, (1 << bits) + 1]) {
            let most = most.min(u64::from(u32::MAX));
            let mut number = || below(most + 1) as u32;
            let mut pairs: Vec<(u32, u32)> = (0..1000).map(|_| (number() >> 1, number())).collect();
            pairs.extend([(0, most as u32), (most as u32, 0), (most as u32, most as u32)]);
            let mut expected = pairs.clone();
            expected.sort();
            sort(&mut pairs, &mut spare, most as usize);
            assert_eq!(pairs, expected, "up to {most}");
        }
    }
}
