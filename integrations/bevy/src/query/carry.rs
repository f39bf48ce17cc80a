//! Platforms that carry and push other entities.

use super::mover::PixelMover;
use super::stand::Stand;
use crate::PixelError;
use crate::resource::Pixels;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use std::iter::repeat;
use world::{Motion, SpriteId};

/// What a platform did to other entities.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Carried {
    /// The entities that rode on the platform, also those that a wall stopped.
    pub riders: Vec<Entity>,
    /// The other entities that the platform pushed out of its way and did not crush.
    pub pushed: Vec<Entity>,
    /// The entities that were in the way of the platform and could not clear it. They overlap it now, or it has passed
    /// over them.
    pub crushed: Vec<Entity>,
    /// The moves of riders, and of pushed and crushed entities, for their translations: whole pixels in the world.
    /// [`PixelMover::move_riders`] makes these moves, with fractions.
    pub moves: Vec<(Entity, Vec2)>,
    /// All riders and pushed entities, parents before children.
    passengers: Vec<Passenger>,
    platform: Option<Platform>,
}

/// An entity that a platform moves.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Passenger {
    entity: Entity,
    /// How far its sprite has moved, in pixels.
    step: [i64; 2],
    rides: bool,
    /// The part of its move that its parents do not make, in units.
    own: Vec2,
}

/// How a platform has moved.
#[derive(Debug, Clone, PartialEq)]
struct Platform {
    entity: Entity,
    /// The number of the call of [`PixelMover::carry`].
    number: u64,
    by: Vec2,
    /// How far its sprite has moved, in pixels.
    step: [i64; 2],
    /// Its place, from the middle of the pixel that it is in.
    fraction: Vec2,
}

impl PixelMover<'_, '_> {
    /// Moves a platform and its transform by a vector in the world, in units, with the entities that ride on it, and
    /// pushes others out of its way. The platform always arrives. [`World::carry`](world::World::carry) has the rules.
    /// With `riders` of `None`, the entities that stand on the platform and on its riders ride. Platforms and riders
    /// may be children of a level, and riders children of the platform.
    ///
    /// [`PixelMover::move_riders`] then moves the transforms of the other entities:
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
    ///     let carried = mover.carry(*lift, &mut transform, Vec2::new(0.0, 3.4), None).unwrap();
    ///     mover.move_riders(&carried, &mut transforms).unwrap();
    /// }
    /// # let [hero, plank] = [(8, 8), (40, 4)].map(|(width, height)| PixelMask::new(Mask::filled(width, height).unwrap()));
    /// # let platform = PixelCollider { fixed: true, one_way: Some(Side::Top), ..PixelCollider::default() };
    /// # app.world_mut().spawn((Lift, platform, plank, Transform::default()));
    /// # let hero = app.world_mut().spawn((PixelCollider::default(), hero, Transform::from_xyz(0.0, 6.0, 0.0))).id();
    /// # app.update();
    /// # assert_eq!(app.world().get::<Transform>(hero).unwrap().translation.y, 9.4);
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
        let mut pixels = self.pixels.write();
        let (units, stand) = (pixels.units, self.stand(entity, &pixels)?);
        let ids = |riders: &[Entity]| -> Result<Vec<SpriteId>, PixelError> {
            riders.iter().map(|&rider| Ok(self.state(rider)?.1)).collect()
        };
        let riders = riders.map(ids).transpose()?;
        let from = stand.global(transform.translation);
        let (start, end) = (stand.position(from)?, stand.position(from + by)?);
        let (translation, by) = stand.reach(transform.translation, by, end)?;
        pixels.world.move_to(stand.id, start)?;
        pixels.put(stand.id, start);
        let carried = pixels.world.carry(stand.id, end, riders.as_deref())?;
        pixels.world.refresh()?;
        transform.translation = translation;
        pixels.put(stand.id, end);
        let mut passengers = Vec::new();
        // Whom the platform has crushed, it may have pushed before.
        let others = carried.pushed.iter().chain(&carried.crushed);
        for (&id, rides) in carried.riders.iter().zip(repeat(true)).chain(others.zip(repeat(false))) {
            let at = pixels.position(id);
            let step = minus(at, pixels.positions[id.index()]);
            if !rides && step == [0; 2] {
                continue;
            }
            pixels.put(id, at);
            passengers.extend(pixels.entity(id).map(|entity| Passenger { entity, step, rides, own: Vec2::ZERO }));
        }
        // A passenger moves itself by what its parents do not move it. So parents come first.
        passengers.sort_by_cached_key(|passenger| self.parents.iter_ancestors(passenger.entity).count());
        let (mut moved, mut moves) = (EntityHashMap::from_iter([(entity, by)]), Vec::new());
        for passenger in &mut passengers {
            let whole = units.vector(passenger.step.map(|c| c as f64));
            passenger.own = whole - self.moved_by_parents(passenger.entity, &moved);
            if passenger.own != Vec2::ZERO
                && let Ok(stand) = self.stand(passenger.entity, &pixels)
            {
                moves.push((passenger.entity, stand.local(passenger.own)));
            }
            moved.insert(passenger.entity, passenger.own);
        }
        moved.iter().for_each(|(&entity, &own)| self.note_move(&mut pixels, entity, own));
        pixels.carries += 1;
        let number = pixels.carries;
        let entities = |ids: &[SpriteId]| ids.iter().filter_map(|&id| pixels.entity(id)).collect();
        let fraction = stand.global(translation) - stand.middle(end);
        Ok(Carried {
            riders: entities(&carried.riders),
            pushed: entities(&carried.pushed),
            crushed: entities(&carried.crushed),
            moves,
            passengers,
            platform: Some(Platform { entity, number, by, step: minus(end, start), fraction }),
        })
    }

    /// Moves the transforms of the entities that a platform has carried and pushed.
    ///
    /// A rider goes as far as the platform, with its fraction of a pixel, so it keeps its place on a platform that
    /// moves slowly. (With [`Carried::moves`] it goes by whole pixels, so it jitters if the camera shows fractions.) A
    /// wall stops it at a whole pixel.
    ///
    /// An entity that `transforms` does not match stays where it is. Call it once for each [`PixelMover::carry`], and
    /// before other moves of the riders.
    ///
    /// # Errors
    /// - Returns [`PixelError::RidersMoved`] if it was called for this or a later `carry` of the platform.
    /// - Returns [`PixelError::World`] if the system refuses memory. Some transforms may have moved then.
    ///
    /// # Panics
    /// Panics if memory allocation fails in a sweep.
    pub fn move_riders<F: QueryFilter>(
        &mut self,
        carried: &Carried,
        transforms: &mut Query<&mut Transform, F>,
    ) -> Result<(), PixelError> {
        let Some(platform) = &carried.platform else { return Ok(()) };
        let mut pixels = self.pixels.write();
        if pixels.riders_moved.get(&platform.entity).is_some_and(|&last| last >= platform.number) {
            return Err(PixelError::RidersMoved(platform.entity));
        }
        pixels.riders_moved.insert(platform.entity, platform.number);
        // The passengers stand where they stood before the platform moved.
        self.note_move(&mut pixels, platform.entity, -platform.by);
        carried.passengers.iter().for_each(|passenger| self.note_move(&mut pixels, passenger.entity, -passenger.own));
        let mut moved = EntityHashMap::from_iter([(platform.entity, platform.by)]);
        for passenger in &carried.passengers {
            let entity = passenger.entity;
            let (Ok(stand), Ok(mut transform)) = (self.stand(entity, &pixels), transforms.get_mut(entity)) else {
                continue;
            };
            let from = stand.global(transform.translation);
            let at = pixels.position(stand.id);
            // A transform that was changed since the last step is right: its sprite is where the transform was.
            let is_known = stand.position(from).is_ok_and(|stood| minus(at, stood) == passenger.step);
            let (by, at) = match is_known {
                true => pixels.ride(platform, passenger, &stand, from)?,
                false => (pixels.units.vector(passenger.step.map(|c| c as f64)), at),
            };
            let above = self.moved_by_parents(entity, &moved);
            let own = by - above;
            moved.insert(entity, own);
            let reached = stand.with_parent_moved(above).reach(transform.translation, own, at);
            transform.translation = match reached {
                Ok((translation, _)) if is_known => translation,
                _ => transform.translation + stand.local(own).extend(0.0),
            };
        }
        moved.iter().for_each(|(&entity, &own)| self.note_move(&mut pixels, entity, own));
        Ok(())
    }
}

