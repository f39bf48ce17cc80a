//! The order of the sprites along the curve, and when they are sorted.
//!
//! The Hilbert curve is a numbering of the cells of a grid in which cells with close numbers are close in the plane.
//!
//! The curve through a square consists of four curves, one through each quarter. Each of the four is turned or
//! mirrored in one of four ways, called states here. To number a cell, the code goes down from the largest square to
//! the cell. At each level, the quarter around the cell gives two bits of the number and the next state (Hilbert,
//! 1891; the automaton after Butz, 1971). One lookup in a table covers four levels.
//!
//! As sprites move, the order of the leaves decays, and joins and queries compare more of them. The comparisons beyond
//! the fewest since the last sort are the debt. A sort begins if the debt has reached its cost, so the debt and the
//! sorts together never take more than twice the time of the best choice (ski rental).

use super::refresh::Sprites;
use super::tree::{Leaf, Tree};
use crate::geometry::Aabb;
use crate::slots::Slots;
use crate::store::{Flags, Lane};
use crate::threads::Threads;
use crate::{WorldError, memory, threads};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The key of a lane without a sprite.
const NO_SPRITE: u64 = u64::MAX;
/// Fewer sprites are sorted faster by comparisons.
const FEW: usize = 512;

impl Tree {
    /// Puts the sprites that wait into new leaves behind the others. Their boxes must be refitted.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The next refresh must do all work again.
    pub(super) fn append_pending(&mut self, sprites: Sprites, slots: &mut Slots<Lane>) -> Result<(), WorldError> {
        let first = self.leaves.len();
        self.reserve(first + self.pending.len().div_ceil(8))?;
        self.resize(first + self.pending.len().div_ceil(8), first);
        let mut lanes = 8 * first..;
        for slot in self.pending.drain(..) {
            // A sprite may have gone on to another tree.
            let place = slots.in_slot_mut(slot as usize).filter(|place| **place == Lane::waiting(self.number));
            let Some((place, lane)) = place.zip(lanes.next()) else { continue };
            *place = Lane::new(self.number, lane);
            let leaf = &mut self.leaves[lane / 8];
            (leaf.slots[lane % 8], leaf.variants[lane % 8]) = (slot, sprites.columns.variant(slot as usize));
            self.may_have_paths |= sprites.columns.flags.get(slot as usize).any(Flags::CONTINUOUS);
            self.sprites += 1;
        }
        Ok(())
    }

    /// Sorts the sprites of a range of leaves along the curve, without gaps. Before, the boxes must be up to date.
    /// Afterwards, the caller must give the slots their new lanes.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The tree is unchanged.
    pub(super) fn sort(&mut self, range: Range<usize>, threads: &Threads) -> Result<(), WorldError> {
        let (grid, mut keys) = (CurveGrid::of(self.hull()), Vec::new());
        memory::try_resize(&mut keys, 8 * range.len(), NO_SPRITE)?;
        let per_item = threads::SPRITES_PER_ITEM / 8;
        let parts = keys.chunks_mut(8 * per_item).zip(self.leaves[range.clone()].chunks(per_item));
        threads.run(parts.enumerate(), |(part, (keys, leaves))| {
            let from = range.start + per_item * part;
            for ((keys, leaf), number) in keys.chunks_mut(8).zip(leaves).zip(from..) {
                for (lane, key) in keys.iter_mut().enumerate().filter(|(lane, _)| leaf.variants[*lane] != 0) {
                    *key = grid.key(leaf.boxes.lane(lane), (8 * number + lane) as u32);
                }
            }
        });
        keys.retain(|&key| key != NO_SPRITE);
        sort(&mut keys)?;
        let mut leaves = Vec::new();
        memory::try_resize(&mut leaves, keys.len().div_ceil(8), Leaf::EMPTY)?;
        let parts = leaves.chunks_mut(per_item).zip(keys.chunks(8 * per_item));
        threads.run(parts, |(leaves, keys)| {
            for (leaf, keys) in leaves.iter_mut().zip(keys.chunks(8)) {
                for (lane, &key) in keys.iter().enumerate() {
                    let old = key as u32 as usize;
                    leaf.copy(lane, &self.leaves[old / 8], old % 8);
                }
            }
        });
        let (end, all) = (range.start + leaves.len(), 0..self.leaves.len());
        match range == all {
            true => self.leaves = leaves,
            false => {
                self.leaves[range.start..end].copy_from_slice(&leaves);
                self.leaves[end..range.end].fill(Leaf::EMPTY);
            }
        }
        self.resize(if range.end == all.end { end } else { all.end }, range.start);
        Ok(())
    }

