//! All colliding offsets of two masks at once (their Minkowski difference).
//!
//! `run_hits` is the loop over words. `row_sampling` reduces its work to a sample of rows. `colliding` has the
//! public API. `cost` decides which of the two masks is slid. `region` provides the rows of the mask that is slid,
//! and `widened` the rows of the other mask.

mod colliding;
mod cost;
mod region;
mod row_sampling;
mod run_hits;
mod widened;

pub(super) use row_sampling::RowSampling;
pub(super) use run_hits::OffsetWindow;
