//! The peers of `mask` and `world`, and the report that compares them.
//!
//! [`articles`], [`columns`], [`pygame`] and [`peers`] are other implementations, and [`recomputed`] measures an edit
//! without incremental updates; the crate `testkit` has the naive oracle and generates the input. [`case`] asks all
//! contenders equal questions, checks that they agree, and times them; [`suite`] lists the cases; [`report`] prints
//! them; [`figures`] keeps several runs and writes pages and [`charts`] from them; [`steps`] follows one run step by
//! step, and `stages` prints the clock of the world. [`soak`] changes a world for hours and compares it with a plain
//! model. [`workers`] runs a scene on several threads and processes.

pub mod articles;
pub mod boxes;
pub mod case;
pub mod charts;
pub mod churn;
pub mod columns;
mod contender;
pub mod figures;
mod movers;
pub mod peers;
pub mod pygame;
pub mod recomputed;
pub mod report;
pub mod soak;
#[cfg(feature = "clock")]
pub mod stages;
pub mod steps;
pub mod suite;
pub mod workers;
