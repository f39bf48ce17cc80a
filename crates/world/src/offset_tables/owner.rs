//! The owner of the tables: a refresh makes those that the last steps have missed.

use super::table_set::{NUMBERS, Numbers, TableReader, TableSet, TableShape};
use crate::slots::VariantNumber;
use crate::variants::MaskStore;
use crate::{WorldError, memory};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The time that a refresh spends on making tables, in nanoseconds for each sprite: about a tenth of a step. The time
/// of a table is counted, not measured, so runs repeat.
const NANOS_PER_SPRITE: i64 = 6;
/// The time that a look-up saves, in nanoseconds: a table is made when the tests without it have paid for it.
/// (`exact-mixed-10k`: if each pair of 200 masks gets a table at once, a step takes a fifth longer.)
const SAVED: u64 = 16;
/// After so many tests of a pair, a refresh looks whether they have paid.
const TESTS: u32 = 32;

/// The offset tables of a world.
#[derive(Default)]
pub(crate) struct OffsetTables {
    set: TableSet,
    /// Made by the first refresh.
    pairs: Option<PairCounts>,
    /// The time that may be spent on tables, in nanoseconds. It is negative after a table that took longer.
    nanos: i64,
}

/// The tests and the tables of each pair of variants. The smaller number chooses the entry, the larger one the bit.
struct PairCounts {
    /// How often each pair was tested without a table, at `a * NUMBERS + b`.
    tests: Vec<AtomicU32>,
    /// The pairs whose tests may have paid for a table.
    wanted: Vec<AtomicU64>,
    /// The pairs that have a table, or whose table would be too large.
    done: Vec<u64>,
}

impl PairCounts {
    /// No tests yet.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    fn new(done: Vec<u64>) -> Result<PairCounts, WorldError> {
        let tests = memory::try_collect((0..NUMBERS * NUMBERS).map(|_| AtomicU32::new(0)))?;
        let wanted = memory::try_collect((0..NUMBERS).map(|_| AtomicU64::new(0)))?;
        Ok(PairCounts { tests, wanted, done })
    }
}

impl OffsetTables {
    /// A copy, which shares the tables.
    pub(crate) fn try_clone(&self) -> Result<OffsetTables, WorldError> {
        let copy = |known: &PairCounts| PairCounts::new(memory::try_clone(&known.done)?);
        let pairs = self.pairs.as_ref().map(copy).transpose()?;
        Ok(OffsetTables { set: self.set.try_clone()?, pairs, nanos: self.nanos })
    }

