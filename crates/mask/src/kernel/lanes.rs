//! Words, one and many at a time, under one interface.

use core::ops::{Add, BitAnd, BitOr, BitXor, Not};
use wide::u64x4;

/// What the kernels do with words, for one and for a vector of them.
pub(crate) trait Word:
    Copy + Add<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Towards lower bits, the left of the picture, by up to 64.
    fn down(self, count: u32) -> Self;
    /// Towards higher bits, the right of the picture, by up to 64.
    fn up(self, count: u32) -> Self;
    /// The solid pixels of each word.
    fn ones(self) -> Self;
}

/// A kind of vector of words.
pub(crate) trait Lanes: Copy {
    type Vector: Word;
    /// Words of a vector.
    const LEN: usize;
    /// The same word in every lane.
    fn splat(self, word: u64) -> Self::Vector;
    /// The first [`Lanes::LEN`] of the words.
    fn load(self, words: &[u64]) -> Self::Vector;
    /// Into the first [`Lanes::LEN`] of the words.
    fn store(self, vector: Self::Vector, words: &mut [u64]);
    /// The lanes one by one.
    fn lanes(self, vector: &Self::Vector) -> &[u64];
    /// Whether any bit of any lane is set.
    fn any(self, vector: Self::Vector) -> bool;
    /// A bit for each lane that has any, the first lane's lowest.
    fn which(self, vector: Self::Vector) -> u64;
}

impl Word for u64 {
    #[inline(always)]
    fn down(self, count: u32) -> u64 {
        self.unbounded_shr(count)
    }
    #[inline(always)]
    fn up(self, count: u32) -> u64 {
        self.unbounded_shl(count)
    }
    #[inline(always)]
    fn ones(self) -> u64 {
        self.count_ones().into()
    }
}

/// Four words through [`wide`], which picks its instructions when it is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Portable {
    /// Does some work apart, as the shells of other levels do, so that the place that chooses between them
    /// stays small.
    #[inline(never)]
    pub(crate) fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}

impl Word for u64x4 {
    #[inline(always)]
    fn down(self, count: u32) -> u64x4 {
        self.unbounded_shr_scalar(count)
    }
    #[inline(always)]
    fn up(self, count: u32) -> u64x4 {
        self.unbounded_shl_scalar(count)
    }
    #[inline(always)]
    fn ones(self) -> u64x4 {
        // The compiler knows better vector code for this than the sums of pairs, nibbles and bytes.
        u64x4::new(self.to_array().map(Word::ones))
    }
}

impl Lanes for Portable {
    type Vector = u64x4;
    const LEN: usize = 4;
    #[inline(always)]
    fn splat(self, word: u64) -> u64x4 {
        u64x4::splat(word)
    }
    #[inline(always)]
    fn load(self, words: &[u64]) -> u64x4 {
        let lanes: &[u64; 4] = words.first_chunk().expect("a whole vector");
        u64x4::from(*lanes)
    }
    #[inline(always)]
    fn store(self, vector: u64x4, words: &mut [u64]) {
        words[..4].copy_from_slice(vector.as_array());
    }
    #[inline(always)]
    fn lanes(self, vector: &u64x4) -> &[u64] {
        vector.as_array()
    }
    #[inline(always)]
    fn any(self, vector: u64x4) -> bool {
        let [a, b, c, d] = vector.to_array();
        a | b | c | d != 0
    }
    #[inline(always)]
    fn which(self, vector: u64x4) -> u64 {
        vector.to_array().iter().rev().fold(0, |bits, &word| bits << 1 | u64::from(word != 0))
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) use cpu::Cpu;

/// As many words as the processor's vectors hold, through `fearless_simd`, whose tokens prove that the
/// processor has the instructions.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod cpu {
    use super::{Lanes, Word};
    use fearless_simd::{Simd, SimdBase, SimdInt, SimdMask};

    #[derive(Clone, Copy)]
    pub(crate) struct Cpu<S>(pub(crate) S);

    /// A vector of the processor. A type of our own, because a foreign trait's type may not get [`Word`].
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

    /// A shift by 64 leaves nothing on x86-64, for which alone these lanes are used.
    impl<S: Simd> Word for Vector<S> {
        #[inline(always)]
        fn down(self, count: u32) -> Self {
            Vector(self.0 >> count)
        }
        #[inline(always)]
        fn up(self, count: u32) -> Self {
            Vector(self.0 << count)
        }
        #[inline(always)]
        fn ones(self) -> Self {
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
        fn lanes(self, vector: &Vector<S>) -> &[u64] {
            vector.0.as_slice()
        }
        #[inline(always)]
        fn any(self, vector: Vector<S>) -> bool {
            self.which(vector) != 0
        }
        #[inline(always)]
        fn which(self, vector: Vector<S>) -> u64 {
            vector.0.simd_ne(S::u64s::splat(self.0, 0)).to_bitmask()
        }
    }
}
