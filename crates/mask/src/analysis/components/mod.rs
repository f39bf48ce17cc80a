//! The connected components of a mask.

mod component;
mod labels;

pub use component::{Component, Connectivity};
