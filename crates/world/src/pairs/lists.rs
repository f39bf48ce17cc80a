//! Pairs of sprites, batches of pairs on their way to a list, and the lists that a world keeps from step to step:
//! their comparison with those of the step before, and their memory.

use super::sort::SortBuffers;
use crate::pairs::sort;
use crate::slots::SlotId;
use crate::threads::Threads;
use crate::{SpriteId, WorldError, memory};
use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Two lists of so few pairs are compared without batches, which are cleared first. (`few-8` to `few-64`: 1.08.)
const FEW: usize = 256;
/// The number of pairs that a patch looks at together.
const BLOCK: usize = 16;
/// Up to one new pair for so many old ones, each new pair looks for its place.
const FEW_FRACTION: usize = 8;

/// The lists of the last step.
#[derive(Debug, Default)]
pub(crate) struct StepLists {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) began: Vec<Pair>,
    pub(crate) ended: Vec<Pair>,
    /// The pairs that shared pixels on their path, but not where they stand.
    pub(crate) passing: Vec<Pair>,
    /// The pairs that a patch has removed.
    removed: Vec<Pair>,
    /// Their places in the list.
    gaps: Vec<usize>,
    /// The pairs of the step in progress. Between steps, only its memory is of use.
    pub(crate) current: Vec<Pair>,
}

impl StepLists {
    /// A copy of the pairs. The next step does not need the other lists.
    pub(crate) fn try_clone(&self) -> Result<StepLists, WorldError> {
        Ok(StepLists { pairs: memory::try_clone(&self.pairs)?, ..StepLists::default() })
    }

    /// The pairs of the last step.
    #[cfg(feature = "serde")]
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Sets the pairs with which the next step compares.
    #[cfg(feature = "serde")]
    pub(crate) fn set_pairs(&mut self, pairs: Vec<Pair>) {
        self.pairs = pairs;
    }

    /// Replaces the pairs of changed sprites by the current pairs.
    ///
    /// # Errors
    /// Returns [`WorldError::TooManyPairs`] if there would be more than `limit`, and [`WorldError::NoMemory`] if the
    /// system refuses memory. The pairs are unchanged.
    pub(crate) fn patch(&mut self, has_changed: impl Fn(usize) -> bool, limit: usize) -> Result<(), WorldError> {
        let StepLists { pairs, current: found, removed, gaps, began, ended, .. } = self;
        let is_gone = |pair: &Pair| has_changed(pair.a.index()) | has_changed(pair.b.index());
        removed.clear();
        gaps.clear();
        // Nearly all blocks keep all pairs.
        for (first, block) in (0..).step_by(BLOCK).zip(pairs.chunks(BLOCK)) {
            if block.iter().fold(false, |any, pair| any | is_gone(pair)) {
                let gone = (first..).zip(block).filter(|(_, pair)| is_gone(pair));
                memory::try_extend(gaps, gone.clone().map(|(index, _)| index))?;
                memory::try_extend(removed, gone.map(|(_, pair)| *pair))?;
            }
        }
        if pairs.len() - removed.len() + found.len() > limit {
            return Err(WorldError::TooManyPairs { limit });
        }
        pairs.try_reserve(found.len().saturating_sub(removed.len()))?;
        changes(removed, found, began, ended)?;
        // The pairs between two removed ones move as a whole.
        let mut kept = gaps.first().copied().unwrap_or(pairs.len());
        for (index, &gap) in gaps.iter().enumerate() {
            let end = gaps.get(index + 1).copied().unwrap_or(pairs.len());
            pairs.copy_within(gap + 1..end, kept);
            kept += end - (gap + 1);
        }
        pairs.truncate(kept);
        match FEW_FRACTION * found.len() < pairs.len() {
            true => insert(pairs, found),
            false => sort::merge(pairs, found)?,
        }
        Ok(())
    }

    /// Compares the current pairs with the pairs of the previous step, then swaps the two lists.
    pub(crate) fn compare(&mut self, threads: &Threads, lists: &SpareLists<Pair>) -> Result<(), WorldError> {
        let StepLists { pairs: old, current: new, began, ended, .. } = self;
        // Each part compares a range of pairs, from one new pair to a later one.
        let parts = threads.parts();
        let (mut all_began, mut all_ended) = (lists.take_parts(parts, began)?, lists.take_parts(parts, ended)?);
        let mut ranges = memory::try_with_capacity(parts)?;
        let (mut old_rest, mut new_rest) = (&old[..], &new[..]);
        for (part, changed) in all_began.iter_mut().zip(&mut all_ended).enumerate() {
            let last = part + 1 == parts;
            let share = if last { new_rest.len() } else { new_rest.len() / (parts - part) };
            let (new, new_after) = new_rest.split_at(share);
            let until = |end: &Pair| old_rest.partition_point(|pair| pair < end);
            let (old, old_after) = old_rest.split_at(new_after.first().map_or(old_rest.len(), until));
            ranges.push((old, new, changed));
            (old_rest, new_rest) = (old_after, new_after);
        }
        threads.try_run(ranges.into_iter(), |(old, new, (began, ended))| changes(old, new, began, ended))?;
        lists.concatenate(all_began, threads, began)?;
        lists.concatenate(all_ended, threads, ended)?;
        std::mem::swap(old, new);
        Ok(())
    }
}

