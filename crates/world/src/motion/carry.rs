//! Platforms that carry and push other sprites.

use crate::query::{MovingSprite, Obstacle};
use crate::sprites::{MAX_POSITION, check_position};
use crate::{SpriteId, View, World, WorldError, memory};
use mask::Line;
use mask::shared::heapsort_by_key;
use std::ops::ControlFlow;

/// The result of [`World::carry`]: the sprites that a platform met, each list sorted by id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Carried {
    /// The sprites that rode on the platform, also those that a wall stopped.
    pub riders: Vec<SpriteId>,
    /// The other sprites that the platform pushed out of its way and did not crush.
    pub pushed: Vec<SpriteId>,
    /// The sprites that were in the way of the platform and could not clear it. They overlap it now, or it has passed
    /// over them.
    pub crushed: Vec<SpriteId>,
}

impl World {
    /// Moves a platform to a position, with the sprites that ride on it, and pushes other sprites out of its way. The
    /// platform always arrives.
    ///
    /// It moves along x first, then along y. For each axis:
    ///
    /// 1. The riders move as far as the platform. Platform and riders do not block each other. Other sprites stop a
    ///    rider, which then stays behind, and stops the riders that run into it.
    /// 2. A sprite in the way of the platform is pushed as far as needed to clear it. Other sprites stop it too, and so
    ///    does the end of the world. If it cannot clear the platform, it stays where it is, and [`Carried::crushed`]
    ///    names it. So it does with a rider that is stopped and then in the way.
    ///
    /// A sprite is in the way of the platform if the platform, at rest, would block the same way of the sprite in
    /// reverse. So a sprite that the platform overlaps at the start is in the way only if it would get deeper. A one-way
    /// platform pushes only sprites that its side reaches.
    ///
    /// `riders` are the sprites that ride. With `None`, they are the sprites that stand on the platform and those that
    /// stand on these, each once: a step of one pixel down would be blocked by the sprite below.
    ///
    /// Sensors and [fixed](crate::Sprite::fixed()) sprites ride only if `riders` names them, and are never pushed or
    /// crushed. A sensor blocks nobody, so a platform that is a sensor carries only the sprites that `riders` names, and
    /// pushes and crushes none. The same holds for a platform and a sprite whose layers allow no collision.
    ///
    /// ```
    /// # use hitmask::{Mask, Side, Sprite, World};
    /// # let mut world = World::new();
    /// let (hero, plank) = (world.add_mask(Mask::filled(8, 16)?)?, world.add_mask(Mask::filled(40, 4)?)?);
    /// let hero = world.spawn(Sprite::new(hero, [10, 84]))?;
    /// let lift = world.spawn(Sprite::new(plank, [0, 100]).fixed(true).one_way(Side::Top))?;
    /// let carried = world.carry(lift, [3, 95], None)?;
    /// assert_eq!(carried.riders, [hero]);
    /// assert_eq!(world.get(hero).unwrap().position, [13, 79]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: two refreshes for each axis, a sweep for each rider, and a sweep and a refresh for each sprite that is
    /// pushed.
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if an id names no sprite of this world. No sprite moves.
    /// - Returns [`WorldError::OutOfRange`] if `to` is further than [`MAX_POSITION`] from 0. No
    ///   sprite moves.
    /// - Returns the errors of [`World::refresh`]. Some sprites may have moved then.
    ///
    /// # Panics
    /// Panics if memory allocation fails in a search.
    pub fn carry(
        &mut self,
        id: SpriteId,
        to: impl Into<[i32; 2]>,
        riders: Option<&[SpriteId]>,
    ) -> Result<Carried, WorldError> {
        let to = check_position(to.into().map(i64::from))?;
        let view = self.refresh()?;
        let from = MovingSprite::of(view, id)?.at;
        let mut riders = match riders {
            Some(riders) => memory::try_clone(riders)?,
            None => riders_of(view, id)?,
        };
        riders.sort_unstable();
        riders.dedup();
        riders.retain(|&rider| rider != id);
        if let Some(&stale) = riders.iter().find(|&&rider| view.slot(rider).is_none()) {
            return Err(WorldError::StaleSprite(stale));
        }
        let mut carried = Carried { riders, ..Carried::default() };
        for axis in 0..2 {
            if to[axis] != from[axis] {
                self.carry_along(id, axis, to[axis], &mut carried)?;
            }
        }
        let Carried { pushed, crushed, .. } = &mut carried;
        for list in [&mut *crushed, &mut *pushed] {
            list.sort_unstable();
            list.dedup();
        }
        pushed.retain(|pushed| crushed.binary_search(pushed).is_err());
        Ok(carried)
    }

