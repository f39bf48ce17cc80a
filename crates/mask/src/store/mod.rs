//! The mask itself: its bits in memory, how it is built from them, and what is kept up to date with them: the tight
//! bounds and the coarse levels.

mod blit;
mod bounds;
mod build;
mod mask;
mod summary;

pub(crate) use blit::blit_or;
pub use mask::Mask;
pub(crate) use mask::size_fits;
use summary::RowGroupSummary;
pub(crate) use summary::{GROUP_ROWS, SUMMARY_MIN_HEIGHT};
