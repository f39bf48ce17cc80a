//! The tables, as the narrow phase reads them.

use crate::masks::VariantNumber;
use crate::{WorldError, memory};
use mask::Mask;

/// The table of an ordered pair of variants, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The bit of the offset `[0, 0]`.
    zero: u32,
    /// The number of bits from one row of the table to the next. It is negative if the table holds the offsets of the
    /// first variant from the second. It is 0 if there is no table.
    stride: i32,
}

impl TableEntry {
    /// There is no table.
    pub(super) const NONE: TableEntry = TableEntry { zero: 0, stride: 0 };
    /// There is no table, and no table is made before the next census.
    pub(super) const REFUSED: TableEntry = TableEntry { zero: 1, stride: 0 };

    #[inline(always)]
    pub(super) fn is_table(self) -> bool {
        self.stride != 0
    }

    /// Returns the entry of the reversed pair.
    fn reversed(self) -> TableEntry {
        TableEntry { stride: -self.stride, ..self }
    }

    /// Returns the index of the bit of an offset.
    #[inline(always)]
    fn bit(self, [x, y]: [i32; 2]) -> usize {
        let sign = self.stride >> 31 | 1;
        let bits = y.wrapping_mul(self.stride).wrapping_add(x.wrapping_mul(sign));
        self.zero.wrapping_add_signed(bits) as usize
    }
}

/// The size of a variant's tight box, in pixels.
pub(super) type Size = [u32; 2];

/// The shape of a table: its bits and the place of the offset `[0, 0]`.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    /// The number of words of a row.
    columns: usize,
    /// The number of rows.
    rows: usize,
    /// The bit of the offset `[0, 0]` in the table.
    zero: usize,
}

impl TableShape {
    /// Returns the shape of the table of two variants with these sizes.
    pub(super) fn new(a: Size, b: Size) -> TableShape {
        let [width, rows] = [0, 1].map(|axis| a[axis] as usize + b[axis] as usize - 1);
        let columns = width.div_ceil(64);
        TableShape { columns, rows, zero: (b[1] as usize - 1) * columns * 64 + b[0] as usize - 1 }
    }

    /// Returns the number of words of the table.
    pub(super) fn words(self) -> usize {
        self.columns * self.rows
    }
}

/// The tables, and the directory that finds them.
#[derive(Default)]
pub(crate) struct TableSet {
    /// One more than the largest number of a variant.
    side: usize,
    /// The entry of each ordered pair of numbers, at `a * side + b`.
    directory: Vec<TableEntry>,
    /// The rows of all tables, from top to bottom. The lowest bit of a word is the leftmost offset.
    words: Vec<u64>,
}

impl TableSet {
    /// The maximum number of words of all tables, because entries count bits in 32 bits.
    pub(super) const MAX_WORDS: usize = 1 << 26;

    /// Returns a set for the numbers below `side`, with room for `words` words of tables.
    pub(super) fn new(side: usize, words: usize) -> Result<TableSet, WorldError> {
        let mut directory = Vec::new();
        directory.try_reserve_exact(side * side)?;
        directory.resize(side * side, TableEntry::NONE);
        Ok(TableSet { side, directory, words: memory::try_with_capacity(words)? })
    }

    /// Returns a copy of the tables.
    pub(super) fn try_clone(&self) -> Result<TableSet, WorldError> {
        let mut copy = TableSet::new(self.side, self.words.len())?;
        copy.directory.copy_from_slice(&self.directory);
        copy.words.extend_from_slice(&self.words);
        Ok(copy)
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// Returns the memory of the tables and of the directory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<TableEntry>() * self.directory.capacity() + size_of::<u64>() * self.words.capacity()
    }

    /// Returns the number of words of all tables.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Returns a reader of the tables.
    #[inline(always)]
    pub(super) fn reader(&self) -> TableReader<'_> {
        TableReader { side: self.side, directory: &self.directory, words: &self.words }
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

    /// Makes the table of two masks. If the words must grow, there is room for `room` words afterwards.
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
        let end = self.words.len() + shape.words();
        if end > self.words.capacity() {
            self.words.try_reserve_exact(room.max(end) - self.words.len())?;
        }
        let start = self.words.len();
        (0..table.height()).for_each(|row| self.words.extend(table.row_words(row)));
        self.set_entry(pair, TableSet::entry_at(shape, start));
        Ok(())
    }

    /// Copies the table of a pair from another set. There must be room for its words.
    pub(super) fn copy(&mut self, pair: Numbers, shape: TableShape, from: &TableSet) {
        let start = from.entry(pair).map_or(0, |entry| (entry.zero as usize - shape.zero) / 64);
        self.set_entry(pair, TableSet::entry_at(shape, self.words.len()));
        self.words.extend_from_slice(&from.words[start..start + shape.words()]);
    }

    /// Returns the entry of a table whose first word is `start`.
    fn entry_at(shape: TableShape, start: usize) -> TableEntry {
        TableEntry { zero: (64 * start + shape.zero) as u32, stride: (64 * shape.columns) as i32 }
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
    words: &'a [u64],
}

impl TableReader<'_> {
    /// Returns whether two variants share a solid pixel, or `None` if they have no table. `offset` is the offset
    /// from the top-left pixel of the first tight box to that of the second. The two boxes must overlap.
    #[inline(always)]
    pub(crate) fn collide(self, pair: Numbers, offset: [i32; 2]) -> Option<bool> {
        let entry = self.directory.get(place(pair, self.side)).filter(|entry| entry.is_table())?;
        let bit = entry.bit(offset);
        Some(self.words[bit / 64] >> (bit % 64) & 1 != 0)
    }
}
