//! A mask that moves along a straight path: the first step at which it hits.
//!
//! `path` is the question and the walk along the path, `cache` the swept masks that stand for many steps
//! at once.

mod cache;
mod path;

pub use path::{Contact, Sweep};
