//! Lanes as wide as the processor's vectors, chosen at run time.

use super::lanes::Lanes;
use super::word::Word;
use fearless_simd::{Bytes, Simd, SimdBase, SimdInt, SimdMask, u8x16};

/// Lanes of `fearless_simd` on x86-64. A vector has as many words as a vector of the processor.
///
/// The token `S` proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Cpu<S>(pub(crate) S);

/// A vector of the processor.
///
/// This is a newtype because Rust forbids an implementation of [`Word`] for an associated type of a foreign trait.
#[derive(Clone, Copy)]
pub(crate) struct Vector<S: Simd>(S::u64s);

macro_rules! operator {
    ($($name:ident $method:ident $op:tt),*) => {$(
        impl<S: Simd> core::ops::$name for Vector<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Vector(self.0 $op other.0)
            }
        }
    )*};
}
operator!(Add add +, BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl<S: Simd> core::ops::Not for Vector<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Vector(!self.0)
    }
}

/// The trait requires that a shift by 64 yields 0. Vector shifts of x86-64, the only target of these lanes, do.
impl<S: Simd> Word for Vector<S> {
    #[inline(always)]
    fn shift_down(self, count: u32) -> Self {
        Vector(self.0 >> count)
    }
    #[inline(always)]
    fn shift_up(self, count: u32) -> Self {
        Vector(self.0 << count)
    }
    #[inline(always)]
    fn popcount(self) -> Self {
        Vector(self.0.count_ones())
    }
}

impl<S: Simd> Lanes for Cpu<S> {
    type Vector = Vector<S>;
    const LEN: usize = <S::u64s as SimdBase<S>>::LEN;
    #[inline(always)]
    fn splat(self, word: u64) -> Vector<S> {
        Vector(S::u64s::splat(self.0, word))
    }
    #[inline(always)]
    fn load(self, words: &[u64]) -> Vector<S> {
        Vector(S::u64s::from_slice(self.0, &words[..Self::LEN]))
    }
    #[inline(always)]
    fn store(self, vector: Vector<S>, words: &mut [u64]) {
        vector.0.store_slice(&mut words[..Self::LEN]);
    }
    #[inline(always)]
    fn as_slice(self, vector: &Vector<S>) -> &[u64] {
        vector.0.as_slice()
    }
    #[inline(always)]
    fn any(self, vector: Vector<S>) -> bool {
        self.nonzero(vector) != 0
    }
    #[inline(always)]
    fn nonzero(self, vector: Vector<S>) -> u64 {
        vector.0.simd_ne(S::u64s::splat(self.0, 0)).to_bitmask()
    }
    #[inline(always)]
    fn above(self, bytes: &[u8], threshold: u8) -> u64 {
        let bytes = u8x16::from_slice(self.0, &bytes[..16]);
        bytes.simd_gt(u8x16::splat(self.0, threshold)).to_bitmask()
    }
    #[inline(always)]
    fn above4(self, bytes: &[u8], threshold: u8) -> u64 {
        let (size, lanes) = (S::u8s::LEN, S::i32s::LEN);
        (0..16 / lanes).fold(0, |bits, i| {
            let pixels: S::i32s = S::u8s::from_slice(self.0, &bytes[i * size..][..size]).bitcast();
            let first = pixels & S::i32s::splat(self.0, 0xff);
            bits | first.simd_gt(S::i32s::splat(self.0, threshold.into())).to_bitmask() << (i * lanes)
        })
    }
}
