//! All offsets at once: which of them hit (the Minkowski difference of two masks).
//!
//! `run_hits` is the loop over words, `row_sampling` spares it rows, `colliding` lays its windows side by side, and
//! `cost` decides which of the two masks is slid.

mod colliding;
mod cost;
mod region;
mod row_sampling;
mod run_hits;
mod widened;

pub(super) use row_sampling::RowSampling;
pub(super) use run_hits::OffsetWindow;
