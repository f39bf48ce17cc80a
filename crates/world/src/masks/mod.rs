//! The masks that sprites share, and their variants: a mask as shown, flipped, turned and rotated.

mod store;
mod variants;

pub use store::MaskId;
pub(crate) use store::MaskStore;
pub(crate) use variants::Pose;
