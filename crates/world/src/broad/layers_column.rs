//! The column of layers.

use crate::sprites::Layers;
use crate::{WorldError, memory};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A column of layers that is not stored as long as all rows have the default ones. Threads that share the column
/// may set values: each row is set by one of them, and the first value that is not the default makes the column.
#[derive(Default)]
pub(crate) struct LayersColumn {
    /// A value for each row, if any is stored.
    values: OnceLock<Vec<AtomicU64>>,
    /// How many rows there are.
    rows: usize,
}

/// The layers of the rows from one on.
#[derive(Clone, Copy)]
pub(crate) struct LayersFrom<'a>(Option<&'a [AtomicU64]>);

impl LayersFrom<'_> {
    /// The layers of a row, counted from the first.
    #[inline(always)]
    pub(crate) fn get(self, row: usize) -> Layers {
        self.0.map_or_else(Layers::default, |values| Layers::from_bits(values[row].load(Ordering::Relaxed)))
    }
}

fn default_value() -> AtomicU64 {
    AtomicU64::new(Layers::default().to_bits())
}

impl LayersColumn {
    /// Copies the column.
    pub(super) fn try_clone(&self) -> Result<LayersColumn, WorldError> {
        let copy = LayersColumn { values: OnceLock::new(), rows: self.rows };
        if let Some(values) = self.values.get() {
            let values = values.iter().map(|value| AtomicU64::new(value.load(Ordering::Relaxed)));
            let _ = copy.values.set(memory::try_collect(values)?);
        }
        Ok(copy)
    }

    #[inline]
    pub(crate) fn get(&self, row: usize) -> Layers {
        self.from(row).get(0)
    }

    /// The values from a row on.
    #[inline(always)]
    pub(super) fn from(&self, row: usize) -> LayersFrom<'_> {
        LayersFrom(self.values.get().map(|values| &values[row..]))
    }

    /// Makes room for a value, `rows` being how many there will be, and `more` of any kind.
    pub(super) fn reserve(&mut self, value: Layers, rows: usize, more: usize) -> Result<(), WorldError> {
        match self.values.get_mut() {
            Some(values) => values.try_reserve(rows + more - values.len())?,
            None if value == Layers::default() => {}
            None => _ = self.values.set(self.default_values(rows + more)?),
        }
        Ok(())
    }

    /// Sets a value for which there is room, `rows` being how many there are.
    pub(super) fn set(&mut self, row: usize, value: Layers, rows: usize) {
        self.rows = rows;
        if let Some(values) = self.values.get_mut() {
            values.resize_with(rows, default_value);
            *values[row].get_mut() = value.to_bits();
        }
    }

    /// Sets a value of a row that exists, while other threads set those of other rows.
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

    /// The default value for each row, with room for so many rows.
    fn default_values(&self, room: usize) -> Result<Vec<AtomicU64>, WorldError> {
        let mut values = memory::try_with_capacity(room)?;
        values.resize_with(self.rows, default_value);
        Ok(values)
    }

    pub(super) fn copy(&mut self, from: usize, to: usize) {
        if let Some(values) = self.values.get_mut() {
            *values[to].get_mut() = *values[from].get_mut();
        }
    }

    pub(super) fn truncate(&mut self, rows: usize) {
        self.rows = rows;
        if let Some(values) = self.values.get_mut() {
            values.truncate(rows);
        }
    }

    /// Whether all values are the default one.
    #[inline]
    pub(super) fn is_default(&self) -> bool {
        self.stored() == 0
    }

    /// How many values are stored, which is 0 if all are the default one.
    #[inline]
    pub(super) fn stored(&self) -> usize {
        self.values.get().map_or(0, Vec::len)
    }
}
