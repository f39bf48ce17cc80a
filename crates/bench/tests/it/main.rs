//! Tests of the peers and the report.

mod awkward;
mod churn;
mod classic;
mod columns;
mod figures;
mod peers;
mod physics;
mod recomputed;
mod soak;
#[cfg(feature = "clock")]
mod stages;
mod steps;
mod suite;
mod workers;