/// Inserts the pairs of a sorted list into another one, which has the memory. The pairs between two new ones move as a
/// whole.
fn insert(pairs: &mut Vec<Pair>, new: &[Pair]) {
    let mut end = pairs.len();
    pairs.resize(end + new.len(), Pair::default());
    for (left, pair) in new.iter().enumerate().rev() {
        let from = pairs[..end].partition_point(|old| old < pair);
        pairs.copy_within(from..end, from + left + 1);
        pairs[from + left] = *pair;
        end = from;
    }
}

/// Writes the pairs of the sorted list `new` that are not in the sorted list `old` to `began`, and the pairs of `old`
/// that are not in `new` to `ended`. The old content of both lists is dropped.
fn changes(mut old: &[Pair], mut new: &[Pair], began: &mut Vec<Pair>, ended: &mut Vec<Pair>) -> Result<(), WorldError> {
    /// The number of comparisons between two checks of the lengths.
    const BLOCK: usize = 64;
    began.clear();
    ended.clear();
    if old.len() + new.len() <= FEW {
        while let (Some((&a, old_rest)), Some((&b, new_rest))) = (old.split_first(), new.split_first()) {
            match a.cmp(&b) {
                Ordering::Equal => (old, new) = (old_rest, new_rest),
                Ordering::Less => (_, old) = (memory::try_push(ended, a)?, old_rest),
                Ordering::Greater => (_, new) = (memory::try_push(began, b)?, new_rest),
            }
        }
    } else if !new.is_empty() {
        let (mut began_batch, mut ended_batch) = (Batch::new(), Batch::new());
        while !old.is_empty() && !new.is_empty() {
            began_batch.make_room(BLOCK, began)?;
            ended_batch.make_room(BLOCK, ended)?;
            let (mut before, mut now) = (0, 0);
            // No branch depends on the pairs, because the processor cannot predict which pairs began or ended.
            let mut compare = |a: Pair, b: Pair| {
                let (a, b) = (a.order(), b.order());
                let [a_first, b_first] = [a < b, b < a];
                began_batch.push_if(b_first, Pair::from_order(b));
                ended_batch.push_if(a_first, Pair::from_order(a));
                before += usize::from(!b_first);
                now += usize::from(!a_first);
                (before, now)
            };
            if let (Some(old), Some(new)) = (old.first_chunk::<BLOCK>(), new.first_chunk::<BLOCK>()) {
                (0..BLOCK).fold((0, 0), |(before, now), _| compare(old[before % BLOCK], new[now % BLOCK]));
            } else {
                compare(old[0], new[0]);
            }
            (old, new) = (&old[before..], &new[now..]);
        }
        began_batch.flush(began)?;
        ended_batch.flush(ended)?;
    }
    memory::try_extend(began, new.iter().copied())?;
    Ok(memory::try_extend(ended, old.iter().copied())?)
}

/// The memory of lists that are filled in each step.
#[derive(Default)]
pub(crate) struct Spare {
    pub(crate) pairs: SpareLists<Pair>,
    pub(crate) keys: SpareLists<u64>,
    pub(crate) sort: SortBuffers,
}

/// From this many pairs on, a copy takes longer than a hand-over to a helper.
const MANY: usize = 1 << 16;

/// A pool of lists that are not in use. Threads can share it.
pub(crate) struct SpareLists<P>(Mutex<Vec<Vec<P>>>);

impl<P> Default for SpareLists<P> {
    fn default() -> SpareLists<P> {
        SpareLists(Mutex::default())
    }
}

impl<P> SpareLists<P> {
    /// Takes a list from the pool, or returns a new one if the pool is empty. The list can have old content.
    pub(crate) fn take(&self) -> Vec<P> {
        self.lists().pop().unwrap_or_default()
    }

    /// Takes this many lists from the pool, as [`SpareLists::take`] does.
    pub(crate) fn take_all(&self, count: usize) -> Result<Vec<Vec<P>>, WorldError> {
        Ok(memory::try_collect((0..count).map(|_| self.take()))?)
    }

    /// Takes the lists that [`SpareLists::concatenate`] will put into `all`. A single list takes the memory of `all`.
    pub(crate) fn take_parts(&self, count: usize, all: &mut Vec<P>) -> Result<Vec<Vec<P>>, WorldError> {
        let mut lists = self.take_all(count)?;
        if let [list] = &mut lists[..] {
            std::mem::swap(list, all);
        }
        Ok(lists)
    }

    /// Puts a list back into the pool. The list is dropped if the pool cannot grow.
    pub(crate) fn put_back(&self, list: Vec<P>) {
        let _ = memory::try_push(&mut self.lists(), list);
    }

