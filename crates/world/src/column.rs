//! A column of values that few rows have.

use crate::{WorldError, memory};

/// A column that is empty as long as all its values are the default one.
#[derive(Default)]
pub(crate) struct Column<T>(Vec<T>);

impl<T: Copy + Default + PartialEq> Column<T> {
    #[inline]
    pub(crate) fn get(&self, row: usize) -> T {
        self.0.get(row).copied().unwrap_or_default()
    }

    /// Makes room for a value, `rows` being how many there will be, and `more` of any kind.
    pub(crate) fn reserve(&mut self, value: T, rows: usize, more: usize) -> Result<(), WorldError> {
        if !self.0.is_empty() || value != T::default() {
            self.0.try_reserve(rows + more - self.0.len())?;
        }
        Ok(())
    }

    /// Sets a value for which there is room, `rows` being how many there are.
    pub(crate) fn set(&mut self, row: usize, value: T, rows: usize) {
        if self.0.is_empty() && value == T::default() {
            return;
        }
        self.0.resize(rows, T::default());
        self.0[row] = value;
    }

    /// A copy of the column.
    pub(crate) fn try_clone(&self) -> Result<Column<T>, WorldError> {
        memory::try_clone(&self.0).map(Column)
    }

    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        if !self.0.is_empty() {
            self.0[to] = self.0[from];
        }
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.0.truncate(rows);
    }

    /// Whether all values are the default one.
    #[inline]
    pub(crate) fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// How many values are stored, which is 0 if all are the default one.
    pub(crate) fn stored(&self) -> usize {
        self.0.len()
    }
}
