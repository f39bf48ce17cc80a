//! The class `Mask` and what its methods return. Each file holds the methods of one kind.

mod analysis;
mod build;
mod cell;
mod class;
mod contours;
mod edit;
mod motion;
mod overlap;
mod protocols;
mod results;
mod transform;
mod turntable;

pub(crate) use cell::MaskCell;
pub(crate) use class::Mask;
pub(crate) use contours::Contour;
pub(crate) use protocols::_restore;
pub(crate) use results::shown;
pub(crate) use results::{Component, Contact, RayHit};
pub(crate) use turntable::Turntable;
