//! Analyses of the solid pixels of one mask: runs, components, contours and measures.

mod components;
mod contour;
mod labels;
mod measure;
mod runs;
mod simplify;
mod trace;

pub use components::{Component, Connectivity};
pub use contour::{Contour, Contours, ContoursIter};
pub(crate) use labels::ComponentLabels;
pub use measure::Moments;
pub use runs::{Pixels, Run, Runs};
#[cfg(feature = "convex")]
pub(crate) use simplify::Keep;
pub use simplify::Simplify;
#[cfg(feature = "convex")]
pub(crate) use simplify::checked;
#[cfg(feature = "convex")]
pub(crate) use simplify::contours_within;
#[cfg(feature = "convex")]
pub(crate) use trace::contours;
