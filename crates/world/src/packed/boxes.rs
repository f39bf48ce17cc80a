//! Boxes, one and eight at a time.

use mask::Rect;

/// A box with its last pixels, which is how boxes are compared: `[left, top, right, bottom]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Corners(pub(crate) [i32; 4]);

impl Corners {
    /// A box that meets none, not even itself.
    pub(crate) const NONE: Corners = Corners([i32::MAX, i32::MAX, i32::MIN, i32::MIN]);

    /// The corners of a rectangle that is not empty. What reaches beyond `i32` ends there.
    pub(crate) fn of(rect: &Rect) -> Corners {
        let last = |end: i64| (end - 1).min(i32::MAX.into()) as i32;
        Corners([rect.left, rect.top, last(rect.right()), last(rect.bottom())])
    }

    /// Whether it is a box at all.
    pub(crate) fn is_none(self) -> bool {
        self.0[0] > self.0[2]
    }

    /// The same box elsewhere.
    #[inline(always)]
    pub(crate) fn moved(self, [x, y]: [i32; 2]) -> Corners {
        let Corners([left, top, right, bottom]) = self;
        if self.is_none() { self } else { Corners([left + x, top + y, right + x, bottom + y]) }
    }

    /// The square of the distance from a point, in pixels; 0 inside.
    pub(crate) fn distance_2(self, [x, y]: [i32; 2]) -> u128 {
        let Corners([left, top, right, bottom]) = self;
        let off = |c: i32, first: i32, last: i32| {
            (i64::from(first) - i64::from(c)).max(i64::from(c) - i64::from(last)).max(0).unsigned_abs()
        };
        [off(x, left, right), off(y, top, bottom)].into_iter().map(|off| u128::from(off) * u128::from(off)).sum()
    }

    /// The rectangle of the corners.
    pub(crate) fn rect(self) -> Rect {
        let Corners([left, top, right, bottom]) = self;
        Rect { left, top, width: right.abs_diff(left) + 1, height: bottom.abs_diff(top) + 1 }
    }
}

/// The smallest box around eight.
#[inline(always)]
pub(crate) fn hull(boxes: &[Corners; 8]) -> Corners {
    let mut hull = boxes[0].0;
    for Corners(corners) in &boxes[1..] {
        hull = [hull[0].min(corners[0]), hull[1].min(corners[1]), hull[2].max(corners[2]), hull[3].max(corners[3])];
    }
    Corners(hull)
}

/// Eight boxes, side by side: the lanes of four vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(32))]
pub(crate) struct Box8 {
    pub(super) left: [i32; 8],
    pub(super) top: [i32; 8],
    pub(super) right: [i32; 8],
    pub(super) bottom: [i32; 8],
}

const _: () = assert!(size_of::<Box8>() == 128, "two cache lines");

impl Box8 {
    /// No box in any lane.
    pub(crate) const NONE: Box8 =
        Box8 { left: [i32::MAX; 8], top: [i32::MAX; 8], right: [i32::MIN; 8], bottom: [i32::MIN; 8] };

    /// The same box eight times.
    pub(super) fn splat(Corners([left, top, right, bottom]): Corners) -> Box8 {
        Box8 { left: [left; 8], top: [top; 8], right: [right; 8], bottom: [bottom; 8] }
    }

    /// Eight boxes given one by one.
    #[inline(always)]
    pub(crate) fn of(boxes: [Corners; 8]) -> Box8 {
        let field = |field: usize| boxes.map(|Corners(corners)| corners[field]);
        Box8 { left: field(0), top: field(1), right: field(2), bottom: field(3) }
    }

    /// The smallest box around all.
    pub(super) fn hull(&self) -> Corners {
        let least = |lanes: &[i32; 8]| lanes.iter().copied().fold(i32::MAX, i32::min);
        let most = |lanes: &[i32; 8]| lanes.iter().copied().fold(i32::MIN, i32::max);
        Corners([least(&self.left), least(&self.top), most(&self.right), most(&self.bottom)])
    }

    /// Replaces one of them.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, Corners([left, top, right, bottom]): Corners) {
        self.left[lane] = left;
        self.top[lane] = top;
        self.right[lane] = right;
        self.bottom[lane] = bottom;
    }

    /// One of them.
    pub(crate) fn lane(&self, lane: usize) -> Corners {
        Corners([self.left[lane], self.top[lane], self.right[lane], self.bottom[lane]])
    }
}
