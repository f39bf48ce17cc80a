//! The narrow phase: the pairs of sprites that share a solid pixel, lists of them, and their changes since the last
//! step.

mod batch;
mod compare;
mod contact;
mod events;
mod join;
mod lists;
mod oneshot;
mod pair;
mod pair_contacts;
mod patch;
mod pixel_test;
mod sort;
mod sort_keys;
mod spare;
mod spare_lists;
mod step;
mod visit;
mod ways;

use batch::Batch;
pub(crate) use compare::StepLists;
pub use contact::Contact;
pub use events::Step;
pub use oneshot::{cross_areas, cross_areas_into, cross_pairs, cross_pairs_into, pairs};
pub use pair::Pair;
pub(crate) use spare::Spare;
pub use ways::Impact;
