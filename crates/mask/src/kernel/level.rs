//! Which instructions the kernels use: one source, built for several kinds of processor, chosen at run
//! time.
//!
//! A kernel is a function generic over [`Lanes`](super::Lanes). The thin shell `on_level!`
//! calls it compiled for the best level that this processor has: the processor is asked once, the answer
//! kept.
//!
//! `docs/decisions/0004-lanes-and-dispatch.md` has the measurements behind the choice.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// A kind of processor that the kernels are compiled for.
///
/// The best that the processor has is taken. The environment variable `HITMASK_LEVEL`, read at the first
/// question, lowers it: `portable`, `avx2` or `avx512`. Answers are the same at every level.
///
/// ```
/// let level = mask::Level::current();
/// assert!(mask::Level::available().any(|one| one == level));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// What every processor of the target has: SSE2 on x86-64, NEON on aarch64, and on wasm SIMD where
    /// it is compiled in.
    Portable,
    /// x86-64-v3: 256-bit lanes.
    Avx2,
    /// The AVX-512 of Ice Lake and Zen 4 and later: 512-bit lanes.
    Avx512,
}

/// The level in force plus one, or 0 before the first question.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// All of them, the lowest first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The name, as the environment variable has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// The level that the kernels use.
    #[must_use]
    #[inline]
    pub fn current() -> Level {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Level::Portable,
            2 => Level::Avx2,
            3 => Level::Avx512,
            _ => first_choice(),
        }
    }

    /// Those that this processor has, the lowest first.
    pub fn available() -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx2 => fearless_simd::Level::new().as_avx2().is_some(),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx512 => fearless_simd::Level::new().as_avx512().is_some(),
            #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
            _ => false,
        }
    }

    /// Makes every kernel of the process use this level from now on, for tests and measurements. Gives
    /// back whether the processor has it; where it has not, nothing changes.
    pub fn force(self) -> bool {
        let available = self.is_available();
        if available {
            CURRENT.store(self as u8 + 1, Ordering::Relaxed);
        }
        available
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The best level, no better than the environment asks for. A name that is none is not obeyed.
#[cold]
fn first_choice() -> Level {
    #[cfg(feature = "std")]
    let wanted = std::env::var("HITMASK_LEVEL").ok();
    #[cfg(not(feature = "std"))]
    let wanted: Option<&str> = None;
    let cap = wanted.and_then(|name| Level::ALL.into_iter().find(|level| *level.name() == *name));
    let best = Level::available().filter(|&level| cap.is_none_or(|cap| level <= cap)).last();
    let level = best.unwrap_or(Level::Portable);
    level.force();
    level
}
