//! What two masks share: the questions, each a walk over the columns of the clip.

use crate::clip::{Over, Placed};
use crate::edit::And;
use crate::{Mask, Rect, kernel};

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
        self.any(&Placed { mask: other, at: at.into() })
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
        let over = Placed { mask: other, at: at.into() };
        let mut clip = over.reach(self.bounds?)?;
        let mut first = None;
        for column in self.columns(&clip) {
            // From left to right: a later column is only worth a look above what is found already.
            if let Some((row, bits)) = kernel::first(self.rows(column, &clip), &over.cover(column, &clip)) {
                first = Some([column as i32 * 64 + bits.trailing_zeros() as i32, clip.top + row as i32]);
                clip.height = row as u32;
            }
        }
        first
    }

    /// How many solid pixels are shared.
    #[must_use]
    pub fn overlap_area(&self, other: &Mask, at: impl Into<[i32; 2]>) -> u64 {
        self.area_in(&Placed { mask: other, at: at.into() })
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
        self.bounds_in(&Placed { mask: other, at: at.into() }, self.bounds?)
    }

    /// Whether any solid pixel lies in a rectangle.
    #[must_use]
    pub fn overlaps_rect(&self, rect: Rect) -> bool {
        self.any(&rect)
    }

    /// A mask of this one's size in which the shared pixels are solid.
    #[must_use]
    pub fn overlap_mask(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Mask {
        let over = Placed { mask: other, at: at.into() };
        let mut shared = Mask::blank(self.width, self.height);
        if let Some(clip) = self.bounds.and_then(|bounds| over.reach(bounds)) {
            for column in self.columns(&clip) {
                let rows = shared.rows_mut(column, &clip);
                rows.copy_from_slice(self.rows(column, &clip));
                kernel::combine::<And>(rows, &over.cover(column, &clip));
            }
            shared.bounds = shared.bounds_in(&clip, clip);
        }
        shared
    }
}

/// The same questions about anything that lies over the mask.
impl Mask {
    /// Whether any solid pixel is shared.
    pub(crate) fn any(&self, over: &impl Over) -> bool {
        let Some(clip) = self.bounds.and_then(|bounds| over.reach(bounds)) else { return false };
        self.columns(&clip).any(|column| kernel::any(self.rows(column, &clip), &over.cover(column, &clip)))
    }

    /// How many solid pixels are shared.
    pub(crate) fn area_in(&self, over: &impl Over) -> u64 {
        let Some(clip) = self.bounds.and_then(|bounds| over.reach(bounds)) else { return 0 };
        self.columns(&clip).map(|column| kernel::count(self.rows(column, &clip), &over.cover(column, &clip))).sum()
    }

    /// The smallest box around the shared pixels, all of which lie in `within`. This is also how the
    /// bounds of the mask itself are found, so `self.bounds` is not asked.
    pub(crate) fn bounds_in(&self, over: &impl Over, within: Rect) -> Option<Rect> {
        let clip = over.reach(within)?;
        let (mut left, mut right) = (i64::MAX, i64::MIN);
        let (mut top, mut bottom) = (clip.bottom(), i64::from(clip.top));
        for column in self.columns(&clip) {
            let (rows, cover) = (self.rows(column, &clip), over.cover(column, &clip));
            let bits = kernel::union(rows, &cover);
            if bits == 0 {
                continue;
            }
            let first_bit = column as i64 * 64;
            left = left.min(first_bit + i64::from(bits.trailing_zeros()));
            right = right.max(first_bit + 64 - i64::from(bits.leading_zeros()));
            if let Some((row, _)) = kernel::first(rows, &cover) {
                top = top.min(i64::from(clip.top) + row as i64);
            }
            if let Some(row) = kernel::last(rows, &cover) {
                bottom = bottom.max(i64::from(clip.top) + row as i64 + 1);
            }
        }
        Rect::between([left, top], [right, bottom])
    }
}
