//! The tables, as the narrow phase reads them.

use crate::masks::VariantNumber;
use crate::{WorldError, memory};
use mask::Mask;

/// The table of an ordered pair of variants, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The row of the offset `[0, 0]`, among the rows of all tables.
    row: u32,
    /// The column of the offset `[0, 0]`.
    column: u16,
    /// 1 if the table holds the offsets of the second variant from the first, -1 if it holds the reverse, and 0 if there
    /// is no table.
    sign: i16,
}

impl TableEntry {
    /// There is no table.
    pub(super) const NONE: TableEntry = TableEntry { row: 0, column: 0, sign: 0 };
    /// There is no table, and no table is made before the next census.
    pub(super) const REFUSED: TableEntry = TableEntry { row: 1, column: 0, sign: 0 };

    #[inline(always)]
    pub(super) fn is_table(self) -> bool {
        self.sign != 0
    }

    /// Returns the entry of the reversed pair.
    fn reversed(self) -> TableEntry {
        TableEntry { sign: -self.sign, ..self }
    }

    /// Returns the row and the column of an offset.
    #[inline(always)]
    fn cell(self, [x, y]: [i32; 2]) -> (usize, u16) {
        let sign = i32::from(self.sign);
        let row = self.row.wrapping_add_signed(y.wrapping_mul(sign));
        (row as usize, self.column.wrapping_add(x.wrapping_mul(sign) as u16))
    }
}

/// A row of a table: the runs of colliding offsets, at most two.
///
/// ```text
///   bits 0 to 15    the first column of the first run
///   bits 16 to 31   the length of the first run
///   bits 32 to 63   the same for the second run
/// ```
///
/// Most rows have one run, because both masks smooth each other's outline. Two runs are the sides of a hole. A row
/// takes 8 bytes for any width, so more tables fit the caches than with a bit for each offset. (In a scene of 4 to 256
/// px, tables of bits were no faster than tests of pixels.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TableRow(u64);

impl TableRow {
    /// A row of more than two runs. Its offsets are not known.
    const UNKNOWN: TableRow = TableRow(u64::MAX);

    /// Returns the row of a mask.
    fn of(words: impl Iterator<Item = u64>) -> TableRow {
        let (mut ends, mut count) = ([0; 4], 0);
        let mut last = 0;
        // A bit that differs from the bit before it is the first of a run, or the first after it. Beyond the last word,
        // all bits are zero.
        for (start, word) in (0..).step_by(64).zip(words.chain([0])) {
            let mut edges = word ^ (word << 1 | last);
            last = word >> 63;
            while edges != 0 {
                let Some(end) = ends.get_mut(count) else { return TableRow::UNKNOWN };
                *end = start + u64::from(edges.trailing_zeros());
                count += 1;
                edges &= edges - 1;
            }
        }
        let run = |start: u64, end: u64| start | (end - start) << 16;
        TableRow(run(ends[0], ends[1]) | run(ends[2], ends[3]) << 32)
    }

    /// Returns whether the offset in a column collides, or `None` if it is not known.
    #[inline(always)]
    fn collides(self, column: u16) -> Option<bool> {
        let in_run = |run: u64| column.wrapping_sub(run as u16) < (run >> 16) as u16;
        (self != TableRow::UNKNOWN).then(|| in_run(self.0) | in_run(self.0 >> 32))
    }
}

/// The size of a variant's tight box, in pixels.
pub(super) type Size = [u32; 2];

/// The shape of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    /// The number of rows.
    pub(super) rows: usize,
    /// The cell of the offset `[0, 0]`.
    zero: [u32; 2],
}

impl TableShape {
    /// Returns the shape of the table of two variants with these sizes, or `None` if the table would be too wide.
    pub(super) fn new(a: Size, b: Size) -> Option<TableShape> {
        let [columns, rows] = [0, 1].map(|axis| u64::from(a[axis]) + u64::from(b[axis]) - 1);
        // The columns are counted in 16 bits, and the largest number means an unknown row.
        let fits = columns < u16::MAX.into();
        fits.then_some(TableShape { rows: rows as usize, zero: b.map(|side| side - 1) })
    }
}

/// The tables, and the directory that finds them.
#[derive(Default)]
pub(crate) struct TableSet {
    /// One more than the largest number of a variant.
    side: usize,
    /// The entry of each ordered pair of numbers, at `a * side + b`.
    directory: Vec<TableEntry>,
    /// The rows of all tables, each from top to bottom.
    rows: Vec<TableRow>,
}

impl TableSet {
    /// The maximum number of rows of all tables: 512 MiB.
    pub(super) const MAX_ROWS: usize = 1 << 26;

    /// Returns a set for the numbers below `side`, with room for `rows` rows of tables.
    pub(super) fn new(side: usize, rows: usize) -> Result<TableSet, WorldError> {
        let mut directory = Vec::new();
        directory.try_reserve_exact(side * side)?;
        directory.resize(side * side, TableEntry::NONE);
        Ok(TableSet { side, directory, rows: memory::try_with_capacity(rows)? })
    }

