//! Moves of entities, and changes of their masks.

use super::probe::PixelProbe;
use super::results::SpriteSweepHit;
use super::stand::{Parent, Stand};
use super::view::PixelView;
use super::who::PixelPushOut;
use crate::collider::PixelMask;
use crate::resource::Pixels;
use crate::state::PixelState;
use crate::{PixelError, PixelWorld};
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use mask::{Component, Connectivity, Mask};
pub use world::Blocked;
use world::{Angle, Edited, Motion, SpriteId, WorldError};

/// Moves entities until others are in their way, pushes them out of others, carries riders, and digs into masks.
///
/// Vectors are those of the world, in units, y up, also for an entity with parents.
///
/// Moves and edits take effect at once, for later calls and for the queries of this system and of later ones. The
/// collisions that follow are reported by the next step. Systems with this parameter run in parallel with systems that
/// query, so order them (`before`, `after`, `chain`) if it matters which comes first.
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
///     let moved = mover.move_until(entity, &mut transform, Vec2::new(100.0, 5.0), Motion::SLIDE).unwrap();
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
    #[system_param(validation_message = "add the HitmaskPlugin to the app: the resource PixelWorld does not exist")]
    // A shared reference, so that a system can have a `PixelQuery` too. Each call locks the world.
    pub(super) pixels: Res<'w, PixelWorld>,
    states: Query<'w, 's, &'static PixelState>,
    pub(super) parents: Query<'w, 's, &'static ChildOf>,
    families: Query<'w, 's, (), With<Children>>,
}

/// The result of a move.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Moved {
    /// The move that was made in the world, in units. The transform has moved by it, or by what it is below the parents
    /// of a child.
    pub by: Vec2,
    /// The entities that were in the way, each once.
    pub hits: Vec<SpriteSweepHit>,
    /// The entities that the moving entity overlapped at the start, if they may be in the way. The moving entity has
    /// got no deeper into them.
    pub started_inside: Vec<Entity>,
    /// The sides on which the entity is blocked, as they are on the screen.
    pub blocked: Blocked,
}