impl Pixels {
    /// Returns the move of a passenger, whose place in the world was `from`, and the position of its sprite after the
    /// move.
    fn ride(
        &mut self,
        platform: &Platform,
        passenger: &Passenger,
        stand: &Stand,
        from: Vec2,
    ) -> Result<(Vec2, [i32; 2]), PixelError> {
        let (mut step, mut at) = (passenger.step, self.position(stand.id));
        let [along_x, along_y] =
            [0, 1].map(|axis| passenger.rides && platform.by[axis] != 0.0 && platform.step[axis] == step[axis]);
        // A rider that has walked by a fraction of a pixel reaches the next pixel sooner or later than the platform.
        let goal = match along_x {
            true => stand.position(from + Vec2::new(platform.by.x, 0.0))?[0],
            false => at[0],
        };
        if goal != at[0] {
            let start = at;
            self.world.move_until(stand.id, [goal, at[1]], Motion::walk(1, 1))?;
            self.world.refresh()?;
            at = self.position(stand.id);
            self.put(stand.id, at);
            let walked = minus(at, start);
            step = [step[0] + walked[0], step[1] + walked[1]];
        }
        let mut by = self.units.vector(step.map(|c| c as f64));
        if along_x && at[0] == goal {
            by.x = platform.by.x;
        }
        // Both stand on whole pixels, one on the other. With equal fractions, they are drawn so.
        if along_y {
            by.y = stand.middle(at).y + platform.fraction.y - from.y;
        }
        Ok((by, at))
    }

    /// Returns the position of a sprite.
    fn position(&self, id: SpriteId) -> [i32; 2] {
        self.world.get(id).map_or(self.positions[id.index()], |sprite| sprite.position)
    }
}

/// Returns the difference of two positions, which may be 2^31.
fn minus(a: [i32; 2], b: [i32; 2]) -> [i64; 2] {
    [0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis]))
}
