//! The reductions of a column of words and the overlay's words.
//!
//! Every test of two masks is a reduction of the words `mine[i] & over(i)`. `over(i)` is a shifted word of the other
//! mask, or the bits of a rectangle (see [`WordSource`]). Each reduction is written once, generic over the overlay and
//! the lanes. A step handles one vector of words. The words that do not fill a vector are the tail:
//!
//! ```text
//!   mine     m0  m1  m2  m3 | m4  m5  m6  m7 | m8
//!   over     o0  o1  o2  o3 | o4  o5  o6  o7 | o8
//!            '----lanes---'   '----lanes---'   '-- the tail
//!                                 '----lanes---'   the last vector of `any`, `first` and `count`
//! ```
//!
//! [`any`], [`first`] and [`count`] end with a vector that overlaps the vector before it, so they have no loop over the
//! tail. [`or_rows`] and [`last`] handle the tail word by word. All of them handle fewer rows than a vector has lanes
//! word by word.
//!
//! [`SimdLevel`](super::level::SimdLevel) says which processors the reductions are compiled for. Only code that is
//! inlined into `on_level!` gets the wide instructions, so every function here is `#[inline(always)]`.

use super::lanes::Lanes;
use super::word::{Word, WordSource};

/// The number of rows that [`any`] reads between two checks for a hit: two or four vectors. The last block overlaps the
/// block before it, so a larger block reads more rows twice (`miss-unaligned-128`).
const BLOCK_ROWS: usize = 16;

/// The number of rows from which [`any`] aligns its loads.
const ALIGN_MIN_ROWS: usize = 96;

/// The shared bits of one vector of rows, from `row` on.
#[inline(always)]
fn shared_vector<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource, row: usize) -> L::Vector {
    lanes.load(&mine[row..]) & overlay.vector(lanes, row)
}

/// Whether any row shares a bit. The function checks after each block of [`BLOCK_ROWS`] rows.
///
/// If the rows fill at least one vector, no loop runs over a tail. The last vectors overlap rows that are already
/// tested: the branch that ends a short loop is mispredicted and costs more than the rows.
#[inline(always)]
pub(crate) fn any<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource) -> bool {
    let (rows, len) = (mine.len(), L::LEN);
    if rows < len {
        mine.iter().enumerate().fold(0, |bits, (row, word)| bits | (word & overlay.word(row))) != 0
    } else if rows <= 2 * len {
        lanes.any(shared_vector(lanes, mine, overlay, 0) | shared_vector(lanes, mine, overlay, rows - len))
    } else if rows <= 4 * len {
        lanes.any(shared_pair(lanes, mine, overlay, 0) | shared_pair(lanes, mine, overlay, rows - 2 * len))
    } else if rows <= 8 * len {
        // The blocks below take 1.05 to 1.1 times as long (`miss-unaligned-64`).
        lanes.any(shared_four(lanes, mine, overlay, 0)) || lanes.any(shared_four(lanes, mine, overlay, rows - 4 * len))
    } else {
        let mut row = 0;
        if rows >= ALIGN_MIN_ROWS {
            if lanes.any(shared_vector(lanes, mine, overlay, 0)) {
                return true;
            }
            // A load across two cache lines takes twice as long. From here on, most loads are aligned, except in the
            // last block (`miss-unaligned-256`). The first vector has covered the rows before `row`.
            row = (overlay.to_align(mine) as usize).wrapping_neg() / size_of::<u64>() % len;
        }
        while row < rows - BLOCK_ROWS {
            if lanes.any(shared_block(lanes, mine, overlay, row)) {
                return true;
            }
            row += BLOCK_ROWS;
        }
        lanes.any(shared_block(lanes, mine, overlay, rows - BLOCK_ROWS))
    }
}

/// The OR of the shared bits of two vectors of rows, from `row` on.
#[inline(always)]
fn shared_pair<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource, row: usize) -> L::Vector {
    shared_vector(lanes, mine, overlay, row) | shared_vector(lanes, mine, overlay, row + L::LEN)
}

