//! An axis-aligned box whose right and bottom edges are its last pixels.

use mask::{Mask, Rect};

/// An axis-aligned box of pixels, y down: `[left, top, right, bottom]`. All four edges are inclusive: right
/// and bottom are the last column and the last row of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aabb(pub(crate) [i32; 4]);

impl Aabb {
    /// The empty box. It overlaps no other box, and it does not overlap itself.
    pub(crate) const EMPTY: Aabb = Aabb([i32::MAX, i32::MAX, i32::MIN, i32::MIN]);

    /// The box of a rectangle, which must not be empty. Edges beyond `i32` saturate.
    pub(crate) fn of(rect: &Rect) -> Aabb {
        let last = |end: i64| (end - 1).min(i32::MAX.into()) as i32;
        Aabb([rect.left, rect.top, last(rect.right()), last(rect.bottom())])
    }

    /// The box as a rectangle, or `None` if it is empty.
    pub(crate) fn rect(self) -> Option<Rect> {
        let Aabb([left, top, ..]) = self;
        (!self.is_empty()).then(|| self.sides()).map(|[width, height]| Rect { left, top, width, height })
    }

    /// The tight box of a mask's solid pixels, in the mask's own frame. The box is empty if no pixel is solid.
    pub(crate) fn of_solid_pixels(mask: &Mask) -> Aabb {
        mask.bounds().map_or(Aabb::EMPTY, |rect| Aabb::of(&rect))
    }

    /// Whether the box is empty.
    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] > self.0[2]
    }

    /// The width and the height. The box must not be empty.
    #[inline(always)]
    pub(crate) fn sides(self) -> [u32; 2] {
        let Aabb([left, top, right, bottom]) = self;
        [right.abs_diff(left) + 1, bottom.abs_diff(top) + 1]
    }

    /// The box, moved by an offset. An empty box stays as it is.
    #[inline(always)]
    pub(crate) fn translated(self, [x, y]: [i32; 2]) -> Aabb {
        let Aabb([left, top, right, bottom]) = self;
        if self.is_empty() { self } else { Aabb([left + x, top + y, right + x, bottom + y]) }
    }

    /// The smallest box around both boxes.
    #[inline(always)]
    pub(crate) fn union(self, other: Aabb) -> Aabb {
        let (Aabb(a), Aabb(b)) = (self, other);
        Aabb([a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
    }

    /// The box of the pixels in both boxes, which is empty if there is none.
    pub(crate) fn intersection(self, other: Aabb) -> Aabb {
        let (Aabb(a), Aabb(b)) = (self, other);
        let [left, top, right, bottom] = [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])];
        if left > right || top > bottom { Aabb::EMPTY } else { Aabb([left, top, right, bottom]) }
    }

    /// The box, grown on each side by a number of pixels. Edges beyond `i32` saturate. An empty box stays as it is.
    pub(crate) fn grown_by(self, pixels: i32) -> Aabb {
        let Aabb([left, top, right, bottom]) = self;
        if self.is_empty() {
            return self;
        }
        let [left, top] = [left, top].map(|edge| edge.saturating_sub(pixels));
        Aabb([left, top, right.saturating_add(pixels), bottom.saturating_add(pixels)])
    }

    /// The square of the distance from a pixel to the box, in pixels. The distance is 0 inside the box.
    pub(crate) fn distance_squared(self, [x, y]: [i32; 2]) -> u128 {
        let Aabb([left, top, right, bottom]) = self;
        let off = |c: i32, first: i32, last: i32| {
            (i64::from(first) - i64::from(c)).max(i64::from(c) - i64::from(last)).max(0).unsigned_abs()
        };
        [off(x, left, right), off(y, top, bottom)].into_iter().map(|off| u128::from(off) * u128::from(off)).sum()
    }
}
