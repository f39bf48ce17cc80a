//! Words put into a column: what an edit writes.

use super::{Lanes, Word, Words};

/// How an edit puts the words over a column into it.
pub(crate) trait Combine {
    /// Whether it can make pixels solid.
    const ADDS: bool;
    /// Whether it can make solid pixels air.
    const REMOVES: bool;
    /// The new word.
    fn combine<W: Word>(mine: W, overlay: W) -> W;
}

/// Writes the combination of each row with what lies over it into the row.
#[inline(always)]
pub(crate) fn combine<C: Combine, L: Lanes>(lanes: L, mine: &mut [u64], overlay: impl Words) {
    let whole = mine.len() / L::LEN * L::LEN;
    for row in (0..whole).step_by(L::LEN) {
        let combined = C::combine(lanes.load(&mine[row..]), overlay.vector(lanes, row));
        lanes.store(combined, &mut mine[row..]);
    }
    for (row, word) in mine.iter_mut().enumerate().skip(whole) {
        *word = C::combine(*word, overlay.word(row));
    }
}

/// Only what both have.
pub(crate) struct And;
/// What either has.
pub(crate) struct Or;
/// What the other does not have.
pub(crate) struct AndNot;
/// What exactly one has.
pub(crate) struct Xor;

impl Combine for And {
    const ADDS: bool = false;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, overlay: W) -> W {
        mine & overlay
    }
}

impl Combine for Or {
    const ADDS: bool = true;
    const REMOVES: bool = false;
    #[inline(always)]
    fn combine<W: Word>(mine: W, overlay: W) -> W {
        mine | overlay
    }
}

impl Combine for AndNot {
    const ADDS: bool = false;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, overlay: W) -> W {
        mine & !overlay
    }
}

impl Combine for Xor {
    const ADDS: bool = true;
    const REMOVES: bool = true;
    #[inline(always)]
    fn combine<W: Word>(mine: W, overlay: W) -> W {
        mine ^ overlay
    }
}
