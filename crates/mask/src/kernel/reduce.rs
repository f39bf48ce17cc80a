//! The reductions: a column of words, and what lies over it.
//!
//! Everything that a pair of masks can be asked is a reduction of the words `mine[i] & over(i)`, where
//! `over(i)` is a shifted word of the other mask, or the bits of a rectangle (see [`Words`]).
//! Each reduction is written once, generic over what lies above and over the lanes; as many words as a
//! vector has go at a time, and the words that are left over go through the same code one at a time.
//!
//! ```text
//!   mine     m0  m1  m2  m3 | m4  m5  m6  m7 | m8
//!   over     o0  o1  o2  o3 | o4  o5  o6  o7 | o8
//!            '----lanes---'   '----lanes---'   '-- the tail, alone
//! ```
//!
//! [`Level`] compiles them for the processor. Only what is inlined into its shell gets the wide
//! instructions, which is why everything here is `#[inline(always)]`.

use super::{Lanes, Word, Words};

/// Vectors looked at between two checks for a hit: few enough that a hit costs nanoseconds.
const BLOCK_VECTORS: usize = 4;

/// The shared bits of a vector of rows.
#[inline(always)]
fn shared_vector<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words, row: usize) -> L::Vector {
    lanes.load(&mine[row..]) & overlay.vector(lanes, row)
}

/// Whether the rows share a bit, which is asked block by block.
///
/// No loop runs over a tail: the last vectors reach back over rows that were looked at already, because
/// the branches that end short loops are mispredicted and cost more than the rows.
#[inline(always)]
pub(crate) fn any<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words) -> bool {
    let (rows, len) = (mine.len(), L::LEN);
    if rows < len {
        mine.iter().enumerate().fold(0, |bits, (row, word)| bits | (word & overlay.word(row))) != 0
    } else if rows <= 2 * len {
        lanes.any(shared_vector(lanes, mine, overlay, 0) | shared_vector(lanes, mine, overlay, rows - len))
    } else if rows <= 4 * len {
        let first = shared_vector(lanes, mine, overlay, 0) | shared_vector(lanes, mine, overlay, len);
        let last =
            shared_vector(lanes, mine, overlay, rows - 2 * len) | shared_vector(lanes, mine, overlay, rows - len);
        lanes.any(first | last)
    } else {
        let mut row = 0;
        while row < rows - BLOCK_VECTORS * len {
            if lanes.any(shared_block(lanes, mine, overlay, row)) {
                return true;
            }
            row += BLOCK_VECTORS * len;
        }
        lanes.any(shared_block(lanes, mine, overlay, rows - BLOCK_VECTORS * len))
    }
}

/// The shared bits of four vectors of rows.
#[inline(always)]
fn shared_block<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words, row: usize) -> L::Vector {
    let first = shared_vector(lanes, mine, overlay, row) | shared_vector(lanes, mine, overlay, row + L::LEN);
    let last =
        shared_vector(lanes, mine, overlay, row + 2 * L::LEN) | shared_vector(lanes, mine, overlay, row + 3 * L::LEN);
    first | last
}

/// The columns of pixels that are shared in any row.
#[inline(always)]
pub(crate) fn or_rows<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words) -> u64 {
    let (mut shared, mut row) = (lanes.splat(0), 0);
    while row + L::LEN <= mine.len() {
        shared = shared | shared_vector(lanes, mine, overlay, row);
        row += L::LEN;
    }
    let tail = (row..mine.len()).fold(0, |bits, row| bits | (mine[row] & overlay.word(row)));
    lanes.as_slice(&shared).iter().fold(tail, |bits, &lane| bits | lane)
}

/// The first row that shares a bit, and the bits it shares.
#[inline(always)]
pub(crate) fn first<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words) -> Option<(usize, u64)> {
    let shared = |row: usize| (row, mine[row] & overlay.word(row));
    let rows = mine.len();
    if rows < L::LEN {
        return (0..rows).map(shared).find(|&(_, bits)| bits != 0);
    }
    let mut row = 0;
    loop {
        // The last vector reaches back over rows that are known to share nothing.
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
pub(crate) fn last<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words) -> Option<usize> {
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

/// How many bits are shared.
#[inline(always)]
pub(crate) fn count<L: Lanes>(lanes: L, mine: &[u64], overlay: impl Words) -> u64 {
    let rows = mine.len();
    if rows < L::LEN {
        return mine.iter().enumerate().fold(0, |sum, (row, word)| sum + (word & overlay.word(row)).popcount());
    }
    let (mut sums, mut row) = (lanes.splat(0), 0);
    while row + L::LEN <= rows {
        sums = sums + shared_vector(lanes, mine, overlay, row).popcount();
        row += L::LEN;
    }
    // The last vector reaches back over rows that are counted already, whose lanes are left out.
    let last =
        shared_vector(lanes, mine, overlay, rows - L::LEN) & lanes.load(&LAST_LANES[MAX_LANES - L::LEN + rows - row..]);
    lanes.as_slice(&(sums + last.popcount())).iter().sum()
}

/// The most lanes that a vector has.
const MAX_LANES: usize = 8;

/// From `n` on, a vector of which only the last `n` lanes keep their bits.
const LAST_LANES: [u64; 2 * MAX_LANES] = {
    let mut lanes = [0; 2 * MAX_LANES];
    let mut lane = MAX_LANES;
    while lane < 2 * MAX_LANES {
        lanes[lane] = u64::MAX;
        lane += 1;
    }
    lanes
};
