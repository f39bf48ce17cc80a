//! The mask: its bits in memory, its construction, and its tight bounds and row-group summary.

mod bounds;
mod build;
mod mask;
mod summarize;
mod summary;
mod words;

pub use mask::Mask;
pub(crate) use mask::RowWords;
pub(crate) use summary::GROUP_ROWS;
use summary::RowGroupSummary;
pub(crate) use words::PaddedWords;
