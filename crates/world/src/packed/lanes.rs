//! Eight boxes against eight: the comparison that the join consists of.

use crate::geometry::Aabb8;
use wide::i32x8;

/// A kind of vector of eight `i32`.
pub(super) trait BoxLanes: Copy {
    /// A bit for each pair of boxes that share a pixel: bit `8 i + j` for box `i` of the one and `j` of the
    /// other.
    fn overlaps(self, a: &Aabb8, b: &Aabb8) -> u64;
}

/// Through [`wide`], which picks its instructions when it is compiled.
#[derive(Clone, Copy)]
pub(super) struct PortableBoxes;

impl PortableBoxes {
    /// A bit for each box of `b` that shares a pixel with the box of `a` in the same lane.
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
}

/// Does some work compiled for the processor at hand, as far as it is inlined here.
#[inline(always)]
pub(super) fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        use fearless_simd::Simd;
        use mask::Level;
        if Level::current() > Level::Portable
            && let Some(token) = fearless_simd::Level::new().as_avx2()
        {
            return token.vectorize(work);
        }
    }
    work()
}

#[cfg(target_arch = "x86_64")]
pub(super) use cpu::CpuBoxes;

/// Through `fearless_simd`, whose tokens prove that the processor has the instructions.
#[cfg(target_arch = "x86_64")]
mod cpu {
    use super::BoxLanes;
    use crate::geometry::Aabb8;
    use fearless_simd::prelude::*;
    use fearless_simd::{Simd, i32x8};

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
    }
}