/// The OR of the shared bits of four vectors of rows, from `row` on.
#[inline(always)]
fn shared_four<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource, row: usize) -> L::Vector {
    shared_pair(lanes, mine, overlay, row) | shared_pair(lanes, mine, overlay, row + 2 * L::LEN)
}

/// The OR of the shared bits of [`BLOCK_ROWS`] rows, from `row` on.
#[inline(always)]
fn shared_block<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource, row: usize) -> L::Vector {
    if 2 * L::LEN == BLOCK_ROWS {
        shared_pair(lanes, mine, overlay, row)
    } else {
        shared_four(lanes, mine, overlay, row)
    }
}

/// The OR of the shared bits of all rows.
#[inline(always)]
pub(crate) fn or_rows<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource) -> u64 {
    let (mut shared, mut row) = (lanes.splat(0), 0);
    while row + L::LEN <= mine.len() {
        shared = shared | shared_vector(lanes, mine, overlay, row);
        row += L::LEN;
    }
    let tail = (row..mine.len()).fold(0, |bits, row| bits | (mine[row] & overlay.word(row)));
    lanes.as_slice(&shared).iter().fold(tail, |bits, &lane| bits | lane)
}

/// The first row that shares a bit, and its shared bits.
#[inline(always)]
pub(crate) fn first<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource) -> Option<(usize, u64)> {
    let shared = |row: usize| (row, mine[row] & overlay.word(row));
    let rows = mine.len();
    if rows < L::LEN {
        return (0..rows).map(shared).find(|&(_, bits)| bits != 0);
    }
    let mut row = 0;
    loop {
        // The last vector may overlap rows that are known to share nothing.
        let start = row.min(rows - L::LEN);
        let which = lanes.nonzero(shared_vector(lanes, mine, overlay, start));
        if which != 0 {
            return Some(shared(start + which.trailing_zeros() as usize));
        }
        row += L::LEN;
        if row >= rows {
            return None;
        }
    }
}

/// The last row that shares a bit.
#[inline(always)]
pub(crate) fn last<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource) -> Option<usize> {
    let mut end = mine.len();
    while end >= L::LEN {
        let which = lanes.nonzero(shared_vector(lanes, mine, overlay, end - L::LEN));
        if which != 0 {
            return Some(end - L::LEN + which.ilog2() as usize);
        }
        end -= L::LEN;
    }
    (0..end).rev().find(|&row| mine[row] & overlay.word(row) != 0)
}

/// Counts the shared bits of all rows.
#[inline(always)]
pub(crate) fn count<L: Lanes>(lanes: L, mine: &[u64], overlay: impl WordSource) -> u64 {
    let rows = mine.len();
    if rows < L::LEN {
        return mine.iter().enumerate().fold(0, |sum, (row, word)| sum + (word & overlay.word(row)).popcount());
    }
    let (mut sums, mut row) = (lanes.splat(0), 0);
    while row + L::LEN <= rows {
        sums = sums + shared_vector(lanes, mine, overlay, row).popcount();
        row += L::LEN;
    }
    // The last vector overlaps rows that are already counted. `LAST_LANES` clears the lanes of these rows.
    let last =
        shared_vector(lanes, mine, overlay, rows - L::LEN) & lanes.load(&LAST_LANES[MAX_LANES - L::LEN + rows - row..]);
    lanes.as_slice(&(sums + last.popcount())).iter().sum()
}

/// The largest number of lanes in a vector.
const MAX_LANES: usize = 8;

/// Lane masks. A vector of `len` lanes loaded from index `MAX_LANES - len + n` keeps only the last `n` lanes.
const LAST_LANES: [u64; 2 * MAX_LANES] = {
    let mut lanes = [0; 2 * MAX_LANES];
    let mut lane = MAX_LANES;
    while lane < 2 * MAX_LANES {
        lanes[lane] = u64::MAX;
        lane += 1;
    }
    lanes
};
