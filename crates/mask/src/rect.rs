//! Rectangles of pixels.

use core::fmt;

/// A rectangle of whole pixels, half-open: it holds `left <= x < left + width` and
/// `top <= y < top + height`, with y down.
///
/// ```
/// use mask::Rect;
///
/// let r = Rect { left: -1, top: 2, width: 3, height: 1 };
/// assert!(r.contains([1, 2]));
/// assert!(!r.contains([2, 2]));
/// assert_eq!((r.right(), r.bottom()), (2, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Rect {
    /// The leftmost column.
    pub left: i32,
    /// The topmost row.
    pub top: i32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rect {
    /// The rectangle from `[left, top]` up to and without `[right, bottom]`; empty where those are
    /// not larger. `None` where a side would be empty.
    ///
    /// The corners must fit: `left` and `top` in an `i32`, the sides in a `u32`.
    #[inline]
    pub(crate) fn between([left, top]: [i64; 2], [right, bottom]: [i64; 2]) -> Option<Rect> {
        (left < right && top < bottom).then(|| Rect {
            left: left as i32,
            top: top as i32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        })
    }

    /// One past the last column. It may lie beyond `i32`.
    #[must_use]
    #[inline]
    pub fn right(&self) -> i64 {
        i64::from(self.left) + i64::from(self.width)
    }

    /// One past the last row. It may lie beyond `i32`.
    #[must_use]
    #[inline]
    pub fn bottom(&self) -> i64 {
        i64::from(self.top) + i64::from(self.height)
    }

    /// Whether the pixel at `at` is inside.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into().map(i64::from);
        (i64::from(self.left)..self.right()).contains(&x) && (i64::from(self.top)..self.bottom()).contains(&y)
    }

    /// The pixels that both hold, or `None` where there are none.
    ///
    /// ```
    /// # use mask::Rect;
    /// let a = Rect { left: 0, top: 0, width: 4, height: 4 };
    /// let b = Rect { left: 4, top: 0, width: 4, height: 4 };
    /// assert_eq!(a.intersection(&b), None); // touching is not overlapping
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        self.intersection_at(other, [0, 0])
    }

    /// The same with `other` moved by `at`, which may take it beyond `i32`.
    #[inline]
    pub(crate) fn intersection_at(&self, other: &Rect, at: [i32; 2]) -> Option<Rect> {
        let [dx, dy] = at.map(i64::from);
        Rect::between(
            [i64::from(self.left).max(i64::from(other.left) + dx), i64::from(self.top).max(i64::from(other.top) + dy)],
            [self.right().min(other.right() + dx), self.bottom().min(other.bottom() + dy)],
        )
    }

    /// The smallest rectangle that holds both.
    pub(crate) fn hull(&self, other: &Rect) -> Rect {
        Rect::between(
            [self.left.min(other.left).into(), self.top.min(other.top).into()],
            [self.right().max(other.right()), self.bottom().max(other.bottom())],
        )
        .unwrap_or(*self)
    }
}

/// Size and place: `32 x 16 at [-4, 0]`.
impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} at [{}, {}]", self.width, self.height, self.left, self.top)
    }
}