    /// Returns a copy of the tables.
    pub(super) fn try_clone(&self) -> Result<TableSet, WorldError> {
        let mut copy = TableSet::new(self.side, self.rows.len())?;
        copy.directory.copy_from_slice(&self.directory);
        copy.rows.extend_from_slice(&self.rows);
        Ok(copy)
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// Returns the memory of the tables and of the directory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<TableEntry>() * self.directory.capacity() + size_of::<TableRow>() * self.rows.capacity()
    }

    /// Returns the number of rows of all tables.
    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns a reader of the tables.
    #[inline(always)]
    pub(super) fn reader(&self) -> TableReader<'_> {
        TableReader { side: self.side, directory: &self.directory, rows: &self.rows }
    }

    /// Returns the entry of an ordered pair of numbers. There is none for numbers beyond the directory.
    #[inline(always)]
    pub(super) fn entry(&self, pair: Numbers) -> Option<TableEntry> {
        self.directory.get(place(pair, self.side)).copied()
    }

    /// Sets the entries of a pair of numbers, in both orders.
    pub(super) fn set_entry(&mut self, [a, b]: Numbers, entry: TableEntry) {
        self.directory[place([b, a], self.side)] = entry.reversed();
        self.directory[place([a, b], self.side)] = entry;
    }

    /// Makes the entries of refused tables empty.
    pub(super) fn forget_refusals(&mut self) {
        self.directory.iter_mut().filter(|entry| !entry.is_table()).for_each(|entry| *entry = TableEntry::NONE);
    }

    /// Makes the table of two masks. If the rows must grow, there is room for `room` rows afterwards.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn make(
        &mut self,
        pair: Numbers,
        shape: TableShape,
        [a, b]: [&Mask; 2],
        room: usize,
    ) -> Result<(), WorldError> {
        let (table, _) = a.colliding_offsets(b)?;
        let (start, end) = (self.rows.len(), self.rows.len() + shape.rows);
        if end > self.rows.capacity() {
            self.rows.try_reserve_exact(room.max(end) - start)?;
        }
        self.rows.extend((0..table.height()).map(|row| TableRow::of(table.row_words(row))));
        self.set_entry(pair, TableSet::entry_at(shape, start));
        Ok(())
    }

    /// Copies the table of a pair from another set. There must be room for its rows.
    pub(super) fn copy(&mut self, pair: Numbers, shape: TableShape, from: &TableSet) {
        let start = from.entry(pair).map_or(0, |entry| entry.row - shape.zero[1]) as usize;
        self.set_entry(pair, TableSet::entry_at(shape, self.rows.len()));
        self.rows.extend_from_slice(&from.rows[start..start + shape.rows]);
    }

    /// Returns the entry of a table whose first row is `start`.
    fn entry_at(shape: TableShape, start: usize) -> TableEntry {
        let [column, row] = shape.zero;
        TableEntry { row: start as u32 + row, column: column as u16, sign: 1 }
    }
}

/// Two numbers of variants. Tables are made for pairs whose first number is not larger.
pub(crate) type Numbers = [VariantNumber; 2];

/// Returns the place of a pair in a square table with `side` rows.
#[inline(always)]
pub(super) fn place([a, b]: Numbers, side: usize) -> usize {
    usize::from(a) * side + usize::from(b)
}

/// The tables, for one thread of the narrow phase.
#[derive(Clone, Copy)]
pub(crate) struct TableReader<'a> {
    side: usize,
    directory: &'a [TableEntry],
    rows: &'a [TableRow],
}

impl TableReader<'_> {
    /// Returns whether two variants share a solid pixel, or `None` if no table knows. `offset` is the offset from the
    /// top-left pixel of the first tight box to that of the second. The two boxes must overlap.
    #[inline(always)]
    pub(crate) fn collide(self, pair: Numbers, offset: [i32; 2]) -> Option<bool> {
        let entry = self.directory.get(place(pair, self.side)).filter(|entry| entry.is_table())?;
        let (row, column) = entry.cell(offset);
        self.rows[row].collides(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_at_most_two_runs_knows_each_of_its_offsets() {
        let mut known = 0;
        // The words of a row have a run that ends, begins or continues at each border between two words.
        let words = [0, 1, 1 << 63, u64::MAX, 0xff00, u64::MAX >> 1, u64::MAX << 1, 0b101, 1 << 63 | 1];
        for row in words.iter().flat_map(|&a| words.map(|b| [a, b])).flat_map(|[a, b]| words.map(|c| [a, b, c])) {
            let bit = |column: usize| row[column / 64] >> (column % 64) & 1 != 0;
            let runs = (0..192).filter(|&column| bit(column) && (column == 0 || !bit(column - 1))).count();
            let table = TableRow::of(row.into_iter());
            assert_eq!(table == TableRow::UNKNOWN, runs > 2, "{row:x?}");
            for column in 0..192 {
                let collides = table.collides(column as u16);
                assert!(runs > 2 || collides == Some(bit(column)), "column {column} of {row:x?}");
                known += usize::from(collides.is_some());
            }
        }
        assert!(known > 40_000, "{known}");
    }
}
