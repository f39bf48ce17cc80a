//! Tests of the peers and the report.

mod articles;
mod awkward;
mod churn;
mod columns;
mod peers;
mod recomputed;
mod soak;
mod stages;
mod steps;
mod suite;
mod workers;
