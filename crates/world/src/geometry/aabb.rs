//! Boxes with inclusive last pixels.

use mask::{Mask, Rect};

/// A box with its last pixels, which is how boxes are compared: `[left, top, right, bottom]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aabb(pub(crate) [i32; 4]);

impl Aabb {
    /// A box that overlaps no box, not even itself.
    pub(crate) const EMPTY: Aabb = Aabb([i32::MAX, i32::MAX, i32::MIN, i32::MIN]);

    /// The box of a rectangle that is not empty. Edges beyond `i32` are moved to its ends.
    pub(crate) fn of(rect: &Rect) -> Aabb {
        let last = |end: i64| (end - 1).min(i32::MAX.into()) as i32;
        Aabb([rect.left, rect.top, last(rect.right()), last(rect.bottom())])
    }

    /// The tight box of the solid pixels of a mask, in its own frame; empty if nothing is solid.
    pub(crate) fn of_solid_pixels(mask: &Mask) -> Aabb {
        mask.bounds().map_or(Aabb::EMPTY, |rect| Aabb::of(&rect))
    }

    /// Whether the box has no pixel.
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] > self.0[2]
    }

    /// The box moved by an offset.
    #[inline(always)]
    pub(crate) fn translated(self, [x, y]: [i32; 2]) -> Aabb {
        let Aabb([left, top, right, bottom]) = self;
        if self.is_empty() { self } else { Aabb([left + x, top + y, right + x, bottom + y]) }
    }

    /// The square of the distance from a point, in pixels; 0 inside.
    pub(crate) fn distance_squared(self, [x, y]: [i32; 2]) -> u128 {
        let Aabb([left, top, right, bottom]) = self;
        let off = |c: i32, first: i32, last: i32| {
            (i64::from(first) - i64::from(c)).max(i64::from(c) - i64::from(last)).max(0).unsigned_abs()
        };
        [off(x, left, right), off(y, top, bottom)].into_iter().map(|off| u128::from(off) * u128::from(off)).sum()
    }

    /// The box as a rectangle.
    pub(crate) fn to_rect(self) -> Rect {
        let Aabb([left, top, right, bottom]) = self;
        Rect { left, top, width: right.abs_diff(left) + 1, height: bottom.abs_diff(top) + 1 }
    }
}

/// The smallest box around eight.
#[inline(always)]
pub(crate) fn hull(boxes: &[Aabb; 8]) -> Aabb {
    let mut hull = boxes[0].0;
    for Aabb(aabb) in &boxes[1..] {
        hull = [hull[0].min(aabb[0]), hull[1].min(aabb[1]), hull[2].max(aabb[2]), hull[3].max(aabb[3])];
    }
    Aabb(hull)
}
