//! Slots from saved ids.

use super::table::{END, Slot};
use super::{SlotId, SlotValue, Slots};
use crate::{WorldError, memory};

/// Slots that are put together from the ids of a saved world, each of which is checked.
pub(crate) struct SlotsLoader<T> {
    slots: Slots<T>,
    /// Whether an id has named the slot.
    seen: Vec<bool>,
}

impl<T: SlotValue> SlotsLoader<T> {
    /// As many slots as there are ids.
    pub(crate) fn new(count: usize) -> Result<SlotsLoader<T>, WorldError> {
        let mut slots = Slots::default();
        slots.try_reserve(count)?;
        slots.slots.extend((0..count).map(|_| Slot { generation: 0, value: T::vacant(END) }));
        let mut seen = Vec::new();
        memory::try_resize(&mut seen, count, false)?;
        Ok(SlotsLoader { slots, seen })
    }

    /// Puts in a value, or says what is wrong with its id.
    pub(crate) fn occupy(&mut self, id: SlotId, value: T) -> Result<(), &'static str> {
        *self.slot(id)? = Slot { generation: id.generation, value };
        self.slots.occupied += 1;
        Ok(())
    }

    /// Makes the slot of an id the next that is given away, or says what is wrong with the id.
    pub(crate) fn vacate(&mut self, id: SlotId) -> Result<(), &'static str> {
        self.slot(id)?.generation = id.generation.wrapping_add(1);
        self.slots.push_free(id.index);
        Ok(())
    }

    /// Lets the slot of an id wait behind the others, or says what is wrong with the id.
    pub(crate) fn wait(&mut self, id: SlotId) -> Result<(), &'static str> {
        self.slot(id)?.generation = id.generation.wrapping_add(1);
        self.slots.push_waiting(id.index);
        Ok(())
    }

    /// The slot of an id, if no other id has it.
    fn slot(&mut self, id: SlotId) -> Result<&mut Slot<T>, &'static str> {
        if id.generation & 1 == 0 {
            return Err("its id is of no world");
        }
        match self.seen.get_mut(id.index as usize) {
            None => Err("its slot must be less than the number of all slots"),
            Some(true) => Err("another entry has its slot"),
            Some(seen) => {
                *seen = true;
                Ok(&mut self.slots.slots[id.index as usize])
            }
        }
    }

    /// The slots, all of which have been named: there are as many ids as slots, and no two have the same.
    pub(crate) fn finish(self) -> Slots<T> {
        debug_assert!(self.seen.iter().all(|&seen| seen));
        self.slots
    }
}
