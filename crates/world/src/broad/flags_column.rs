//! The column of flags, which finds the dirty rows without a pass over all rows.

use super::gather::NewOrder;
use super::row_flags::RowFlags;
use crate::{WorldError, memory};

/// The number of rows in a block. A multiple of eight, so no leaf has rows in two blocks.
const BLOCK: usize = 512;

/// The flags of all rows, and a mark for each block of rows that may have flags.
///
/// ```text
///   marks    [ -             ][ marked        ][ -             ]      a mark for 512 rows
///   flags     ............…    ..dirty......…    ............…        a byte for each row
/// ```
///
/// A refresh reads and clears only marked blocks, so its cost depends on the number of changed rows. A handle to a
/// single row marks the row's block, and an iterator over handles marks all blocks. Handles therefore set flags without
/// a look at the marks.
#[derive(Default)]
pub(crate) struct FlagsColumn {
    pub(super) flags: Vec<RowFlags>,
    /// Whether any row of the block may have flags.
    marks: Vec<bool>,
}

impl FlagsColumn {
    /// A copy of the column.
    pub(super) fn try_clone(&self) -> Result<FlagsColumn, WorldError> {
        Ok(FlagsColumn { flags: memory::try_clone(&self.flags)?, marks: memory::try_clone(&self.marks)? })
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.flags.len()
    }

    /// The flags of a row.
    #[inline]
    pub(super) fn get(&self, row: usize) -> RowFlags {
        self.flags[row]
    }

    /// The flags of a row for changes.
    #[inline]
    pub(super) fn get_mut(&mut self, row: usize) -> &mut RowFlags {
        self.marks[row / BLOCK] = true;
        &mut self.flags[row]
    }

    /// Calls `visit` with each row that may have flags, until it fails.
    ///
    /// # Errors
    /// Returns the error of `visit`.
    pub(super) fn each_mut<E>(
        &mut self,
        mut visit: impl FnMut(usize, &mut RowFlags) -> Result<(), E>,
    ) -> Result<(), E> {
        let blocks = (0..).step_by(BLOCK).zip(self.flags.chunks_mut(BLOCK)).zip(&self.marks);
        let marked = blocks.filter(|(_, mark)| **mark).map(|(block, _)| block);
        let mut rows = marked.flat_map(|(first, flags)| (first..).zip(flags));
        rows.try_for_each(|(row, flags)| visit(row, flags))
    }

    /// The flags of all rows for changes.
    pub(super) fn all_mut(&mut self) -> &mut [RowFlags] {
        self.marks.fill(true);
        &mut self.flags
    }

