//! The sort of pairs, and the merge of sorted lists.
//!
//! While pairs are found and sorted, a pair is one number, its key: the slot of the first sprite in the upper 32 bits,
//! and the slot of the second in the lower 32 bits. The ids of living sprites are in the order of their slots, so
//! sorted keys are sorted pairs. The last pass turns the keys into pairs of ids.
//!
//! ```text
//!   lists of keys, one for each thread's part of the join
//!     | scatter, by the upper bits of the first slot
//!   [ bucket 0 ][ bucket 1 ][ bucket 2 ] …                   each bucket fits the L1 cache
//!     | count, by the lower bits of the first slot; then sort the few pairs of each first slot
//!   [ pairs of bucket 0 ][ pairs of bucket 1 ] …
//! ```
//!
//! This is a radix sort from the first digit on, followed by counting sorts (Knuth, The Art of Computer Programming 3,
//! 5.2 and 5.2.5). Threads share the lists, and then the buckets. The result is the same for any number of threads,
//! because no two keys are equal.

use super::lists::SpareLists;
use crate::threads::Threads;
use crate::tree::vectorized;
use crate::{Pair, WorldError, memory};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The desired number of keys in a bucket. The keys and the pairs of a bucket then fit the L1 cache.
const BUCKET: usize = 512;
/// So few keys are sorted by comparisons.
const FEW_KEYS: usize = 32;
/// The bits of the counters of few slots.
const FEW_COUNTER_BITS: u32 = 8;
/// Fewer keys are counted faster by one thread: it takes some 20 us.
const MANY_KEYS: usize = 1 << 15;
/// The maximum number of bits that choose a bucket. More buckets would evict each other from the caches.
const MAX_BUCKET_BITS: u32 = 11;
/// The maximum number of bits of the counting sort in a bucket. The counters fit the L1 cache.
const MAX_COUNTER_BITS: u32 = 12;
/// The maximum number of pairs with the same first sprite that are sorted by transpositions.
const LONG_RUN: usize = 16;

