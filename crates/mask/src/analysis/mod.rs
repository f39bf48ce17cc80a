//! Analyses of the solid pixels of one mask: runs, components, contours and measures.

mod components;
mod contours;
mod measure;
mod moments;
mod outline;
mod runs;

pub use components::{Component, Connectivity};
pub use contours::{Contour, Contours, ContoursIter, Simplify};
#[cfg(feature = "convex")]
pub(crate) use contours::{Keep, checked, exact_contours};
pub use moments::Moments;
pub use runs::{Pixels, Run, Runs};
