//! Radix sort and merge of lists of pairs.

use crate::{Pair, WorldError};

/// The maximum number of bits of a digit. The counters of all values of a digit fit the L1 cache.
const DIGIT_BITS: u32 = 11;

/// The minimum length for the radix sort. In shorter lists, there would be more counters than pairs, so the standard
/// library sorts them.
const RADIX_FROM: usize = 128;

/// A pair of numbers. Lists are sorted by the first number, and by the second number if the first is equal.
pub(crate) trait SortKey: Copy {
    /// Returns both numbers. The first is in the upper 32 bits.
    fn key(&self) -> u64;
}

/// The ids of living sprites are in the order of their slots, so the slots suffice as keys.
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

/// Sorts pairs of numbers. No number may exceed `most`. The content of `spare` is overwritten. If `spare` cannot grow,
/// the pairs are sorted in place.
///
/// The algorithm is a radix sort from the last digit on (Knuth, The Art of Computer Programming 3, 5.2.5). The numbers
/// are dense, so each of the two numbers takes one pass if all are below 2048, and two passes up to 4 million.
pub(crate) fn sort<T: SortKey>(pairs: &mut Vec<T>, spare: &mut Vec<T>, most: usize) {
    if pairs.len() < RADIX_FROM || spare.try_reserve(pairs.len().saturating_sub(spare.len())).is_err() {
        pairs.sort_unstable_by_key(T::key);
        return;
    }
    // The value does not matter: the first pass overwrites all of `spare`.
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

/// Merges a sorted list of pairs into another sorted list.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory. `pairs` is then unchanged.
pub(crate) fn merge(pairs: &mut Vec<Pair>, more: &[Pair]) -> Result<(), WorldError> {
    pairs.try_reserve(more.len())?;
    let (mut old, mut new) = (pairs.len(), more.len());
    pairs.extend_from_slice(more);
    // Merges from the end, because the free space is there. Once `more` is used up, the remaining pairs are in their places.
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
    use fastrand::Rng;

    #[test]
    fn lists_of_any_length_are_sorted_and_merged() {
        // Every third slot holds its second sprite.
        let id = |index: u64| SpriteId(SlotId::from_bits((1 + u64::from(index.is_multiple_of(3)) * 2) << 32 | index));
        let ids: Vec<SpriteId> = (0..5000).map(id).collect();
        let mut rng = Rng::with_seed(1);
        let mut spare = Vec::new();
        for (count, of) in
            [(0, 2), (1, 2), (RADIX_FROM - 1, 5000), (RADIX_FROM, 5000), (20_000, 5000), (9000, 3), (9000, 2050)]
        {
            let mut pairs: Vec<Pair> = (0..count)
                .map(|_| {
                    let [a, b] = [rng.usize(..of), rng.usize(..of)];
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

    /// Tests numbers with every number of bits, including numbers whose last digit reaches into the other number.
    #[test]
    fn pairs_of_numbers_of_any_length_are_sorted() {
        let mut rng = Rng::with_seed(1);
        let mut spare = Vec::new();
        for most in (0..=32).flat_map(|bits| [(1u64 << bits) - 1, 1 << bits, (1 << bits) + 1]) {
            let most = most.min(u64::from(u32::MAX)) as u32;
            let mut number = || rng.u32(..=most);
            let mut pairs: Vec<(u32, u32)> = (0..1000).map(|_| (number() >> 1, number())).collect();
            pairs.extend([(0, most), (most, 0), (most, most)]);
            let mut expected = pairs.clone();
            expected.sort();
            sort(&mut pairs, &mut spare, most as usize);
            assert_eq!(pairs, expected, "up to {most}");
        }
    }
}