    /// Moves a platform along an axis to a coordinate.
    fn carry_along(&mut self, id: SpriteId, axis: usize, to: i32, carried: &mut Carried) -> Result<(), WorldError> {
        let view = self.refresh()?;
        let platform = MovingSprite::of(view, id)?;
        let way = Way { axis, by: i64::from(to) - i64::from(platform.at[axis]) };
        let mut group = memory::try_collect(carried.riders.iter().chain([&id]).filter_map(|&id| view.slot(id)))?;
        heapsort_by_key(&mut group, |&slot| slot);
        let mut riders = memory::try_with_capacity(carried.riders.len())?;
        for &id in &carried.riders {
            let mover = MovingSprite { ignored: &group, ..MovingSprite::of(view, id)? };
            let stop = mover.sweep(way.after(mover.at, way.by)).at;
            let steps = stop[axis].abs_diff(mover.at[axis]);
            riders.push(Rider { id, mover: MovingSprite { ignored: &[], ..mover }, steps });
        }
        stop_behind_others(&mut riders, way);
        let mut stops = memory::try_with_capacity(riders.len())?;
        for Rider { id: rider, mover, steps } in riders {
            let (gone, stop) = (way.steps(steps), way.steps_from(mover.at, steps));
            // Where a rider stays behind, the platform may run into it.
            let base = Obstacle { placed: platform.placed_at(way.after(platform.at, gone)), ..platform.own()? };
            let mover = MovingSprite { at: stop, ..mover };
            let left = Way { by: way.by - gone, ..way };
            if mover.slot.is_some_and(|slot| platform.may_push(slot)) && left.needed(&mover, &base).is_some() {
                memory::try_push(&mut carried.crushed, rider)?;
            }
            stops.push((rider, stop));
        }
        let mut pushes = platform.pushes(way, &group)?;
        // Whoever is further away moves first, out of the way of the others.
        heapsort_by_key(&mut pushes, |&(id, needed)| (needed.unsigned_abs(), id));
        let mut at = platform.at;
        at[axis] = to;
        self.move_to(id, at)?;
        for (rider, stop) in stops {
            self.move_to(rider, stop)?;
        }
        for (pushed, needed) in pushes {
            let view = self.refresh()?;
            let platform = [view.slot(id).ok_or(WorldError::StaleSprite(id))?];
            let mover = MovingSprite { ignored: &platform, ..MovingSprite::of(view, pushed)? };
            let target = way.after(mover.at, needed);
            let is_in_world = i64::from(target[axis]) - i64::from(mover.at[axis]) == needed;
            let is_clear = is_in_world && mover.sweep(target).at == target;
            if is_clear {
                self.move_to(pushed, target)?;
            }
            memory::try_push(if is_clear { &mut carried.pushed } else { &mut carried.crushed }, pushed)?;
        }
        Ok(())
    }
}

/// A rider, and how many steps it goes with the platform.
struct Rider<'w> {
    id: SpriteId,
    mover: MovingSprite<'w>,
    steps: u32,
}

/// Stops the riders that would get deeper into riders which have stopped before them.
///
/// While both move, the place of one from another stays, so they cannot meet. So the riders are looked at in the order
/// of their stops, each against those that go on.
fn stop_behind_others(riders: &mut [Rider], way: Way) {
    for first in 0..riders.len() {
        let next = (first..riders.len()).min_by_key(|&rider| riders[rider].steps).unwrap_or(first);
        riders.swap(first, next);
        let Some((stopped, others)) = riders[first..].split_first_mut() else { return };
        let slot = stopped.mover.slot.filter(|_| way.steps(stopped.steps) != way.by);
        let Some(slot) = slot else { return };
        let place = stopped.mover.placed_at(way.steps_from(stopped.mover.at, stopped.steps));
        for other in others.iter_mut().filter(|other| other.steps > stopped.steps && other.mover.is_obstacle(slot)) {
            let obstacle = Obstacle { placed: place, ..other.mover.obstacle(slot) };
            let [from, to] = [stopped.steps, other.steps].map(|steps| way.steps_from(other.mover.at, steps));
            let line = Line::new(from, to);
            let meeting = other.mover.meets(&obstacle);
            if let Some(block) = meeting.first_block(&line, meeting.depth(from), line.steps()) {
                other.steps = stopped.steps + block - 1;
            }
        }
    }
}

/// The way of a platform along an axis, in pixels: up to 2^31.
#[derive(Clone, Copy)]
struct Way {
    axis: usize,
    by: i64,
}

impl Way {
    /// The first steps of the way.
    fn steps(self, steps: u32) -> i64 {
        self.by.signum() * i64::from(steps)
    }

    /// The position after some steps of the way.
    fn steps_from(self, at: [i32; 2], steps: u32) -> [i32; 2] {
        self.after(at, self.steps(steps))
    }

    /// The position after a move along the axis, as far as the range of positions allows.
    fn after(self, mut at: [i32; 2], by: i64) -> [i32; 2] {
        let to = i64::from(at[self.axis]) + by;
        at[self.axis] = to.clamp((-MAX_POSITION).into(), MAX_POSITION.into()) as i32;
        at
    }