    /// Replaces the content of `all` by the lists, one after the other, and puts them back into the pool.
    pub(crate) fn concatenate(
        &self,
        mut lists: Vec<Vec<P>>,
        threads: &Threads,
        all: &mut Vec<P>,
    ) -> Result<(), WorldError>
    where
        P: Copy + Default + Send + Sync,
    {
        if let [list] = &mut lists[..] {
            std::mem::swap(list, all);
        } else {
            // The copies overwrite the old content of `all`.
            let count = lists.iter().map(Vec::len).sum();
            memory::try_resize(all, count, P::default())?;
            let mut rest = &mut all[..];
            let copies = lists.iter().map(|list| {
                let (place, after) = std::mem::take(&mut rest).split_at_mut(list.len());
                rest = after;
                (list, place)
            });
            let copy = |(list, place): (&Vec<P>, &mut [P])| place.copy_from_slice(list);
            if count < MANY { copies.for_each(copy) } else { threads.run(copies, copy) }
        }
        lists.into_iter().for_each(|list| self.put_back(list));
        Ok(())
    }

    fn lists(&self) -> MutexGuard<'_, Vec<Vec<P>>> {
        // Each call leaves the pool valid, so a panic elsewhere cannot damage it and poisoning is ignored.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pair of sprites, the smaller id first.
///
/// ```
/// # use hitmask::{Mask, Sprite, World};
/// # let mut world = World::new();
/// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
/// let (rock, player) = (world.spawn(Sprite::new(dot, [0, 0]))?, world.spawn(Sprite::new(dot, [0, 0]))?);
/// for pair in world.step()?.began() {
///     if let Some(other) = pair.other(player) {
///         assert_eq!(other, rock); // whichever of the two was spawned first
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Pair {
    /// The sprite with the smaller id.
    pub a: SpriteId,
    /// The sprite with the larger id.
    pub b: SpriteId,
}

impl Pair {
    /// Returns the sprite of the pair that is not `id`. Returns `None` if `id` is not in the pair.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let [a, b, c] = [0, 0, 9].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// let pair = world.refresh()?.collisions()?[0];
    /// assert_eq!((pair.other(a), pair.other(b), pair.other(c)), (Some(b), Some(a), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn other(self, id: SpriteId) -> Option<SpriteId> {
        match id {
            _ if id == self.a => Some(self.b),
            _ if id == self.b => Some(self.a),
            _ => None,
        }
    }

    /// A number for the order of pairs. (The comparison of two such numbers takes one branch.)
    #[inline(always)]
    pub(super) fn order(self) -> u128 {
        u128::from(self.a.0.to_ordered()) << 64 | u128::from(self.b.0.to_ordered())
    }

    /// The pair for which [`Pair::order`] returns this number.
    #[inline(always)]
    pub(super) fn from_order(order: u128) -> Pair {
        let id = |number| SpriteId(SlotId::from_ordered(number));
        Pair { a: id((order >> 64) as u64), b: id(order as u64) }
    }
}

/// The maximum number of pairs that are tested or listed together.
pub(crate) const BATCH: usize = 128;

/// Pairs on their way to a list. They are written without a branch, because the processor cannot predict which pairs
/// are kept.
pub(crate) struct Batch<P> {
    pairs: [P; BATCH],
    filled: usize,
}

impl<P: Copy + Default> Batch<P> {
    /// An empty batch.
    pub(crate) fn new() -> Batch<P> {
        Batch { pairs: [P::default(); BATCH], filled: 0 }
    }

    /// Appends a pair if `keep`.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, keep: bool, pair: P) {
        self.pairs[self.filled % BATCH] = pair;
        self.filled += usize::from(keep);
    }

    /// Moves the pairs to a list, unless there is room for `count` more pairs.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, count: usize, list: &mut Vec<P>) -> Result<(), WorldError> {
        if self.filled + count > BATCH { self.flush(list) } else { Ok(()) }
    }

    /// Moves the pairs to a list.
    pub(crate) fn flush(&mut self, list: &mut Vec<P>) -> Result<(), WorldError> {
        Ok(memory::try_append(list, &self.pairs[..std::mem::take(&mut self.filled)])?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpriteId;

    /// Tests two steps between which the slots of two sprites were reused.
    #[test]
    fn a_pair_in_the_slots_of_another_begins_and_the_other_ends() {
        let id = |index: u64, generation: u64| SpriteId::from_bits(generation << 32 | index);
        let pair = |a: [u64; 2], b: [u64; 2]| Pair { a: id(a[0], a[1]), b: id(b[0], b[1]) };
        let before = vec![pair([0, 1], [1, 1]), pair([0, 1], [2, 1]), pair([1, 1], [2, 1]), pair([3, 1], [4, 1])];
        let now = vec![pair([0, 1], [1, 3]), pair([0, 1], [2, 1]), pair([1, 3], [2, 1]), pair([3, 3], [4, 1])];
        let mut lists = StepLists { pairs: before.clone(), current: now.clone(), ..StepLists::default() };
        lists.compare(&Threads::one(), &SpareLists::default()).unwrap();
        assert_eq!((&lists.pairs, &lists.current), (&now, &before));
        assert_eq!(lists.began, [now[0], now[2], now[3]]);
        assert_eq!(lists.ended, [before[0], before[2], before[3]]);
    }
}
