//! Pixel-perfect collision for 2D sprites in Bevy.

mod collider;
mod error;
#[cfg(feature = "gizmos")]
mod gizmos;
mod masks;
mod messages;
mod picture;
mod plugin;
mod pose;
mod query;
mod resource;
mod step;
mod sync;
mod units;

pub use collider::{CollisionEvents, PixelCollider, PixelMask};
pub use error::PixelError;
#[cfg(feature = "gizmos")]
pub use gizmos::PixelGizmos;
pub use mask::{Mask, MaskError};
pub use messages::{CollisionBegan, CollisionEnded};
pub use plugin::{HitmaskPlugin, PixelSystems};
pub use query::{Moved, PixelContact, PixelMover, PixelQuery, PixelView, RayHit, SweepHit, Swept};
pub use resource::PixelWorld;
pub use world::{Motion, World, WorldError};

/// The names that most games use.
pub mod prelude {
    pub use crate::{
        CollisionBegan, CollisionEnded, CollisionEvents, HitmaskPlugin, Motion, PixelCollider, PixelMask, PixelMover,
        PixelQuery, PixelSystems,
    };
}
