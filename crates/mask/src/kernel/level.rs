//! The levels: which instructions the kernels use.
//!
//! A kernel is a function generic over [`Lanes`](super::lanes::Lanes), written once. The macro `on_level!` compiles the
//! kernel for every level and calls the version for the current level. The level is chosen at its first use and cached.
//!
//! `docs/decisions/0004-lanes-and-dispatch.md` has the measurements behind the choice.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// A kind of processor for which the kernels are compiled.
///
/// The kernels use the best level that the processor has. The environment variable `HITMASK_LEVEL` limits the level to
/// `portable`, `avx2` or `avx512`. The variable is read when the first mask is created or at the first
/// [`SimdLevel::current`], and never after [`SimdLevel::force`]. Results are equal at every level. Without the feature
/// `std`, and on targets other than x86-64, only [`SimdLevel::Portable`] is available.
///
/// ```
/// let level = hitmask::SimdLevel::current();
/// assert!(hitmask::SimdLevel::available().any(|one| one == level));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SimdLevel {
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

impl SimdLevel {
    /// All levels, from the lowest to the highest.
    pub const ALL: [SimdLevel; 3] = [SimdLevel::Portable, SimdLevel::Avx2, SimdLevel::Avx512];

    /// Returns the name of the level, as `HITMASK_LEVEL` spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SimdLevel::Portable => "portable",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
        }
    }

    /// Returns the level that the kernels use.
    #[must_use]
    #[inline]
    pub fn current() -> SimdLevel {
        SimdLevel::chosen().unwrap_or_else(first_choice)
    }

    /// The level that the kernels use, or `None` if none has been chosen yet.
    #[inline]
    pub(super) fn chosen() -> Option<SimdLevel> {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Some(SimdLevel::Portable),
            2 => Some(SimdLevel::Avx2),
            3 => Some(SimdLevel::Avx512),
            _ => None,
        }
    }

    /// Returns the levels that this processor has, from the lowest to the highest.
    pub fn available() -> impl Iterator<Item = SimdLevel> {
        SimdLevel::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Returns whether this processor has the level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            SimdLevel::Portable => true,
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            SimdLevel::Avx2 => fearless_simd::Level::new().as_avx2().is_some(),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            SimdLevel::Avx512 => fearless_simd::Level::new().as_avx512().is_some(),
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

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Chooses the best available level up to the level in `HITMASK_LEVEL`. An unknown name is ignored.
#[cold]
fn first_choice() -> SimdLevel {
    #[cfg(feature = "std")]
    let wanted = std::env::var("HITMASK_LEVEL").ok();
    #[cfg(not(feature = "std"))]
    let wanted: Option<&str> = None;
    let cap = wanted.and_then(|name| SimdLevel::ALL.into_iter().find(|level| *level.name() == *name));
    let best = SimdLevel::available().filter(|&level| cap.is_none_or(|cap| level <= cap)).last();
    let level = best.unwrap_or(SimdLevel::Portable);
    // Another thread may have forced a level in the meantime.
    match CURRENT.compare_exchange(0, level as u8 + 1, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => level,
        Err(_) => SimdLevel::current(),
    }
}
