//! Moves of entities, and changes of their masks.

use super::results::SweepHit;
use crate::collider::PixelState;
use crate::{PixelError, PixelWorld};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use mask::Mask;
use world::Motion;

/// Moves entities until others are in their way, and digs into their masks.
#[derive(SystemParam)]
pub struct PixelMover<'w, 's> {
    pixels: ResMut<'w, PixelWorld>,
    states: Query<'w, 's, &'static mut PixelState>,
}

/// The result of a move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Moved {
    /// The move that was made, in units. The transform has moved by it.
    pub by: Vec2,
    /// The entities that were in the way, each once.
    pub hits: Vec<SweepHit>,
    /// The entity that the moving entity overlapped at the start, if there is one.
    pub started_inside: Option<Entity>,
}

impl PixelMover<'_, '_> {
    /// Moves an entity and its transform until another entity is in its way.
    ///
    /// # Errors
    /// Returns an error if the entity is not in the world.
    pub fn move_until(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        motion: Motion,
    ) -> Result<Moved, PixelError> {
        let _ = (&self.pixels, &self.states, transform, by, motion);
        Err(PixelError::NotInWorld(entity))
    }

    /// Edits the mask of an entity. Other entities keep the mask as it was.
    ///
    /// # Errors
    /// Returns an error if the entity is not in the world.
    pub fn edit_mask<R>(&mut self, entity: Entity, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, PixelError> {
        let _ = edit;
        Err(PixelError::NotInWorld(entity))
    }
}
