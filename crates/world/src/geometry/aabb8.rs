//! Eight axis-aligned boxes, stored as vectors.

use super::Aabb;
use wide::i32x4;

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
