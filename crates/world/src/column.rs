//! A column of values in which most rows have the default value.

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

    /// A copy of the column.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn try_clone(&self) -> Result<Column<T>, WorldError> {
        Ok(Column(memory::try_clone(&self.0)?))
    }
}
