//! The order of rows along the curve, made in steps that a refresh can afford one at a time.

use super::hilbert;
use crate::geometry::{Aabb, Aabb8};
use crate::{WorldError, memory};

/// Bits of a digit: two passes take a whole number of the curve.
const DIGIT_BITS: u32 = hilbert::BITS;

/// A sort in the making: the place of each row on the curve, and the rows by it.
#[derive(Default)]
pub(crate) struct CurveSort {
    /// The number of each row's cell on the curve.
    keys: Vec<u32>,
    order: Vec<u32>,
    spare: Vec<u32>,
}

impl CurveSort {
    /// The steps of a sort, to be made in turn.
    pub(crate) const STEPS: u32 = 3;

    /// Makes a step. After the last the order is there.
    ///
    /// # Errors
    /// [`WorldError::NoMemory`] at the first step, which takes all that the others need.
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

    /// All steps.
    pub(crate) fn all(&mut self, leaves: &[Aabb8], rows: usize, around: Aabb) -> Result<(), WorldError> {
        (0..Self::STEPS).try_for_each(|step| self.step(step, leaves, rows, around))
    }

    /// The order of the rows that there were at the first step. Rows in one cell keep their order.
    pub(crate) fn order(&mut self) -> &mut Vec<u32> {
        &mut self.order
    }

    /// Numbers the rows along the curve by the centres of their boxes, all of which lie in `around`. Rows
    /// without a box come last.
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

    /// Sorts by a digit of the key, stably.
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

/// The cells that the curve goes through.
pub(crate) struct CurveGrid {
    least: [i64; 2],
    /// Cells are squares with a power of two for a side.
    shift: u32,
}

impl CurveGrid {
    pub(crate) fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        // Centres are counted in half pixels.
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let filter = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let filter = filter.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - filter.leading_zeros()).saturating_sub(hilbert::BITS) }
    }

    /// The number on the curve of the cell in which the centre of a box lies.
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
