//! The comparison of eight boxes with eight other boxes, the inner step of the join.

use super::tree::Layers8;
use crate::geometry::Aabb8;
use wide::i32x8;

/// A vector type of eight `i32`.
pub(super) trait BoxLanes: Copy {
    /// A bit for each pair of boxes that share a pixel: bit `8 i + j` for box `i` of `a` and box `j` of `b`.
    fn overlaps(self, a: &Aabb8, b: &Aabb8) -> u64;

    /// A bit for each box that shares a pixel with a window, and a bit for each of them that lies in another window.
    /// Each window has one box in all lanes.
    fn in_window(self, window: &[Aabb8; 2], boxes: &Aabb8) -> [u8; 2];

    /// A bit for each pair of sprites whose layers allow a collision, in the order of [`BoxLanes::overlaps`].
    fn may_collide(self, a: &Layers8, b: &Layers8) -> u64;
}

/// The vectors of [`wide`], whose instructions are chosen at compile time.
#[derive(Clone, Copy)]
pub(super) struct PortableBoxes;

impl PortableBoxes {
    /// A bit for each lane in which the box of `a` and the box of `b` share a pixel.
    #[inline(always)]
    pub(super) fn overlaps_lanewise(self, a: &Aabb8, b: &Aabb8) -> u8 {
        let past = |a: &[i32; 8], b: &[i32; 8]| i32x8::from(*a).simd_gt(i32x8::from(*b));
        let apart =
            past(&a.left, &b.right) | past(&b.left, &a.right) | past(&a.top, &b.bottom) | past(&b.top, &a.bottom);
        !apart.to_bitmask() as u8
    }
}

impl BoxLanes for PortableBoxes {
    #[inline(always)]
    fn overlaps(self, a: &Aabb8, b: &Aabb8) -> u64 {
        (0..8).rev().fold(0, |bits, lane| {
            let one = Aabb8 {
                left: [a.left[lane]; 8],
                top: [a.top[lane]; 8],
                right: [a.right[lane]; 8],
                bottom: [a.bottom[lane]; 8],
            };
            bits << 8 | u64::from(self.overlaps_lanewise(&one, b))
        })
    }

    #[inline(always)]
    fn in_window(self, [outer, inner]: &[Aabb8; 2], boxes: &Aabb8) -> [u8; 2] {
        let past = |a: &[i32; 8], b: &[i32; 8]| i32x8::from(*a).simd_gt(i32x8::from(*b));
        let outside = past(&inner.left, &boxes.left)
            | past(&boxes.right, &inner.right)
            | past(&inner.top, &boxes.top)
            | past(&boxes.bottom, &inner.bottom);
        let rows = self.overlaps_lanewise(outer, boxes);
        [rows, rows & !outside.to_bitmask() as u8]
    }

    #[inline(always)]
    fn may_collide(self, a: &Layers8, b: &Layers8) -> u64 {
        let mut bits = 0;
        for (i, j) in (0..8).flat_map(|i| (0..8).map(move |j| (i, j))) {
            let asks = a.collision_bits[i] & b.layer_bits[j] != 0;
            let is_asked = a.layer_bits[i] & b.collision_bits[j] != 0;
            bits |= u64::from(asks & is_asked) << (8 * i + j);
        }
        bits
    }
}

/// Runs `work` with the vector instructions of the processor. Only code that is inlined into `work` uses them.
#[inline(always)]
pub(crate) fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    on_lanes!(_lanes => work())
}

/// Returns the value of an expression that uses `$lanes`, the vectors of the processor. Only code that is inlined into
/// the expression uses their instructions. A leaf has eight boxes, so its sides fill 256-bit vectors. 512-bit vectors
/// took up to a tenth longer.
macro_rules! on_lanes {
    ($lanes:ident => $value:expr) => {
        mask::__on_level!(
            $lanes: $crate::tree::lanes::CpuBoxes, $crate::tree::lanes::PortableBoxes, mask::SimdLevel::Avx2 => $value
        )
    };
}
pub(super) use on_lanes;

#[cfg(target_arch = "x86_64")]
pub(super) use cpu::CpuBoxes;

/// The vectors of `fearless_simd`. A token proves that the processor has their instructions.
#[cfg(target_arch = "x86_64")]
mod cpu {
    use super::{BoxLanes, Layers8};
    use crate::geometry::Aabb8;
    use fearless_simd::prelude::*;
    use fearless_simd::{Simd, i32x8, u32x8};

    #[derive(Clone, Copy)]
    pub(crate) struct CpuBoxes<S>(pub(crate) S);

    impl<S: Simd> BoxLanes for CpuBoxes<S> {
        #[inline(always)]
        fn overlaps(self, a: &Aabb8, b: &Aabb8) -> u64 {
            let lanes = |lanes: &[i32; 8]| i32x8::load_array(self.0, *lanes);
            let [left, top, right, bottom] = [lanes(&b.left), lanes(&b.top), lanes(&b.right), lanes(&b.bottom)];
            let mut bits = 0;
            for lane in (0..8).rev() {
                let all = |lanes: &[i32; 8]| i32x8::splat(self.0, lanes[lane]);
                let apart = (all(&a.left).simd_gt(right) | left.simd_gt(all(&a.right)))
                    | (all(&a.top).simd_gt(bottom) | top.simd_gt(all(&a.bottom)));
                bits = bits << 8 | (!apart).to_bitmask() & 0xff;
            }
            bits
        }

        #[inline(always)]
        fn in_window(self, [outer, inner]: &[Aabb8; 2], boxes: &Aabb8) -> [u8; 2] {
            let lanes = |lanes: &[i32; 8]| i32x8::load_array(self.0, *lanes);
            let past = |a: &[i32; 8], b: &[i32; 8]| lanes(a).simd_gt(lanes(b));
            let apart = (past(&outer.left, &boxes.right) | past(&boxes.left, &outer.right))
                | (past(&outer.top, &boxes.bottom) | past(&boxes.top, &outer.bottom));
            let outside = (past(&inner.left, &boxes.left) | past(&boxes.right, &inner.right))
                | (past(&inner.top, &boxes.top) | past(&boxes.bottom, &inner.bottom));
            let rows = (!apart).to_bitmask() as u8;
            [rows, rows & (!outside).to_bitmask() as u8]
        }

        #[inline(always)]
        fn may_collide(self, a: &Layers8, b: &Layers8) -> u64 {
            let [layers, wanted] = [&b.layer_bits, &b.collision_bits].map(|bits| u32x8::load_array(self.0, *bits));
            let (zero, mut bits) = (u32x8::splat(self.0, 0), 0);
            for lane in (0..8).rev() {
                let never = (u32x8::splat(self.0, a.collision_bits[lane]) & layers).simd_eq(zero)
                    | (u32x8::splat(self.0, a.layer_bits[lane]) & wanted).simd_eq(zero);
                bits = bits << 8 | (!never).to_bitmask() & 0xff;
            }
            bits
        }
    }
}
