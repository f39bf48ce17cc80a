//! The order of rows along the curve.

use super::hilbert;
use super::tree::PackedTree;
use crate::geometry::Aabb;
use crate::threads::{self, Threads};
use crate::{WorldError, memory};

/// Fewer rows are sorted faster by comparisons.
const FEW_ROWS: usize = 512;

/// The rows of a tree from `start` on, counted from `start`, in the order of their cells on the curve. `start` is a
/// multiple of eight. Rows in the same cell keep their relative order, and rows without a box come last.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(crate) fn curve_order(
    tree: &PackedTree,
    start: usize,
    rows: usize,
    threads: &Threads,
) -> Result<Vec<u32>, WorldError> {
    let (cells, rows) = (CurveGrid::of(tree.hull()), rows - start);
    // The number of the cell is in the upper half, and the row in the lower half.
    let (mut keys, mut spare, mut order) = (Vec::new(), Vec::new(), Vec::new());
    memory::try_resize(&mut keys, rows, 0)?;
    threads.run(keys.chunks_mut(threads::ROWS).enumerate(), |(part, keys)| {
        for (key, row) in keys.iter_mut().zip(threads::ROWS * part..) {
            *key = u64::from(cells.number(tree.row(start + row))) << 32 | row as u64;
        }
    });
    if rows < FEW_ROWS {
        keys.sort_unstable();
    } else {
        memory::try_resize(&mut spare, rows, 0)?;
        radix_pass(&keys, 32, &mut spare);
        radix_pass(&spare, 32 + hilbert::BITS, &mut keys);
    }
    order.try_reserve(rows)?;
    order.extend(keys.iter().map(|&key| key as u32));
    Ok(order)
}

/// Sorts keys by one digit. Keys of equal digits keep their order.
fn radix_pass(keys: &[u64], shift: u32, sorted: &mut [u64]) {
    let digit = |key: u64| (key >> shift) as usize % (1 << hilbert::BITS);
    let mut places = [0u32; 1 << hilbert::BITS];
    keys.iter().for_each(|&key| places[digit(key)] += 1);
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for &key in keys {
        let place = &mut places[digit(key)];
        sorted[*place as usize] = key;
        *place += 1;
    }
}

/// The grid of cells that the curve passes through.
struct CurveGrid {
    least: [i64; 2],
    /// The binary logarithm of a cell's side, in half pixels.
    shift: u32,
}

impl CurveGrid {
    /// The finest grid that covers a box.
    fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        // Centers are in half pixels, so the sum of two edges needs no division.
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let extent = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let extent = extent.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - extent.leading_zeros()).saturating_sub(hilbert::BITS) }
    }

    /// The number on the curve of the cell that contains the center of a box. An empty box has the last number.
    #[inline(always)]
    fn number(&self, Aabb([left, top, right, bottom]): Aabb) -> u32 {
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
