//! The one clip: which rows and columns of words two things share, and how the words of the one lie
//! over those of the other.
//!
//! A column of words of `mine` starts at pixel x = 64 c. In the frame of a mask placed at offset `at`
//! that is pixel 64 c - at.x, bit `shift` of its column q, so that the 64 pixels over the column are
//! the upper bits of column q and the lower bits of column q + 1:
//!
//! ```text
//!   mine            |          column c           |
//!   other   |    column q - - - |- - - column q + 1 - - - |
//!            <----- shift ----->
//!                   over the column: q >> shift | q + 1 << (64 - shift)
//! ```
//!
//! The count is the same for every row. Where one of the two columns does not exist, it is left out.

use crate::store::{WORD, span_bits};
use crate::{Mask, Rect};

/// The words that lie over the rows of one column, one for each row of the clip.
pub(crate) enum Cover<'a> {
    /// The same bits in every row: a rectangle.
    Same(Same),
    /// Only the column that is shifted down.
    Low(Low<'a>),
    /// Only the column that is shifted up.
    High(High<'a>),
    /// Both.
    Both(Low<'a>, High<'a>),
}

/// The same bits in every row.
#[derive(Clone, Copy)]
pub(crate) struct Same(pub(crate) u64);

/// Words to be shifted down, towards the left of the picture.
#[derive(Clone, Copy)]
pub(crate) struct Low<'a>(pub(crate) &'a [u64], pub(crate) u32);

/// Words to be shifted up, towards the right of the picture.
#[derive(Clone, Copy)]
pub(crate) struct High<'a>(pub(crate) &'a [u64], pub(crate) u32);

/// Something with solid pixels that lies over a mask.
pub(crate) trait Over {
    /// The part of `within`, a rectangle in the mask's frame, outside which it has no solid pixel.
    fn reach(&self, within: Rect) -> Option<Rect>;

    /// Its pixels over one column of words, in the rows of `clip`, a part of its reach. They may go
    /// beyond the sides of `clip` and of the mask.
    fn cover(&self, column: usize, clip: &Rect) -> Cover<'_>;
}

/// A rectangle, all solid.
impl Over for Rect {
    fn reach(&self, within: Rect) -> Option<Rect> {
        self.intersection(&within)
    }

    fn cover(&self, column: usize, _: &Rect) -> Cover<'_> {
        let edge = |x: i64| x.clamp(0, u32::MAX.into()) as u32;
        Cover::Same(Same(span_bits(column, edge(self.left.into()), edge(self.right()))))
    }
}

/// A mask whose top-left pixel stands at `at`.
pub(crate) struct Placed<'a> {
    pub(crate) mask: &'a Mask,
    pub(crate) at: [i32; 2],
}

impl Over for Placed<'_> {
    fn reach(&self, within: Rect) -> Option<Rect> {
        within.intersection_at(&self.mask.bounds()?, self.at)
    }

    fn cover(&self, column: usize, clip: &Rect) -> Cover<'_> {
        let [dx, dy] = self.at.map(i64::from);
        let first_bit = column as i64 * i64::from(WORD) - dx;
        let low = first_bit.div_euclid(WORD.into());
        let shift = first_bit.rem_euclid(WORD.into()) as u32;
        let top = (i64::from(clip.top) - dy) as usize;
        let words = |column: i64| {
            let column = usize::try_from(column).ok().filter(|&column| column < self.mask.stride())?;
            Some(&self.mask.words[column * self.mask.height as usize + top..][..clip.height as usize])
        };
        match (words(low), words(low + 1).filter(|_| shift > 0)) {
            (Some(low), None) => Cover::Low(Low(low, shift)),
            (None, Some(high)) => Cover::High(High(high, WORD - shift)),
            (Some(low), Some(high)) => Cover::Both(Low(low, shift), High(high, WORD - shift)),
            (None, None) => Cover::Same(Same(0)),
        }
    }
}
