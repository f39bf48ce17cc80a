//! The cases of the criterion suites, and what measures them. They build without heavy peers.
//!
//! [`naive`] is the per-pixel loop, [`classic`], [`columns`], [`pygame`] and [`peers`] are other implementations, and
//! [`recomputed`] measures an edit without incremental updates; the crate `testkit` generates the input. [`case`] asks all
//! contenders equal questions, checks that they agree, and times them; [`suite`] lists the cases. The folder `benches` runs
//! them in criterion, the crate `bench` in its report, with more peers and more cases.

pub mod boxes;
pub mod case;
pub mod classic;
pub mod columns;
mod contender;
pub mod movers;
pub mod naive;
pub mod peers;
pub mod pygame;
pub mod recomputed;
pub mod suite;
