//! The table of slots.

use super::SlotId;
use crate::{WorldError, memory};

/// A value in a slot. A vacant slot holds a link in its place.
pub(crate) trait SlotValue {
    /// What a vacant slot holds.
    fn vacant(link: u32) -> Self;

    /// The link of a vacant slot.
    fn link(&self) -> u32;
}

/// Values, each with an id that never names another.
pub(crate) struct Slots<T> {
    pub(super) slots: Vec<Slot<T>>,
    pub(super) occupied: usize,
    /// The slots for new values, the last released first.
    free: Queue,
    /// Vacated slots that no new value may have yet, the first vacated first.
    waiting: Queue,
}

pub(super) struct Slot<T> {
    /// Odd if the slot is occupied, 0 if it was occupied as often as can be counted.
    pub(super) generation: u32,
    pub(super) value: T,
}

/// A chain of vacant slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Queue {
    first: u32,
    last: u32,
    len: u32,
}

const EMPTY: Queue = Queue { first: END, last: END, len: 0 };

/// In place of a link, behind the last slot of a chain.
pub(super) const END: u32 = !WAITING;
/// Set in the links of waiting slots.
const WAITING: u32 = 1 << 31;

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots { slots: Vec::new(), occupied: 0, free: EMPTY, waiting: EMPTY }
    }
}

impl<T: SlotValue> Slots<T> {
    /// The most slots: a link tells as many apart.
    const MAX_SLOTS: usize = END as usize;

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.occupied
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// How many slots there are, vacant ones included. Every index is less.
    pub(crate) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Makes room for more values.
    ///
    /// # Errors
    /// [`WorldError::Full`], [`WorldError::NoMemory`].
    pub(crate) fn try_reserve(&mut self, more: usize) -> Result<(), WorldError> {
        let new = more.saturating_sub(self.free.len as usize);
        if new > Self::MAX_SLOTS - self.slots.len() {
            return Err(WorldError::Full { sprites: self.occupied });
        }
        Ok(self.slots.try_reserve(new)?)
    }

    /// A copy with the ids and the free slots of the original, whose values `copy` makes.
    pub(crate) fn try_clone(&self, copy: impl Fn(&T) -> T) -> Result<Slots<T>, WorldError> {
        let Slots { occupied, free, waiting, .. } = *self;
        let copies = self.slots.iter().map(|slot| Slot { generation: slot.generation, value: copy(&slot.value) });
        Ok(Slots { slots: memory::try_collect(copies)?, occupied, free, waiting })
    }

    /// Puts in the value that `make` gives for an id, for which there is room.
    pub(crate) fn insert_with(&mut self, make: impl FnOnce(SlotId) -> T) -> SlotId {
        self.occupied += 1;
        let index = self.free.first;
        if index == END {
            let id = SlotId { index: self.slots.len() as u32, generation: 1 };
            self.slots.push(Slot { generation: 1, value: make(id) });
            return id;
        }
        let slot = &mut self.slots[index as usize];
        let next = slot.value.link();
        slot.generation += 1;
        let id = SlotId { index, generation: slot.generation };
        slot.value = make(id);
        self.free.first = next;
        self.free.len -= 1;
        id
    }

    /// Takes a value out. Its slot waits for [`Slots::release`].
    pub(crate) fn vacate(&mut self, id: SlotId) -> Option<T> {
        let value = self.take(id, WAITING | END)?;
        self.push_waiting(id.index);
        Some(value)
    }

    /// Takes a value out. The next value may have its slot.
    pub(crate) fn remove(&mut self, id: SlotId) -> Option<T> {
        let value = self.take(id, END)?;
        self.push_free(id.index);
        Some(value)
    }

    /// Ends the life of a slot.
    fn take(&mut self, id: SlotId, link: u32) -> Option<T> {
        self.get(id)?;
        self.occupied -= 1;
        let slot = &mut self.slots[id.index as usize];
        // After the last life it is 0, which push_free sees.
        slot.generation = slot.generation.wrapping_add(1);
        Some(std::mem::replace(&mut slot.value, T::vacant(link)))
    }

    /// Appends a slot to those that wait.
    pub(super) fn push_waiting(&mut self, index: u32) {
        match self.waiting.last {
            END => self.waiting.first = index,
            last => self.slots[last as usize].value = T::vacant(WAITING | index),
        }
        self.slots[index as usize].value = T::vacant(WAITING | END);
        self.waiting.last = index;
        self.waiting.len += 1;
    }

    /// Makes a slot the next that is given away, unless its lives are used up.
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

