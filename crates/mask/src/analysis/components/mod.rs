//! The connected components of a mask.

mod component;
mod detached;
mod find;
mod labels;

pub use component::{Component, Connectivity};
