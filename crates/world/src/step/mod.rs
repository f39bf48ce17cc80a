//! The step: the pairs of sprites that share a solid pixel, what began and ended, and the contact of each pair.

mod candidates;
mod contact;
mod events;
mod impact;
mod join;
mod oneshot;
mod paths;
#[expect(clippy::module_inception, reason = "the step is what the module is about")]
mod step;
mod suppress;

pub use contact::Contact;
pub use events::Step;
pub use impact::Impact;
pub use oneshot::{cross_areas, cross_areas_into, cross_pairs, cross_pairs_into, pair_areas, pair_areas_into, pairs};
pub use suppress::{Over, suppress};
