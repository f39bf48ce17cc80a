//! The components of a mask: solid pixels that hang together.

mod component;
mod labels;

pub use component::{Component, Connectivity};
