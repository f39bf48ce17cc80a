//! Moves of entities, and changes of their masks.

use super::results::SpriteSweepHit;
use super::view::PixelView;
use crate::collider::PixelState;
use crate::masks::MaskKey;
use crate::resource::{Pixels, Shown};
use crate::units::Units;
use crate::{PixelError, PixelWorld, pose};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use mask::Mask;
pub use world::Blocked;
use world::{Angle, Motion, SpriteId, World, WorldError};

/// Moves entities until others are in their way, pushes them out of others, carries riders, and digs into masks.
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
    /// The entities that the moving entity overlapped at the start, if they may be in the way. The moving entity has
    /// got no deeper into them.
    pub started_inside: Vec<Entity>,
    /// The sides on which the entity is blocked, as they are on the screen.
    pub blocked: Blocked,
}

/// What a platform did to other entities.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Carried {
    /// The entities that rode on the platform, also those that a wall stopped.
    pub riders: Vec<Entity>,
    /// The other entities that the platform pushed out of its way.
    pub pushed: Vec<Entity>,
    /// The entities that could not clear the platform. They overlap it now.
    pub crushed: Vec<Entity>,
    /// The moves of riders and pushed entities, in units. The caller adds them to their transforms.
    pub moves: Vec<(Entity, Vec2)>,
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
    /// If `f32` is too coarse to hold the fraction, the transform moves to the middle of the pixel. An entity that overlaps
    /// others at the start can leave them, stand on them and slide along them, but never gets deeper into them. Rotation and
    /// scale are those of the last step.
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
        self.move_among(entity, transform, by, motion, None)
    }

    /// Moves an entity as [`PixelMover::move_until`] does, among the entities in at least one of the given layers. For
    /// example, a hero drops through a one-way platform by a move on all layers but that of the platforms.
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::move_until`].
    ///
    /// # Panics
    /// Panics if memory allocation fails in the sweep.
    pub fn move_until_on(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        motion: Motion,
        layers: u32,
    ) -> Result<Moved, PixelError> {
        self.move_among(entity, transform, by, motion, Some(layers))
    }

    fn move_among(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        motion: Motion,
        layers: Option<u32>,
    ) -> Result<Moved, PixelError> {
        let (offset, id) = self.root(entity)?;
        let mut pixels = self.pixels.write();
        let Pixels { world, units, positions, .. } = &mut *pixels;
        let from = transform.translation.truncate();
        let pixel = |at: Vec2| pose::position(offset, units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at });
        let (start, end) = (pixel(from)?, pixel(from + by)?);
        world.move_to(id, start)?;
        let moved = match layers {
            Some(layers) => world.move_until_on(id, end, motion, layers),
            None => world.move_until(id, end, motion),
        };
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
            started_inside: moved.started_inside.into_iter().filter_map(|id| pixels.entity(id)).collect(),
            blocked: moved.blocked,
        })
    }

    /// Moves an entity and its transform to the nearest place at which it shares no solid pixel with an entity in its way.
    /// Returns the move in units, which is zero if the entity was free. Returns `None`, and moves nothing, if no place up
    /// to `limit` units away is free.
    ///
    /// It frees an entity from several others at once, also through walls.
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::move_until`].
    ///
    /// # Panics
    /// Panics if memory allocation fails in the search.
    pub fn push_out(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        limit: f32,
    ) -> Result<Option<Vec2>, PixelError> {
        self.push(entity, transform, |world, units, id| world.push_out(id, units.whole_length(limit)))
    }

    /// Moves an entity and its transform along a direction, to the first place at which it shares no solid pixel with an
    /// entity in its way, as [`PixelMover::push_out`] does. The direction is rounded to 1/1024 of its longer axis.
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::move_until`].
    pub fn push_out_along(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        direction: Vec2,
        limit: f32,
    ) -> Result<Option<Vec2>, PixelError> {
        let [x, y] = [direction.x, -direction.y].map(|c| (1024.0 * c / direction.abs().max_element()).round() as i32);
        self.push(entity, transform, |world, units, id| world.push_out_along(id, [x, y], units.whole_length(limit)))
    }

    /// Puts an entity at its transform, moves it in the world, and moves the transform as far.
    fn push(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        push: impl FnOnce(&mut World, Units, SpriteId) -> Result<Option<[i32; 2]>, WorldError>,
    ) -> Result<Option<Vec2>, PixelError> {
        let (offset, id) = self.root(entity)?;
        let mut pixels = self.pixels.write();
        let Pixels { world, units, positions, .. } = &mut *pixels;
        let at = transform.translation.truncate();
        let start = pose::position(offset, units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at })?;
        world.move_to(id, start)?;
        let by = push(world, *units, id);
        positions[id.index()] = world.get(id).map_or(start, |sprite| sprite.position);
        world.refresh()?;
        let by = by?.map(|by| units.vector(by.map(f64::from)));
        transform.translation += by.unwrap_or_default().extend(0.0);
        Ok(by)
    }

    /// Moves a platform and its transform by a vector in units, with the entities that ride on it, and pushes others out of
    /// its way. The platform always arrives. [`World::carry`] has the rules. With `riders` of `None`, the entities that
    /// stand on the platform and on its riders ride.
    ///
    /// The transforms of the other entities are the caller's: add [`Carried::moves`] to them.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_math::Vec2;
    /// # use bevy_transform::components::Transform;
    /// # use hitmask_bevy::{HitmaskPlugin, Mask, PixelCollider, PixelMask, PixelMover, Side};
    /// # let mut app = App::new();
    /// # app.add_plugins(HitmaskPlugin::default().in_schedule(PreUpdate)).add_systems(Update, lift);
    /// # #[derive(Component)] struct Lift;
    /// fn lift(mut mover: PixelMover, lift: Single<Entity, With<Lift>>, mut transforms: Query<&mut Transform>) {
    ///     let mut transform = transforms.get_mut(*lift).unwrap();
    ///     let carried = mover.carry(*lift, &mut transform, Vec2::new(0.0, 3.0), None).unwrap();
    ///     for (entity, by) in carried.moves {
    ///         transforms.get_mut(entity).unwrap().translation += by.extend(0.0);
    ///     }
    /// }
    /// # let [hero, plank] = [(8, 8), (40, 4)].map(|(width, height)| PixelMask::new(Mask::filled(width, height).unwrap()));
    /// # let platform = PixelCollider { fixed: true, one_way: Some(Side::Top), ..PixelCollider::default() };
    /// # app.world_mut().spawn((Lift, platform, plank, Transform::default()));
    /// # let hero = app.world_mut().spawn((PixelCollider::default(), hero, Transform::from_xyz(0.0, 6.0, 0.0))).id();
    /// # app.update();
    /// # assert_eq!(app.world().get::<Transform>(hero).unwrap().translation.y, 9.0);
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::move_until`].
    ///
    /// # Panics
    /// Panics if memory allocation fails in a search.
    pub fn carry(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        by: Vec2,
        riders: Option<&[Entity]>,
    ) -> Result<Carried, PixelError> {
        let (offset, id) = self.root(entity)?;
        let ids = |riders: &[Entity]| -> Result<Vec<SpriteId>, PixelError> {
            riders.iter().map(|&rider| Ok(self.state(rider)?.1)).collect()
        };
        let riders = riders.map(ids).transpose()?;
        let mut pixels = self.pixels.write();
        let Pixels { world, units, positions, .. } = &mut *pixels;
        let from = transform.translation.truncate();
        let pixel = |at: Vec2| pose::position(offset, units.to_pixels(at)).map_err(|_| PixelError::OutOfRange { at });
        let (start, end) = (pixel(from)?, pixel(from + by)?);
        world.move_to(id, start)?;
        positions[id.index()] = start;
        let carried = world.carry(id, end, riders.as_deref())?;
        let mut moves = Vec::new();
        for &other in carried.riders.iter().chain(&carried.pushed).chain([&id]) {
            let at = world.get(other).map_or(positions[other.index()], |sprite| sprite.position);
            let before = std::mem::replace(&mut positions[other.index()], at);
            let by = units.vector([0, 1].map(|axis| f64::from(at[axis]) - f64::from(before[axis])));
            if by != Vec2::ZERO && other != id {
                moves.push((other, by));
            }
        }
        world.refresh()?;
        transform.translation += by.extend(0.0);
        let entities = |ids: &[SpriteId]| ids.iter().filter_map(|&id| pixels.entity(id)).collect();
        Ok(Carried {
            riders: entities(&carried.riders),
            pushed: entities(&carried.pushed),
            crushed: entities(&carried.crushed),
            moves: moves.into_iter().filter_map(|(id, by)| Some((pixels.entity(id)?, by))).collect(),
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

    /// Returns the offset and the sprite of an entity without a parent.
    fn root(&self, entity: Entity) -> Result<([f64; 2], SpriteId), PixelError> {
        let (state, id) = self.state(entity)?;
        if self.children.contains(entity) {
            return Err(PixelError::HasParent(entity));
        }
        Ok((state.offset, id))
    }

    fn state(&self, entity: Entity) -> Result<(&PixelState, SpriteId), PixelError> {
        let state = self.states.get(entity).map_err(|_| PixelError::NotInWorld(entity))?;
        Ok((state, state.sprite.ok_or(PixelError::NotInWorld(entity))?))
    }
}
