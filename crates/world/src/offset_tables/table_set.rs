//! The tables, as the narrow phase reads them.

use super::make::table_words;
use super::table_shape::TableShape;
use crate::masks::VariantNumber;
use crate::{WorldError, memory};
use mask::Mask;

/// The table of an ordered pair of variants, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The lower 31 bits are the index of the bit of the cell whose top-left offset is `[0, 0]`. The highest bit is
    /// [`TableShape::doubling`].
    zero: u32,
    /// The number of cells of a row.
    columns: u16,
    /// The number of cells along an axis of 2 to the power of [`FRACTION_BITS`] pixels. It is negative if the table holds the offsets of the
    /// first variant from the second. It is 0 if there is no table.
    cells: i16,
}

/// The number of pixels for [`TableEntry::cells`], as a power of two.
const FRACTION_BITS: u32 = 14;

impl TableEntry {
    /// There is no table.
    pub(super) const NONE: TableEntry = TableEntry { zero: 0, columns: 0, cells: 0 };
    /// There is no table, and no table is made before the next census.
    pub(super) const REFUSED: TableEntry = TableEntry { columns: 1, ..TableEntry::NONE };

    /// The entry of a table whose first word is `start`.
    fn new(shape: TableShape, start: usize) -> TableEntry {
        TableEntry {
            zero: ((64 * start) as u32 + shape.zero_bit()) | shape.doubling() << 31,
            columns: shape.columns as u16,
            cells: 1 << (FRACTION_BITS - shape.shift),
        }
    }

    /// The first word of the table.
    fn start(self, shape: TableShape) -> usize {
        (self.zero_bit() - shape.zero_bit()) as usize / 64
    }

    #[inline(always)]
    pub(super) fn is_table(self) -> bool {
        self.cells != 0
    }

    /// Whether there is a table with a cell for each offset.
    #[inline(always)]
    pub(super) fn is_exact(self) -> bool {
        self.is_table() && self.doubling() == 0
    }

    /// Whether the table holds the offsets of the first variant from the second.
    #[inline(always)]
    pub(super) fn is_reversed(self) -> bool {
        self.cells < 0
    }

    /// The entry of the reversed pair.
    fn reversed(self) -> TableEntry {
        TableEntry { cells: -self.cells, ..self }
    }

    #[inline(always)]
    fn zero_bit(self) -> u32 {
        self.zero & ((1 << 31) - 1)
    }

    #[inline(always)]
    fn doubling(self) -> u32 {
        self.zero >> 31
    }

    /// The index of the first bit of an offset's cell. Without a table, the result is 0.
    #[inline(always)]
    pub(super) fn bit(self, offset: [i32; 2]) -> usize {
        let [x, y] = offset.map(|c| c.wrapping_mul(self.cells.into()) >> FRACTION_BITS);
        let cell = y.wrapping_mul(self.columns.into()).wrapping_add(x);
        self.zero_bit().wrapping_add_signed(cell << self.doubling()) as usize
    }
}

/// The tables, and the directory that finds them.
#[derive(Default)]
pub(crate) struct TableSet {
    /// One more than the largest number of a variant.
    side: usize,
    /// The entry of each ordered pair of numbers, at `a * side + b`.
    directory: Vec<TableEntry>,
    /// The cells of all tables, row by row. A table begins with a word of its own.
    words: Vec<u64>,
}

impl TableSet {
    /// The maximum number of words of all tables, because entries count bits in 31 bits.
    pub(super) const MAX_WORDS: usize = 1 << 25;

    /// A set for the numbers below `side`, with room for `words` words of tables.
    pub(super) fn new(side: usize, words: usize) -> Result<TableSet, WorldError> {
        let mut directory = Vec::new();
        directory.try_reserve_exact(side * side)?;
        directory.resize(side * side, TableEntry::NONE);
        Ok(TableSet { side, directory, words: memory::try_with_capacity(words)? })
    }

    /// A copy of the tables.
    pub(super) fn try_clone(&self) -> Result<TableSet, WorldError> {
        let mut copy = TableSet::new(self.side, self.words.len())?;
        copy.directory.copy_from_slice(&self.directory);
        copy.words.extend_from_slice(&self.words);
        Ok(copy)
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// The memory of the tables and of the directory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<TableEntry>() * self.directory.capacity() + size_of::<u64>() * self.words.capacity()
    }

