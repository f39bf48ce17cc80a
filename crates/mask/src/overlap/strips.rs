//! The first shared pixel by strips: the order of pygame.
//!
//! The left ends of both masks' columns of words cut the overlap into strips. A column of `mine` lies under at most two
//! columns of the other mask, so it has one or two strips:
//!
//! ```text
//!   mine            |          column c           |
//!   other   |    column q - - - |- - - column q + 1 - - - |
//!   strips          |  strip 1  |     strip 2     |
//! ```

use super::{OffsetMask, Overlay, scan};
use crate::Mask;
use crate::kernel::{self, ColumnPair, WORD_BITS, WordSource, on_level, span_bits};

impl Mask {
    /// Returns the first shared pixel in the order of pygame's `Mask.overlap`, or `None` if no pixel is shared.
    ///
    /// Vertical lines at every multiple of 64 pixels in the frame of either mask cut the overlap into strips. The
    /// result is the topmost shared pixel, and of several in that row the leftmost, of the leftmost strip with a shared
    /// pixel. If both masks are at most 64 pixels wide, the overlap is one strip, and the result equals the
    /// result of [`Mask::overlap_first`].
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask = Mask::from_fn(128, 2, |x, y| y == 1 || x >= 64)?;
    /// assert_eq!(mask.overlap_first(&mask, [0, 0]), Some([64, 0]));
    /// assert_eq!(mask.overlap_first_by_strips(&mask, [0, 0]), Some([0, 1]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlap_first_by_strips(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let at = at.into();
        if self.width.max(other.width) <= WORD_BITS {
            return self.overlap_first(other, at);
        }
        let overlay = OffsetMask::new(other, at);
        let clip = overlay.clip(self.bounds.as_ref()?)?;
        let tall = scan::both_have_summaries(self, other);
        // If tall masks share no pixel, the scan by groups finds out quickly. If they share one, it stops there.
        if tall && !on_level!(lanes => scan::any_shared(lanes, self, overlay)) {
            return None;
        }
        on_level!(lanes => {
            for column in self.columns(&clip) {
                let clip = if tall { scan::clip_to_spans(self, overlay, &clip, column) } else { Some(clip) };
                let Some(clip) = clip else { continue };
                let (mine, words) = (self.rows(column, &clip), overlay.column_words(column, &clip));
                let single = overlay.single_column(column, &clip);
                // Most columns share nothing, and `any` reads them faster than `first`.
                let shares = match single {
                    Some(words) => kernel::any(lanes, mine, words),
                    None => kernel::any(lanes, mine, words),
                };
                if shares && let Some((row, bits)) = kernel::first(lanes, mine, words) {
                    // A later row of the left strip comes before this row of the right strip.
                    let is_left = single.is_some() || bits & span_bits(0, 0, overlay.first_strip(column)) != 0;
                    let left = ColumnPair { shift: words.shift.of_existing(true, false), ..words }.slice(row..mine.len());
                    let (row, bits) = match if is_left { None } else { kernel::first(lanes, &mine[row..], left) } {
                        Some((further, bits)) => (row + further, bits),
                        None => (row, bits),
                    };
                    return Some(Self::leftmost_pixel(column, &clip, row, bits));
                }
            }
            None
        })
    }
}
