//! Slot tables from saved ids.

use super::ids::{SlotId, SlotValue};
use super::table::{END, Slot, Slots};
use crate::{WorldError, memory};

/// A slot table in construction from the ids of a saved world. Each id is checked.
pub(crate) struct SlotsLoader<T> {
    slots: Slots<T>,
    /// For each slot, whether an id has named it.
    seen: Vec<bool>,
}

impl<T: SlotValue> SlotsLoader<T> {
    /// A loader for `count` slots, one for each id.
    pub(crate) fn new(count: usize) -> Result<SlotsLoader<T>, WorldError> {
        let mut slots = Slots::default();
        slots.try_reserve(count)?;
        slots.slots.extend((0..count).map(|_| Slot { generation: 0, value: T::vacant(END) }));
        let mut seen = Vec::new();
        memory::try_resize(&mut seen, count, false)?;
        Ok(SlotsLoader { slots, seen })
    }

    /// Puts a value into the slot of its id.
    ///
    /// # Errors
    /// Returns what is wrong with the id.
    pub(crate) fn occupy(&mut self, id: SlotId, value: T) -> Result<(), &'static str> {
        *self.slot(id)? = Slot { generation: id.generation(), value };
        if id.generation() > 1 {
            self.slots.note_vacated(id.index());
        }
        self.slots.occupied += 1;
        Ok(())
    }

    /// Makes the slot of an id the first free slot.
    ///
    /// # Errors
    /// Returns what is wrong with the id.
    pub(crate) fn vacate(&mut self, id: SlotId) -> Result<(), &'static str> {
        self.slot(id)?.generation = id.generation().wrapping_add(1);
        self.slots.note_vacated(id.index());
        self.slots.push_free(id.index());
        Ok(())
    }

    /// Appends the slot of an id to the waiting slots.
    ///
    /// # Errors
    /// Returns what is wrong with the id.
    pub(crate) fn wait(&mut self, id: SlotId) -> Result<(), &'static str> {
        self.slot(id)?.generation = id.generation().wrapping_add(1);
        self.slots.note_vacated(id.index());
        self.slots.push_waiting(id.index());
        Ok(())
    }

    /// The slot of an id, unless another id has named this slot.
    fn slot(&mut self, id: SlotId) -> Result<&mut Slot<T>, &'static str> {
        if id.generation() & 1 == 0 {
            return Err("the upper 32 bits of its id must be odd");
        }
        match self.seen.get_mut(id.index() as usize) {
            None => Err("its slot must be less than the number of all slots"),
            Some(true) => Err("another entry has its slot"),
            Some(seen) => {
                *seen = true;
                Ok(&mut self.slots.slots[id.index() as usize])
            }
        }
    }

    /// The slots. Each slot has been named, because there are as many ids as slots and no two ids name one
    /// slot.
    pub(crate) fn finish(self) -> Slots<T> {
        debug_assert!(self.seen.iter().all(|&seen| seen));
        self.slots
    }
}