    /// A tree of boxes, each with a number for its slot.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn of_boxes(boxes: &[(Aabb, u32)]) -> Result<Tree, WorldError> {
        let mut tree = Tree::new(0);
        tree.reserve(boxes.len().div_ceil(8))?;
        tree.leaves.resize(boxes.len().div_ceil(8), Leaf::EMPTY);
        for (leaf, boxes) in tree.leaves.iter_mut().zip(boxes.chunks(8)) {
            for (lane, &(aabb, slot)) in boxes.iter().enumerate() {
                leaf.boxes.set(lane, aabb);
                (leaf.slots[lane], leaf.variants[lane]) = (slot, 1);
            }
        }
        tree.resize(tree.leaves.len(), 0);
        tree.sort(0..tree.leaves.len(), &Threads::one())?;
        Ok(tree)
    }
}

/// Sorts keys. Keys of the same cell keep their order, which is that of the lanes.
///
/// # Errors
/// Returns [`WorldError::NoMemory`] if the system refuses memory.
pub(crate) fn sort(keys: &mut [u64]) -> Result<(), WorldError> {
    if keys.len() < FEW {
        keys.sort_unstable();
        return Ok(());
    }
    let mut spare = Vec::new();
    memory::try_resize(&mut spare, keys.len(), 0)?;
    radix_pass(keys, 32, &mut spare);
    radix_pass(&spare, 32 + BITS, keys);
    Ok(())
}

