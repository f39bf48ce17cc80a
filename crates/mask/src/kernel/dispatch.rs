//! The shell in which a kernel is compiled for each level.

/// Does some work with the lanes of the level in force: `on_level!(lanes => work(lanes))`.
///
/// The work stands in the shell of each level, and only what is inlined there is compiled for it: all
/// below that touches vectors is to be `#[inline(always)]`.
macro_rules! on_level {
    ($lanes:ident => $work:expr) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            use crate::kernel::{Cpu, Level};
            use fearless_simd::Simd;
            // The tokens are proofs that the processor has the level, which `Level` made sure of.
            match (Level::current(), fearless_simd::Level::new()) {
                (Level::Avx512, fearless_simd::Level::Avx512(token)) => {
                    let $lanes = Cpu(token);
                    token.vectorize(
                        #[inline(always)]
                        move || $work,
                    )
                }
                (Level::Avx2, cpu) => {
                    let token = cpu.as_avx2().expect("a level is only chosen where the processor has it");
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
