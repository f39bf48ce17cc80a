//! Checks of masks against slow code that is plainly right. Each check takes grids and arguments, asks the library, and
//! panics at a difference. The tests call the checks with exhausted and random input, the fuzz targets with input from
//! bytes.
#![allow(clippy::missing_panics_doc, clippy::must_use_candidate, reason = "every check panics at a difference")]

pub mod affine;
pub mod components;
pub mod contact;
pub mod contours;
pub mod copies;
pub mod edits;
pub mod mapped;
pub mod measures;
pub mod motion;
pub mod pair;
pub mod shapes;
mod subject;

pub use subject::{SIDES, Subject, assert_equals_grid, noise, sizes};
