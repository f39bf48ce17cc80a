//! Columns that several threads may change.

use super::gather::NewOrder;
use crate::{WorldError, memory};
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

/// A column of values, which stores none if all rows have the default value.
///
/// Threads that share the column may set values, each thread for its own rows. The first value other than the default
/// allocates the column.
#[derive(Default)]
pub(crate) struct SharedColumn<T, const N: usize> {
    /// The value of each row. Unset if all rows have the default value.
    cells: OnceLock<Vec<Cell<N>>>,
    /// The number of rows.
    rows: usize,
    /// The value of a row for which none is stored.
    default: T,
}

/// The values of all rows from a first row on.
#[derive(Clone, Copy)]
pub(crate) struct ValuesFrom<'a, T, const N: usize> {
    /// `None` if all rows have the default value.
    cells: Option<&'a [Cell<N>]>,
    default: T,
}

impl<T: Words<N>, const N: usize> ValuesFrom<'_, T, N> {
    /// The value of a row, counted from the first row.
    #[inline(always)]
    pub(crate) fn get(self, row: usize) -> T {
        self.cells.map_or(self.default, |cells| T::from_words(load(&cells[row])))
    }

    /// Whether all rows have the default value.
    #[inline(always)]
    pub(crate) fn are_default(self) -> bool {
        self.cells.is_none()
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
        let copy = SharedColumn { cells: OnceLock::new(), rows: self.rows, default: self.default };
        if let Some(cells) = self.cells.get() {
            let _ = copy.cells.set(memory::try_collect(cells.iter().map(|old| cell(load(old))))?);
        }
        Ok(copy)
    }

    /// The value of a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> T {
        self.from(row).get(0)
    }

    /// The values of all rows from `row` on.
    #[inline(always)]
    pub(super) fn from(&self, row: usize) -> ValuesFrom<'_, T, N> {
        ValuesFrom { cells: self.cells.get().map(|cells| &cells[row..]), default: self.default }
    }

    /// Reserves room to set `value` in a column of `rows` rows, and to add `more` rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, value: T, rows: usize, more: usize) -> Result<(), WorldError> {
        match self.cells.get_mut() {
            Some(cells) => cells.try_reserve(rows + more - cells.len())?,
            None if value == self.default => {}
            None => _ = self.cells.set(self.default_cells(rows + more)?),
        }
        Ok(())
    }

    /// Sets the value of a row, in a column of `rows` rows. [`SharedColumn::reserve`] must have reserved the room.
    pub(crate) fn set(&mut self, row: usize, value: T, rows: usize) {
        self.rows = rows;
        if let Some(cells) = self.cells.get_mut() {
            cells.resize_with(rows, || cell(self.default.to_words()));
            cells[row] = cell(value.to_words());
        }
    }

    /// Sets the value of an existing row. At the same time, other threads may set the values of other rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The value is unchanged.
    pub(crate) fn set_shared(&self, row: usize, value: T) -> Result<(), WorldError> {
        self.reserve_shared(value)?;
        if let Some(cells) = self.cells.get() {
            cells[row].iter().zip(value.to_words()).for_each(|(cell, word)| cell.store(word, Ordering::Relaxed));
        }
        Ok(())
    }

    /// Allocates the memory with which [`SharedColumn::set_shared`] can set a value in any row.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn reserve_shared(&self, value: T) -> Result<(), WorldError> {
        if self.cells.get().is_none() && value != self.default {
            let cells = self.default_cells(self.rows)?;
            self.cells.get_or_init(|| cells);
        }
        Ok(())
    }

    /// The default value for each row, in a list with room for `room` rows.
    fn default_cells(&self, room: usize) -> Result<Vec<Cell<N>>, WorldError> {
        let mut cells = memory::try_with_capacity(room)?;
        cells.resize_with(self.rows, || cell(self.default.to_words()));
        Ok(cells)
    }

    /// Returns memory for [`SharedColumn::permute`].
    pub(super) fn room(&self, order: NewOrder<'_>) -> Result<Vec<Cell<N>>, WorldError> {
        self.cells.get().map_or(Ok(Vec::new()), |cells| order.room(cells))
    }

    /// Puts the rows into a new order. `room` is from [`SharedColumn::room`].
    pub(super) fn permute(&mut self, order: NewOrder<'_>, room: Vec<Cell<N>>) {
        if let Some(cells) = self.cells.get_mut() {
            order.apply(cells, room, |old| cell(load(old)));
        }
    }

    /// Drops all rows from `rows` on.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.rows = rows;
        if let Some(cells) = self.cells.get_mut() {
            cells.truncate(rows);
        }
    }

    /// Sets the default value, and drops the stored values: all rows then have the default value.
    pub(super) fn set_default(&mut self, default: T) {
        *self = SharedColumn { cells: OnceLock::new(), rows: self.rows, default };
    }

    /// The number of stored values: the number of rows, or 0.
    #[inline]
    pub(super) fn stored(&self) -> usize {
        self.cells.get().map_or(0, Vec::len)
    }
}