    /// How far a sprite must move along the axis to clear a platform on this way. `None` if the platform does not meet
    /// the sprite.
    fn needed(self, sprite: &MovingSprite, platform: &Obstacle) -> Option<i64> {
        // Seen from the platform, the sprite moves towards it. Only the part of that way is looked at on which the tight
        // boxes overlap: the whole way may lead beyond `i32`.
        let [mine, theirs] = [sprite.placed_at(sprite.at), platform.placed].map(|placed| placed.bounds());
        let [mine, theirs] = [mine?, theirs?].map(|rect| {
            let starts = [rect.left, rect.top].map(i64::from);
            [starts[self.axis], [rect.right(), rect.bottom()][self.axis]]
        });
        let [gap, passed] = match self.by > 0 {
            true => [mine[0] - theirs[1], mine[1] - theirs[0]],
            false => [theirs[0] - mine[1], theirs[1] - mine[0]],
        };
        let [skipped, last] = [gap.max(0), passed.min(self.by.abs())];
        if skipped >= last {
            return None;
        }
        let seen_after = |steps: i64| {
            let mut at = sprite.at;
            at[self.axis] = (i64::from(at[self.axis]) - self.by.signum() * steps) as i32;
            at
        };
        let line = Line::new(seen_after(skipped), seen_after(last));
        let meeting = sprite.meets(platform);
        let block = meeting.first_block(&line, meeting.depth(line.start()), line.steps())?;
        Some(self.by - self.by.signum() * (skipped + i64::from(block) - 1))
    }
}

/// The sprites that stand on a sprite, and those that stand on these.
fn riders_of(view: View<'_>, id: SpriteId) -> Result<Vec<SpriteId>, WorldError> {
    let mut riders = memory::try_collect([id].into_iter())?;
    let mut next = 0;
    while let Some(&below) = riders.get(next) {
        next += 1;
        let base = MovingSprite::of(view, below)?;
        let (base_own, known) = (base.own()?, riders.len());
        let mut above = base.at;
        above[1] = above[1].saturating_sub(1);
        let mut found = Vec::new();
        let listed = base.try_for_each_along(&Line::new(base.at, above), |obstacle| {
            if base.may_push(obstacle.slot) {
                let rider = match MovingSprite::of_slot(base.view, obstacle.slot) {
                    Ok(rider) => rider,
                    Err(error) => return ControlFlow::Break(error),
                };
                let down = [rider.at[0], rider.at[1].saturating_add(1)];
                let meeting = rider.meets(&base_own);
                let stands = meeting.enter(rider.at, down, meeting.depth(rider.at)).is_none();
                if stands && let Err(error) = memory::try_push(&mut found, view.id(obstacle.slot)) {
                    return ControlFlow::Break(error.into());
                }
            }
            ControlFlow::Continue(())
        });
        listed.break_value().map_or(Ok(()), Err)?;
        found.retain(|rider| !riders[..known].contains(rider));
        found.sort_unstable();
        memory::try_extend(&mut riders, found.into_iter())?;
    }
    riders.swap_remove(0);
    Ok(riders)
}

impl<'w> MovingSprite<'w> {
    /// The sprite itself, as an obstacle for others.
    fn own(&self) -> Result<Obstacle<'w>, WorldError> {
        let slot = self.slot.ok_or(WorldError::StaleSprite(SpriteId::default()))?;
        Ok(Obstacle { placed: self.placed_at(self.at), ..self.obstacle(slot) })
    }

    /// Whether this platform carries, pushes and crushes the sprite of a slot, if the two meet: each blocks the other,
    /// and the sprite is not fixed.
    fn may_push(&self, slot: usize) -> bool {
        self.slot.is_some_and(|own| self.view.blocks(own))
            && self.is_obstacle(slot)
            && !self.view.world.columns.is_fixed(slot)
    }

    /// The sprites in the way of this platform, except its group, and how far each must move to clear it.
    fn pushes(&self, way: Way, group: &[usize]) -> Result<Vec<(SpriteId, i64)>, WorldError> {
        let (own, mut pushes) = (self.own()?, Vec::new());
        let line = Line::new(self.at, way.after(self.at, way.by));
        let listed = self.try_for_each_along(&line, |obstacle| {
            if !self.may_push(obstacle.slot) || group.binary_search(&obstacle.slot).is_ok() {
                return ControlFlow::Continue(());
            }
            let add = |pushes: &mut Vec<_>| -> Result<(), WorldError> {
                let needed = way.needed(&MovingSprite::of_slot(self.view, obstacle.slot)?, &own);
                let push = needed.map(|needed| (self.view.id(obstacle.slot), needed));
                Ok(memory::try_extend(pushes, push.into_iter())?)
            };
            add(&mut pushes).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        listed.break_value().map_or(Ok(pushes), Err)
    }
}
