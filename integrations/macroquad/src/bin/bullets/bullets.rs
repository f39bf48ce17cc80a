//! The bullets: how they start, fly, touch and bounce.

use crate::layers::{MINE, STOPS_MINE, STOPS_THEIRS, THEIRS};
use crate::patterns::Shot;
use crate::things::{Masks, SIZE, Thing};
use hitmask::{Pair, SpriteId, Step, World, WorldError};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Bullet {
    pub(crate) id: SpriteId,
    pub(crate) thing: Thing,
    /// Its middle.
    pub(crate) at: [f64; 2],
    pub(crate) velocity: [f64; 2],
    pub(crate) is_mine: bool,
    pub(crate) bounces: u32,
}

/// The first touch of a bullet in a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) bullet: SpriteId,
    pub(crate) other: SpriteId,
    /// How much of the bullet's path in this step is before the touch.
    fraction: f64,
    /// Where the bullet is free, one pixel before the touch, and the first pixel that the two share.
    free: [i32; 2],
    pub(crate) spark: [i32; 2],
    /// The direction in which the bullet leaves the other.
    normal: [f64; 2],
}

pub(crate) struct Bullets {
    masks: Masks,
    /// Each bullet at the slot of its sprite.
    slots: Vec<Option<Bullet>>,
    is_continuous: bool,
}

impl Bullets {
    pub(crate) fn new(masks: Masks) -> Bullets {
        Bullets { masks, slots: Vec::new(), is_continuous: true }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Bullet> {
        self.slots.iter().flatten()
    }

    pub(crate) fn get(&self, id: SpriteId) -> Option<&Bullet> {
        self.slots.get(id.index())?.as_ref().filter(|bullet| bullet.id == id)
    }

    pub(crate) fn is_continuous(&self) -> bool {
        self.is_continuous
    }

    /// From now on, steps test the paths of bullets, or only the places where they stand.
    pub(crate) fn set_continuous(&mut self, world: &mut World, is_continuous: bool) -> Result<(), WorldError> {
        self.is_continuous = is_continuous;
        self.iter().try_for_each(|bullet| world.get_mut(bullet.id)?.set_continuous(is_continuous))
    }

    pub(crate) fn shoot(&mut self, world: &mut World, shot: Shot) -> Result<(), WorldError> {
        let Shot { thing, at, velocity } = shot;
        let is_mine = thing == Thing::Shot;
        let (layers, stops) = if is_mine { (MINE, STOPS_MINE) } else { (THEIRS, STOPS_THEIRS) };
        let sprite = self.masks.sprite(thing, at)?.angle(thing.heading(velocity)?);
        let id = world.spawn(sprite.layers(layers).collides_with(stops).continuous(self.is_continuous))?;
        self.slots.resize(self.slots.len().max(id.index() + 1), None);
        self.slots[id.index()] = Some(Bullet { id, thing, at, velocity, is_mine, bounces: 0 });
        Ok(())
    }

    /// Removes a bullet, if it is there.
    pub(crate) fn remove(&mut self, world: &mut World, id: SpriteId) -> Result<(), WorldError> {
        if self.get(id).is_some() {
            self.slots[id.index()] = None;
            world.despawn(id)?;
        }
        Ok(())
    }

    /// Moves all bullets by their velocities, and removes those that have left the field.
    pub(crate) fn fly(&mut self, world: &mut World) -> Result<(), WorldError> {
        let (mut moves, mut gone) = (Vec::new(), Vec::new());
        for bullet in self.slots.iter_mut().flatten() {
            bullet.at = [0, 1].map(|axis| bullet.at[axis] + bullet.velocity[axis]);
            if (0..2).all(|axis| (-30.0..SIZE[axis] + 30.0).contains(&bullet.at[axis])) {
                moves.push((bullet.id, bullet.thing.corner(bullet.at)?));
            } else {
                gone.push(bullet.id);
            }
        }
        world.sync(moves)?;
        gone.into_iter().try_for_each(|id| self.remove(world, id))
    }

    /// Reflects a bullet where it touched.
    pub(crate) fn bounce(&mut self, world: &mut World, hit: &Hit) -> Result<(), WorldError> {
        let Some(bullet) = self.slots[hit.bullet.index()].as_mut() else { return Ok(()) };
        bullet.at = bullet.thing.middle(hit.free); // so that the next touch is a new one
        let toward = bullet.velocity[0] * hit.normal[0] + bullet.velocity[1] * hit.normal[1];
        bullet.velocity = [0, 1].map(|axis| bullet.velocity[axis] - 2.0 * toward.min(0.0) * hit.normal[axis]);
        bullet.bounces += 1;
        world.move_to(bullet.id, hit.free)?;
        world.get_mut(bullet.id)?.set_angle(bullet.thing.heading(bullet.velocity)?)?;
        // Its next path starts here, not where it would be if nothing had been in the way.
        world.set_last_place(bullet.id, hit.free)
    }

    /// Gives a bullet of the enemies to the ship, and makes it faster.
    pub(crate) fn give_to_ship(&mut self, world: &mut World, id: SpriteId) -> Result<(), WorldError> {
        let Some(bullet) = self.slots[id.index()].as_mut() else { return Ok(()) };
        bullet.is_mine = true;
        bullet.velocity = bullet.velocity.map(|v| 2.5 * v);
        let mut sprite = world.get_mut(id)?;
        sprite.set_layers(MINE)?;
        sprite.set_collides_with(STOPS_MINE)
    }
}

/// The first touch of each bullet that touches something in this step, and did not before.
pub(crate) fn hits(step: Step) -> Vec<Hit> {
    let touches = step.began_between(MINE | THEIRS, STOPS_MINE | STOPS_THEIRS).filter_map(|[bullet, other]| {
        let impact = step.impact(Pair { a: bullet, b: other })?;
        let [free, _] = impact.before.unwrap_or(impact.places);
        let (spark, normal) = (impact.contact.first(), impact.contact.normal());
        Some(Hit { bullet, other, fraction: impact.fraction, free, spark, normal })
    });
    let mut hits: Vec<Hit> = touches.collect();
    hits.sort_by(|a, b| a.bullet.cmp(&b.bullet).then(a.fraction.total_cmp(&b.fraction)));
    hits.dedup_by_key(|hit| hit.bullet); // of several things on its path, the first
    hits
}
