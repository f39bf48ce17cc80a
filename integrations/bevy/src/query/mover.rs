//! Moves of entities, and changes of their masks.

use super::results::SweepHit;
use super::view::{PixelView, sweep_hit};
use crate::collider::PixelState;
use crate::pose::Pose;
use crate::{PixelError, PixelWorld};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use mask::Mask;
use world::{Motion, SpriteId};

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
    /// Returns a view of all entities, which includes the moves and edits so far.
    #[must_use]
    pub fn view(&self) -> PixelView<'_> {
        PixelView::new(&self.pixels, self.states.as_readonly())
    }

    /// Moves an entity and its transform until another entity is in its way.
    pub fn move_until(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        motion: Motion,
    ) -> Result<Moved, PixelError> {
        let (state, id) = self.state(entity)?;
        if state.parts.parent {
            return Err(PixelError::HasParent(entity));
        }
        let offset = state.offset;
        let PixelWorld { world, units, positions, .. } = &mut *self.pixels;
        let from = transform.translation.truncate();
        let pixel = |at: Vec2| {
            Pose::position(offset, units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at })
        };
        let (start, end) = (pixel(from)?, pixel(from + by)?);
        world.move_to(id, start)?;
        let moved = world.move_until(id, end, motion);
        let at = world.get(id).map_or(start, |sprite| sprite.position());
        positions[id.index()] = at;
        world.refresh()?;
        let moved = moved?;
        let whole = units.vector([0, 1].map(|axis| f64::from(at[axis]) - f64::from(start[axis])));
        // An axis that reaches its goal keeps the fraction of a pixel.
        let by = Vec2::new(if at[0] == end[0] { by.x } else { whole.x }, if at[1] == end[1] { by.y } else { whole.y });
        transform.translation += by.extend(0.0);
        Ok(Moved {
            by,
            hits: moved.hits.into_iter().filter_map(|hit| sweep_hit(&self.pixels, hit)).collect(),
            started_inside: moved.started_inside.and_then(|id| self.pixels.entity(id)),
        })
    }

    /// Edits the mask of an entity. Other entities keep the mask as it was.
    pub fn edit_mask<R>(&mut self, entity: Entity, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, PixelError> {
        let (_, id) = self.state(entity)?;
        let mut state = self.states.get_mut(entity).map_err(|_| PixelError::NotInWorld(entity))?;
        let PixelWorld { world, masks, .. } = &mut *self.pixels;
        let mut mask = world.get(id).ok_or(PixelError::NotInWorld(entity))?.mask();
        if !state.edited {
            let shared = world.shared_mask(mask).ok_or(PixelError::NotInWorld(entity))?;
            let own = world.add_mask(shared)?;
            world.set_mask(id, own)?;
            masks.release(state.key, mask, false);
            (state.mask, state.edited, mask) = (Some(own), true, own);
        }
        let result = world.edit_mask(mask, edit)?;
        world.refresh()?;
        Ok(result)
    }

    fn state(&self, entity: Entity) -> Result<(&PixelState, SpriteId), PixelError> {
        let state = self.states.get(entity).map_err(|_| PixelError::NotInWorld(entity))?;
        Ok((state, state.sprite.ok_or(PixelError::NotInWorld(entity))?))
    }
}
