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
    /// The entity has got its parent since the last step, so its place in the world is not known yet.
    #[error(
        "cannot move entity {0}: it has got another parent since the last fixed step; move it after the next step, or \
         before it gets the parent"
    )]
    NewParent(Entity),
    /// No move of the entity below its parent is a move in the world.
    #[error(
        "cannot move entity {0}: a parent is seen edge-on or has a scale of 0, so the entity would not move in the world; \
         remove the tilt or the scale, or move the parent"
    )]
    FlatParent(Entity),
    /// The numbers of a `Transform` cannot hold the place to which the entity should move.
    #[error(
        "cannot move entity {entity} to {at}: the f32 of its Transform is too coarse for a pixel there; keep the entity \
         and its parents within 2^23 pixels of the origin, and the scales of parents near 1"
    )]
    TooCoarse {
        /// The entity.
        entity: Entity,
        /// The place in the world, in units.
        at: Vec2,
    },
    /// A position is not finite, or is out of range.
    #[error("position {at} is out of range: both coordinates must be finite, and from -2^30 to 2^30 pixels")]
    OutOfRange {
        /// The position, in units.
        at: Vec2,
    },
    /// The riders of the platform have moved already.
    #[error("the riders of entity {0} have moved already: call `move_riders` once for each `carry`, in the same order")]
    RidersMoved(Entity),
    /// The direction of a [`PixelPushOut`](crate::PixelPushOut) is not one.
    #[error("direction {0} must be finite and not zero; for any direction, pass the limit alone")]
    NotADirection(Vec2),
    /// The number of pixels in a unit is not valid.
    #[error("pixels per unit must be finite and greater than 0, got {0}")]
    PixelsPerUnit(f32),
    /// An error of the world of masks.
    #[error(transparent)]
    World(#[from] WorldError),
}
