//! Code for the integration tests, the bench and the fuzz targets.
//!
//! [`naive`] is right because it is simple; [`oracle`] has the checks of masks that use such code, and [`model`] is a
//! plain model of a world with a driver that changes both. [`Rng`], [`shape`] and [`scene`] generate the input.
//!
//! Unit tests of `mask` and `world` cannot use this crate: it is built with another copy of the crate under test.

mod alone;
pub mod edit;
#[cfg(feature = "world")]
pub mod model;
pub mod naive;
pub mod oracle;
mod rng;
pub mod saved;
#[cfg(feature = "world")]
pub mod scene;
pub mod shape;

pub use alone::is_alone;
pub use naive::Grid;
pub use rng::{Choice, Rng, seeds};

/// The answers of pygame-ce for pairs of masks, one JSON object a line; `vectors/README.md` describes the fields.
pub const PYGAME_CE: &str = include_str!("../vectors/pygame-ce.jsonl");
