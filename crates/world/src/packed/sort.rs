//! The sort of rows along the curve, cut into steps so that a refresh can run one step at a time.

use super::hilbert;
use super::tree::PackedTree;
use crate::geometry::Aabb;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of bits of a digit of the radix sort. A number on the curve has two digits.
const DIGIT_BITS: u32 = hilbert::BITS;

/// For each digit, the place of the next row with this digit.
type Places = [u32; 1 << DIGIT_BITS];

/// A sort of rows by their position on the curve, which runs step by step.
#[derive(Default)]
pub(crate) struct CurveSort {
    /// The number on the curve of each row's cell.
    keys: Vec<u32>,
    order: Vec<u32>,
    /// The places to which threads write rows, at least as many as there are keys. (Atomic, because the rows of all
    /// threads are mixed. A relaxed store takes the instruction of a plain one.)
    spare: Vec<AtomicU32>,
}

impl CurveSort {
    /// The number of steps of a sort. The steps run in ascending order.
    pub(crate) const STEPS: u32 = 3;

    /// Runs a step of the sort of the first `rows` rows of a tree. After the last step, [`CurveSort::order`] holds the
    /// new order.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sort must then begin again.
    pub(crate) fn step(
        &mut self,
        step: u32,
        tree: &PackedTree,
        rows: usize,
        threads: &Threads,
    ) -> Result<(), WorldError> {
        match step {
            0 => self.number(tree, rows, threads),
            1 => {
                self.order.clear();
                memory::try_extend(&mut self.order, 0..self.keys.len() as u32)?;
                self.pass(0, threads)
            }
            _ => self.pass(DIGIT_BITS, threads),
        }
    }

    /// A copy of the sort, which goes on from the step that was made last.
    pub(crate) fn try_clone(&self) -> Result<CurveSort, WorldError> {
        let [keys, order] = [memory::try_clone(&self.keys)?, memory::try_clone(&self.order)?];
        let mut copy = CurveSort { keys, order, spare: Vec::new() };
        copy.reserve_spare(self.spare.len())?;
        Ok(copy)
    }

    /// Runs all steps.
    pub(crate) fn run(&mut self, tree: &PackedTree, rows: usize, threads: &Threads) -> Result<(), WorldError> {
        (0..Self::STEPS).try_for_each(|step| self.step(step, tree, rows, threads))
    }

    /// The number of rows that the sort orders.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The sorted rows: all rows that existed at the first step. Rows in the same cell keep their relative
    /// order.
    pub(crate) fn order(&mut self) -> &mut Vec<u32> {
        &mut self.order
    }

    /// Ends the sort, and returns the order and its inverse: the new place of each row. The order must be a permutation
    /// of all rows.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn finish(&mut self, threads: &Threads) -> Result<(&[u32], &[AtomicU32]), WorldError> {
        // The memory is needed for the new order of the rows.
        self.keys = Vec::new();
        self.reserve_spare(self.order.len())?;
        let (order, places) = (&self.order, &self.spare[..]);
        threads.run(order.chunks(threads::ROWS).enumerate(), |(part, rows)| {
            for (&row, place) in rows.iter().zip((threads::ROWS * part) as u32..) {
                places[row as usize].store(place, Ordering::Relaxed);
            }
        });
        Ok((order, places))
    }

    /// Numbers the rows along the curve by the centers of their boxes. Rows without a box come last.
    fn number(&mut self, tree: &PackedTree, rows: usize, threads: &Threads) -> Result<(), WorldError> {
        let (leaves, cells) = (tree.leaves(), CurveGrid::of(tree.hull()));
        memory::try_resize(&mut self.keys, 8 * leaves.len(), 0)?;
        let parts = self.keys.chunks_mut(threads::ROWS).zip(leaves.chunks(threads::ROWS / 8));
        threads.run(parts, |(keys, leaves)| {
            for (keys, leaf) in keys.chunks_mut(8).zip(leaves) {
                keys.iter_mut().enumerate().for_each(|(lane, key)| *key = cells.number(leaf.lane(lane)));
            }
        });
        self.keys.truncate(rows);
        self.order.clear();
        self.order.try_reserve(rows)?;
        self.reserve_spare(rows)
    }

    /// Makes at least `rows` places in `spare`.
    fn reserve_spare(&mut self, rows: usize) -> Result<(), WorldError> {
        self.spare.try_reserve(rows.saturating_sub(self.spare.len()))?;
        self.spare.resize_with(self.spare.len().max(rows), AtomicU32::default);
        Ok(())
    }

    /// Sorts the rows by one digit of their keys. The sort is stable.
    fn pass(&mut self, shift: u32, threads: &Threads) -> Result<(), WorldError> {
        let CurveSort { keys, order, spare } = self;
        let digit = |key: u32| (key >> shift) as usize % (1 << DIGIT_BITS);
        let each = order.len().div_ceil(threads.count()).max(1);
        // Each run of rows has its own places.
        let mut places: Vec<Places> = memory::try_collect(order.chunks(each).map(|_| [0; 1 << DIGIT_BITS]))?;
        match &mut places[..] {
            // The order of the rows does not matter, and the keys are faster in their own order.
            [places] => keys.iter().for_each(|&key| places[digit(key)] += 1),
            places => threads.run(order.chunks(each).zip(places), |(rows, places)| {
                rows.iter().for_each(|&row| places[digit(keys[row as usize])] += 1);
            }),
        }
        let mut start = 0;
        for digit in 0..1 << DIGIT_BITS {
            for places in &mut places {
                start += std::mem::replace(&mut places[digit], start);
            }
        }
        threads.run(order.chunks(each).zip(&mut places), |(rows, places)| {
            for &row in rows {
                let place = &mut places[digit(keys[row as usize])];
                spare[*place as usize].store(row, Ordering::Relaxed);
                *place += 1;
            }
        });
        threads.run(order.chunks_mut(threads::ROWS).zip(spare.chunks(threads::ROWS)), |(rows, spare)| {
            rows.iter_mut().zip(spare).for_each(|(row, spare)| *row = spare.load(Ordering::Relaxed));
        });
        Ok(())
    }
}

/// The grid of cells that the curve passes through.
pub(crate) struct CurveGrid {
    least: [i64; 2],
    /// The binary logarithm of a cell's side, in half pixels.
    shift: u32,
}

impl CurveGrid {
    /// The finest grid that covers a box.
    pub(crate) fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        // Centers are in half pixels, so the sum of two edges needs no division.
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let extent = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let extent = extent.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - extent.leading_zeros()).saturating_sub(hilbert::BITS) }
    }

    /// The number on the curve of the cell that contains the center of a box. An empty box has the last number.
    #[inline(always)]
    pub(crate) fn number(&self, Aabb([left, top, right, bottom]): Aabb) -> u32 {
        if left > right {
            return (1 << (2 * hilbert::BITS)) - 1;
        }
        let place = |first: i32, last: i32, axis: usize| {
            let cell = (i64::from(first) + i64::from(last) - self.least[axis]) >> self.shift;
            cell.clamp(0, (1 << hilbert::BITS) - 1) as u32
        };
        hilbert::number(place(left, right, 0), place(top, bottom, 1))
    }
}
