//! The tables, as the narrow phase reads them: the shape of a table, its bits, and the table of a pair of variants.

use crate::slots::VariantNumber;
use crate::{WorldError, memory};
use mask::Mask;
use std::sync::Arc;

/// The table of an ordered pair of variants, or the lack of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct TableEntry {
    /// The index of the bit of the offset `[0, 0]`.
    zero: u32,
    /// The number of offsets of a row. 0 without a table.
    columns: u16,
    /// 1 if there is a table, -1 if it holds the offsets of the first variant from the second, and 0 if there is none.
    sign: i16,
}

impl TableEntry {
    #[inline(always)]
    pub(super) fn is_table(self) -> bool {
        self.sign != 0
    }

    /// 1 or -1 for the direction of the offsets, and 0 without a table.
    #[inline(always)]
    pub(super) fn sign(self) -> i32 {
        self.sign.into()
    }

    /// The index of an offset's bit. Without a table, the result is 0.
    #[inline(always)]
    pub(super) fn bit(self, [x, y]: [i32; 2]) -> usize {
        let from_zero = y.wrapping_mul(self.columns.into()).wrapping_add(x).wrapping_mul(self.sign());
        self.zero.wrapping_add_signed(from_zero) as usize
    }
}

/// Variants with smaller numbers can have tables. So all tables take at most 4 MiB.
pub(super) const NUMBERS: usize = 64;

/// The tables, and the directory that finds them.
#[derive(Default)]
pub(crate) struct TableSet {
    /// Variants whose number is less can have tables.
    side: usize,
    /// The entry of each ordered pair of numbers, at `a * side + b`.
    directory: Vec<TableEntry>,
    /// The bits of all tables. A table begins with a word of its own. Copies of a world share them until one makes a
    /// table.
    words: Arc<Vec<u64>>,
    /// Whether tables of variants that have gone are among the words.
    pub(super) has_gone: bool,
}

impl TableSet {
    /// The maximum number of words of all tables, so that an entry can count their bits.
    const MAX_WORDS: usize = 1 << 25;

    /// A copy, which shares the words.
    pub(super) fn try_clone(&self) -> Result<TableSet, WorldError> {
        let TableSet { side, directory, words, has_gone } = self;
        let directory = memory::try_clone(directory)?;
        Ok(TableSet { side: *side, directory, words: Arc::clone(words), has_gone: *has_gone })
    }

    /// The memory of the tables and of the directory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<TableEntry>() * self.directory.capacity() + size_of::<u64>() * self.words.capacity()
    }

    /// Whether a pair has a table.
    pub(super) fn has_table(&self, pair: Numbers) -> bool {
        self.directory.get(place(pair, self.side)).is_some_and(|entry| entry.is_table())
    }

    /// Forgets the tables of a variant. The words stay until all tables are dropped.
    pub(super) fn forget(&mut self, number: VariantNumber) {
        if (number as usize) < self.side {
            for other in 0..self.side as VariantNumber {
                for pair in [[number, other], [other, number]] {
                    self.has_gone |= self.has_table(pair);
                    self.directory[place(pair, self.side)] = TableEntry::default();
                }
            }
        }
    }

    /// A reader of the tables.
    #[inline(always)]
    pub(super) fn reader(&self) -> TableReader<'_> {
        TableReader { side: self.side, directory: &self.directory, words: &self.words }
    }

    /// Makes the table of two masks, each with the top-left pixel of its box in its frame. Returns whether there is
    /// room for it in a budget of bytes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(super) fn make(
        &mut self,
        [a, b]: Numbers,
        shape: TableShape,
        [(mask, in_mask), (other, in_other)]: [(&Mask, [i32; 2]); 2],
        budget: usize,
    ) -> Result<bool, WorldError> {
        if self.directory.is_empty() {
            // The directory takes an eighth of the budget at most.
            let side = (budget / 8 / size_of::<TableEntry>()).isqrt().min(NUMBERS);
            if side < 2 {
                return Ok(false);
            }
            self.directory.try_reserve_exact(side * side)?;
            self.directory.resize(side * side, TableEntry::default());
            self.side = side;
        }
        let room = budget.saturating_sub(size_of::<TableEntry>() * self.directory.capacity()) / size_of::<u64>();
        let (start, end) = (self.words.len(), self.words.len() + shape.words());
        if end > room.min(TableSet::MAX_WORDS) || b as usize >= self.side {
            return Ok(false);
        }
        let (colliding, at) = mask.colliding_offsets(other)?;
        let first = [0, 1].map(|axis| at[axis] + in_other[axis] - in_mask[axis]);
        if end > self.words.capacity() || Arc::get_mut(&mut self.words).is_none() {
            let mut words = memory::try_with_capacity(room.min(2 * end))?;
            words.extend_from_slice(&self.words);
            self.words = Arc::new(words);
        }
        let words = Arc::get_mut(&mut self.words).expect("nobody shares the copy");
        words.resize(end, 0);
        shape.write(&colliding, first, &mut words[start..]);
        let entry = TableEntry { zero: (64 * start) as u32 + shape.zero, columns: shape.columns as u16, sign: 1 };
        self.directory[place([b, a], self.side)] = TableEntry { sign: -1, ..entry };
        self.directory[place([a, b], self.side)] = entry;
        Ok(true)
    }
}

