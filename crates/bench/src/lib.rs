//! The peers of `mask` and `world`, and the report that compares them.
//!
//! The crate `suites` asks all contenders of a case equal questions, checks that they agree, and times them; it has the
//! cases of the criterion suites, and the [`naive`] loop. [`suite`] adds the other cases, [`peers`] the libraries that take long to build;
//! [`report`] prints them all; [`figures`] keeps several runs and writes pages and [`charts`](figures::charts) from
//! them; [`steps`] follows one run step by step, and `stages` prints the clock of the world. [`soak`] changes a world
//! for hours and compares it with a plain model. [`workers`] runs a scene on several threads and processes.

pub mod churn;
pub mod figures;
pub mod peers;
pub mod report;
pub mod soak;
#[cfg(feature = "clock")]
pub mod stages;
pub mod steps;
pub mod suite;
pub mod workers;

pub use suites::naive;
