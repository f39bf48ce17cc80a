//! Moves of entities, and changes of their masks.

use super::results::SpriteSweepHit;
use super::view::PixelView;
use crate::collider::PixelState;
use crate::masks::MaskKey;
use crate::resource::{Pixels, Shown};
use crate::{PixelError, PixelWorld, pose};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use mask::Mask;
use world::{Angle, Motion, SpriteId};

/// Moves entities until others are in their way, and digs into their masks.
///
/// Moves and edits take effect at once, for later calls and for the queries of this system and of later ones. The
/// collisions that follow are reported by the next step. Systems with this parameter run in parallel with systems that query,
/// so order them (`before`, `after`, `chain`) if it matters which comes first.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// # use bevy_transform::components::Transform;
/// # use hitmask_bevy::{HitmaskPlugin, Mask, Motion, PixelCollider, PixelMask, PixelMover};
/// # let mut app = App::new();
/// # app.add_plugins(HitmaskPlugin::default().in_schedule(PreUpdate)).add_systems(Update, run);
/// #[derive(Component)]
/// struct Player;
///
/// fn run(mut mover: PixelMover, player: Single<(Entity, &mut Transform), With<Player>>) {
///     let (entity, mut transform) = player.into_inner();
///     let moved = mover.move_until(entity, &mut transform, Vec2::new(100.0, 5.0), Motion::Slide).unwrap();
///     assert_eq!((moved.by, moved.hits.len()), (Vec2::new(12.0, 5.0), 1)); // along the wall
/// }
/// # let square = PixelMask::new(Mask::filled(8, 8)?);
/// # let wall = PixelMask::new(Mask::filled(8, 80)?);
/// # app.world_mut().spawn((Player, PixelCollider::default(), square, Transform::default()));
/// # app.world_mut().spawn((PixelCollider::default(), wall, Transform::from_xyz(20.0, 0.0, 0.0)));
/// # app.update();
/// # Ok::<(), hitmask_bevy::MaskError>(())
/// ```
#[derive(SystemParam)]
pub struct PixelMover<'w, 's> {
    // A shared reference, so that a system can have a `PixelQuery` too. Each call locks the world.
    pixels: Res<'w, PixelWorld>,
    states: Query<'w, 's, &'static PixelState>,
    children: Query<'w, 's, (), With<ChildOf>>,
}

/// The result of a move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Moved {
    /// The move that was made, in units. The transform has moved by it.
    pub by: Vec2,
    /// The entities that were in the way, each once.
    pub hits: Vec<SpriteSweepHit>,
    /// The entity that the moving entity overlapped at the start, if there is one.
    pub started_inside: Option<Entity>,
}

