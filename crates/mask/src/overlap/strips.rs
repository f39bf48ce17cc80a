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

use super::overlay::{OffsetMask, Overlay};
use super::scan;
use crate::kernel::{ColumnPair, WORD_BITS, WordSource, on_level, span_bits};
use crate::{Mask, kernel};

/// Returns the first shared pixel in the order of pygame's `Mask.overlap`, or `None` if no pixel is shared.
///
/// Vertical lines at every multiple of 64 pixels in the frame of either mask cut the overlap into strips. The
/// result is the topmost shared pixel, and of several in that row the leftmost, of the leftmost strip with a shared
/// pixel. If both masks are at most 64 pixels wide, the overlap is one strip, and the result equals the
/// result of [`Mask::overlap_first`].
#[doc(hidden)]
#[must_use]
pub fn overlap_first_by_strips(mask: &Mask, other: &Mask, at: [i32; 2]) -> Option<[i32; 2]> {
    if mask.width.max(other.width) <= WORD_BITS {
        return mask.overlap_first(other, at);
    }
    let overlay = OffsetMask::new(other, at);
    let clip = overlay.clip(mask.bounds.as_ref()?)?;
    let tall = scan::both_have_summaries(mask, other);
    // If tall masks share no pixel, the scan by groups finds out quickly. If they share one, it stops there.
    if tall && !on_level!(lanes => scan::any_shared(lanes, mask, overlay)) {
        return None;
    }
    on_level!(lanes => {
        for column in mask.columns(&clip) {
            let clip = if tall { scan::clip_to_spans(mask, overlay, &clip, column) } else { Some(clip) };
            let Some(clip) = clip else { continue };
            let (mine, words) = (mask.rows(column, &clip), overlay.column_words(column, &clip));
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
                return Some(Mask::leftmost_pixel(column, &clip, row, bits));
            }
        }
        None
    })
}
