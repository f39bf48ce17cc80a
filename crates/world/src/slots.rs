//! Slots: each holds a value, or waits for one, and an id names the value of a slot in one of its lives.
//!
//! ```text
//!   slot    0             1             2             3
//!   life   [ 1: value ]  [ 4: -> 3  ]  [ 3: value ]  [ 2: end  ]      odd: occupied, even: vacant
//!                          ^ free                      the rest of the free list
//! ```
//!
//! A vacated slot waits until [`Slots::release`] before another value may have it. The free list and the queue of
//! waiting slots are links through the vacant slots, so that vacating a slot takes no memory and cannot fail.

use crate::{WorldError, memory};
use std::fmt;

/// The name of a value: its slot, and the life of the slot, which is odd. The default names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct SlotId {
    index: u32,
    generation: u32,
}

impl SlotId {
    /// The slot.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    /// Whether it is an id that no slot ever gives.
    #[inline(always)]
    pub(crate) fn is_null(self) -> bool {
        self.generation == 0
    }

    /// Slot and generation as one number.
    pub(crate) fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The id that gives this number.
    pub(crate) fn from_bits(bits: u64) -> SlotId {
        SlotId { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// A value in a slot. A vacant slot holds a link in its place.
pub(crate) trait SlotValue {
    /// What a vacant slot holds.
    fn vacant(link: u32) -> Self;

    /// The link of a vacant slot.
    fn link(&self) -> u32;
}

/// Values, each with an id that never names another.
pub(crate) struct Slots<T> {
    slots: Vec<Slot<T>>,
    occupied: usize,
    /// The slots for new values, the last released first.
    free: Queue,
    /// Vacated slots that no new value may have yet, the first vacated first.
    waiting: Queue,
}

struct Slot<T> {
    /// Odd if the slot is occupied, 0 if it was occupied as often as can be counted.
    generation: u32,
    value: T,
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
const END: u32 = !WAITING;
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
    fn push_waiting(&mut self, index: u32) {
        match self.waiting.last {
            END => self.waiting.first = index,
            last => self.slots[last as usize].value = T::vacant(WAITING | index),
        }
        self.slots[index as usize].value = T::vacant(WAITING | END);
        self.waiting.last = index;
        self.waiting.len += 1;
    }

    /// Makes a slot the next that is given away, unless its lives are used up.
    fn push_free(&mut self, index: u32) {
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
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SlotId, &T)> {
        let occupied = (0..).zip(&self.slots).filter(|(_, slot)| slot.generation & 1 == 1);
        occupied.map(|(index, slot)| (SlotId { index, generation: slot.generation }, &slot.value))
    }

    /// The values in the order of their slots, to change.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (SlotId, &mut T)> {
        let occupied = (0..).zip(&mut self.slots).filter(|(_, slot)| slot.generation & 1 == 1);
        occupied.map(|(index, slot)| (SlotId { index, generation: slot.generation }, &mut slot.value))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Some value; a link in a vacant slot.
    type Number = u32;

    impl SlotValue for Number {
        fn vacant(link: u32) -> Number {
            link
        }

        fn link(&self) -> u32 {
            *self
        }
    }

    fn insert(slots: &mut Slots<Number>, value: u32) -> SlotId {
        slots.try_reserve(1).unwrap();
        slots.insert_with(|_| value)
    }

    #[test]
    fn ids_are_numbers_and_have_the_order_of_their_slots() {
        let ids = [[0, 1], [0, 3], [5, 1], [u32::MAX, 7]].map(|[index, generation]| SlotId { index, generation });
        assert!(ids.is_sorted());
        assert!(ids.iter().all(|&id| SlotId::from_bits(id.to_bits()) == id && !id.is_null()));
        assert_eq!((ids[2].to_bits(), format!("{:?}", ids[2])), (1 << 32 | 5, "5v1".into()));
        assert!(SlotId::default().is_null() && SlotId::default().to_bits() == 0);
        assert_eq!(size_of::<Slot<Number>>(), 8);
    }

    #[test]
    fn bits_that_no_slot_gave_name_nothing() {
        let mut slots = Slots::default();
        let [id, gone] = [3, 4].map(|value| insert(&mut slots, value));
        slots.vacate(gone);
        for generation in [0, 2, 3, u32::MAX - 1, u32::MAX] {
            for index in [0, 1, 2, END, u32::MAX] {
                let id = SlotId { index, generation };
                assert!(slots.get(id).is_none() && slots.get_mut(id).is_none() && !slots.is_waiting(id), "{id:?}");
                assert!(slots.vacate(id).is_none() && slots.remove(id).is_none(), "{id:?}");
            }
        }
        assert!(slots.get(id) == Some(&3) && slots.is_waiting(gone));
        slots.release([SlotId::default(), id, SlotId { index: 9, generation: 1 }].into_iter());
        assert!(!slots.is_waiting(gone));
        slots.validate();
    }

    #[test]
    fn a_slot_whose_lives_are_used_up_is_given_to_nobody() {
        for named in [false, true] {
            let mut slots = Slots::default();
            insert(&mut slots, 7);
            slots.slots[0].generation = u32::MAX;
            let last = SlotId { index: 0, generation: u32::MAX };
            assert_eq!(slots.vacate(last), Some(7));
            assert!(slots.is_waiting(last));
            slots.release(named.then_some(last).into_iter());
            assert_eq!(slots.is_waiting(last), named);
            slots.validate();
            slots.release([].into_iter());
            assert!(!slots.is_waiting(last) && slots.get(last).is_none());
            slots.validate();
            assert_eq!(insert(&mut slots, 8).index(), 1);
        }
        let mut slots = Slots::default();
        insert(&mut slots, 7);
        slots.slots[0].generation = u32::MAX;
        slots.remove(SlotId { index: 0, generation: u32::MAX });
        slots.validate();
        assert_eq!(insert(&mut slots, 8).index(), 1);
    }

    /// Values come and go, are released and named, and a plain list says which.
    #[test]
    fn slots_are_what_a_list_of_values_says() {
        let mut state = 1_u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % count.max(1)
        };
        let mut slots = Slots::default();
        let (mut alive, mut waiting) = (Vec::<(SlotId, u32)>::new(), Vec::<SlotId>::new());
        let (mut free, mut given) = (Vec::<u32>::new(), HashSet::new());
        for round in 0..20_000 {
            match below(8) {
                0..=2 => {
                    let id = insert(&mut slots, round);
                    let expected = free.pop().unwrap_or((alive.len() + waiting.len()) as u32);
                    assert!(id.index() == expected && given.insert(id));
                    alive.push((id, round));
                }
                3..=5 if !alive.is_empty() => {
                    let (id, value) = alive.swap_remove(below(alive.len()));
                    if below(3) == 0 {
                        assert_eq!(slots.remove(id), Some(value));
                        free.push(id.index());
                    } else {
                        assert_eq!(slots.vacate(id), Some(value));
                        waiting.push(id);
                    }
                    assert_eq!((slots.vacate(id), slots.remove(id)), (None, None));
                }
                6 if below(4) == 0 => {
                    let named: Vec<SlotId> = (0..below(5)).filter_map(|_| waiting.get(below(9)).copied()).collect();
                    let living = alive.first().map(|&(id, _)| id);
                    slots.release(named.iter().copied().chain(living));
                    free.extend(waiting.extract_if(.., |id| !named.contains(id)).map(SlotId::index));
                }
                _ => slots.try_reserve(below(3)).unwrap(),
            }
            slots.validate();
            assert!(alive.iter().all(|&(id, value)| slots.get(id) == Some(&value) && !slots.is_waiting(id)));
            assert!(waiting.iter().all(|&id| slots.is_waiting(id) && slots.get(id).is_none()));
            assert_eq!((slots.len(), slots.is_empty()), (alive.len(), alive.is_empty()));
            assert_eq!(slots.slot_count(), alive.len() + waiting.len() + free.len());
            let mut sorted = alive.clone();
            sorted.sort_unstable();
            assert!(slots.iter().map(|(id, &value)| (id, value)).eq(sorted), "the values in order");
        }
        println!("{} ids in {} slots", given.len(), slots.slot_count());
    }
}
