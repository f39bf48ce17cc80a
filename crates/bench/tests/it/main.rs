//! Tests of the oracle, the peers, the scenes and the report.

mod articles;
mod awkward;
mod naive;
mod peers;
mod recomputed;
mod scene;
mod steps;
mod suite;
