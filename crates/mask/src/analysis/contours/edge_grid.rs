//! A grid that finds the edges of polygons near a line.

use crate::{Rect, memory};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// Edges in square cells. Each edge is in all cells that it passes through. An edge that a caller replaces stays in the
/// grid: the caller knows which edges it still has.
pub(super) struct EdgeGrid {
    origin: [i64; 2],
    /// The logarithm of the side of a cell.
    shift: u32,
    columns: i64,
    cells: Vec<Vec<[u32; 2]>>,
}

impl EdgeGrid {
    /// Creates a grid for edges between the corners of pixels in `bounds`: about one cell for each edge, of at least 8 x 8
    /// pixels.
    pub(super) fn new(bounds: Rect, edges: usize) -> Result<EdgeGrid, TryReserveError> {
        let [width, height] = [bounds.width, bounds.height].map(i64::from);
        let cells = |shift: u32| ((width >> shift) + 1) * ((height >> shift) + 1);
        let shift = (3..32).find(|&shift| cells(shift) <= edges as i64 + 64).unwrap_or(32);
        let origin = [bounds.left, bounds.top].map(i64::from);
        let mut list = memory::try_with_capacity(cells(shift) as usize)?;
        list.resize_with(cells(shift) as usize, Vec::new);
        Ok(EdgeGrid { origin, shift, columns: (width >> shift) + 1, cells: list })
    }

    pub(super) fn add(&mut self, edge: [u32; 2], [a, b]: [[i32; 2]; 2]) -> Result<(), TryReserveError> {
        for cell in self.cells_of(a, b) {
            memory::try_push(&mut self.cells[cell], edge)?;
        }
        Ok(())
    }

    /// Returns whether any edge in the cells of the line from `a` to `b` is one that is looked for.
    pub(super) fn any(&self, a: [i32; 2], b: [i32; 2], is_wanted: impl Fn([u32; 2]) -> bool) -> bool {
        self.cells_of(a, b).any(|cell| self.cells[cell].iter().any(|&edge| is_wanted(edge)))
    }

    /// The cells that a line passes through, and maybe some beside them.
    fn cells_of(&self, a: [i32; 2], b: [i32; 2]) -> impl Iterator<Item = usize> + use<> {
        let [a, b] = [a, b].map(|point| [0, 1].map(|axis| i64::from(point[axis]) - self.origin[axis]));
        let ([x0, y0], [x1, y1]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let (shift, columns) = (self.shift, self.columns);
        (y0 >> shift..=y1 >> shift).flat_map(move |row| {
            let [top, bottom] = [y0.max(row << shift), y1.min((row + 1) << shift)];
            let x_at = |y: i64| if y0 == y1 { x0 } else { x0 + ((x1 - x0) * (y - y0)).div_euclid(y1 - y0) };
            let (left, right) = if y0 == y1 { (x0, x1) } else { (x_at(top), x_at(bottom)) };
            // Rounded down, so the line is up to a pixel farther right.
            let right_end = ((left.max(right) + 1) >> shift).min(columns - 1);
            (left.min(right) >> shift..=right_end).map(move |column| (row * columns + column) as usize)
        })
    }
}
