//! The Hilbert curve: a number for each cell of a grid, near for cells that are near.
//!
//! The curve through a square is four curves through its quarters, each turned or mirrored: one of four
//! ways, called states here. Going down from the largest square, the quarter that a cell lies in gives two
//! bits of its number and the next state (Hilbert, 1891; the automaton after Butz, 1971). A table takes four
//! levels at a stroke.

/// Bits of a coordinate.
pub(super) const BITS: u32 = 12;

/// Levels that a step of the table takes.
const STRIDE: u32 = 4;
/// Cells along a side of the square that a step of the table covers.
const SIDE: usize = 1 << STRIDE;

/// For each state, the place on the curve of the quarters (y, x) = 00, 01, 10, 11, and the state inside.
const QUARTERS: [[(u16, u16); 4]; 4] = [
    [(0, 1), (3, 3), (1, 0), (2, 0)],
    [(0, 0), (1, 1), (3, 2), (2, 1)],
    [(2, 2), (1, 2), (3, 1), (0, 3)],
    [(2, 3), (3, 0), (1, 3), (0, 2)],
];

/// For each state and cell of a square of 16 x 16, at `(state * 16 + y) * 16 + x`: four times its number
/// plus the state inside it.
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

/// The number of the cell `[x, y]` of a grid of 2^[`BITS`] cells along a side.
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
    fn the_curve_visits_every_cell_and_steps_to_a_neighbor() {
        let side = 64;
        let mut cells: Vec<(u32, i32, i32)> =
            (0..side).flat_map(|y| (0..side).map(move |x| (number(x as u32, y as u32), x, y))).collect();
        cells.sort_unstable();
        // A quarter, a sixteenth … of the grid is a run of the curve, so that these are the first numbers or
        // a run of others; either way without gaps.
        for (step, cell) in cells.iter().enumerate() {
            assert_eq!(cell.0, cells[0].0 + step as u32);
        }
        for two in cells.windows(2) {
            let [(_, x, y), (_, next_x, next_y)] = [two[0], two[1]];
            assert_eq!((x - next_x).abs() + (y - next_y).abs(), 1, "from {x} {y} to {next_x} {next_y}");
        }
    }
}