impl PixelMover<'_, '_> {
    /// Returns a view of all entities, which includes the moves and edits so far.
    #[must_use]
    pub fn view(&self) -> PixelView<'_> {
        PixelView::new(&self.pixels, self.states.as_readonly())
    }

    /// Moves an entity and its transform by a vector in units, until another entity is in its way.
    ///
    /// The way begins at the transform and goes through whole pixels. [`Motion`] says what happens at an obstacle:
    /// the entity stops, slides along it, or walks over slopes. Along each axis on which the entity reaches its goal, the transform
    /// keeps the fraction of a pixel; along the other axis, it moves by whole pixels.
    /// If `f32` is too coarse to hold the fraction, the transform moves to the middle of the pixel. An entity that overlaps another at
    /// the start passes through it, unless `motion` is [`Motion::StopFromInside`]. Rotation and scale are those of the
    /// last step.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world, for example because it was just spawned.
    /// - Returns [`PixelError::HasParent`] if the entity has a parent.
    /// - Returns [`PixelError::OutOfRange`] if the start or the end is not finite or out of range.
    /// - Returns [`PixelError::World`] if the system refuses memory.
    ///
    /// # Panics
    /// Panics if memory allocation fails in the sweep.
    pub fn move_until(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        motion: Motion,
    ) -> Result<Moved, PixelError> {
        let (state, id) = self.state(entity)?;
        if self.children.contains(entity) {
            return Err(PixelError::HasParent(entity));
        }
        let offset = state.offset;
        let mut pixels = self.pixels.write();
        let Pixels { world, units, positions, .. } = &mut *pixels;
        let from = transform.translation.truncate();
        let pixel = |at: Vec2| pose::position(offset, units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at });
        let (start, end) = (pixel(from)?, pixel(from + by)?);
        world.move_to(id, start)?;
        let moved = world.move_until(id, end, motion);
        let at = world.get(id).map_or(start, |sprite| sprite.position);
        positions[id.index()] = at;
        world.refresh()?;
        let moved = moved?;
        let whole = units.vector([0, 1].map(|axis| f64::from(at[axis]) - f64::from(start[axis])));
        // An axis that reaches its goal keeps the fraction of a pixel.
        let mut by =
            Vec2::new(if at[0] == end[0] { by.x } else { whole.x }, if at[1] == end[1] { by.y } else { whole.y });
        let mut to = from + by;
        // The `f32` of the goal may lie in the next pixel, which may be in the wall. The middle of the pixel is safe.
        let reached = pixel(to).unwrap_or(at);
        let middle = units.vector([0, 1].map(|axis| f64::from(at[axis]) - offset[axis]));
        for axis in (0..2).filter(|&axis| reached[axis] != at[axis]) {
            (to[axis], by[axis]) = (middle[axis], middle[axis] - from[axis]);
        }
        transform.translation = to.extend(transform.translation.z);
        Ok(Moved {
            by,
            hits: moved.hits.into_iter().filter_map(|hit| SpriteSweepHit::of(&pixels, hit)).collect(),
            started_inside: moved.started_inside.and_then(|id| pixels.entity(id)),
        })
    }

    /// Edits the mask of an entity in place, and returns the result of `edit`. Other entities keep the mask as it was.
    ///
    /// The mask is the picture as in its image: neither flipped nor scaled. [`PixelView::mask_point`] converts a point.
    /// `edit` must keep the size of the mask, or the entity moves when its pose next changes. It must not use a
    /// [`PixelQuery`](crate::PixelQuery), which would wait for ever, because the world is locked.
    ///
    /// The edit stays until the entity shows another frame, image or threshold, or until its image or its
    /// [`PixelMask`](crate::PixelMask) changes. An entity that leaves the world, for example because it is disabled or has
    /// a scale of 0, loses its edits. To draw the hole, change the texels of the image too; the next step then makes the
    /// mask from the image.
    ///
    /// Cost: the first edit of an entity copies its mask, and so does each edit of a scaled or rotated entity. Each edit rebuilds the flipped, scaled and rotated variants
    /// of the mask, and looks at all sprites of the world.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world.
    /// - Returns [`PixelError::World`] if the system refuses memory, or if the scaled mask is too large.
    pub fn edit_mask<R>(&mut self, entity: Entity, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, PixelError> {
        let (_, id) = self.state(entity)?;
        let mut pixels = self.pixels.write();
        let Pixels { world, masks, shown, .. } = &mut *pixels;
        let sprite = world.get(id).ok_or(PixelError::NotInWorld(entity))?;
        let shown = shown[id.index()].as_mut().ok_or(PixelError::NotInWorld(entity))?;
        if !shown.edited {
            let shared = world.shared_mask(shown.mask).ok_or(PixelError::NotInWorld(entity))?;
            let own = world.add_mask(shared.clone())?;
            world.get_mut(id)?.set_mask(own)?;
            masks.release(shown);
            let given = matches!(shown.key, MaskKey::Given(_)).then_some(shared);
            *shown = Shown { mask: own, key: shown.key, edited: true, _given: given };
        }
        let mask = shown.mask;
        // Only a variant can be too large, so only sprites with a variant pay for a copy.
        let is_plain = sprite.scale == [1.0; 2] && sprite.angle == Angle::ZERO;
        let before = if is_plain { None } else { world.shared_mask(mask) };
        let result = world.edit_mask(mask, edit)?;
        if let Err(error) = world.refresh().map(|_| ()) {
            if let Some(before) = before {
                world.replace_mask(mask, before)?;
                world.refresh()?;
            }
            return Err(error.into());
        }
        Ok(result)
    }

    fn state(&self, entity: Entity) -> Result<(&PixelState, SpriteId), PixelError> {
        let state = self.states.get(entity).map_err(|_| PixelError::NotInWorld(entity))?;
        Ok((state, state.sprite.ok_or(PixelError::NotInWorld(entity))?))
    }
}
