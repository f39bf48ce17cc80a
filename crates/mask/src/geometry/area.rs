//! Rectangles of pixels with coordinates that are not negative, as inside a mask.

use crate::Rect;
use core::ops::Range;

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
