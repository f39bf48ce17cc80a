//! The table of slots.

use super::ids::{SlotId, SlotValue};
use crate::{WorldError, memory};

/// A table of values, each with an id that is never reused.
pub(crate) struct Slots<T> {
    pub(super) slots: Vec<Slot<T>>,
    pub(super) occupied: usize,
    /// A bit for each slot that has been vacated. All later slots were not. (A list of pairs looks up the generation of
    /// each slot in a random order. These bits fit the cache, and most slots are never vacated.)
    vacated: Vec<u64>,
    /// The slots for new values, the last one released first.
    free: Queue,
    /// Vacated slots that are not free yet, the first one vacated first.
    waiting: Queue,
}

pub(super) struct Slot<T> {
    /// Odd if the slot is occupied, even if it is vacant, and 0 if its generations are used up.
    pub(super) generation: u32,
    pub(super) value: T,
}

/// A chain of linked vacant slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Queue {
    first: u32,
    last: u32,
    len: u32,
}

const EMPTY: Queue = Queue { first: END, last: END, len: 0 };

/// The link of the last slot in a chain.
pub(super) const END: u32 = !WAITING;
/// The bit that marks the links of waiting slots.
const WAITING: u32 = 1 << 31;

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots { slots: Vec::new(), occupied: 0, vacated: Vec::new(), free: EMPTY, waiting: EMPTY }
    }
}

impl<T: SlotValue> Slots<T> {
    /// The maximum number of slots, which is the number of slots that links can name.
    const MAX_SLOTS: usize = END as usize;

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.occupied
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// The number of slots, including the vacant ones. Every index is less than this number.
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// The number of slots that `more` values need beyond those that are there.
    pub(crate) fn new_slots(&self, more: usize) -> usize {
        more.saturating_sub(self.free.len as usize)
    }

    /// Reserves memory for `more` more values.
    ///
    /// # Errors
    /// Returns [`WorldError::Full`] if the values would need more than 2^31 - 1 slots, and [`WorldError::NoMemory`] if
    /// memory allocation fails.
    pub(crate) fn try_reserve(&mut self, more: usize) -> Result<(), WorldError> {
        let new = self.new_slots(more);
        if new > Self::MAX_SLOTS - self.slots.len() {
            return Err(WorldError::Full { sprites: self.occupied });
        }
        let words = (self.slots.len() + new).div_ceil(64);
        self.vacated.try_reserve(words.saturating_sub(self.vacated.len()))?;
        Ok(self.slots.try_reserve(new)?)
    }

    /// A copy of the table with equal ids and an equal order of vacant slots. `copy` copies the values.
    pub(crate) fn try_clone(&self, copy: impl Fn(&T) -> T) -> Result<Slots<T>, WorldError> {
        let Slots { occupied, free, waiting, .. } = *self;
        let copies = self.slots.iter().map(|slot| Slot { generation: slot.generation, value: copy(&slot.value) });
        let mut vacated = memory::try_with_capacity(self.slots.len().div_ceil(64))?;
        vacated.extend_from_slice(&self.vacated);
        Ok(Slots { slots: memory::try_collect(copies)?, occupied, vacated, free, waiting })
    }

    /// Inserts the value that `make` returns for the new id, and returns the id. The memory must be reserved.
    pub(crate) fn insert_with(&mut self, make: impl FnOnce(SlotId) -> T) -> SlotId {
        self.occupied += 1;
        let index = self.free.first;
        if index == END {
            let id = SlotId::new(self.slots.len() as u32, 1);
            self.slots.push(Slot { generation: 1, value: make(id) });
            return id;
        }
        let slot = &mut self.slots[index as usize];
        let next = slot.value.link();
        slot.generation += 1;
        let id = SlotId::new(index, slot.generation);
        slot.value = make(id);
        self.free.first = next;
        self.free.len -= 1;
        id
    }

    /// Takes back the last insertion, so that the next one has the same id. All later insertions must have been taken
    /// back before, and no value may have been removed since.
    pub(crate) fn undo_insert(&mut self, id: SlotId) -> Option<T> {
        self.get(id)?;
        self.occupied -= 1;
        if id.generation() == 1 {
            // The slot was a new one.
            return self.slots.pop().map(|slot| slot.value);
        }
        let slot = &mut self.slots[id.index() as usize];
        slot.generation -= 1;
        let value = std::mem::replace(&mut slot.value, T::vacant(self.free.first));
        self.free.first = id.index();
        self.free.len += 1;
        Some(value)
    }