    /// The memory of the tables and of their directory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.set.bytes()
    }

    /// A reader of the tables.
    #[inline(always)]
    pub(crate) fn reader(&self) -> TableReader<'_> {
        self.set.reader()
    }

    /// Counts a test of two variants without a table. Any thread may do so.
    #[inline(always)]
    pub(crate) fn count_test(&self, [a, b]: Numbers) {
        let (first, bit) = (a.min(b) as usize, a.max(b) as usize);
        if bit >= NUMBERS {
            return;
        }
        let Some(PairCounts { tests, wanted, done }) = &self.pairs else { return };
        if done[first] >> bit & 1 == 0 {
            let tests = tests[first * NUMBERS + bit].fetch_add(1, Ordering::Relaxed);
            if tests % TESTS == TESTS - 1 {
                wanted[first].fetch_or(1 << bit, Ordering::Relaxed);
            }
        }
    }

    /// Forgets the tables of a variant that has gone.
    pub(crate) fn forget(&mut self, number: VariantNumber) {
        if (number as usize) < NUMBERS {
            self.set.forget(number);
            let Some(PairCounts { tests, wanted, done }) = &mut self.pairs else { return };
            for (first, (wanted, done)) in wanted.iter_mut().zip(done).enumerate() {
                let gone = if first == number as usize { u64::MAX } else { 1 << number };
                *wanted.get_mut() &= !gone;
                *done &= !gone;
                let tests = &mut tests[first * NUMBERS..(first + 1) * NUMBERS];
                let of_gone = tests.iter_mut().enumerate().filter(|(bit, _)| gone >> bit & 1 == 1);
                of_gone.for_each(|(_, tests)| *tests.get_mut() = 0);
            }
        }
    }

    /// Makes tables at the end of a refresh of a world with this many sprites. They may take `budget` bytes. If the
    /// system refuses memory, there are fewer tables.
    pub(crate) fn update(&mut self, masks: &MaskStore, budget: usize, sprites: usize) {
        if self.bytes() > budget {
            (self.set, self.pairs) = Default::default();
        }
        let income = NANOS_PER_SPRITE * sprites as i64;
        self.nanos = (self.nanos + income).min(income);
        if budget > 0 {
            let _ = self.make_tables(masks, budget);
        }
    }

    /// Makes the tables of the pairs whose tests have paid for one, the smallest numbers first. If there is no more
    /// room, and some tables are of variants that have gone, all are dropped.
    fn make_tables(&mut self, masks: &MaskStore, budget: usize) -> Result<(), WorldError> {
        let OffsetTables { set, pairs, nanos } = self;
        if pairs.is_none() {
            let mut done = Vec::new();
            memory::try_resize(&mut done, NUMBERS, 0)?;
            *pairs = Some(PairCounts::new(done)?);
        }
        let Some(PairCounts { tests, wanted, done }) = pairs else { return Ok(()) };
        for (first, (wanted, done)) in wanted.iter_mut().zip(done).enumerate() {
            loop {
                let missing = *wanted.get_mut() & !*done;
                if missing == 0 || *nanos <= 0 {
                    break;
                }
                let bit = missing.trailing_zeros();
                let pair = [first as VariantNumber, bit];
                // A sprite whose map changes has a number of its own, which gets no table, and may have gone since.
                if !pair.iter().all(|&number| masks.is_rendered(number)) {
                    *wanted.get_mut() &= !(1 << bit);
                    continue;
                }
                let [a, b] = pair.map(|number| masks.variant(number));
                if let (Some(mask), Some(other)) = (a.mask(), b.mask())
                    && !a.outer.is_empty()
                    && !b.outer.is_empty()
                    && let Some(shape) = TableShape::new(a.outer.sides(), b.outer.sides())
                {
                    let cost = TableShape::cost(a.outer.sides(), b.outer.sides());
                    let tests = *tests[first * NUMBERS + bit as usize].get_mut();
                    if SAVED * u64::from(tests) < cost {
                        *wanted.get_mut() &= !(1 << bit);
                        continue;
                    }
                    if !set.make(pair, shape, [mask, other], budget)? {
                        if set.has_gone {
                            (self.set, self.pairs) = Default::default();
                        }
                        return Ok(());
                    }
                    *nanos -= cost as i64;
                }
                *done |= 1 << bit;
            }
        }
        Ok(())
    }

    /// Looks up some offsets in each table.
    ///
    /// # Panics
    /// Panics if a check fails.
    pub(crate) fn validate(&self, masks: &MaskStore, budget: usize) {
        assert!(self.bytes() <= budget, "the tables take {} bytes of {budget}", self.bytes());
        let pairs = (0..NUMBERS as VariantNumber).flat_map(|a| (0..NUMBERS as VariantNumber).map(move |b| [a, b]));
        for pair in pairs.filter(|&pair| self.set.has_table(pair)) {
            let [a, b] = pair.map(|number| masks.variant(number));
            let [of_a, of_b] = [a, b].map(|variant| variant.outer.sides().map(u64::from));
            let [(mask, in_a), (other, in_b)] = [a, b].map(|variant| variant.mask().expect("a table is of masks"));
            let [width, height] = [0, 1].map(|axis| of_a[axis] + of_b[axis] - 1);
            for sample in 0..64 {
                // Multiples of an odd number visit the whole table.
                let place = sample * 0x9e37_79b9_u64 % (width * height);
                let offset = [place % width, place / width];
                let offset = [0, 1].map(|axis| offset[axis] as i32 - of_b[axis] as i32 + 1);
                let at = [0, 1].map(|axis| offset[axis] + in_a[axis] - in_b[axis]);
                let answer = (true, mask.overlaps(other, at));
                assert_eq!(self.reader().collide(pair, offset), answer, "the table of {pair:?} is wrong at {offset:?}");
            }
        }
    }
}