    /// Reserves room for `more` rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), WorldError> {
        self.flags.try_reserve(more)?;
        Ok(self.marks.try_reserve((self.len() + more).div_ceil(BLOCK) - self.marks.len())?)
    }

    /// Adds a row. [`FlagsColumn::reserve`] must have reserved the room.
    pub(super) fn push(&mut self, flags: RowFlags) {
        let row = self.len();
        self.flags.push(flags);
        self.marks.resize(row / BLOCK + 1, true);
        self.marks[row / BLOCK] = true;
    }

    /// Drops all rows from `rows` on.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.flags.truncate(rows);
        self.marks.truncate(rows.div_ceil(BLOCK));
    }

    /// Puts the rows into a new order. `room` is from [`NewOrder::room`] of [`FlagsColumn::flags`].
    pub(super) fn permute(&mut self, order: NewOrder<'_>, room: Vec<RowFlags>) {
        order.apply(&mut self.flags, room, |&flags| flags);
        self.marks[order.start / BLOCK..].fill(true);
    }

    /// Removes the flags of all rows.
    pub(super) fn clear(&mut self) {
        for (flags, mark) in self.flags.chunks_mut(BLOCK).zip(&mut self.marks) {
            if std::mem::take(mark) {
                flags.fill(RowFlags::CLEAN);
            }
        }
    }

    /// Whether any row has flags.
    pub(super) fn any(&self) -> bool {
        self.marked().any(|(_, flags)| RowFlags::any(flags))
    }

    /// The number of dirty rows.
    pub(super) fn dirty_count(&self) -> usize {
        self.marked().map(|(_, flags)| RowFlags::count_dirty(flags)).sum()
    }

    /// The dirty rows, in ascending order.
    pub(super) fn dirty_rows(&self) -> impl Iterator<Item = usize> {
        let rows = |leaf: usize| (8 * leaf..).zip(&self.flags[8 * leaf..]).take(8);
        self.dirty_leaves().flat_map(rows).filter(|(_, flags)| flags.is_dirty()).map(|(row, _)| row)
    }

    /// The leaves with a dirty row, in ascending order.
    pub(super) fn dirty_leaves(&self) -> impl Iterator<Item = usize> {
        let leaves = self.marked().flat_map(|(first, flags)| (first / 8..).zip(flags.chunks(8)));
        leaves.filter(|(_, flags)| flags.iter().any(|flags| flags.is_dirty())).map(|(leaf, _)| leaf)
    }

    /// The number of rows whose layers have changed.
    pub(super) fn new_layers_count(&self) -> usize {
        self.marked().map(|(_, flags)| RowFlags::count_new_layers(flags)).sum()
    }

    /// The rows whose flags pass a test, in ascending order.
    pub(super) fn rows_with(&self, test: impl Fn(RowFlags) -> bool) -> impl Iterator<Item = usize> {
        let rows = self.marked().flat_map(|(first, flags)| (first..).zip(flags));
        rows.filter(move |(_, flags)| test(**flags)).map(|(row, _)| row)
    }

    /// The flags of the marked blocks, each with its first row.
    fn marked(&self) -> impl Iterator<Item = (usize, &[RowFlags])> {
        let blocks = (0..).step_by(BLOCK).zip(self.flags.chunks(BLOCK)).zip(&self.marks);
        blocks.filter(|(_, mark)| **mark).map(|(block, _)| block)
    }

    /// Checks that there are no flags and no marks, after a refresh.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(super) fn validate(&self) {
        assert_eq!(self.marks.len(), self.len().div_ceil(BLOCK), "there must be a mark for each block of rows");
        assert!(self.flags.iter().all(|&flags| flags == RowFlags::CLEAN), "a refresh must clear all flags");
        assert!(self.marks.iter().all(|mark| !mark), "a refresh must clear all marks");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a pass over all rows, after each of many changes.
    #[test]
    fn marked_blocks_have_all_flags() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut column = FlagsColumn::default();
        for _ in 0..3000 {
            match rng.u8(..10) {
                0 => {
                    let more = rng.usize(..200);
                    column.reserve(more).unwrap();
                    (0..more).for_each(|_| column.push(RowFlags::DIRTY));
                }
                1 => column.truncate(column.len() - rng.usize(..column.len() / 20 + 1)),
                2 => column.clear(),
                3 if rng.u8(..8) == 0 => {
                    column.all_mut().iter_mut().for_each(|flags| flags.mark_dirty_if(rng.u8(..9) == 0));
                }
                _ if column.len() > 0 => {
                    let flags = column.get_mut(rng.usize(..column.len()));
                    flags.mark_dirty_if(rng.bool());
                    flags.set_toggles(rng.bool());
                    if rng.bool() {
                        flags.mark_new_layers();
                    }
                }
                _ => {}
            }
            let with = |is_sought: fn(RowFlags) -> bool| {
                (0..column.len()).filter(|&row| is_sought(column.get(row))).collect::<Vec<_>>()
            };
            let dirty = with(RowFlags::is_dirty);
            assert_eq!(column.dirty_count(), dirty.len());
            assert_eq!(column.any(), !with(|flags| flags != RowFlags::CLEAN).is_empty());
            assert!(column.rows_with(RowFlags::may_leave).eq(with(RowFlags::may_leave)));
            assert_eq!(column.new_layers_count(), with(RowFlags::has_new_layers).len());
            let mut leaves: Vec<usize> = dirty.iter().map(|row| row / 8).collect();
            leaves.dedup();
            assert!(column.dirty_leaves().eq(leaves));
            assert!(column.dirty_rows().eq(dirty));
        }
        column.clear();
        column.validate();
    }
}
