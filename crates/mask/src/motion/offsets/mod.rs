//! All colliding offsets of two masks at once (their Minkowski difference).
//!
//! `colliding` has the public API. `cost` decides which of the two masks slides over the other. `region` provides the
//! rows of the sliding mask, and `widened` the rows of the mask at rest, with the loop over words. `run_hits` combines
//! both for each run of pixels, and `row_sampling` reduces the work to a sample of rows.

mod colliding;
mod cost;
mod region;
mod row_sampling;
mod run_hits;
mod widened;

pub(super) use row_sampling::RowSampling;
pub(super) use run_hits::OffsetWindow;
