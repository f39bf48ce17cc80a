//! The masks that sprites share, and the list of their variants: masks as sprites show them.
//!
//! ```text
//!   a mask, its orientation, angle, scale, pivot  ->  number        when the appearance of a sprite changes
//!   number  ->  tight box, corner, mask                             in each refresh, test, query, contact and way
//! ```

mod id;
mod pending;
mod resolve;
#[cfg(feature = "serde")]
mod restore;
mod store;
mod variant;
mod variant_key;
mod variant_list;

pub use id::MaskId;
pub(crate) use store::MaskStore;
pub(crate) use variant::{Variant, VariantNumber};
