//! Columns that several threads may change.

use crate::{WorldError, memory};
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A value that is stored as `N` numbers.
pub(crate) trait Words<const N: usize>: Copy + Default + PartialEq {
    /// The value as numbers.
    fn to_words(self) -> [u64; N];

    /// The value that [`Words::to_words`] converted to these numbers.
    fn from_words(words: [u64; N]) -> Self;
}

/// The stored form of a value.
type Cell<const N: usize> = [AtomicU64; N];

/// A column of values, which stores none if all slots have the default value.
///
/// Threads that share the column may set values, each thread for its own slots. The first value other than the default
/// allocates the column.
#[derive(Default)]
pub(crate) struct SharedColumn<T, const N: usize> {
    /// The value of each slot. Unset if all slots have the default value.
    cells: OnceLock<Vec<Cell<N>>>,
    /// The number of slots.
    slots: usize,
    value: PhantomData<T>,
}

/// The values of all slots.
#[derive(Clone, Copy)]
pub(super) struct Values<'a, T, const N: usize> {
    /// `None` if all slots have the default value.
    cells: Option<&'a [Cell<N>]>,
    value: PhantomData<T>,
}

impl<T: Words<N>, const N: usize> Values<'_, T, N> {
    /// The value of a slot.
    #[inline(always)]
    pub(super) fn get(self, slot: usize) -> T {
        self.cells.map_or(T::default(), |cells| T::from_words(load(&cells[slot])))
    }
}

fn cell<const N: usize>(words: [u64; N]) -> Cell<N> {
    words.map(AtomicU64::new)
}

#[inline(always)]
fn load<const N: usize>(cell: &Cell<N>) -> [u64; N] {
    cell.each_ref().map(|word| word.load(Ordering::Relaxed))
}

impl<T: Words<N> + Send + Sync, const N: usize> SharedColumn<T, N> {
    /// A copy of the column.
    pub(crate) fn try_clone(&self) -> Result<SharedColumn<T, N>, WorldError> {
        let copy = SharedColumn { cells: OnceLock::new(), slots: self.slots, value: PhantomData };
        if let Some(cells) = self.cells.get() {
            let _ = copy.cells.set(memory::try_collect(cells.iter().map(|old| cell(load(old))))?);
        }
        Ok(copy)
    }

    /// The value of a slot.
    #[inline(always)]
    pub(crate) fn get(&self, slot: usize) -> T {
        self.all().get(slot)
    }

    /// All values, for a loop.
    #[inline(always)]
    pub(super) fn all(&self) -> Values<'_, T, N> {
        Values { cells: self.cells.get().map(|cells| &cells[..]), value: PhantomData }
    }

    /// Reserves room to set `value` in a column of `slots` slots, and to add `more` slots.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, value: T, slots: usize, more: usize) -> Result<(), WorldError> {
        match self.cells.get_mut() {
            Some(cells) => cells.try_reserve(slots + more - cells.len())?,
            None if value == T::default() => {}
            None => _ = self.cells.set(self.default_cells(slots + more)?),
        }
        Ok(())
    }

    /// Sets the value of a slot, in a column of `slots` slots. [`SharedColumn::reserve`] must have reserved the room.
    pub(crate) fn set(&mut self, slot: usize, value: T, slots: usize) {
        self.slots = slots;
        if let Some(cells) = self.cells.get_mut() {
            cells.resize_with(slots, || cell(T::default().to_words()));
            cells[slot] = cell(value.to_words());
        }
    }

    /// Sets the value of an existing slot. At the same time, other threads may set the values of other slots.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The value is unchanged.
    pub(crate) fn set_shared(&self, slot: usize, value: T) -> Result<(), WorldError> {
        self.reserve_shared(value)?;
        if let Some(cells) = self.cells.get() {
            cells[slot].iter().zip(value.to_words()).for_each(|(cell, word)| cell.store(word, Ordering::Relaxed));
        }
        Ok(())
    }

    /// Allocates the memory with which [`SharedColumn::set_shared`] can set a value in any slot.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve_shared(&self, value: T) -> Result<(), WorldError> {
        if self.cells.get().is_none() && value != T::default() {
            let cells = self.default_cells(self.slots)?;
            self.cells.get_or_init(|| cells);
        }
        Ok(())
    }

    /// The default value for each slot, in a list with room for `room` slots.
    fn default_cells(&self, room: usize) -> Result<Vec<Cell<N>>, WorldError> {
        let mut cells = memory::try_with_capacity(room)?;
        cells.resize_with(self.slots, || cell(T::default().to_words()));
        Ok(cells)
    }

    /// Drops all slots from `slots` on.
    pub(crate) fn truncate(&mut self, slots: usize) {
        self.slots = slots;
        if let Some(cells) = self.cells.get_mut() {
            cells.truncate(slots);
        }
    }

    /// The number of stored values: the number of slots, or 0.
    #[inline]
    pub(crate) fn stored(&self) -> usize {
        self.cells.get().map_or(0, Vec::len)
    }
}

/// The column of data.
pub(crate) type DataColumn = SharedColumn<u64, 1>;

impl Words<1> for u64 {
    fn to_words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn from_words([number]: [u64; 1]) -> u64 {
        number
    }
}
