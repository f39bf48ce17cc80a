//! The word kernel: a column of words, and what lies over it.
//!
//! Everything that a pair of masks can be asked is a reduction of the words `mine[i] & over(i)`, where
//! `over(i)` is a shifted word of the other mask, or the bits of a rectangle (see [`crate::clip`]).
//! Each reduction is written once, generic over what lies above; four words go at a time through
//! [`wide::u64x4`], and the words that are left over through the same code one at a time.
//!
//! ```text
//!   mine     m0  m1  m2  m3 | m4  m5  m6  m7 | m8
//!   over     o0  o1  o2  o3 | o4  o5  o6  o7 | o8
//!            '----lanes---'   '----lanes---'   '-- the tail, alone
//! ```

use crate::clip::{Cover, High, Low, Same};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use wide::u64x4;

/// Lanes of a vector.
const LANES: usize = 4;
/// Words looked at between two checks for a hit: few enough that a hit costs nanoseconds.
const BLOCK: usize = 4 * LANES;

/// What the kernel does with words, for one and for a vector of them.
pub(crate) trait Word:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}
impl Word for u64 {}
impl Word for u64x4 {}

/// The words over a column.
trait Words: Copy {
    /// The word over row `row`.
    fn one(self, row: usize) -> u64;
    /// The words over the rows from `row` on.
    fn lanes(self, row: usize) -> u64x4;
}

/// The words from `row` on.
fn load(words: &[u64], row: usize) -> u64x4 {
    let lanes: &[u64; LANES] = words[row..].first_chunk().expect("the caller leaves the tail alone");
    u64x4::from(*lanes)
}

impl Words for Same {
    fn one(self, _: usize) -> u64 {
        self.0
    }
    fn lanes(self, _: usize) -> u64x4 {
        u64x4::splat(self.0)
    }
}

impl Words for Low<'_> {
    fn one(self, row: usize) -> u64 {
        self.0[row] >> self.1
    }
    fn lanes(self, row: usize) -> u64x4 {
        load(self.0, row).unbounded_shr_scalar(self.1)
    }
}

impl Words for High<'_> {
    fn one(self, row: usize) -> u64 {
        self.0[row] << self.1
    }
    fn lanes(self, row: usize) -> u64x4 {
        load(self.0, row).unbounded_shl_scalar(self.1)
    }
}

impl Words for (Low<'_>, High<'_>) {
    fn one(self, row: usize) -> u64 {
        self.0.one(row) | self.1.one(row)
    }
    fn lanes(self, row: usize) -> u64x4 {
        self.0.lanes(row) | self.1.lanes(row)
    }
}

/// Runs the same code for whichever words lie over the column.
macro_rules! with_words {
    ($cover:expr, $words:ident => $body:expr) => {
        match *$cover {
            Cover::Same($words) => $body,
            Cover::Low($words) => $body,
            Cover::High($words) => $body,
            Cover::Both(low, high) => {
                let $words = (low, high);
                $body
            }
        }
    };
}

/// The bits that any lane has.
fn any_lane(lanes: u64x4) -> u64 {
    let [a, b, c, d] = lanes.to_array();
    a | b | c | d
}

/// The bits shared in the rows of a block.
fn shared_in(mine: &[u64], over: impl Words, rows: core::ops::Range<usize>) -> u64 {
    let (mut lanes, mut row) = (u64x4::splat(0), rows.start);
    while row + LANES <= rows.end {
        lanes |= load(mine, row) & over.lanes(row);
        row += LANES;
    }
    (row..rows.end).fold(any_lane(lanes), |bits, row| bits | (mine[row] & over.one(row)))
}

/// The blocks of `rows` rows, from the first to the last.
fn blocks(rows: usize) -> impl DoubleEndedIterator<Item = core::ops::Range<usize>> {
    (0..rows.div_ceil(BLOCK)).map(move |block| block * BLOCK..rows.min((block + 1) * BLOCK))
}

/// Whether any bit is shared.
pub(crate) fn any(mine: &[u64], over: &Cover) -> bool {
    with_words!(over, words => blocks(mine.len()).any(|rows| shared_in(mine, words, rows) != 0))
}

/// The columns of pixels that are shared in any row.
pub(crate) fn union(mine: &[u64], over: &Cover) -> u64 {
    with_words!(over, words => shared_in(mine, words, 0..mine.len()))
}

/// The first row that shares a bit, and the bits it shares.
pub(crate) fn first(mine: &[u64], over: &Cover) -> Option<(usize, u64)> {
    with_words!(over, words => {
        let rows = blocks(mine.len()).find(|rows| shared_in(mine, words, rows.clone()) != 0)?;
        rows.map(|row| (row, mine[row] & words.one(row))).find(|&(_, bits)| bits != 0)
    })
}

/// The last row that shares a bit.
pub(crate) fn last(mine: &[u64], over: &Cover) -> Option<usize> {
    with_words!(over, words => {
        let rows = blocks(mine.len()).rfind(|rows| shared_in(mine, words, rows.clone()) != 0)?;
        rows.rev().find(|&row| mine[row] & words.one(row) != 0)
    })
}

/// How many bits are shared.
pub(crate) fn count(mine: &[u64], over: &Cover) -> u64 {
    with_words!(over, words => {
        mine.iter().enumerate().map(|(row, &word)| u64::from((word & words.one(row)).count_ones())).sum()
    })
}

/// How an edit puts the words over a column into it.
pub(crate) trait Combine {
    /// The new word.
    fn combine<W: Word>(mine: W, over: W) -> W;
}

/// Writes the combination of each row with what lies over it into the row.
pub(crate) fn combine<C: Combine>(mine: &mut [u64], over: &Cover) {
    with_words!(over, words => {
        let whole = mine.len() / LANES * LANES;
        for row in (0..whole).step_by(LANES) {
            let lanes = C::combine(load(mine, row), words.lanes(row));
            mine[row..row + LANES].copy_from_slice(&lanes.to_array());
        }
        for (row, word) in mine.iter_mut().enumerate().skip(whole) {
            *word = C::combine(*word, words.one(row));
        }
    });
}
