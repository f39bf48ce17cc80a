//! The kernels: loops over a column of words and the overlay's words, compiled for each level of processor.
//!
//! This module does not depend on [`Mask`](crate::Mask).

mod combine;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod cpu;
pub mod dispatch;
mod lanes;
mod level;
mod reduce;
mod runs;
mod word;

pub(crate) use combine::{And, AndNot, Combine, Or, Xor, combine};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) use cpu::Cpu;
pub(crate) use lanes::{Lanes, Portable};
pub use level::SimdLevel;
pub(crate) use reduce::{any, count, first, last, or_rows};
pub(crate) use runs::BitRuns;
pub(crate) use word::{ColumnPair, ConstWord, FunnelShift, SingleColumn, WORD_BITS, Word, WordSource, span_bits};

/// Runs an expression with the vectors of the current level: `on_level!(lanes => work(lanes))`. The macro in
/// [`dispatch`] says what the expression may capture.
macro_rules! on_level {
    ($lanes:ident => $work:expr) => {
        $crate::__on_level!($lanes: $crate::kernel::Cpu, $crate::kernel::Portable, $crate::SimdLevel::Avx512 => $work)
    };
}

pub(crate) use on_level;
