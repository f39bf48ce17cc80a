//! The mask itself: its bits in memory, how it is built from them, and what is kept up to date with them: the tight
//! bounds and the coarse levels.

mod blit;
mod bounds;
mod build;
mod mask;
mod summary;

pub(crate) use blit::lay;
pub use mask::Mask;
pub(crate) use mask::fits;
use summary::Unions;
pub(crate) use summary::{GROUP, UNIONS_FROM};
