//! What two masks share: the questions, each a walk over the columns of the clip.

use super::{OffsetMask, Overlay, scan};
use crate::kernel::{self, And, Portable, on_level};
use crate::memory::or_panic;
use crate::{Mask, Rect};

/// Rows of one column up to which a question is answered with the portable lanes on the spot: handing
/// them to wider ones costs more than they save.
const PORTABLE_MAX_ROWS: usize = 16;

/// Questions about this mask and another whose top-left pixel stands at `at` in this one's frame.
///
/// They agree with each other at every offset; those that give places give them in this mask's frame.
impl Mask {
    /// Whether any solid pixel is shared. The same as `other.overlaps(self, -at)`.
    ///
    /// Stops at the first block of words that shares one.
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
    pub fn overlaps(&self, other: &Mask, at: impl Into<[i32; 2]>) -> bool {
        self.any_shared(OffsetMask::new(other, at.into()))
    }

    /// The shared pixel that is topmost, and leftmost in its row.
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

    /// How many solid pixels are shared.
    #[must_use]
    pub fn overlap_area(&self, other: &Mask, at: impl Into<[i32; 2]>) -> u64 {
        self.shared_area(OffsetMask::new(other, at.into()))
    }

    /// The smallest box around the shared pixels.
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

    /// Whether any solid pixel lies in a rectangle.
    #[must_use]
    pub fn overlaps_rect(&self, rect: Rect) -> bool {
        self.any_shared(rect)
    }

    /// A mask of this one's size in which the shared pixels are solid.
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

/// The same questions about anything that lies over the mask.
impl Mask {
    /// Whether any solid pixel is shared.
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

    /// The topmost, then leftmost shared pixel.
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
                // From left to right: a later column is only worth a look above what is found already.
                let found = kernel::first(lanes, self.rows(column, &clip), overlay.column_words(column, &clip));
                if let Some((row, bits)) = found {
                    first = Some(Self::leftmost_pixel(column, &clip, row, bits));
                    clip.height = row as u32;
                }
            }
            first
        })
    }

    /// The leftmost pixel of some bits in a row of a clip.
    #[inline(always)]
    fn leftmost_pixel(column: usize, clip: &Rect, row: usize, bits: u64) -> [i32; 2] {
        [column as i32 * 64 + bits.trailing_zeros() as i32, clip.top + row as i32]
    }

    /// How many solid pixels are shared.
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

    /// The smallest box around the shared pixels.
    fn bounds_in<'a>(&self, overlay: impl Overlay<'a>) -> Option<Rect> {
        let clip = overlay.clip(self.bounds.as_ref()?)?;
        self.shared_bounds(clip, move |column| overlay.column_words(column, &clip))
    }
}
