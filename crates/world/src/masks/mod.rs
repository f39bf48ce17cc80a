//! The masks that sprites share, and their variants: a mask as shown, flipped, turned and rotated.

mod id;
#[cfg(feature = "serde")]
mod restore;
mod store;
mod variants;

pub use id::MaskId;
pub(crate) use store::MaskStore;
pub(crate) use variants::Pose;
