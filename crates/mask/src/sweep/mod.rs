//! A mask that moves along a straight path: the first step at which it hits.
//!
//! `path` is the question and the walk along the path, `stretch` the shapes that stand for many steps
//! at once.

mod path;
mod stretch;

pub use path::{Contact, Sweep};
