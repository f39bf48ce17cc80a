//! A column of values in which most rows have the default value.

use crate::broad::NewOrder;
use crate::{WorldError, memory};

/// A column that stores no values until a value other than the default is set.
#[derive(Default)]
pub(crate) struct Column<T>(Vec<T>);

impl<T: Copy + Default + PartialEq> Column<T> {
    /// The value of a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> T {
        self.0.get(row).copied().unwrap_or_default()
    }

    /// Reserves room to set `value` in a column of `rows` rows, and to add `more` rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn reserve(&mut self, value: T, rows: usize, more: usize) -> Result<(), WorldError> {
        if !self.0.is_empty() || value != T::default() {
            self.0.try_reserve(rows + more - self.0.len())?;
        }
        Ok(())
    }

    /// Sets the value of a row, in a column of `rows` rows. [`Column::reserve`] must have reserved the room.
    pub(crate) fn set(&mut self, row: usize, value: T, rows: usize) {
        if self.0.is_empty() && value == T::default() {
            return;
        }
        self.0.resize(rows, T::default());
        self.0[row] = value;
    }

    /// The stored values: one for each row, or none if all rows have the default value.
    pub(crate) fn stored(&self) -> &[T] {
        &self.0
    }

    /// Stores a value for each of `rows` rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn store(&mut self, rows: usize) -> Result<(), WorldError> {
        Ok(memory::try_resize(&mut self.0, rows, T::default())?)
    }

    /// Replaces each stored value by that of `value` for its row. Forgets all values if each is the default.
    pub(crate) fn replace(&mut self, value: impl Fn(usize) -> T) {
        self.0.iter_mut().enumerate().for_each(|(row, place)| *place = value(row));
        if self.0.iter().all(|value| *value == T::default()) {
            self.0 = Vec::new();
        }
    }

    /// Returns memory for [`Column::permute`].
    pub(crate) fn room(&self, order: NewOrder<'_>) -> Result<Vec<T>, WorldError> {
        order.room(&self.0)
    }

    /// Puts the rows into a new order. `room` is from [`Column::room`].
    pub(crate) fn permute(&mut self, order: NewOrder<'_>, room: Vec<T>) {
        order.apply(&mut self.0, room, |&value| value);
    }

    /// Drops all rows from `rows` on.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.0.truncate(rows);
    }

    /// A copy of the column.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn try_clone(&self) -> Result<Column<T>, WorldError> {
        Ok(Column(memory::try_clone(&self.0)?))
    }
}
