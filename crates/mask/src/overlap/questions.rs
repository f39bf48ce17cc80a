//! Tests of two masks. Each test is a loop over the columns of the clip.

use super::{OffsetMask, Overlay, narrow, scan};
use crate::geometry::Area;
use crate::kernel::{self, And, Portable, WORD_BITS, on_level};
use crate::memory::or_panic;
use crate::{Mask, Rect};

/// The largest number of rows of a single column that are tested with the portable lanes, without dispatch. For so few
/// rows, dispatch costs more than wider lanes save.
pub(super) const PORTABLE_MAX_ROWS: usize = 16;

/// Tests of this mask and another mask whose top-left pixel is at `at` in the frame of this mask.
///
/// All tests agree with each other at every offset. Positions in results are in the frame of this mask.
impl Mask {
    /// Returns whether the masks share a solid pixel.
    ///
    /// The result equals `other.overlaps(self, -at)`. The search stops at the first block of words that shares a pixel.
    ///
    /// ```
    /// # use mask::Mask;
    /// let dot = Mask::filled(1, 1)?;
    /// assert!(dot.overlaps(&dot, [0, 0]));
    /// assert!(!dot.overlaps(&dot, [1, 0]));
    /// assert!(!dot.overlaps(&dot, [i32::MIN, i32::MAX]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Mask, at: impl Into<[i32; 2]>) -> bool {
        let test = if self.width.max(other.width) <= WORD_BITS { narrow::overlaps } else { Mask::overlaps_by_columns };
        test(self, other, at.into())
    }

    /// Does the work of [`Mask::overlaps`] for masks of several columns. It is not generic, so it is compiled in this crate.
    fn overlaps_by_columns(&self, other: &Mask, at: [i32; 2]) -> bool {
        self.any_shared(OffsetMask::new(other, at))
    }

    /// Returns the topmost shared pixel, and of several in that row the leftmost. Returns `None` if no pixel is shared.
    ///
    /// ```
    /// # use mask::Mask;
    /// let mask: Mask = "..#\n##.".parse()?;
    /// assert_eq!(mask.overlap_first(&mask, [0, 0]), Some([2, 0]));
    /// assert_eq!(mask.overlap_first(&mask, [3, 0]), None);
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlap_first(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        self.first_shared(OffsetMask::new(other, at.into()))
    }

    /// Counts the solid pixels that the masks share.
    #[must_use]
    pub fn overlap_area(&self, other: &Mask, at: impl Into<[i32; 2]>) -> u64 {
        self.shared_area(OffsetMask::new(other, at.into()))
    }

    /// Returns the smallest box around the shared pixels, or `None` if no pixel is shared.
    ///
    /// ```
    /// # use mask::{Mask, Rect};
    /// let square = Mask::filled(10, 10)?;
    /// let shared = square.overlap_bounds(&square, [7, -4]);
    /// assert_eq!(shared, Some(Rect { left: 7, top: 0, width: 3, height: 6 }));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlap_bounds(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<Rect> {
        self.bounds_in(OffsetMask::new(other, at.into()))
    }

    /// Returns whether any solid pixel lies in a rectangle.
    #[must_use]
    pub fn overlaps_rect(&self, rect: Rect) -> bool {
        self.any_shared(rect)
    }

    /// Returns a mask of the size of this mask in which the shared pixels are solid.
    ///
    /// # Panics
    /// Panics if the allocation fails.
    #[must_use]
    pub fn overlap_mask(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Mask {
        let overlay = OffsetMask::new(other, at.into());
        let mut shared = or_panic(Mask::new(self.width, self.height));
        if let Some(clip) = self.bounds.and_then(|bounds| overlay.clip(&bounds)) {
            let to = &mut shared;
            on_level!(lanes => {
                for column in self.columns(&clip) {
                    let rows = to.rows_mut(column, &clip);
                    rows.copy_from_slice(self.rows(column, &clip));
                    kernel::combine::<And, _>(lanes, rows, overlay.column_words(column, &clip));
                }
            });
            shared.update_summary(clip);
            shared.bounds = shared.bounds_within(&clip);
        }
        shared
    }
}

