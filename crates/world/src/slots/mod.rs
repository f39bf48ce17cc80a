//! A table of slots, each of which holds a value or is vacant. An id consists of a slot and a generation of this slot,
//! so no two values ever have equal ids.
//!
//! ```text
//!   slot          0             1             2             3
//!   generation   [ 1: value ]  [ 4: -> 3  ]  [ 3: value ]  [ 2: end  ]      odd: occupied, even: vacant
//!                                ^ first free slot           ^ last free slot
//! ```
//!
//! A vacated slot waits until [`Slots::release`] makes it free for another value. The free slots and the waiting slots
//! are two chains of links in the vacant slots, so vacating a slot allocates no memory and cannot fail. Decision 0013
//! has the reasons and measurements.

mod ids;
#[cfg(feature = "serde")]
mod restore;
mod shared_column;
mod table;
#[cfg(test)]
mod tests;

pub use ids::{MaskId, SpriteId};
pub(crate) use ids::{SlotId, SlotValue, VariantNumber};
#[cfg(feature = "serde")]
pub(crate) use restore::SlotsLoader;
pub(crate) use shared_column::{DataColumn, SharedColumn, Words};
pub(crate) use table::Slots;
