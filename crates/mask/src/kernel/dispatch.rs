//! The macro that compiles a kernel for each level and selects one at run time.

/// Runs an expression with the lanes of the current level: `on_level!(lanes => work(lanes))`.
///
/// The expression is compiled once for each level. Only code that is inlined into it gets the instructions of the
/// level, so every function below it that touches vectors must be `#[inline(always)]`.
macro_rules! on_level {
    ($lanes:ident => $work:expr) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            use crate::kernel::{Cpu, Level};
            use fearless_simd::Simd;
            // A token proves that the processor has the level. `Level` has checked this before.
            match (Level::current(), fearless_simd::Level::new()) {
                (Level::Avx512, fearless_simd::Level::Avx512(token)) => {
                    let $lanes = Cpu(token);
                    token.vectorize(
                        #[inline(always)]
                        move || $work,
                    )
                }
                (Level::Avx2, cpu) => {
                    let token = cpu.as_avx2().expect("level Avx2 must be chosen only if the processor has AVX2");
                    let $lanes = Cpu(token);
                    token.vectorize(
                        #[inline(always)]
                        move || $work,
                    )
                }
                _ => {
                    let $lanes = crate::kernel::Portable;
                    $lanes.vectorize(move || $work)
                }
            }
        }
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        {
            let $lanes = crate::kernel::Portable;
            $lanes.vectorize(move || $work)
        }
    }};
}
pub(crate) use on_level;
