//! The mask: its bits in memory, its construction, its tight bounds and row-group summary.

mod mask;
mod summary;

pub use mask::Mask;
pub(crate) use mask::RowWords;
pub(crate) use summary::GROUP_ROWS;
