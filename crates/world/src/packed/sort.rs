//! The order of rows along the curve.

use super::hilbert;
use super::tree::PackedTree;
use crate::geometry::Aabb;
use crate::narrow::sort::{SortBuffers, ordered_key, sort};
use crate::threads::Threads;
use crate::{WorldError, memory};

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
    let each = rows.div_ceil(threads.parts()).max(1);
    let parts = (0..rows).step_by(each).map(|_| memory::try_with_capacity(each));
    let mut parts: Vec<Vec<u64>> = parts.collect::<Result<_, _>>()?;
    threads.run(parts.iter_mut().enumerate(), |(part, keys)| {
        let rows = each * part..rows.min(each * part + each);
        keys.extend(rows.map(|row| ordered_key(cells.number(tree.row(start + row)), row as u32)));
    });
    let mut order = Vec::new();
    sort(&parts, 1 << (2 * hilbert::BITS), threads, &SortBuffers::default(), &mut order, |key| key as u32)?;
    Ok(order)
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
