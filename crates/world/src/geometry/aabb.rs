//! Axis-aligned boxes whose right and bottom edges are their last pixels, and groups of eight, stored as vectors.

use mask::{Mask, Rect};
use wide::i32x4;

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

    /// The square of the distance between the nearest pixels of two boxes. It is 0 if the boxes share a pixel.
    pub(crate) fn distance_squared(self, other: Aabb) -> u128 {
        let (Aabb(a), Aabb(b)) = (self, other);
        let off = |axis: usize| {
            let [a, b] = [a, b].map(|edges| [edges[axis], edges[axis + 2]].map(i64::from));
            (a[0] - b[1]).max(b[0] - a[1]).max(0).unsigned_abs()
        };
        [off(0), off(1)].into_iter().map(|off| u128::from(off) * u128::from(off)).sum()
    }
}

/// Eight axis-aligned boxes, stored as the lanes of four vectors. An empty lane holds [`Aabb::EMPTY`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(align(32))]
pub(crate) struct Aabb8 {
    pub(crate) left: [i32; 8],
    pub(crate) top: [i32; 8],
    pub(crate) right: [i32; 8],
    pub(crate) bottom: [i32; 8],
}

const _: () = assert!(size_of::<Aabb8>() == 128, "Aabb8 must fill two cache lines");

impl Aabb8 {
    /// Eight empty lanes.
    pub(crate) const EMPTY: Aabb8 =
        Aabb8 { left: [i32::MAX; 8], top: [i32::MAX; 8], right: [i32::MIN; 8], bottom: [i32::MIN; 8] };

    /// One box in all eight lanes.
    pub(crate) fn splat(Aabb([left, top, right, bottom]): Aabb) -> Aabb8 {
        Aabb8 { left: [left; 8], top: [top; 8], right: [right; 8], bottom: [bottom; 8] }
    }

    /// The given boxes, one in each lane.
    #[inline(always)]
    pub(crate) fn of(boxes: [Aabb; 8]) -> Aabb8 {
        let field = |field: usize| boxes.map(|Aabb(aabb)| aabb[field]);
        Aabb8 { left: field(0), top: field(1), right: field(2), bottom: field(3) }
    }

    /// The smallest box around all lanes.
    #[inline(always)]
    pub(crate) fn hull(&self) -> Aabb {
        let least = |lanes: &[i32; 8]| lanes.iter().copied().fold(i32::MAX, i32::min);
        let most = |lanes: &[i32; 8]| lanes.iter().copied().fold(i32::MIN, i32::max);
        Aabb([least(&self.left), least(&self.top), most(&self.right), most(&self.bottom)])
    }

    /// Replaces the box in a lane.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, Aabb([left, top, right, bottom]): Aabb) {
        self.left[lane] = left;
        self.top[lane] = top;
        self.right[lane] = right;
        self.bottom[lane] = bottom;
    }

    /// Sets all lanes to the given edges, and returns the smallest box around them.
    #[inline(always)]
    pub(crate) fn set_all(&mut self, mut edges: impl FnMut(usize) -> i32x4) -> Aabb {
        let (mut least, mut most) = (i32x4::MAX, i32x4::MIN);
        for lane in 0..8 {
            let aabb = edges(lane);
            self.set(lane, Aabb(aabb.to_array()));
            (least, most) = (least.min(aabb), most.max(aabb));
        }
        let ([left, top, _, _], [_, _, right, bottom]) = (least.to_array(), most.to_array());
        Aabb([left, top, right, bottom])
    }

    /// The box in a lane.
    pub(crate) fn lane(&self, lane: usize) -> Aabb {
        Aabb([self.left[lane], self.top[lane], self.right[lane], self.bottom[lane]])
    }
}
