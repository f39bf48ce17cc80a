//! Tests of the oracle, the peers, the scenes and the report.

mod articles;
mod awkward;
mod churn;
mod columns;
mod naive;
mod peers;
mod recomputed;
mod scene;
mod soak;
mod stages;
mod steps;
mod suite;
mod tiled;
