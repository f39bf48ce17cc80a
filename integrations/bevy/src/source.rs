//! The components that an entity's sprite is made from, and the reasons why an entity has none.

use crate::PixelCollider;
use crate::collider::PixelMask;
use crate::picture::Unreadable;
use crate::transform::{Axes, NoTransform};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_sprite::Sprite;
use mask::MaskError;
use std::fmt;
use world::WorldError;

/// The components of an entity that say how it is drawn.
pub(crate) struct Source<'a> {
    pub(crate) entity: Entity,
    pub(crate) name: Option<&'a Name>,
    pub(crate) collider: &'a PixelCollider,
    pub(crate) sprite: Option<&'a Sprite>,
    pub(crate) anchor: Vec2,
    pub(crate) mask: Option<&'a PixelMask>,
    pub(crate) axes: Axes,
    /// The translation, in pixels, y down.
    pub(crate) at: [f64; 2],
}

/// Why an entity is not in the world.
pub(crate) enum Absent {
    /// The entity has neither a sprite nor a mask.
    NoPicture,
    /// The image is not there, or not yet.
    NoImage,
    /// The layout of the texture atlas is not there, or not yet.
    NoLayout,
    Image(Unreadable),
    /// The image is sliced, tiled or fitted.
    Mode(&'static str),
    Transform(NoTransform),
    /// The place is not a number or out of range.
    Place,
    /// The mask is too large as it is drawn.
    TooLarge(MaskError),
    World(WorldError),
}

impl From<WorldError> for Absent {
    fn from(error: WorldError) -> Absent {
        match error {
            WorldError::CannotTransform { fault, .. } => Absent::TooLarge(fault),
            WorldError::NotAScale { scale } => Absent::Transform(match scale.iter().all(|factor| factor.is_finite()) {
                true => NoTransform::Flat,
                false => NoTransform::NotFinite,
            }),
            error => Absent::World(error),
        }
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "entity {} ({:?})", self.entity, name.as_str()),
            None => write!(f, "entity {}", self.entity),
        }
    }
}

/// Returns the path of the image of a sprite, or its id.
pub(crate) fn name_of(sprite: &Sprite) -> String {
    match sprite.image.path() {
        Some(path) => format!("`{path}`"),
        None => sprite.image.id().to_string(),
    }
}
