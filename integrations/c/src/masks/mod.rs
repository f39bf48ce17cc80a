//! Masks.

// The header has the functions in this order, which rustfmt would change without the empty lines.
mod build;

mod ask;

mod edit;

mod transform;

mod motion;

mod components;

mod contours;

pub use ask::*;
pub use build::*;
pub use components::*;
pub use contours::*;
pub use edit::*;
pub use motion::*;
pub use transform::*;
