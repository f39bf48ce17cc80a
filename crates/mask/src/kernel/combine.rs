//! Edits of a column: each word is combined with the overlay's word and written back.

use super::lanes::Lanes;
use super::word::{Word, WordSource};

/// A bitwise operation that an edit applies to the words of a mask and the words of an overlay.
pub(crate) trait Combine {
    /// Whether the operation can make pixels solid.
    const ADDS: bool;
    /// Whether the operation can clear solid pixels.
    const REMOVES: bool;
    /// The new word of the mask, which has the word `mine` before the edit.
    fn combine<W: Word>(mine: W, overlay: W) -> W;
}

/// Replaces each word of `mine` by the combination of both words of the row. The scalar loop finishes
/// the rows that do not fill a vector.
#[inline(always)]
pub(crate) fn combine<C: Combine, L: Lanes>(lanes: L, mine: &mut [u64], overlay: impl WordSource) {
    let whole = mine.len() / L::LEN * L::LEN;
    for row in (0..whole).step_by(L::LEN) {
        let combined = C::combine(lanes.load(&mine[row..]), overlay.vector(lanes, row));
        lanes.store(combined, &mut mine[row..]);
    }
    for (row, word) in mine.iter_mut().enumerate().skip(whole) {
        *word = C::combine(*word, overlay.word(row));
    }
}

/// Keeps the pixels that both words have.
pub(crate) struct And;
/// Keeps the pixels that either word has.
pub(crate) struct Or;
/// Keeps the pixels that the overlay's word does not have.
pub(crate) struct AndNot;
/// Keeps the pixels that exactly one of the words has.
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
