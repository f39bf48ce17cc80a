//! The tests of the plugin, in one program.

mod attacks;
mod calls;
mod common;
mod crates;
mod images;
mod lives;
#[cfg(feature = "picking")]
mod picking;
mod pixels;
mod queries;
#[cfg(feature = "sheets")]
mod sheets;
mod warnings;
