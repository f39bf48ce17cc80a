//! The sort of rows along the curve, cut into steps so that a refresh can run one step at a time.

use super::hilbert;
use crate::geometry::{Aabb, Aabb8};
use crate::{WorldError, memory};

/// The number of bits of a digit of the radix sort. A number on the curve has two digits.
const DIGIT_BITS: u32 = hilbert::BITS;

/// A sort of rows by their position on the curve, which runs step by step.
#[derive(Default)]
pub(crate) struct CurveSort {
    /// The number on the curve of each row's cell.
    keys: Vec<u32>,
    order: Vec<u32>,
    spare: Vec<u32>,
}

impl CurveSort {
    /// The number of steps of a sort. The steps run in ascending order.
    pub(crate) const STEPS: u32 = 3;

    /// Runs a step. After the last step, [`CurveSort::order`] holds the new order.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. Only step 0 allocates, for all steps.
    pub(crate) fn step(&mut self, step: u32, leaves: &[Aabb8], rows: usize, around: Aabb) -> Result<(), WorldError> {
        match step {
            0 => self.number(leaves, rows, around)?,
            1 => {
                self.order.clear();
                self.order.extend(0..self.keys.len() as u32);
                self.pass(0);
            }
            _ => self.pass(DIGIT_BITS),
        }
        Ok(())
    }

    /// A copy of the sort, which goes on from the step that was made last.
    pub(crate) fn try_clone(&self) -> Result<CurveSort, WorldError> {
        // The first step has reserved what the others fill.
        let mut order = memory::try_with_capacity(self.keys.len().max(self.order.len()))?;
        order.extend_from_slice(&self.order);
        let spare = memory::try_with_capacity(order.capacity())?;
        Ok(CurveSort { keys: memory::try_clone(&self.keys)?, order, spare })
    }

    /// Runs all steps.
    pub(crate) fn all(&mut self, leaves: &[Aabb8], rows: usize, around: Aabb) -> Result<(), WorldError> {
        (0..Self::STEPS).try_for_each(|step| self.step(step, leaves, rows, around))
    }

    /// Returns the number of rows that the sort orders.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the sorted rows: all rows that existed at the first step. Rows in the same cell keep their relative
    /// order.
    pub(crate) fn order(&mut self) -> &mut Vec<u32> {
        &mut self.order
    }

    /// Numbers the rows along the curve by the centers of their boxes. Rows without a box come last. `around` must
    /// contain all boxes.
    fn number(&mut self, leaves: &[Aabb8], rows: usize, around: Aabb) -> Result<(), WorldError> {
        let cells = CurveGrid::of(around);
        for list in [&mut self.keys, &mut self.order, &mut self.spare] {
            list.clear();
            list.try_reserve(8 * leaves.len())?;
        }
        for leaf in leaves {
            self.keys.extend((0..8).map(|lane| cells.number(leaf.lane(lane))));
        }
        self.keys.truncate(rows);
        Ok(())
    }

    /// Sorts the rows by one digit of their keys. The sort is stable.
    fn pass(&mut self, shift: u32) {
        let digit = |key: u32| (key >> shift) as usize % (1 << DIGIT_BITS);
        let mut ends = [0_u32; 1 << DIGIT_BITS];
        for &key in &self.keys {
            ends[digit(key)] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        self.spare.clear();
        self.spare.resize(self.order.len(), 0);
        for &row in &self.order {
            let place = &mut ends[digit(self.keys[row as usize])];
            self.spare[*place as usize] = row;
            *place += 1;
        }
        std::mem::swap(&mut self.order, &mut self.spare);
    }
}

/// The grid of cells that the curve passes through.
pub(crate) struct CurveGrid {
    least: [i64; 2],
    /// The binary logarithm of a cell's side, in half pixels.
    shift: u32,
}

impl CurveGrid {
    /// Returns the finest grid that covers a box.
    pub(crate) fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        // Centers are in half pixels, so the sum of two edges needs no division.
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let extent = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let extent = extent.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - extent.leading_zeros()).saturating_sub(hilbert::BITS) }
    }

    /// Returns the number on the curve of the cell that contains the center of a box. An empty box has the last number.
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
