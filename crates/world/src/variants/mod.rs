//! The masks that sprites share, and the list of their variants: masks as sprites show them.
//!
//! ```text
//!   what a sprite shows of its mask          ->  number     in the refresh after it changes
//!   number of an upright variant             ->  box, mask  in each refresh, test, query, contact and path
//!   number of a variant under a map          ->  box, mask if the map stands, else the rounded map
//! ```

mod list;
mod resolve;
#[cfg(feature = "serde")]
mod restore;
mod store;
mod variant;

pub(crate) use store::MaskStore;
pub(crate) use variant::{ShownMask, Variant};
