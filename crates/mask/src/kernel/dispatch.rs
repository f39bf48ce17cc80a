//! The choice of a level at run time, for `mask` and `world`.
//!
//! The macro `on_level!` compiles an expression for each level and runs the version for the current level. `world` uses
//! the macro too, through the hidden module `shared` of this crate.

use super::level::SimdLevel;

/// The instructions of a level. A token proves that the processor has them.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Instructions {
    /// The instructions that are enabled at compile time.
    Portable,
    /// 256-bit vectors.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2(fearless_simd::Avx2),
    /// 512-bit vectors.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512(fearless_simd::Avx512),
}

/// The processor, as `fearless_simd` found it. `fearless_simd` caches it too, but reading its cache is a call that
/// takes a nanosecond.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
static PROCESSOR: std::sync::OnceLock<fearless_simd::Level> = std::sync::OnceLock::new();

/// Chooses the level if that has not happened yet. Every mask that is created does so, and [`instructions`] does not: a
/// call on its path, even one that is never taken, makes each kernel save registers, which takes a nanosecond.
#[inline]
pub(crate) fn choose_level() {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if PROCESSOR.get().is_none() {
        let _ = SimdLevel::current();
        PROCESSOR.get_or_init(fearless_simd::Level::new);
    }
}

/// Returns the instructions of the current level, but of no higher level than `most`. Before the first mask is created,
/// they are [`Instructions::Portable`].
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn instructions(most: SimdLevel) -> Instructions {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let (Some(processor), Some(level)) = (PROCESSOR.get(), SimdLevel::chosen()) {
        if level.min(most) == SimdLevel::Avx512
            && let fearless_simd::Level::Avx512(token) = processor
        {
            return Instructions::Avx512(*token);
        }
        if level.min(most) > SimdLevel::Portable
            && let Some(token) = processor.as_avx2()
        {
            return Instructions::Avx2(token);
        }
    }
    let _ = most;
    Instructions::Portable
}

/// Runs `work` in a function of its own, as the other levels do, so that the code that chooses the level stays small.
#[doc(hidden)]
#[inline(never)]
pub fn portable<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Runs an expression with the vectors of the current level: `on_level!(lanes: Cpu, Portable, most => work(lanes))`.
/// It uses no higher level than `most`.
///
/// `lanes` is `Cpu(token)` or `Portable`. The expression is compiled once for each level. Only code that is inlined
/// into the expression gets the instructions of the level, so every function that the expression calls and that touches
/// vectors must be `#[inline(always)]`.
///
/// The expression captures variables by value. On a path that takes only nanoseconds, capture numbers and slices, never
/// a struct that was written just before. The closure loads the struct in other pieces than the caller stored it in,
/// and the processor waits 8 ns for the store.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[macro_export]
#[doc(hidden)]
macro_rules! __on_level {
    ($lanes:ident: $cpu:path, $portable:path, $most:expr => $work:expr) => {{
        use fearless_simd::Simd;
        use $crate::shared::dispatch::Instructions;
        macro_rules! compiled_with {
            ($token:ident) => {{
                let $lanes = $cpu($token);
                $token.vectorize(
                    #[inline(always)]
                    move || $work,
                )
            }};
        }
        match $crate::shared::dispatch::instructions($most) {
            Instructions::Avx512(token) => compiled_with!(token),
            Instructions::Avx2(token) => compiled_with!(token),
            Instructions::Portable => {
                let $lanes = $portable;
                $crate::shared::dispatch::portable(move || $work)
            }
        }
    }};
}

/// Runs an expression with the only level of this build.
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
#[macro_export]
#[doc(hidden)]
macro_rules! __on_level {
    ($lanes:ident: $cpu:path, $portable:path, $most:expr => $work:expr) => {{
        let $lanes = $portable;
        $crate::shared::dispatch::portable(move || $work)
    }};
}
