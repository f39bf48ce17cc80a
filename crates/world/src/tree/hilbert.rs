//! The Hilbert curve: a numbering of the cells of a grid in which cells with close numbers are close in the plane.
//!
//! The curve through a square consists of four curves, one through each quarter. Each of the four is turned or
//! mirrored in one of four ways, called states here. To number a cell, the code goes down from the largest square to
//! the cell. At each level, the quarter around the cell gives two bits of the number and the next state (Hilbert,
//! 1891; the automaton after Butz, 1971). One lookup in a table covers four levels.

/// The number of bits of a coordinate of a cell.
pub(super) const BITS: u32 = 12;

/// The number of levels that one lookup in [`TABLE`] covers.
const STRIDE: u32 = 4;
/// The side of the square that one lookup in [`TABLE`] covers, in cells.
const SIDE: usize = 1 << STRIDE;

/// For each state and each quarter (y, x) = 00, 01, 10, 11: the position of the quarter on the curve, and the state
/// inside the quarter.
const QUARTERS: [[(u16, u16); 4]; 4] = [
    [(0, 1), (3, 3), (1, 0), (2, 0)],
    [(0, 0), (1, 1), (3, 2), (2, 1)],
    [(2, 2), (1, 2), (3, 1), (0, 3)],
    [(2, 3), (3, 0), (1, 3), (0, 2)],
];

/// For each state and each cell of a square of 16 x 16 cells: four times the number of the cell, plus the state inside
/// the cell. The entry of a cell is at `(state * 16 + y) * 16 + x`.
const TABLE: [u16; 4 * SIDE * SIDE] = {
    let mut table = [0; 4 * SIDE * SIDE];
    let mut index = 0;
    while index < table.len() {
        let (x, y) = (index % SIDE, index / SIDE % SIDE);
        let (mut state, mut number, mut level) = (index / SIDE / SIDE, 0, STRIDE);
        while level > 0 {
            level -= 1;
            let (place, inside) = QUARTERS[state][(y >> level & 1) * 2 + (x >> level & 1)];
            number = number * 4 + place;
            state = inside as usize;
        }
        table[index] = number * 4 + state as u16;
        index += 1;
    }
    table
};

/// The number of the cell `[x, y]` on the curve through a grid of 2^[`BITS`] cells a side.
pub(super) fn number(x: u32, y: u32) -> u32 {
    let (mut state, mut number, mut level) = (0, 0, BITS);
    while level > 0 {
        level -= STRIDE;
        let digit = |coordinate: u32| (coordinate >> level) as usize % SIDE;
        let entry = u32::from(TABLE[(state * SIDE + digit(y)) * SIDE + digit(x)]);
        number = number << (2 * STRIDE) | entry >> 2;
        state = entry as usize & 3;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_every_cell_and_moves_to_a_neighbor() {
        let side = 64;
        let mut cells: Vec<(u32, i32, i32)> =
            (0..side).flat_map(|y| (0..side).map(move |x| (number(x as u32, y as u32), x, y))).collect();
        cells.sort_unstable();
        // The curve passes through a quarter of the grid, a quarter of the quarter, and so on, in one run. The 64 x 64
        // cells are such a quarter, so their numbers are consecutive.
        for (step, cell) in cells.iter().enumerate() {
            assert_eq!(cell.0, cells[0].0 + step as u32);
        }
        for two in cells.windows(2) {
            let [(_, x, y), (_, next_x, next_y)] = [two[0], two[1]];
            assert_eq!((x - next_x).abs() + (y - next_y).abs(), 1, "from {x} {y} to {next_x} {next_y}");
        }
    }
}