/// The key of a pair of different numbers.
#[inline(always)]
pub(crate) fn key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// The key of a pair whose numbers keep their order, such as indexes into two lists.
#[inline(always)]
pub(crate) fn ordered_key(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// The two numbers of a key, the smaller number first unless the key is ordered.
#[inline(always)]
pub(crate) fn numbers(key: u64) -> [u32; 2] {
    [(key >> 32) as u32, key as u32]
}

/// The bits of the first number of a key: the upper bits choose the bucket, and the lower bits a counter in it.
#[derive(Clone, Copy)]
struct Digits {
    bucket_bits: u32,
    counter_bits: u32,
}

impl Digits {
    /// The digits for `count` keys whose numbers are less than `limit`.
    fn new(count: usize, limit: usize) -> Digits {
        let bits = usize::BITS - limit.saturating_sub(1).leading_zeros();
        let bucket_bits = (count / BUCKET).max(1).ilog2().min(MAX_BUCKET_BITS).min(bits);
        Digits { bucket_bits, counter_bits: bits - bucket_bits }
    }

    fn buckets(self) -> usize {
        1 << self.bucket_bits
    }

    #[inline(always)]
    fn bucket(self, key: u64) -> usize {
        (key >> 32 >> self.counter_bits) as usize
    }

    #[inline(always)]
    fn counter(self, key: u64) -> usize {
        (key >> 32) as usize % (1 << self.counter_bits)
    }
}

/// The work buffers of the sort, kept for the next sort.
#[derive(Default)]
pub(crate) struct SortBuffers {
    /// All keys, in buckets.
    keys: SpareLists<AtomicU64>,
    /// The sorted keys of a bucket.
    buckets: SpareLists<u64>,
}

/// Writes the values of few keys to `sorted`, in the order of the keys.
fn sort_few<T>(
    lists: &[Vec<u64>],
    count: usize,
    buffers: &SortBuffers,
    sorted: &mut Vec<T>,
    value: impl Fn(u64) -> T,
) -> Result<(), WorldError> {
    let mut keys = buffers.buckets.take();
    keys.clear();
    keys.try_reserve(count)?;
    lists.iter().for_each(|list| keys.extend_from_slice(list));
    keys.sort_unstable();
    sorted.clear();
    memory::try_extend(sorted, keys.iter().map(|&key| value(key)))?;
    buffers.buckets.put_back(keys);
    Ok(())
}

/// Writes the value of each key to `sorted`, in the order of the keys. The old content of `sorted` is overwritten.
///
/// No two keys may be equal, and all numbers in keys must be less than `limit`.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory. `sorted` then has any content.
pub(crate) fn sort<T: Copy + Default + Send>(
    lists: &[Vec<u64>],
    limit: usize,
    threads: &Threads,
    buffers: &SortBuffers,
    sorted: &mut Vec<T>,
    value: impl Fn(u64) -> T + Sync,
) -> Result<(), WorldError> {
    let count = lists.iter().map(Vec::len).sum();
    if count <= FEW_KEYS {
        return sort_few(lists, count, buffers, sorted, value);
    }
    memory::try_resize(sorted, count, T::default())?;
    let digits = Digits::new(count, limit);
    // For each list, the number of its keys in each bucket, and then the place of its next key.
    let mut places = Vec::new();
    memory::try_resize(&mut places, lists.len() * digits.buckets(), 0)?;
    let counts = lists.iter().zip(places.chunks_mut(digits.buckets()));
    let tally = |(list, counts): (&Vec<u64>, &mut [usize])| {
        list.iter().for_each(|&key| counts[digits.bucket(key)] += 1);
    };
    if count < MANY_KEYS {
        counts.for_each(tally);
    } else {
        threads.run(counts, tally);
    }
    let starts = to_places(&mut places, digits.buckets())?;
    let mut keys = buffers.keys.take();
    keys.try_reserve(count.saturating_sub(keys.len()))?;
    keys.resize_with(count.max(keys.len()), AtomicU64::default);
    threads.run(lists.iter().zip(places.chunks_mut(digits.buckets())), |(list, places)| {
        for &key in list {
            let place = &mut places[digits.bucket(key)];
            keys[*place].store(key, Ordering::Relaxed);
            *place += 1;
        }
    });
    let largest = starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
    let parts = split(&starts, threads.parts(), sorted, || {
        let mut spare = buffers.buckets.take();
        let room = largest.max(spare.len());
        memory::try_resize(&mut spare, room, 0)?;
        Ok(spare)
    })?;
    threads.run(parts.into_iter(), |Part { buckets, mut places, mut spare }| {
        // The counters of few slots, or those of many, which take 16 KiB.
        let (mut few, mut many);
        let counters: &mut [u32] = match digits.counter_bits <= FEW_COUNTER_BITS {
            true => {
                few = [0; 1 << FEW_COUNTER_BITS];
                &mut few
            }
            false => {
                many = [0; 1 << MAX_COUNTER_BITS];
                &mut many
            }
        };
        for bucket in buckets {
            let keys = &keys[starts[bucket]..starts[bucket + 1]];
            let (sorted, after) = places.split_at_mut(keys.len());
            places = after;
            let load = keys.iter().map(|key| key.load(Ordering::Relaxed));
            let in_order = &mut spare[..keys.len()];
            sort_bucket(load, digits, counters, in_order);
            sorted.iter_mut().zip(in_order).for_each(|(place, key)| *place = value(*key));
        }
        buffers.buckets.put_back(spare);
    });
    buffers.keys.put_back(keys);
    Ok(())
}

/// Turns the counts of each list into the places of its first key in each bucket. Returns the start of each bucket,
/// and the end of the last.
fn to_places(counts: &mut [usize], buckets: usize) -> Result<Vec<usize>, WorldError> {
    let mut starts = memory::try_with_capacity(buckets + 1)?;
    let mut next = 0;
    for bucket in 0..buckets {
        starts.push(next);
        for count in counts[bucket..].iter_mut().step_by(buckets) {
            next += std::mem::replace(count, next);
        }
    }
    starts.push(next);
    Ok(starts)
}

/// The work of a thread in the second half of the sort.
struct Part<'a, T> {
    buckets: Range<usize>,
    /// The places of the values of all keys in the buckets.
    places: &'a mut [T],
    /// Space for the keys of the largest bucket.
    spare: Vec<u64>,
}

/// Splits the buckets into parts of about equally many keys. `spare` returns the space of a part.
fn split<'a, T>(
    starts: &[usize],
    parts: usize,
    sorted: &'a mut [T],
    spare: impl Fn() -> Result<Vec<u64>, WorldError>,
) -> Result<Vec<Part<'a, T>>, WorldError> {
    let share = sorted.len().div_ceil(parts);
    let mut split = memory::try_with_capacity(parts + 1)?;
    let (mut from, mut rest) = (0, sorted);
    for to in 1..starts.len() {
        let keys = starts[to] - starts[from];
        if keys >= share || to == starts.len() - 1 {
            let (places, after) = rest.split_at_mut(keys);
            split.push(Part { buckets: from..to, places, spare: spare()? });
            (from, rest) = (to, after);
        }
    }
    Ok(split)
}

