//! The global ids of the residents.

use world::Pair;

/// The ids by slot. An id takes 4 bytes as long as the upper halves of all ids are equal. From the first other id on, an
/// id takes 8 bytes. A step looks ids up in any order, so a list that fits the caches is faster.
#[derive(Debug)]
pub(super) enum IdList {
    /// The upper half of all ids, with zeros below it, and the lower half of each id.
    Near { upper: u64, lower: Vec<u32> },
    /// Whole ids.
    Far(Vec<u64>),
}

impl Default for IdList {
    fn default() -> IdList {
        IdList::Near { upper: 0, lower: Vec::new() }
    }
}

impl IdList {
    /// Returns the number of slots, with the vacant ones.
    pub(super) fn len(&self) -> usize {
        match self {
            IdList::Near { lower, .. } => lower.len(),
            IdList::Far(ids) => ids.len(),
        }
    }

    /// Returns the id in a slot.
    #[inline(always)]
    pub(super) fn get(&self, slot: usize) -> u64 {
        match self {
            IdList::Near { upper, lower } => upper | u64::from(lower[slot]),
            IdList::Far(ids) => ids[slot],
        }
    }

    /// Puts an id into a slot. The slot may be new.
    pub(super) fn set(&mut self, slot: usize, id: u64) {
        let id_upper = id >> 32 << 32;
        match self {
            IdList::Near { upper, lower } if lower.is_empty() || *upper == id_upper => {
                *upper = id_upper;
                set(lower, slot, id as u32);
            }
            IdList::Near { .. } => {
                *self = IdList::Far((0..self.len()).map(|slot| self.get(slot)).collect());
                self.set(slot, id);
            }
            IdList::Far(ids) => set(ids, slot, id),
        }
    }

    /// Returns the ids of pairs.
    pub(super) fn of_pairs(&self, pairs: &[Pair], ids_of_pairs: &mut Vec<[u64; 2]>) {
        let slots = pairs.iter().map(|pair| [pair.a.index(), pair.b.index()]);
        // The loops do nothing else, so that the processor waits for the memory of many pairs at a time.
        match self {
            IdList::Near { upper, lower } => {
                ids_of_pairs.extend(slots.map(|slots| slots.map(|slot| upper | u64::from(lower[slot]))));
            }
            IdList::Far(ids) => ids_of_pairs.extend(slots.map(|slots| slots.map(|slot| ids[slot]))),
        }
    }
}

fn set<T: Clone + Default>(list: &mut Vec<T>, slot: usize, value: T) {
    if slot >= list.len() {
        list.resize(slot + 1, T::default());
    }
    list[slot] = value;
}