    /// Frees the slots that wait, but for those whose last ids are `named`: they wait for the next call.
    pub(crate) fn release(&mut self, named: impl Iterator<Item = SlotId>) {
        if self.waiting == EMPTY {
            return;
        }
        // The even generation of a waiting slot is odd while it is marked, so that no memory is needed.
        for id in named {
            if self.is_waiting(id) {
                self.slots[id.index as usize].generation |= 1;
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

    /// Whether the value of this id was taken out and its slot waits.
    pub(crate) fn is_waiting(&self, id: SlotId) -> bool {
        self.slots.get(id.index as usize).is_some_and(|slot| {
            id.generation & 1 == 1
                && slot.generation == id.generation.wrapping_add(1)
                && slot.value.link() & WAITING != 0
        })
    }

    /// The value of an id, or `None` if its slot has another or none.
    #[inline(always)]
    pub(crate) fn get(&self, id: SlotId) -> Option<&T> {
        let slot = self.slots.get(id.index as usize)?;
        (slot.generation == id.generation && id.generation & 1 == 1).then_some(&slot.value)
    }

    /// The value of an id, to change.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: SlotId) -> Option<&mut T> {
        let slot = self.slots.get_mut(id.index as usize)?;
        (slot.generation == id.generation && id.generation & 1 == 1).then_some(&mut slot.value)
    }

    /// The values in the order of their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SlotId, &T)> + Clone {
        let occupied = (0..).zip(&self.slots).filter(|(_, slot)| slot.generation & 1 == 1);
        occupied.map(|(index, slot)| (SlotId { index, generation: slot.generation }, &slot.value))
    }

    /// The values in the order of their slots, to change.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (SlotId, &mut T)> {
        let occupied = (0..).zip(&mut self.slots).filter(|(_, slot)| slot.generation & 1 == 1);
        occupied.map(|(index, slot)| (SlotId { index, generation: slot.generation }, &mut slot.value))
    }

    /// The last ids of the slots that wait, the first vacated first.
    #[cfg(feature = "serde")]
    pub(crate) fn waiting_ids(&self) -> impl ExactSizeIterator<Item = SlotId> + Clone {
        self.last_ids(self.waiting)
    }

    /// The last ids of the slots for new values, in the order in which they are given away; then of those that are given
    /// to nobody.
    #[cfg(feature = "serde")]
    pub(crate) fn vacant_ids(&self) -> impl Iterator<Item = SlotId> + Clone {
        let used_up = |(_, slot): &(u32, &Slot<T>)| slot.generation == 0 && slot.value.link() & WAITING == 0;
        let used_up = (0..).zip(&self.slots).filter(used_up);
        self.last_ids(self.free).chain(used_up.map(|(index, _)| SlotId { index, generation: u32::MAX }))
    }

    /// How many ids [`Slots::vacant_ids`] gives.
    #[cfg(feature = "serde")]
    pub(crate) fn vacant_count(&self) -> usize {
        self.slots.len() - self.occupied - self.waiting.len as usize
    }

    /// The last ids of a chain of vacant slots.
    #[cfg(feature = "serde")]
    fn last_ids(&self, queue: Queue) -> impl ExactSizeIterator<Item = SlotId> + Clone {
        let mut next = queue.first;
        (0..queue.len as usize).map(move |_| {
            let (index, slot) = (next, &self.slots[next as usize]);
            next = slot.value.link() & !WAITING;
            SlotId { index, generation: slot.generation.wrapping_sub(1) }
        })
    }

    /// Checks generations, links and counts against each other.
    ///
    /// # Panics
    /// Where they do not agree.
    pub(crate) fn validate(&self) {
        let occupied = self.slots.iter().filter(|slot| slot.generation & 1 == 1).count();
        assert_eq!(occupied, self.occupied, "occupied slots");
        let retired = self.slots.iter().filter(|slot| slot.generation == 0 && slot.value.link() == END).count();
        for (queue, flag) in [(self.free, 0), (self.waiting, WAITING)] {
            let (mut index, mut last) = (queue.first, END);
            for _ in 0..queue.len {
                let slot = &self.slots[index as usize];
                assert!(slot.generation & 1 == 0 && slot.value.link() & WAITING == flag, "slot {index} is vacant");
                assert!(slot.generation > 0 || flag == WAITING, "slot {index} has a life left");
                (index, last) = (slot.value.link() & !WAITING, index);
            }
            assert_eq!(index, END, "the end of the vacant slots");
            assert!(last == queue.last || flag == 0, "the last slot that waits");
        }
        let vacant = (self.free.len + self.waiting.len) as usize;
        assert_eq!(occupied + vacant + retired, self.slots.len(), "every slot has a place");
    }
}