    /// Removes a value. Its slot waits for [`Slots::release`].
    pub(crate) fn vacate(&mut self, id: SlotId) -> Option<T> {
        let value = self.take(id, WAITING | END)?;
        self.push_waiting(id.index());
        Some(value)
    }

    /// Removes a value. Its slot is free at once.
    pub(crate) fn remove(&mut self, id: SlotId) -> Option<T> {
        let value = self.take(id, END)?;
        self.push_free(id.index());
        Some(value)
    }

    /// Removes a value and increments the generation of its slot. The slot is then in no chain.
    fn take(&mut self, id: SlotId, link: u32) -> Option<T> {
        self.get(id)?;
        self.occupied -= 1;
        self.note_vacated(id.index());
        let slot = &mut self.slots[id.index() as usize];
        // After the last generation it wraps to 0, and `push_free` retires the slot.
        slot.generation = slot.generation.wrapping_add(1);
        Some(std::mem::replace(&mut slot.value, T::vacant(link)))
    }

    /// Records that a slot has been vacated. [`Slots::try_reserve`] has reserved the memory for all slots.
    pub(super) fn note_vacated(&mut self, index: u32) {
        let word = index as usize / 64;
        self.vacated.resize(self.vacated.len().max(word + 1), 0);
        self.vacated[word] |= 1 << (index % 64);
    }

    /// Appends a slot to the waiting slots.
    pub(super) fn push_waiting(&mut self, index: u32) {
        match self.waiting.last {
            END => self.waiting.first = index,
            last => self.slots[last as usize].value = T::vacant(WAITING | index),
        }
        self.slots[index as usize].value = T::vacant(WAITING | END);
        self.waiting.last = index;
        self.waiting.len += 1;
    }

    /// Makes a slot the first free slot, unless its generations are used up.
    pub(super) fn push_free(&mut self, index: u32) {
        let slot = &mut self.slots[index as usize];
        if slot.generation == 0 {
            slot.value = T::vacant(END);
            return;
        }
        slot.value = T::vacant(self.free.first);
        self.free.first = index;
        self.free.len += 1;
    }

    /// Frees the waiting slots, except the slots whose last ids are in `named`. These wait until the next call.
    pub(crate) fn release(&mut self, named: impl Iterator<Item = SlotId>) {
        if self.waiting == EMPTY {
            return;
        }
        // Marks a named slot by making its even generation odd for now, so that no memory is needed.
        for id in named {
            if self.is_waiting(id) {
                self.slots[id.index() as usize].generation |= 1;
            }
        }
        let mut index = std::mem::replace(&mut self.waiting, EMPTY).first;
        while index != END {
            let slot = &mut self.slots[index as usize];
            let next = slot.value.link() & !WAITING;
            if slot.generation & 1 == 1 {
                slot.generation &= !1;
                self.push_waiting(index);
            } else {
                self.push_free(index);
            }
            index = next;
        }
    }

    /// Whether the value of an id was removed and its slot is still waiting.
    pub(crate) fn is_waiting(&self, id: SlotId) -> bool {
        self.slots.get(id.index() as usize).is_some_and(|slot| {
            id.generation() & 1 == 1
                && slot.generation == id.generation().wrapping_add(1)
                && slot.value.link() & WAITING != 0
        })
    }

    /// Whether the value of a slot was removed and the slot is still waiting.
    pub(crate) fn is_slot_waiting(&self, index: usize) -> bool {
        self.slots.get(index).is_some_and(|slot| slot.generation & 1 == 0 && slot.value.link() & WAITING != 0)
    }

    /// The id of an occupied slot.
    #[inline(always)]
    pub(crate) fn id(&self, index: u32) -> SlotId {
        let vacated = self.vacated.get(index as usize / 64).map_or(0, |word| word >> (index % 64) & 1);
        SlotId::new(index, if vacated == 0 { 1 } else { self.slots[index as usize].generation })
    }

    /// The value of an id. Returns `None` if the value was removed, or if the table has never had the id.
    #[inline(always)]
    pub(crate) fn get(&self, id: SlotId) -> Option<&T> {
        let slot = self.slots.get(id.index() as usize)?;
        (slot.generation == id.generation() && id.generation() & 1 == 1).then_some(&slot.value)
    }

    /// The id of the value in a slot, or `None` if the slot is vacant.
    #[inline(always)]
    pub(crate) fn id_in(&self, index: usize) -> Option<SlotId> {
        let generation = self.slots.get(index)?.generation;
        (generation & 1 == 1).then(|| SlotId::new(index as u32, generation))
    }

