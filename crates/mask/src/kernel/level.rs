//! The levels: which instructions the kernels use.
//!
//! A kernel is a function generic over [`Lanes`](super::lanes::Lanes), written once. The macro `on_level!` compiles the kernel
//! for every level and calls the version for the current level. The level is chosen at its first use and cached.
//!
//! `docs/decisions/0004-lanes-and-dispatch.md` has the measurements behind the choice.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// A kind of processor for which the kernels are compiled.
///
/// The kernels use the best level that the processor has. The environment variable `HITMASK_LEVEL` limits the level to
/// `portable`, `avx2` or `avx512`. The variable is read when the first mask is created or at the first
/// [`Level::current`], and never after [`Level::force`]. Results are equal at every level. Without the feature `std`,
/// and on targets other than x86-64, only [`Level::Portable`] is available.
///
/// ```
/// let level = hitmask::Level::current();
/// assert!(hitmask::Level::available().any(|one| one == level));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// The instructions that are enabled at compile time, in vectors of 256 bits: by default SSE2 on x86-64 and NEON on
    /// aarch64. On wasm, SIMD must be enabled.
    Portable,
    /// AVX2 as in x86-64-v3: 256-bit vectors.
    Avx2,
    /// AVX-512 as in Ice Lake, Zen 4 and later processors: 512-bit vectors.
    Avx512,
}

/// The current level plus one, or 0 until a level is chosen.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Level {
    /// All levels, from the lowest to the highest.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// Returns the name of the level, as `HITMASK_LEVEL` spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// Returns the level that the kernels use.
    #[must_use]
    #[inline]
    pub fn current() -> Level {
        Level::chosen().unwrap_or_else(first_choice)
    }

    /// The level that the kernels use, or `None` if none has been chosen yet.
    #[inline]
    pub(super) fn chosen() -> Option<Level> {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Some(Level::Portable),
            2 => Some(Level::Avx2),
            3 => Some(Level::Avx512),
            _ => None,
        }
    }

    /// Returns the levels that this processor has, from the lowest to the highest.
    pub fn available() -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Returns whether this processor has the level.
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

    /// Makes every kernel in the process use this level from now on, for tests and measurements.
    ///
    /// Returns `false` and changes nothing if the processor does not have the level.
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

/// Chooses the best available level up to the level in `HITMASK_LEVEL`. An unknown name is ignored.
#[cold]
fn first_choice() -> Level {
    #[cfg(feature = "std")]
    let wanted = std::env::var("HITMASK_LEVEL").ok();
    #[cfg(not(feature = "std"))]
    let wanted: Option<&str> = None;
    let cap = wanted.and_then(|name| Level::ALL.into_iter().find(|level| *level.name() == *name));
    let best = Level::available().filter(|&level| cap.is_none_or(|cap| level <= cap)).last();
    let level = best.unwrap_or(Level::Portable);
    // Another thread may have forced a level in the meantime.
    match CURRENT.compare_exchange(0, level as u8 + 1, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => level,
        Err(_) => Level::current(),
    }
}