/// Writes the keys of a bucket to `sorted`, in order.
#[inline(always)]
fn sort_bucket(
    keys: impl ExactSizeIterator<Item = u64> + Clone,
    digits: Digits,
    counters: &mut [u32],
    sorted: &mut [u64],
) {
    if digits.counter_bits > MAX_COUNTER_BITS || keys.len() < 1 << digits.counter_bits >> 2 {
        // There would be many more counters than keys.
        sorted.iter_mut().zip(keys).for_each(|(place, key)| *place = key);
        return sorted.sort_unstable();
    }
    let counters = &mut counters[..1 << digits.counter_bits];
    counters.fill(0);
    keys.clone().for_each(|key| counters[digits.counter(key)] += 1);
    let longest = counters.iter().fold(0, |longest, &count| count.max(longest));
    let mut next = 0;
    for counter in &mut *counters {
        next += std::mem::replace(counter, next);
    }
    for key in keys {
        let place = &mut counters[digits.counter(key)];
        sorted[*place as usize] = key;
        *place += 1;
    }
    if longest as usize > LONG_RUN {
        let mut start = 0;
        for &end in &*counters {
            let run = &mut sorted[start..end as usize];
            start = end as usize;
            if run.len() > LONG_RUN {
                run.sort_unstable();
            }
        }
    }
    // Runs of `longest` keys with the same first number need this many phases.
    vectorized(
        #[inline(always)]
        || {
            for phase in 0..(longest as usize).min(LONG_RUN) {
                for pair in sorted[phase % 2..].chunks_exact_mut(2) {
                    // As signed numbers, which vectors compare faster. No key has the highest bit.
                    let [a, b] = [pair[0] as i64, pair[1] as i64];
                    (pair[0], pair[1]) = (a.min(b) as u64, a.max(b) as u64);
                }
            }
        },
    );
}

/// Merges a sorted list of pairs into another sorted list.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory. `pairs` is then unchanged.
pub(crate) fn merge(pairs: &mut Vec<Pair>, more: &[Pair]) -> Result<(), WorldError> {
    pairs.try_reserve(more.len())?;
    let (mut old, mut new) = (pairs.len(), more.len());
    pairs.extend_from_slice(more);
    // From the end, because the free space is there. Once `more` is used up, the other pairs are in their places.
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
    use std::collections::BTreeSet;

    /// Sorts keys in lists of random lengths, on one thread and on several.
    #[track_caller]
    fn check(keys: &BTreeSet<u64>, limit: usize, rng: &mut Rng, buffers: &SortBuffers) {
        let mut lists = vec![Vec::new(); 1 + rng.usize(..20)];
        let mut shuffled: Vec<u64> = keys.iter().copied().collect();
        rng.shuffle(&mut shuffled);
        for key in shuffled {
            let list = rng.usize(..lists.len());
            lists[list].push(key);
        }
        for threads in [Threads::one(), Threads::many(1 << 20)] {
            let mut sorted = vec![7; rng.usize(..100)];
            sort(&lists, limit, &threads, buffers, &mut sorted, |key| key).unwrap();
            assert!(sorted.iter().eq(keys), "{} keys below {limit}", keys.len());
        }
    }

    #[test]
    fn keys_of_any_number_and_any_length_are_sorted() {
        let mut rng = Rng::with_seed(1);
        let buffers = SortBuffers::default();
        for limit in (1..=31).flat_map(|bits| [(1_usize << bits) - 1, 1 << bits, (1 << bits) + 1]) {
            for count in [0, 1, 2, BUCKET - 1, 2 * BUCKET, 20_000] {
                let number = |rng: &mut Rng| rng.usize(..limit) as u32;
                let mut keys: BTreeSet<u64> = (0..count).map(|_| key(number(&mut rng), number(&mut rng))).collect();
                check(&keys, limit, &mut rng, &buffers);
                // One sprite in many pairs, and pairs of the last sprite.
                keys.extend((0..count.min(limit) as u32).flat_map(|b| [key(0, b), key(b, limit as u32 - 1)]));
                check(&keys, limit, &mut rng, &buffers);
            }
        }
    }

    #[test]
    fn lists_of_any_length_are_merged() {
        // Every third slot holds its second sprite.
        let id = |index: u64| SpriteId(SlotId::from_bits((1 + u64::from(index.is_multiple_of(3)) * 2) << 32 | index));
        let mut rng = Rng::with_seed(1);
        for (count, of) in [(0, 2), (1, 2), (100, 5000), (20_000, 5000), (9000, 3)] {
            let mut all: Vec<Pair> = (0..count)
                .map(|_| {
                    let [a, b] = [rng.u64(..of), rng.u64(..of)];
                    Pair { a: id(a.min(b)), b: id(a.max(b)) }
                })
                .collect();
            all.sort();
            for split in [1, 2, 7, 1000] {
                let apart = (0..).zip(all.iter().copied()).partition::<Vec<(usize, Pair)>, _>(|(i, _)| i % split == 0);
                let [mut merged, more] =
                    [apart.0, apart.1].map(|part| part.into_iter().map(|(_, pair)| pair).collect::<Vec<Pair>>());
                merge(&mut merged, &more).unwrap();
                assert_eq!(merged, all, "{count} pairs of {of}, each {split}th apart");
            }
        }
    }
}