/// A pass of a radix sort, by the digit from bit `shift` on.
fn radix_pass(keys: &[u64], shift: u32, sorted: &mut [u64]) {
    let digit = |key: u64| (key >> shift) as usize % (1 << BITS);
    let mut places = [0u32; 1 << BITS];
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

/// The square grid of cells that the curve visits.
#[derive(Clone, Copy)]
struct CurveGrid {
    /// Twice the top-left pixel. All coordinates are doubled, so that the middle of a box is a whole number.
    least: [i64; 2],
    /// The width of a cell, as a power of two.
    shift: u32,
}

impl CurveGrid {
    /// The grid over a box.
    fn of(Aabb([left, top, right, bottom]): Aabb) -> CurveGrid {
        let least = [2 * i64::from(left), 2 * i64::from(top)];
        let extent = [2 * i64::from(right) - least[0], 2 * i64::from(bottom) - least[1]];
        let extent = extent.into_iter().max().unwrap_or(0).max(1);
        CurveGrid { least, shift: (i64::BITS - extent.leading_zeros()).saturating_sub(BITS) }
    }

    /// The number of the cell with the middle of a box in the upper half, and the lane in the lower half. An empty box
    /// is in the last cell.
    #[inline(always)]
    fn key(&self, Aabb([left, top, right, bottom]): Aabb, lane: u32) -> u64 {
        let place = |first: i32, last: i32, axis: usize| {
            let cell = (i64::from(first) + i64::from(last) - self.least[axis]) >> self.shift;
            cell.clamp(0, (1 << BITS) - 1) as u32
        };
        let cell = match left > right {
            true => (1 << (2 * BITS)) - 1,
            false => hilbert_number(place(left, right, 0), place(top, bottom, 1)),
        };
        u64::from(cell) << 32 | u64::from(lane)
    }
}

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
pub(super) fn hilbert_number(x: u32, y: u32) -> u32 {
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

/// The cost of a sort for each sprite, in comparisons of leaves. (`step-uniform` and `bullets`: half of it sorts too
/// often, twice as much too seldom.)
const SORT_COST: u64 = 2;
/// The sprites of a node. So few are not sorted for what they cost.
const NODE: usize = 64;
/// A sort takes this part of the expected debt off. (`queries-range`: 25,000 queries of 50,000 fast points take 1.4
/// times as long if every second refresh sorts.)
const EXPECTED_FRACTION: u64 = 16;
/// The comparisons of queries are counted in this many lower bits, and the queries above them.
const COUNT_SHIFT: u32 = 40;

/// So many queries at most are counted, so that their count fits.
const MOST_QUERIES: u64 = 1 << (u64::BITS - COUNT_SHIFT - 1);

/// The comparisons of leaves since the last sort.
#[derive(Default)]
pub(crate) struct SortDebt {
    debt: u64,
    /// The largest debt from one refresh to the next: so much is expected until the next one. A sort takes a part off,
    /// so that a tree that is sorted in every refresh is left alone now and then.
    expected: u64,
    /// The comparisons of the first joins after the last sort, from one refresh to the next.
    least_join: Option<u64>,
    /// The fewest comparisons for a query since the last sort, in 256ths.
    least_query: Option<u64>,
    /// The comparisons of the last joins.
    pub(super) last_join: u64,
    /// The comparisons by joins since the last refresh.
    join: AtomicU64,
    /// The queries since the last refresh, and their comparisons.
    queries: AtomicU64,
    /// The number in `queries` beyond which nothing is counted. 0 if nothing moves: threads that query at once then do
    /// not wait for each other.
    most_queries: u64,
}

impl Clone for SortDebt {
    fn clone(&self) -> SortDebt {
        let copy = |count: &AtomicU64| AtomicU64::new(count.load(Ordering::Relaxed));
        SortDebt { join: copy(&self.join), queries: copy(&self.queries), ..*self }
    }
}

impl SortDebt {
    /// Counts the comparisons of leaves by a join.
    pub(super) fn add_join(&self, comparisons: u64) {
        self.join.fetch_add(comparisons, Ordering::Relaxed);
    }

    /// Counts a query that compared so many leaves.
    #[inline(always)]
    pub(super) fn add_query(&self, comparisons: u64) {
        if self.queries.load(Ordering::Relaxed) < self.most_queries {
            self.queries.fetch_add(1 << COUNT_SHIFT | comparisons, Ordering::Relaxed);
        }
    }

    /// Forgets the comparisons that an error has stopped.
    pub(super) fn forget_join(&self) {
        self.join.store(0, Ordering::Relaxed);
    }

    /// Whether a sort has been paid for. `sprites` is the number of sprites of the tree, and `moves` is whether any has
    /// changed since the last refresh.
    pub(super) fn is_due(&mut self, sprites: usize, moves: bool) -> bool {
        let before = self.debt;
        let join = std::mem::take(self.join.get_mut());
        if join > 0 {
            self.last_join = join;
            self.debt += join - join.min(*self.least_join.get_or_insert(join));
        }
        let queries = std::mem::take(self.queries.get_mut());
        let (count, comparisons) = (queries >> COUNT_SHIFT, 256 * (queries % (1 << COUNT_SHIFT)));
        if let Some(each) = comparisons.checked_div(count) {
            let least = self.least_query.unwrap_or(u64::MAX).min(each);
            self.least_query = Some(least);
            self.debt += (comparisons - least * count) / 256;
        }
        self.expected = self.expected.max(self.debt - before);
        let cost = SORT_COST * sprites as u64;
        self.most_queries = if moves { (cost + 1).min(MOST_QUERIES) << COUNT_SHIFT } else { 0 };
        moves && sprites > NODE && self.debt.max(self.expected) >= cost
    }

    /// Notes a sort.
    pub(super) fn note_sort(&mut self) {
        (self.debt, self.least_join, self.least_query) = (0, None, None);
        self.expected -= self.expected / EXPECTED_FRACTION;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_visits_every_cell_and_moves_to_a_neighbor() {
        let side = 64;
        let mut cells: Vec<(u32, i32, i32)> =
            (0..side).flat_map(|y| (0..side).map(move |x| (hilbert_number(x as u32, y as u32), x, y))).collect();
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