    /// The number of words of all tables.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// A reader of the tables. `pays` is whether look-ups are worth their time.
    #[inline(always)]
    pub(super) fn reader(&self, pays: bool) -> TableReader<'_> {
        TableReader { pays, side: self.side, directory: &self.directory, words: &self.words }
    }

    /// The entry of an ordered pair of numbers. There is none for numbers beyond the directory.
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
        let words = table_words(shape, a, b)?;
        let end = self.words.len() + words.len();
        if end > self.words.capacity() {
            self.words.try_reserve_exact(room.max(end) - self.words.len())?;
        }
        let start = self.words.len();
        self.words.extend(words);
        self.set_entry(pair, TableEntry::new(shape, start));
        Ok(())
    }

    /// Copies the table of a pair from another set. There must be room for its words.
    pub(super) fn copy(&mut self, pair: Numbers, shape: TableShape, from: &TableSet) {
        let start = from.entry(pair).map_or(0, |entry| entry.start(shape));
        self.set_entry(pair, TableEntry::new(shape, self.words.len()));
        self.words.extend_from_slice(&from.words[start..start + shape.words()]);
    }
}

/// Two numbers of variants. Tables are made for pairs whose first number is not larger.
pub(crate) type Numbers = [VariantNumber; 2];

/// The place of a pair in a square table with `side` rows.
#[inline(always)]
pub(super) fn place([a, b]: Numbers, side: usize) -> usize {
    usize::from(a) * side + usize::from(b)
}

/// The tables, for one thread of the narrow phase.
#[derive(Clone, Copy)]
pub(crate) struct TableReader<'a> {
    pays: bool,
    side: usize,
    directory: &'a [TableEntry],
    words: &'a [u64],
}

impl<'a> TableReader<'a> {
    /// The entry of an ordered pair of numbers, if the directory has one.
    #[inline(always)]
    pub(super) fn entry(self, pair: Numbers) -> Option<TableEntry> {
        self.directory.get(place(pair, self.side)).copied()
    }

    /// The words of all tables.
    #[inline(always)]
    pub(super) fn words(self) -> &'a [u64] {
        self.words
    }

    /// Whether look-ups are worth their time.
    #[inline(always)]
    pub(crate) fn pays(self) -> bool {
        self.pays
    }

    /// Whether a table tells if two variants share a solid pixel, and if so, whether they do. `offset` is the offset
    /// from the top-left pixel of the first tight box to that of the second. The two boxes must overlap.
    #[inline(always)]
    pub(crate) fn collide(self, pair: Numbers, offset: [i32; 2]) -> (bool, bool) {
        self.of_pair(pair).collide(offset)
    }

    /// The table of an ordered pair of numbers.
    #[inline(always)]
    pub(crate) fn of_pair(self, pair: Numbers) -> PairTable<'a> {
        PairTable { entry: self.entry(pair).unwrap_or(TableEntry::NONE), words: self.words }
    }
}

/// The table of a pair of variants, or the lack of one.
#[derive(Clone, Copy)]
pub(crate) struct PairTable<'a> {
    entry: TableEntry,
    words: &'a [u64],
}

impl PairTable<'_> {
    /// Whether the table tells if the two variants share a solid pixel, and if so, whether they do, as
    /// [`TableReader::collide`] does.
    #[inline(always)]
    pub(crate) fn collide(self, offset: [i32; 2]) -> (bool, bool) {
        self.collide_at(self.place(offset))
    }

    /// The place of an offset in the words.
    #[inline(always)]
    pub(crate) fn place(self, offset: [i32; 2]) -> u32 {
        self.entry.bit(offset) as u32
    }

    /// The answer of [`PairTable::collide`] for the offset of a place.
    #[inline(always)]
    pub(crate) fn collide_at(self, place: u32) -> (bool, bool) {
        // Without a table, the first word is read, so that there is no branch.
        let bit = place as usize;
        let bits = self.words.get(bit / 64).copied().unwrap_or(0) >> (bit % 64);
        let (any, all) = (bits & 1 != 0, bits >> self.entry.doubling() & 1 != 0);
        (self.entry.is_table() & (any == all), any)
    }
}