/// Two numbers of variants. Tables are made for pairs whose first number is not larger.
pub(crate) type Numbers = [VariantNumber; 2];

/// The place of a pair in a directory with `side` rows. Variants with larger numbers are taken for the variant 0, which
/// has no pixels and no tables.
#[inline(always)]
fn place(pair: Numbers, side: usize) -> usize {
    let [a, b] = pair.map(|number| if (number as usize) < side { number as usize } else { 0 });
    a * side + b
}

/// The tables, for one thread of the narrow phase.
#[derive(Clone, Copy)]
pub(crate) struct TableReader<'a> {
    side: usize,
    directory: &'a [TableEntry],
    words: &'a [u64],
}

impl<'a> TableReader<'a> {
    /// Whether a table tells if two variants share a solid pixel, and if so, whether they do. `offset` is the offset
    /// from the top-left pixel of the first tight box to that of the second. The two boxes must overlap.
    #[inline(always)]
    pub(crate) fn collide(self, pair: Numbers, offset: [i32; 2]) -> (bool, bool) {
        self.of_pair(pair).collide(offset)
    }

    /// The table of an ordered pair of numbers, or the lack of one.
    #[inline(always)]
    pub(crate) fn of_pair(self, pair: Numbers) -> PairTable<'a> {
        PairTable { entry: self.directory.get(place(pair, self.side)).copied().unwrap_or_default(), words: self.words }
    }
}

/// The table of a pair of variants, or the lack of one.
#[derive(Clone, Copy)]
pub(crate) struct PairTable<'a> {
    pub(super) entry: TableEntry,
    pub(super) words: &'a [u64],
}

impl PairTable<'_> {
    /// Whether there is a table, and if so, whether the two variants collide, as [`TableReader::collide`] tells.
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
        let word = self.words.get(place as usize / 64).copied().unwrap_or(0);
        (self.entry.is_table(), word >> (place % 64) & 1 != 0)
    }
}

/// The size of a variant's box, in pixels.
pub(super) type Size = [u32; 2];

/// The shape of the table of two variants: a bit for each offset at which the two boxes overlap, row by row.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableShape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The bit of the offset `[0, 0]`.
    pub(super) zero: u32,
}

impl TableShape {
    /// The maximum number of words of a table, so that the tables that are used most fit the L2 cache. It is the
    /// table of two variants of 64 x 64 pixels.
    pub(super) const MAX_WORDS: usize = 256;
    /// The maximum number of rows of a table. The time to make a table grows with the square of the rows, so the most
    /// expensive one takes an estimated 45 us.
    const MAX_ROWS: u64 = 256;

    /// The shape of the table of two variants with these sizes, or `None` if the table would be too large.
    pub(super) fn new(a: Size, b: Size) -> Option<TableShape> {
        let side = |axis: usize| (u64::from(a[axis]) + u64::from(b[axis])).checked_sub(1);
        let (columns, rows) = (side(0)?, side(1)?);
        let fits = rows <= TableShape::MAX_ROWS && columns.checked_mul(rows)? <= 64 * TableShape::MAX_WORDS as u64;
        let (columns, rows) = fits.then_some((columns as u32, rows as u32))?;
        Some(TableShape { columns, rows, zero: (b[1] - 1) * columns + b[0] - 1 })
    }

    /// The number of words of the table.
    pub(super) fn words(self) -> usize {
        ((self.columns * self.rows) as usize).div_ceil(64)
    }

    /// Writes the table of two masks into words that are 0. `colliding` are the offsets at which they collide, and
    /// `first` is the offset of its top-left pixel.
    pub(super) fn write(self, colliding: &Mask, first: [i32; 2], words: &mut [u64]) {
        let start = i64::from(self.zero) + i64::from(first[0]) + i64::from(first[1]) * i64::from(self.columns);
        for row in 0..colliding.height() {
            for (column, bits) in colliding.row_words(row).enumerate() {
                if bits == 0 {
                    continue;
                }
                let bit = (start + i64::from(row * self.columns)) as usize + 64 * column;
                words[bit / 64] |= bits << (bit % 64);
                if let (Some(next), 1..) = (words.get_mut(bit / 64 + 1), bit % 64) {
                    *next |= bits >> (64 - bit % 64);
                }
            }
        }
    }

    /// The estimated time to make the table of two variants with these sizes, in nanoseconds. Searches of drawn
    /// sprites of 4 to 128 px took a sixth to two thirds of it (AMD EPYC, family 26): about 200 ns, 45 for each row
    /// of the second mask, and 0.8 for each word of the first mask under such a row.
    pub(super) fn cost(a: Size, b: Size) -> u64 {
        let words = |[width, height]: Size| u64::from(width.div_ceil(64)) * u64::from(height);
        500 + 80 * u64::from(a[1].max(b[1])) + 2 * (u64::from(a[1]) * words(b)).min(u64::from(b[1]) * words(a))
    }
}
