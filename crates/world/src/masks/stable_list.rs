//! A list whose items never move, which several threads may extend.

use crate::{WorldError, memory};
use std::sync::OnceLock;

/// The number of places in the first block.
const FIRST: u64 = 16;
/// The number of blocks. All together have more places than fit in memory.
const BLOCKS: usize = 24;

/// A list of places. Each place is empty or has an item. An item does not move until it is taken, so references to items
/// stay valid while others are added.
///
/// ```text
///   block 0   [ 0 .. 16 ]
///   block 1   [ 16 ....... 48 ]
///   block 2   [ 48 ................. 112 ]        each block is twice as long as the one before
/// ```
pub(super) struct StableList<T> {
    blocks: [OnceLock<Box<[OnceLock<T>]>>; BLOCKS],
}

impl<T> Default for StableList<T> {
    fn default() -> StableList<T> {
        StableList { blocks: [const { OnceLock::new() }; BLOCKS] }
    }
}

/// The block of a place, and the index in the block.
#[inline(always)]
fn split(place: u32) -> (usize, usize) {
    let place = u64::from(place) + FIRST;
    let block = place.ilog2() - FIRST.ilog2();
    (block as usize, (place - (FIRST << block)) as usize)
}

impl<T> StableList<T> {
    /// The item of a place, if the place has one.
    #[inline]
    pub(super) fn get(&self, place: u32) -> Option<&T> {
        let (block, index) = split(place);
        self.blocks.get(block)?.get()?[index].get()
    }

    /// Puts an item into a place, and returns the item of the place. If the place has an item, it stays.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn set(&self, place: u32, item: T) -> Result<&T, WorldError> {
        let (block, index) = split(place);
        let cell = self.blocks.get(block).ok_or(WorldError::NoMemory)?;
        let items = match cell.get() {
            Some(items) => items,
            None => {
                let new = memory::try_collect((0..FIRST << block).map(|_| OnceLock::new()))?.into_boxed_slice();
                cell.get_or_init(|| new)
            }
        };
        Ok(items[index].get_or_init(|| item))
    }

    /// Takes the item of a place.
    pub(super) fn take(&mut self, place: u32) -> Option<T> {
        let (block, index) = split(place);
        self.blocks.get_mut(block)?.get_mut()?[index].take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_in_one_block() {
        let mut next = [0; BLOCKS];
        for place in 0..100_000 {
            let (block, index) = split(place);
            assert_eq!((index, index < 16 << block), (next[block], true), "place {place}");
            next[block] += 1;
        }
    }

    #[test]
    fn items_stay_until_they_are_taken() {
        let mut list = StableList::default();
        assert_eq!(list.take(u32::MAX), None);
        assert_eq!((list.get(0), list.get(u32::MAX), list.set(u32::MAX, 1)), (None, None, Err(WorldError::NoMemory)));
        (0..1000).for_each(|place| assert_eq!(list.set(place, place), Ok(&place)));
        assert_eq!((list.set(999, 5), list.get(998), list.get(1000)), (Ok(&999), Some(&998), None));
        assert_eq!(list.take(999), Some(999));
        assert_eq!((list.get(999), list.set(999, 5), list.get(999)), (None, Ok(&5), Some(&5)));
    }
}