    /// The value in a slot for changes, or `None` if the slot is vacant.
    #[inline(always)]
    pub(crate) fn in_slot_mut(&mut self, index: usize) -> Option<&mut T> {
        self.slots.get_mut(index).filter(|slot| slot.generation & 1 == 1).map(|slot| &mut slot.value)
    }

    /// Replaces the value in an occupied slot.
    #[inline(always)]
    pub(crate) fn set(&mut self, index: usize, value: T) {
        debug_assert!(self.slots[index].generation & 1 == 1, "slot {index} must be occupied");
        self.slots[index].value = value;
    }

    /// The value in a slot. Returns `None` if the slot is vacant.
    #[inline(always)]
    pub(crate) fn in_slot(&self, index: usize) -> Option<&T> {
        self.slots.get(index).filter(|slot| slot.generation & 1 == 1).map(|slot| &slot.value)
    }

    /// The value of an id for changes. Returns `None` under the conditions of [`Slots::get`].
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: SlotId) -> Option<&mut T> {
        let slot = self.slots.get_mut(id.index() as usize)?;
        (slot.generation == id.generation() && id.generation() & 1 == 1).then_some(&mut slot.value)
    }

    /// The ids and values, in the order of the slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SlotId, &T)> + Clone {
        let occupied = (0..).zip(&self.slots).filter(|(_, slot)| slot.generation & 1 == 1);
        occupied.map(|(index, slot)| (SlotId::new(index, slot.generation), &slot.value))
    }

    /// The values of all slots, vacant ones included.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().map(|slot| &mut slot.value)
    }

    /// The last ids of the waiting slots, the first one vacated first.
    #[cfg(feature = "serde")]
    pub(crate) fn waiting_ids(&self) -> impl ExactSizeIterator<Item = SlotId> + Clone {
        self.last_ids(self.waiting)
    }

    /// The last ids of the free slots, in the order in which new values take them, then of the slots whose
    /// generations are used up.
    #[cfg(feature = "serde")]
    pub(crate) fn vacant_ids(&self) -> impl Iterator<Item = SlotId> + Clone {
        let used_up = |(_, slot): &(u32, &Slot<T>)| slot.generation == 0 && slot.value.link() & WAITING == 0;
        let used_up = (0..).zip(&self.slots).filter(used_up);
        self.last_ids(self.free).chain(used_up.map(|(index, _)| SlotId::new(index, u32::MAX)))
    }

    /// The number of ids in [`Slots::vacant_ids`].
    #[cfg(feature = "serde")]
    pub(crate) fn vacant_count(&self) -> usize {
        self.slots.len() - self.occupied - self.waiting.len as usize
    }

    /// The last ids of the slots in a chain.
    #[cfg(feature = "serde")]
    fn last_ids(&self, queue: Queue) -> impl ExactSizeIterator<Item = SlotId> + Clone {
        let mut next = queue.first;
        (0..queue.len as usize).map(move |_| {
            let (index, slot) = (next, &self.slots[next as usize]);
            next = slot.value.link() & !WAITING;
            SlotId::new(index, slot.generation.wrapping_sub(1))
        })
    }

    /// Checks that generations, links and counts agree.
    ///
    /// # Panics
    /// Panics if they do not agree.
    pub(crate) fn validate(&self) {
        let occupied = self.slots.iter().filter(|slot| slot.generation & 1 == 1).count();
        assert!(self.iter().all(|(id, _)| self.id(id.index()) == id), "an id has another generation than its slot");
        assert_eq!(occupied, self.occupied, "the number of occupied slots");
        let retired = self.slots.iter().filter(|slot| slot.generation == 0 && slot.value.link() == END).count();
        for (queue, flag) in [(self.free, 0), (self.waiting, WAITING)] {
            let (mut index, mut last) = (queue.first, END);
            for _ in 0..queue.len {
                let slot = &self.slots[index as usize];
                assert!(
                    slot.generation & 1 == 0 && slot.value.link() & WAITING == flag,
                    "slot {index} must be vacant and in its chain"
                );
                assert!(slot.generation > 0 || flag == WAITING, "slot {index} must have a generation left");
                (index, last) = (slot.value.link() & !WAITING, index);
            }
            assert_eq!(index, END, "the chain must end after its length");
            assert!(last == queue.last || flag == 0, "the last waiting slot");
        }
        let vacant = (self.free.len + self.waiting.len) as usize;
        assert_eq!(occupied + vacant + retired, self.slots.len(), "every slot must be occupied, in a chain or used up");
    }
}
