//! Rectangles of whole pixels, rectangles with coordinates that are not negative, as inside a mask, and points of real
//! coordinates, as functions take them.

use core::fmt;
use core::ops::Range;

/// A rectangle of whole pixels, with y down.
///
/// The rectangle is half-open. It contains the pixels with `left <= x < left + width` and `top <= y < top + height`.
///
/// ```
/// use hitmask::Rect;
///
/// let r = Rect::new(-1, 2, 3, 1);
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
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

impl Rect {
    /// Creates a rectangle from its top-left pixel and its size.
    ///
    /// ```
    /// # use hitmask::Rect;
    /// const SCREEN: Rect = Rect::new(0, 0, 320, 240);
    /// assert_eq!(SCREEN, Rect { left: 0, top: 0, width: 320, height: 240 });
    /// ```
    #[must_use]
    pub const fn new(left: i32, top: i32, width: u32, height: u32) -> Rect {
        Rect { left, top, width, height }
    }

    /// The rectangle from `[left, top]` up to but not including `[right, bottom]`, or `None` if it is empty. `left` and
    /// `top` must fit in `i32`, and the sides in `u32`.
    #[inline]
    pub(crate) fn between([left, top]: [i64; 2], [right, bottom]: [i64; 2]) -> Option<Rect> {
        (left < right && top < bottom).then(|| Rect {
            left: left as i32,
            top: top as i32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        })
    }

    /// Returns the column after the last one. It may lie beyond `i32`.
    #[must_use]
    #[inline]
    pub fn right(&self) -> i64 {
        i64::from(self.left) + i64::from(self.width)
    }

    /// Returns the row after the last one. It may lie beyond `i32`.
    #[must_use]
    #[inline]
    pub fn bottom(&self) -> i64 {
        i64::from(self.top) + i64::from(self.height)
    }

    /// Returns whether the rectangle contains the pixel `at`.
    #[must_use]
    pub fn contains(&self, at: impl Into<[i32; 2]>) -> bool {
        let [x, y] = at.into().map(i64::from);
        (i64::from(self.left)..self.right()).contains(&x) && (i64::from(self.top)..self.bottom()).contains(&y)
    }

    /// Returns the intersection of two rectangles, or `None` if they share no pixel.
    ///
    /// ```
    /// # use hitmask::Rect;
    /// let a = Rect::new(0, 0, 4, 4);
    /// assert_eq!(a.intersection(&Rect::new(4, 0, 4, 4)), None); // touching is not overlapping
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        self.intersection_at(other, [0, 0])
    }

    /// The intersection with `other`, moved by `at`. The moved rectangle may lie beyond `i32`.
    #[inline]
    pub(crate) fn intersection_at(&self, other: &Rect, at: [i32; 2]) -> Option<Rect> {
        let [dx, dy] = at.map(i64::from);
        Rect::between(
            [i64::from(self.left).max(i64::from(other.left) + dx), i64::from(self.top).max(i64::from(other.top) + dy)],
            [self.right().min(other.right() + dx), self.bottom().min(other.bottom() + dy)],
        )
    }

    /// Returns the smallest rectangle that contains both rectangles.
    ///
    /// An empty rectangle, of width or height 0, contains no pixel and does not count. The union of two empty
    /// rectangles is `self`. The top-left corner of the union is always exact. A side longer than `u32::MAX` saturates:
    /// the result then ends `u32::MAX` pixels to the right of `left`, or below `top`.
    ///
    /// ```
    /// # use hitmask::Rect;
    /// let a = Rect::new(0, 0, 4, 4);
    /// assert_eq!(a.union(&Rect::new(6, -2, 1, 3)), Rect::new(0, -2, 7, 6));
    /// assert_eq!(a.union(&Rect::new(100, 100, 0, 9)), a); // empty
    /// let ends = Rect::new(i32::MIN, 0, 1, 1).union(&Rect::new(i32::MAX, 0, 2, 1));
    /// assert_eq!(ends, Rect::new(i32::MIN, 0, u32::MAX, 1)); // 2^32 + 1 pixels do not fit
    /// ```
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        if other.is_empty() {
            return *self;
        }
        if self.is_empty() {
            return *other;
        }
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let side = |start: i32, end: i64| u32::try_from(end - i64::from(start)).unwrap_or(u32::MAX);
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect { left, top, width: side(left, right), height: side(top, bottom) }
    }

    /// Returns the rectangle moved by `[dx, dy]` pixels.
    ///
    /// The size does not change. `left` and `top` saturate at `i32::MIN` and `i32::MAX`.
    ///
    /// ```
    /// # use hitmask::Rect;
    /// let r = Rect::new(10, 20, 3, 4);
    /// assert_eq!(r.translated([-15, 2]), Rect::new(-5, 22, 3, 4));
    /// assert_eq!(r.translated([i32::MAX, 0]), Rect::new(i32::MAX, 20, 3, 4));
    /// ```
    #[must_use]
    pub fn translated(&self, by: impl Into<[i32; 2]>) -> Rect {
        let [dx, dy] = by.into();
        Rect { left: self.left.saturating_add(dx), top: self.top.saturating_add(dy), ..*self }
    }

    fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// Converts from `[left, top, width, height]`. A negative width or height becomes 0.
///
/// ```
/// # use hitmask::Rect;
/// assert_eq!(Rect::from([-1, 2, 3, 4]), Rect::new(-1, 2, 3, 4));
/// assert_eq!(Rect::from([0, 0, -5, 7]), Rect::new(0, 0, 0, 7));
/// ```
impl From<[i32; 4]> for Rect {
    fn from([left, top, width, height]: [i32; 4]) -> Rect {
        Rect { left, top, width: width.max(0) as u32, height: height.max(0) as u32 }
    }
}

