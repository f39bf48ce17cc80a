//! The masks that sprites share, and their variants: flipped, turned, scaled and rotated masks as sprites show them.

mod dropped;
mod id;
mod numbers;
#[cfg(feature = "serde")]
mod restore;
mod stable_list;
mod store;
mod transformed_variants;
mod variant_form;
mod variants;

pub use id::MaskId;
pub(crate) use numbers::VariantNumber;
pub(crate) use store::{KnownVariant, MaskStore};
pub(crate) use transformed_variants::VariantPlace;
pub(crate) use variant_form::VariantKey;
pub(crate) use variants::PlacedVariant;
