//! The tests of the plugin, in one program.

mod attacks;
mod bad;
mod calls;
mod children;
mod common;
mod crates;
mod fields;
mod images;
mod lifts;
mod lives;
mod log;
mod order;
mod pages;
#[cfg(feature = "picking")]
mod picking;
mod pixels;
mod queries;
#[cfg(feature = "sheets")]
mod sheets;
mod terrain;
mod warnings;