impl PixelMover<'_, '_> {
    /// Returns a view of all entities, which includes the moves and edits so far.
    #[must_use]
    pub fn view(&self) -> PixelView<'_> {
        PixelView::new(&self.pixels, self.states.as_readonly())
    }

    /// Moves an entity and its transform by a vector in the world, in units, until another entity is in its way.
    ///
    /// The entity may be a child, for example of a level: its transform moves by what the move in the world is below
    /// its parents, also if they are rotated or scaled. The parents stand where they stood in the last step, or where a
    /// `PixelMover` has moved them since. Its own children follow in the next step.
    ///
    /// The way begins at the transform, and goes through whole pixels. Pass the entity's own transform: the next step
    /// puts the entity where its transform is. Rotation and scale are those of the last step.
    ///
    /// [`Motion`] says what happens at an obstacle: the entity stops, slides along it, or walks over slopes. Its
    /// options choose who is in the way, among those that the entity collides with. A hero drops through a one-way platform with
    /// `Motion::SLIDE.on_layers(!PLATFORMS)`, by at least one whole pixel. An entity that overlaps others at the start
    /// can leave them, stand on them and slide along them, but never gets deeper into them.
    ///
    /// Along each axis on which the entity reaches its goal, the transform keeps the fraction of a pixel; along the
    /// other axis, it moves by whole pixels. If `f32` is too coarse to hold the fraction, the transform moves to the
    /// middle of the pixel. These are the axes of the world, also for a child of a rotated parent.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world, for example because it was just spawned.
    /// - Returns [`PixelError::NewParent`] if the entity has got another parent since the last step, and
    ///   [`PixelError::FlatParent`] if a parent is seen edge-on or is scaled to nothing.
    /// - Returns [`PixelError::TooCoarse`] if the transform cannot hold the place.
    /// - Returns [`PixelError::OutOfRange`] if the start or the end is not finite or out of range.
    /// - Returns [`PixelError::World`] if the motion is on layers of which the entity collides with none
    ///   ([`NoCommonLayer`](world::WorldError::NoCommonLayer)), or if the system refuses memory.
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
        let mut pixels = self.pixels.write();
        let stand = self.stand(entity, &pixels)?;
        let (units, world) = (pixels.units, &mut pixels.world);
        let from = stand.global(transform.translation);
        let end = stand.position(from + by)?;
        let start = stand.put(world, from)?;
        let moved = world.move_until(stand.id, end, motion);
        let view = motion.view(world.refresh()?);
        let moved = moved?;
        // An axis that reaches its goal keeps the fraction of a pixel.
        let whole = units.vector([0, 1].map(|axis| f64::from(moved.at[axis]) - f64::from(start[axis])));
        let [x, y] = [0, 1].map(|axis| if moved.at[axis] == end[axis] { by[axis] } else { whole[axis] });
        let by = stand.without_bad_fractions(view, from, Vec2::new(x, y), whole)?;
        let by = stand.settle(&mut pixels, transform, by, start)?;
        self.note_move(&mut pixels, entity, by);
        Ok(Moved {
            by,
            hits: moved.hits.into_iter().filter_map(|hit| SpriteSweepHit::of(&pixels, hit)).collect(),
            started_inside: moved.started_inside.into_iter().filter_map(|id| pixels.entity(id)).collect(),
            blocked: moved.blocked,
        })
    }

    /// Moves an entity and its transform to the nearest place at which it shares no solid pixel with an entity in its
    /// way. Returns the move in the world, in units, which is zero if the entity was free. Returns `None`, and moves
    /// nothing, if no place is free.
    ///
    /// `how` is a distance in units, a [`PixelReach`](crate::PixelReach) inside a rectangle, or
    /// [`PixelPushOut::along`] a direction. It frees an entity from several others at once, also through walls.
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::move_until`], [`PixelError::OutOfRange`] if no pixel in range is in the
    /// rectangle, and [`PixelError::NotADirection`] if the direction is not finite or zero.
    ///
    /// # Panics
    /// Panics if memory allocation fails in the search.
    pub fn push_out(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        how: impl Into<PixelPushOut>,
    ) -> Result<Option<Vec2>, PixelError> {
        let mut pixels = self.pixels.write();
        let stand = self.stand(entity, &pixels)?;
        let (units, world) = (pixels.units, &mut pixels.world);
        let how = how.into().in_pixels(units)?;
        let start = stand.put(world, stand.global(transform.translation))?;
        let by = world.push_out(stand.id, how);
        world.refresh()?;
        match by? {
            Some(by) => {
                let by = stand.settle(&mut pixels, transform, units.vector(by.map(f64::from)), start)?;
                self.note_move(&mut pixels, entity, by);
                Ok(Some(by))
            }
            None => {
                pixels.put(stand.id, start);
                Ok(None)
            }
        }
    }

    /// Edits the mask of an entity in place, and returns the result of `edit`, which may be a `Result` with a
    /// [`MaskError`](crate::MaskError). Other entities keep the mask as it was.
    ///
    /// The mask is the picture as in its image: neither flipped nor scaled. [`PixelView::mask_point`] converts a point.
    /// `edit` must keep the size of the mask, or the entity moves when its look next changes. It must not use a
    /// [`PixelQuery`](crate::PixelQuery), or the app hangs, because the world is locked.
    ///
    /// The edit stays until the entity shows another frame, image or threshold, or until its image or its
    /// [`PixelMask`](crate::PixelMask) changes. An entity that leaves the world, for example because it is disabled or
    /// has a scale of 0, loses its edits. To draw the hole, make the texels of the image transparent too with
    /// [`Mask::clear_alpha`]; the next step then makes the mask from the image.
    ///
    /// Cost: the first edit of an entity copies its mask, and so does each edit of a scaled or rotated entity. Each
    /// edit rebuilds the flipped, scaled and rotated variants of the mask, and looks at all sprites of the world.
    ///
    /// # Errors
    /// - Returns [`PixelError::NotInWorld`] if the entity is not in the world.
    /// - Returns [`PixelError::World`] with the error of `edit`, if the system refuses memory, or if the scaled mask is
    ///   too large.
    pub fn edit_mask<R: Edited>(
        &mut self,
        entity: Entity,
        edit: impl FnOnce(&mut Mask) -> R,
    ) -> Result<R::Value, PixelError> {
        let (_, id) = self.state(entity)?;
        let mut pixels = self.pixels.write();
        let sprite = pixels.world.get(id).ok_or(PixelError::NotInWorld(entity))?;
        let mask = pixels.world.own_mask(id)?;
        pixels.note_own(id);
        let world = &mut pixels.world;
        // Only a variant can be too large, so only sprites with a variant pay for a copy.
        let is_plain = sprite.scale == [1.0; 2] && sprite.angle == Angle::ZERO && sprite.transform.is_none();
        let before = if is_plain { None } else { world.mask(mask).cloned() };
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

    /// Digs a shape of the world out of the entities in at least one of some layers, and returns those that lost
    /// pixels.
    ///
    /// Each gets a mask of its own first, as in [`PixelMover::edit_mask`], so other entities with the same picture lose
    /// nothing. None of them shares a pixel with the shape afterwards, however it is flipped, scaled or rotated. An
    /// entity may have no pixel left.
    ///
    /// # Errors
    /// - Returns [`PixelError::OutOfRange`] if a point of the shape is not finite or out of range.
    /// - Returns [`PixelError::World`] if the radius is NaN or negative, or if a polygon has fewer than three points.
    /// - Returns [`PixelError::World`] if the system refuses memory. Some of the entities may have lost pixels.
    pub fn erase<'p>(&mut self, shape: impl Into<PixelProbe<'p>>, layers: u32) -> Result<Vec<Entity>, PixelError> {
        let mut pixels = self.pixels.write();
        let Pixels { world, units, .. } = &mut *pixels;
        let ids = shape.into().ask(*units, |shape| world.erase(shape, layers))??;
        ids.iter().for_each(|&id| pixels.note_own(id));
        pixels.world.refresh()?;
        Ok(ids.into_iter().filter_map(|id| pixels.entity(id)).collect())
    }

    /// Splits the mask of an entity into its connected parts. The entity keeps the largest; the others are returned, in
    /// raster order, for entities that you spawn. The list is empty if there are fewer than two.
    ///
    /// Pixels that share a side or a corner are connected. Each part is as large as the whole mask, so an entity with
    /// clones of the `Transform`, and of the `Sprite` and the `Anchor` if there are any, shows it where it was.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// # use hitmask_bevy::{PixelCollider, PixelError, PixelMover};
    /// fn fall_apart(In(plank): In<Entity>, mut mover: PixelMover, at: Query<&Transform>, mut commands: Commands) -> Result {
    ///     for part in mover.split(plank)? {
    ///         commands.spawn((part, PixelCollider::default(), *at.get(plank)?));
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`PixelMover::edit_mask`].
    ///
    /// # Panics
    /// Panics if memory allocation fails while the parts are found.
    pub fn split(&mut self, entity: Entity) -> Result<Vec<PixelMask>, PixelError> {
        let (_, id) = self.state(entity)?;
        let whole = {
            let world = &self.pixels.read().world;
            let sprite = world.get(id).ok_or(PixelError::NotInWorld(entity))?;
            world.mask(sprite.mask).cloned().ok_or(PixelError::NotInWorld(entity))?
        };
        let mut parts = whole.connected_components(Connectivity::Eight);
        // The first of several equally large parts is the largest.
        let Some(largest) = (0..parts.len()).rev().max_by_key(|&part| parts[part].count) else { return Ok(Vec::new()) };
        let in_place = |part: &Component| -> Result<Mask, WorldError> {
            let mut mask = Mask::new(whole.width(), whole.height())?;
            mask.draw(&part.mask, part.at);
            Ok(mask)
        };
        let kept = in_place(&parts.remove(largest))?;
        let others = parts.iter().map(|part| Ok(PixelMask::new(in_place(part)?)));
        let others = others.collect::<Result<Vec<_>, WorldError>>()?;
        if !others.is_empty() {
            self.edit_mask(entity, |mask| *mask = kept)?;
        }
        Ok(others)
    }

    /// Notes that an entity has moved itself, if it has children.
    pub(super) fn note_move(&self, pixels: &mut Pixels, entity: Entity, by: Vec2) {
        if self.families.contains(entity) {
            *pixels.moved.entry(entity).or_default() += by;
        }
    }

    /// Returns how far the parents of an entity have moved it, if they have moved themselves as the map says.
    pub(super) fn moved_by_parents(&self, entity: Entity, moved: &EntityHashMap<Vec2>) -> Vec2 {
        match moved.is_empty() {
            true => Vec2::ZERO,
            false => self.parents.iter_ancestors(entity).filter_map(|parent| moved.get(&parent)).sum(),
        }
    }

    /// Returns where an entity stands below its parents of the last step, with their moves since.
    pub(super) fn stand(&self, entity: Entity, pixels: &Pixels) -> Result<Stand, PixelError> {
        let (state, id) = self.state(entity)?;
        let parent = match self.parents.get(entity) {
            Ok(parent) => {
                let known = state.others.parent.filter(|(known, _)| *known == parent.parent());
                let (_, global) = known.ok_or(PixelError::NewParent(entity))?;
                Some(Parent::new(global).ok_or(PixelError::FlatParent(entity))?)
            }
            Err(_) => None,
        };
        let stand = Stand { entity, id, offset: state.offset, units: pixels.units, parent };
        Ok(stand.with_parent_moved(self.moved_by_parents(entity, &pixels.moved)))
    }

    pub(super) fn state(&self, entity: Entity) -> Result<(&PixelState, SpriteId), PixelError> {
        let state = self.states.get(entity).map_err(|_| PixelError::NotInWorld(entity))?;
        Ok((state, state.sprite.ok_or(PixelError::NotInWorld(entity))?))
    }
}
