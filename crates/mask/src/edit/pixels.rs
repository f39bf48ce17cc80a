//! Edits of pixels, of rectangles and by other masks.

use crate::geometry::Area;
use crate::kernel::{self, And, AndNot, Combine, ConstWord, Or, WORD_BITS, Xor, on_level, span_bits};
use crate::overlap::{OffsetMask, Overlay};
use crate::{Mask, Rect};

/// The largest number of rows of a mask of one column of words for which each edit computes the bounds anew. For so few
/// rows, a pass over all of them costs less than the search from the sides ([`Mask::retighten_bounds`]).
const ONE_PASS_MAX_ROWS: u32 = 128;

/// Edits in place. Parts of rectangles and of other masks that lie outside this mask have no effect.
impl Mask {
    /// Makes the pixel at `at` solid if `solid` is `true`, else empty.
    ///
    /// # Panics
    /// Panics if `at` is outside the mask, as indexing does.
    #[track_caller]
    pub fn set(&mut self, at: impl Into<[i32; 2]>, solid: bool) {
        let at = at.into();
        let [x, y] = at.map(|c| c as u32);
        assert!(
            x < self.width && y < self.height,
            "pixel {at:?} is outside a mask of {} x {} pixels",
            self.width,
            self.height
        );
        if self.solid(x, y) == solid {
            return;
        }
        if !solid {
            self.fill_rect(Rect::new(at[0], at[1], 1, 1), false);
            return;
        }
        let (index, pixel) = (self.index(x, y), Area { left: x, top: y, right: x + 1, bottom: y + 1 });
        self.words[index] |= 1 << (x % WORD_BITS);
        self.bounds = Some(self.bounds.map_or(pixel, |bounds| bounds.union(&pixel)));
        self.update_summary(pixel);
    }

    /// Makes the pixels of a rectangle solid if `solid` is `true`, else empty.
    ///
    /// ```
    /// # use hitmask::{Mask, Rect};
    /// let mut mask = Mask::filled(4, 2)?;
    /// mask.fill_rect(Rect { left: 2, top: -9, width: 99, height: 10 }, false);
    /// assert_eq!(mask.to_string(), "##..\n####");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn fill_rect(&mut self, rect: Rect, solid: bool) {
        if solid {
            self.combine_with::<Or>(rect);
        } else {
            self.combine_with::<AndNot>(rect);
        }
    }

    /// Makes every pixel solid.
    pub fn fill(&mut self) {
        let Some(frame) = self.frame() else { return };
        // With a constant of equal bytes, the compiler calls `memset`, which is faster.
        let whole = self.word_index(self.width / WORD_BITS, 0);
        let (whole, last) = self.words.split_at_mut(whole);
        whole.fill(u64::MAX);
        last.fill(span_bits(0, 0, self.width % WORD_BITS));
        self.bounds = Some(frame);
        self.fill_summary();
    }

    /// Makes every pixel empty.
    pub fn clear(&mut self) {
        if let Some(bounds) = self.bounds.take() {
            for column in self.columns(&bounds) {
                self.rows_mut(column, &bounds).fill(0);
            }
            self.summary.clear();
        }
    }

    /// Makes solid pixels empty and empty pixels solid.
    pub fn invert(&mut self) {
        if let Some(frame) = self.frame() {
            self.combine_with::<Xor>(Rect::from(frame));
        }
    }

    /// Makes every pixel solid that is solid in `other`. The top-left pixel of `other` is at `at`.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut mask = Mask::new(4, 2)?;
    /// mask.draw(&Mask::filled(2, 2)?, [3, -1]);
    /// assert_eq!(mask.to_string(), "...#\n....");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    pub fn draw(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<Or>(OffsetMask::new(other, at.into()));
    }

    /// Makes every pixel empty that is solid in `other`. The top-left pixel of `other` is at `at`.
    pub fn erase(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<AndNot>(OffsetMask::new(other, at.into()));
    }

    /// Flips every pixel that is solid in `other`. The top-left pixel of `other` is at `at`.
    pub fn toggle(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        self.combine_with::<Xor>(OffsetMask::new(other, at.into()));
    }

    /// Makes every pixel empty that is not solid in `other`. The top-left pixel of `other` is at `at`.
    ///
    /// # Panics
    /// Panics if the allocation fails.
    pub fn intersect(&mut self, other: &Mask, at: impl Into<[i32; 2]>) {
        *self = self.overlap_mask(other, at);
    }

    /// Combines the mask with an overlay inside the overlay's clip, and updates the bounds and the summary.
    fn combine_with<C: Combine>(&mut self, overlay: impl Overlay) {
        let Some(clip) = self.frame().and_then(|frame| overlay.clip(&frame)) else { return };
        if self.stride() == 1 && self.height <= ONE_PASS_MAX_ROWS {
            self.combine_in_one_column::<C>(overlay, &clip);
            return;
        }
        self.combine_words::<C>(overlay, &clip, self.has_summary());
        if C::ADDS && !C::REMOVES && overlay.touches_sides(&clip) {
            self.bounds = Some(self.bounds.map_or(clip, |bounds| bounds.union(&clip)));
        } else {
            self.retighten_bounds::<C>(clip);
        }
    }

    /// Combines the words under an overlay. The caller must update the bounds, and the summary if `summarize` is
    /// `false`.
    pub(crate) fn combine_words<C: Combine>(&mut self, overlay: impl Overlay, clip: &Area, summarize: bool) {
        on_level!(lanes => {
            for column in self.columns(clip) {
                let inside = self.column_bits(column);
                let rows = self.rows_mut(column, clip);
                match overlay.single_column(column, clip) {
                    Some(words) => kernel::combine::<C, _>(lanes, rows, words),
                    None => kernel::combine::<C, _>(lanes, rows, overlay.column_words(column, clip)),
                }
                if inside != u64::MAX {
                    kernel::combine::<And, _>(lanes, rows, ConstWord(inside));
                }
                // The rows of the column are still in the cache.
                if summarize {
                    self.summarize_column(lanes, column, clip);
                }
            }
        });
    }

    /// Combines a mask of one column of words and at most [`ONE_PASS_MAX_ROWS`] rows with an overlay, and computes the
    /// bounds anew. Such a mask has no summary.
    fn combine_in_one_column<C: Combine>(&mut self, overlay: impl Overlay, clip: &Area) {
        let inside = self.column_bits(0);
        let mask = &mut *self;
        let bounds = on_level!(lanes => {
            kernel::combine::<C, _>(lanes, mask.rows_mut(0, clip), overlay.column_words(0, clip));
            let (rows, inside) = (&mut mask.words[..], ConstWord(inside));
            // Only an operation that adds pixels can set padding bits.
            if C::ADDS {
                kernel::combine::<And, _>(lanes, rows, inside);
            }
            match kernel::or_rows(lanes, rows, inside) {
                0 => None,
                bits => Some((bits, kernel::first(lanes, rows, inside), kernel::last(lanes, rows, inside))),
            }
        });
        self.bounds = bounds.and_then(|(bits, first, last)| {
            let (left, right) = (bits.trailing_zeros(), WORD_BITS - bits.leading_zeros());
            let ((top, _), bottom) = (first?, last? + 1);
            Area::of(left..right, top as u32..bottom as u32)
        });
    }
}
