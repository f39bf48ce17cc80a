//! The masks that sprites share, and their variants: flipped, turned and rotated masks as sprites show them.

mod id;
#[cfg(feature = "serde")]
mod restore;
mod store;
mod variants;

pub use id::MaskId;
pub(crate) use store::{KnownVariant, MaskStore};
pub(crate) use variants::{Pose, VariantKey, VariantNumber};
