//! The column of layers.

use super::gather::NewOrder;
use crate::sprites::Layers;
use crate::{WorldError, memory};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A column of layers, which stores no values if all rows have the default layers.
///
/// Threads that share the column may set values, each thread for its own rows. The first value other than the default
/// allocates the column.
#[derive(Default)]
pub(crate) struct LayersColumn {
    /// The layers of each row. Unset if all rows have the default layers.
    values: OnceLock<Vec<AtomicU64>>,
    /// The number of rows.
    rows: usize,
}

/// The layers of all rows from a first row on. `None` if all rows have the default layers.
#[derive(Clone, Copy)]
pub(crate) struct LayersFrom<'a>(Option<&'a [AtomicU64]>);

impl LayersFrom<'_> {
    /// Returns the layers of a row, counted from the first row.
    #[inline(always)]
    pub(crate) fn get(self, row: usize) -> Layers {
        self.0.map_or_else(Layers::default, |values| Layers::from_bits(values[row].load(Ordering::Relaxed)))
    }
}

fn default_value() -> AtomicU64 {
    AtomicU64::new(Layers::default().to_bits())
}

impl LayersColumn {
    /// Returns a copy of the column.
    pub(super) fn try_clone(&self) -> Result<LayersColumn, WorldError> {
        let copy = LayersColumn { values: OnceLock::new(), rows: self.rows };
        if let Some(values) = self.values.get() {
            let values = values.iter().map(|value| AtomicU64::new(value.load(Ordering::Relaxed)));
            let _ = copy.values.set(memory::try_collect(values)?);
        }
        Ok(copy)
    }

    /// Returns the layers of a row.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Layers {
        self.from(row).get(0)
    }

    /// Returns the layers of all rows from `row` on.
    #[inline(always)]
    pub(super) fn from(&self, row: usize) -> LayersFrom<'_> {
        LayersFrom(self.values.get().map(|values| &values[row..]))
    }

    /// Reserves room to set `value` in a column of `rows` rows, and to add `more` rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn reserve(&mut self, value: Layers, rows: usize, more: usize) -> Result<(), WorldError> {
        match self.values.get_mut() {
            Some(values) => values.try_reserve(rows + more - values.len())?,
            None if value == Layers::default() => {}
            None => _ = self.values.set(self.default_values(rows + more)?),
        }
        Ok(())
    }

    /// Sets the layers of a row, in a column of `rows` rows. [`LayersColumn::reserve`] must have reserved the room.
    pub(super) fn set(&mut self, row: usize, value: Layers, rows: usize) {
        self.rows = rows;
        if let Some(values) = self.values.get_mut() {
            values.resize_with(rows, default_value);
            *values[row].get_mut() = value.to_bits();
        }
    }

    /// Sets the layers of an existing row. At the same time, other threads may set the layers of other rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The layers are unchanged.
    pub(crate) fn set_shared(&self, row: usize, value: Layers) -> Result<(), WorldError> {
        let values = match self.values.get() {
            Some(values) => values,
            None if value == Layers::default() => return Ok(()),
            None => {
                let values = self.default_values(self.rows)?;
                self.values.get_or_init(|| values)
            }
        };
        values[row].store(value.to_bits(), Ordering::Relaxed);
        Ok(())
    }

    /// Returns the default layers for each row, in a list with room for `room` rows.
    fn default_values(&self, room: usize) -> Result<Vec<AtomicU64>, WorldError> {
        let mut values = memory::try_with_capacity(room)?;
        values.resize_with(self.rows, default_value);
        Ok(values)
    }

    /// Returns memory for [`LayersColumn::permute`].
    pub(super) fn room(&self, order: NewOrder<'_>) -> Result<Vec<AtomicU64>, WorldError> {
        self.values.get().map_or(Ok(Vec::new()), |values| order.room(values))
    }

    /// Puts the rows into a new order. `room` is from [`LayersColumn::room`].
    pub(super) fn permute(&mut self, order: NewOrder<'_>, room: Vec<AtomicU64>) {
        if let Some(values) = self.values.get_mut() {
            order.apply(values, room, |value| AtomicU64::new(value.load(Ordering::Relaxed)));
        }
    }

    /// Drops all rows from `rows` on.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.rows = rows;
        if let Some(values) = self.values.get_mut() {
            values.truncate(rows);
        }
    }

    /// Returns whether all rows have the default layers.
    #[inline]
    pub(super) fn is_default(&self) -> bool {
        self.stored() == 0
    }

    /// Returns the number of stored values: the number of rows, or 0.
    #[inline]
    pub(super) fn stored(&self) -> usize {
        self.values.get().map_or(0, Vec::len)
    }
}
