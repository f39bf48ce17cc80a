//! Slots: each holds a value, or waits for one, and an id names the value of a slot in one of its lives.
//!
//! ```text
//!   slot    0             1             2             3
//!   life   [ 1: value ]  [ 4: -> 3  ]  [ 3: value ]  [ 2: end  ]      odd: occupied, even: vacant
//!                          ^ free                      the rest of the free list
//! ```
//!
//! A vacated slot waits until [`Slots::release`] before another value may have it. The free list and the queue of
//! waiting slots are links through the vacant slots, so that vacating a slot takes no memory and cannot fail.

#[cfg(feature = "serde")]
mod restore;
mod slot_id;
mod table;
#[cfg(test)]
mod tests;

#[cfg(feature = "serde")]
pub(crate) use restore::SlotsLoader;
pub(crate) use slot_id::SlotId;
pub(crate) use table::{SlotValue, Slots};
