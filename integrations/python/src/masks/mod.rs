//! The class `Mask` and what its methods return. Each file holds the methods of one kind.

mod analysis;
mod build;
mod cell;
mod class;
mod contours;
mod edit;
mod many;
mod motion;
mod overlap;
mod protocols;
mod results;
mod subclass;
mod transform;
mod turntable;

pub(crate) use build::{Channel, solid};
pub(crate) use cell::{Content, EDIT, MaskCell, at_all_offsets, each_word};
pub(crate) use class::{Mask, mask_of};
pub(crate) use contours::Contour;
pub(crate) use many::{_coco, from_labels, from_polygons};
pub(crate) use protocols::_restore;
pub(crate) use results::{Component, RayHit, Sweep, SweepHit};
pub(crate) use subclass::{PYGAME, Subclass};
pub(crate) use turntable::Turntable;
