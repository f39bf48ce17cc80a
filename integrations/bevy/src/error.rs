//! The error type of the crate.

use bevy_ecs::entity::Entity;
use bevy_math::Vec2;
use world::WorldError;

/// An error of a [`PixelQuery`](crate::PixelQuery), of a [`PixelMover`](crate::PixelMover), or of a setting.
///
/// After an error, nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PixelError {
    /// The entity has no sprite in the world.
    #[error(
        "entity {0} is not in the pixel world: it needs a PixelCollider and a mask that is loaded, and a fixed step \
         must have run since; see the log for a warning about its image or its transform"
    )]
    NotInWorld(Entity),
    /// The entity has a parent, so its transform is not in world coordinates.
    #[error(
        "cannot move entity {0}: it has a parent, so its Transform is relative; move the parent, or use PixelView::sweep"
    )]
    HasParent(Entity),
    /// A position is not finite, or is out of range.
    #[error("position {at} is out of range: both coordinates must be finite, and from -2^30 to 2^30 pixels")]
    OutOfRange {
        /// The position, in units.
        at: Vec2,
    },
    /// The number of pixels in a unit is not valid.
    #[error("pixels per unit must be finite and greater than 0, got {0}")]
    PixelsPerUnit(f32),
    /// An error of the world of masks.
    #[error(transparent)]
    World(#[from] WorldError),
}
