//! Sweeps: the first step at which a mask that moves along a straight path collides.
//!
//! `path` has the public API and walks along the path; `cache` builds the swept masks that test many steps at once.

mod cache;
mod path;

pub use path::{Contact, Sweep};