/// Converts to `[left, top, width, height]`. A width or height above `i32::MAX` becomes `i32::MAX`.
///
/// ```
/// # use hitmask::Rect;
/// assert_eq!(<[i32; 4]>::from(Rect::new(-1, 2, 3, 4)), [-1, 2, 3, 4]);
/// assert_eq!(<[i32; 4]>::from(Rect::new(0, 0, u32::MAX, 7)), [0, 0, i32::MAX, 7]);
/// ```
impl From<Rect> for [i32; 4] {
    fn from(rect: Rect) -> [i32; 4] {
        let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
        [rect.left, rect.top, side(rect.width), side(rect.height)]
    }
}

/// Formats the size and the position: `32 x 16 at [-4, 0]`.
impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {} at [{}, {}]", self.width, self.height, self.left, self.top)
    }
}

/// A point or a vector of real coordinates: x and y, in pixels.
///
/// It is any type that converts into `[f64; 2]`, `[f32; 2]`, `[i32; 2]` or `[u32; 2]`: these arrays, tuples of two such
/// numbers, the vectors of most math crates. `N` is the number that is found this way; nobody writes it.
///
/// ```
/// use hitmask::Circle;
///
/// assert_eq!(Circle::new([60, 40], 5)?, Circle::new([60.0, 40.0], 5.0)?);
/// assert_eq!(Circle::new((0.5_f32, 2.0), 1)?.center(), [0.5, 2.0]);
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point",
    label = "expected x and y in pixels",
    note = "a point is `[f64; 2]`, `[f32; 2]`, `[i32; 2]`, `[u32; 2]`, a tuple of two such numbers, or a vector that \
            converts into one of the arrays; convert other numbers with `as f64`"
)]
pub trait IntoPoint<N>: Sealed<N> {}

/// A trait that only this module implements, so [`IntoPoint`] is sealed.
#[doc(hidden)]
pub trait Sealed<N> {
    /// Converts into `[x, y]`, exactly.
    fn into_point(self) -> [f64; 2];
}

/// One implementation for each number. If one were for all, the compiler would answer a wrong argument with what other
/// crates convert into arrays.
macro_rules! points_of {
    ($($number:ty)*) => {$(
        impl<T: Into<[$number; 2]>> IntoPoint<$number> for T {}

        impl<T: Into<[$number; 2]>> Sealed<$number> for T {
            #[inline(always)]
            fn into_point(self) -> [f64; 2] {
                // Without a closure, for which a module for WebAssembly would call a function.
                let [x, y] = self.into();
                [f64::from(x), f64::from(y)]
            }
        }
    )*};
}

points_of!(f64 f32 i32 u32);

/// A rectangle of pixels in the frame of a mask: `left <= x < right`, `top <= y < bottom`. It is never empty. Edges
/// instead of sizes make the clip faster (`docs/decisions/0027-narrow-pairs.md`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) right: u32,
    pub(crate) bottom: u32,
}

impl Area {
    /// The area of the columns `x` and the rows `y`, or `None` if there are none.
    #[inline(always)]
    pub(crate) fn of(x: Range<u32>, y: Range<u32>) -> Option<Area> {
        (x.start < x.end && y.start < y.end).then_some(Area {
            left: x.start,
            top: y.start,
            right: x.end,
            bottom: y.end,
        })
    }

    #[inline(always)]
    pub(crate) fn origin(&self) -> [i32; 2] {
        [self.left as i32, self.top as i32]
    }

    #[inline(always)]
    pub(crate) fn width(&self) -> u32 {
        self.right - self.left
    }

    #[inline(always)]
    pub(crate) fn height(&self) -> u32 {
        self.bottom - self.top
    }

    pub(crate) fn union(&self, other: &Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The part of the area under an area of another mask whose top-left pixel is at `at`: the clip of the two areas.
    ///
    /// The sums are in 64 bits, so no offset overflows.
    #[inline(always)]
    pub(crate) fn clip(&self, other: &Area, at: [i32; 2]) -> Option<Area> {
        let [dx, dy] = at.map(i64::from);
        let low = |mine: u32, theirs: u32, by: i64| i64::from(mine).max(i64::from(theirs) + by);
        let high = |mine: u32, theirs: u32, by: i64| i64::from(mine).min(i64::from(theirs) + by);
        let (left, right) = (low(self.left, other.left, dx), high(self.right, other.right, dx));
        let (top, bottom) = (low(self.top, other.top, dy), high(self.bottom, other.bottom, dy));
        let area = Area { left: left as u32, top: top as u32, right: right as u32, bottom: bottom as u32 };
        (left < right && top < bottom).then_some(area)
    }

    /// The part of the area under a rectangle that is moved by `at`, in the frame of the mask.
    #[inline]
    pub(crate) fn clip_rect(&self, rect: &Rect, at: [i32; 2]) -> Option<Area> {
        let part = Rect::from(*self).intersection_at(rect, at)?;
        let (left, top) = (part.left as u32, part.top as u32);
        Some(Area { left, top, right: left + part.width, bottom: top + part.height })
    }
}

impl From<Area> for Rect {
    #[inline(always)]
    fn from(area: Area) -> Rect {
        let [left, top] = area.origin();
        Rect { left, top, width: area.width(), height: area.height() }
    }
}