/// Tests of this mask and any overlay.
impl Mask {
    /// Returns whether the mask shares a solid pixel with the overlay.
    #[inline(always)]
    pub(crate) fn any_shared<'a>(&self, overlay: impl Overlay<'a>) -> bool {
        let Some(clip) = self.bounds.as_ref().and_then(|bounds| overlay.clip(bounds)) else { return false };
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(words) = overlay.single_column(columns.start, &clip)
        {
            let mine = self.rows(columns.start, &clip);
            if mine.len() <= PORTABLE_MAX_ROWS {
                return kernel::any(Portable, mine, words);
            }
            return on_level!(lanes => kernel::any(lanes, mine, words));
        }
        if let Some(overlay) = overlay.summarized(self) {
            return on_level!(lanes => scan::any_shared(lanes, self, overlay, &clip));
        }
        on_level!(lanes => {
            for column in self.columns(&clip) {
                if kernel::any(lanes, self.rows(column, &clip), overlay.column_words(column, &clip)) {
                    return true;
                }
            }
            false
        })
    }

    /// Returns the topmost shared pixel, and of several in that row the leftmost.
    #[inline(always)]
    fn first_shared<'a>(&self, overlay: impl Overlay<'a>) -> Option<[i32; 2]> {
        let mut clip = overlay.clip(self.bounds.as_ref()?)?;
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(words) = overlay.single_column(columns.start, &clip)
        {
            let mine = self.rows(columns.start, &clip);
            let (row, bits) = if mine.len() <= PORTABLE_MAX_ROWS {
                kernel::first(Portable, mine, words)?
            } else {
                on_level!(lanes => kernel::first(lanes, mine, words))?
            };
            return Some(Self::leftmost_pixel(columns.start, &clip, row, bits));
        }
        on_level!(lanes => {
            let mut first = None;
            for column in self.columns(&clip) {
                // Columns run from left to right, so a later column matters only in the rows above the pixel found.
                let found = kernel::first(lanes, self.rows(column, &clip), overlay.column_words(column, &clip));
                if let Some((row, bits)) = found {
                    first = Some(Self::leftmost_pixel(column, &clip, row, bits));
                    clip.height = row as u32;
                }
            }
            first
        })
    }

    /// Returns the leftmost pixel of `bits` in a row of a clip.
    #[inline(always)]
    pub(super) fn leftmost_pixel(column: usize, clip: &Area, row: usize, bits: u64) -> [i32; 2] {
        [(column as u32 * WORD_BITS + bits.trailing_zeros()) as i32, (clip.top + row as u32) as i32]
    }

    /// Counts the shared pixels.
    #[inline(always)]
    pub(crate) fn shared_area<'a>(&self, overlay: impl Overlay<'a>) -> u64 {
        let Some(clip) = self.bounds.as_ref().and_then(|bounds| overlay.clip(bounds)) else { return 0 };
        let columns = self.columns(&clip);
        if columns.len() == 1
            && let Some(words) = overlay.single_column(columns.start, &clip)
        {
            let mine = self.rows(columns.start, &clip);
            return on_level!(lanes => kernel::count(lanes, mine, words));
        }
        on_level!(lanes => {
            let mut area = 0;
            for column in self.columns(&clip) {
                area += kernel::count(lanes, self.rows(column, &clip), overlay.column_words(column, &clip));
            }
            area
        })
    }

    /// Returns the smallest box around the shared pixels.
    #[inline(always)]
    fn bounds_in<'a>(&self, overlay: impl Overlay<'a>) -> Option<Rect> {
        let clip = overlay.clip(self.bounds.as_ref()?)?;
        let shared = self.shared_bounds(
            clip,
            #[inline(always)]
            move |column, clip| overlay.column_words(column, clip),
        );
        shared.map(Rect::from)
    }
}
