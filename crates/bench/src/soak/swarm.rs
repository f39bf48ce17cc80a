//! A world and its model, changed side by side, and compared where a window happens to be.

use crate::edit::Edit;
use crate::model::{Actor, Model, Shape, Standing, brute_force};
use crate::naive;
use crate::rng::Rng;
use crate::shape;
use anyhow::{Context, Result, ensure};
use mask::Rect;
use world::{Index, MaskId, Pair, SpriteId, World};

/// The sides of the masks: one word of bits and more, and sides about it.
const SIDES: [u32; 6] = [5, 16, 32, 48, 64, 90];
/// Shapes of each side.
const VARIANTS: usize = 5;
/// Into how many angles circles are divided. All of them are soon shown: what is kept of them then grows no more.
const ANGLES: u32 = 16;
/// No pixel of a sprite is farther from its position than this, on any axis: a mask of 90 px turned about a pivot.
const REACH: i32 = 200;
/// Pixels of the field for each sprite, with which each shares its box with about three others.
const ROOM: f64 = 2500.0;
/// Sprites of a sample, about.
const SAMPLE: f64 = 250.0;
/// Steps from the most sprites to the fewest and back.
const TIDE: u64 = 200;

/// What was changed and compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Told {
    /// Changes of sprites and masks.
    pub changes: u64,
    /// Windows that were compared.
    pub samples: u64,
    /// Sprites in them.
    pub sprites: u64,
    /// Pairs that collided there.
    pub pairs: u64,
    /// Contacts that began.
    pub began: u64,
    /// Contacts that ended.
    pub ended: u64,
    /// Validations.
    pub validated: u64,
}

/// A world, and what is believed of it.
#[derive(Debug)]
pub struct Swarm {
    world: World,
    model: Model,
    rng: Rng,
    /// Who is there, in any order, to choose from.
    ids: Vec<SpriteId>,
    /// The oldest first.
    masks: Vec<MaskId>,
    /// Masks that were ever made.
    made: usize,
    /// The pairs of the last step.
    contacts: Vec<Pair>,
    most: usize,
    side: i32,
    steps: u64,
    told: Told,
}

/// Changes.
impl Swarm {
    /// A swarm of so many sprites.
    ///
    /// # Errors
    /// Where the world refuses what it should take.
    pub fn new(sprites: usize, seed: u64) -> Result<Swarm> {
        let side = ((sprites as f64 * ROOM).sqrt() as i32).max(REACH);
        let (world, model, rng) = (World::new(), Model::default(), Rng::new(seed));
        let (ids, masks, contacts) = (Vec::new(), Vec::new(), Vec::new());
        let mut swarm = Swarm {
            world,
            model,
            rng,
            ids,
            masks,
            contacts,
            made: 0,
            most: sprites,
            side,
            steps: 0,
            told: Told::default(),
        };
        (0..SIDES.len() * VARIANTS).try_for_each(|_| swarm.add_mask())?;
        (0..sprites).try_for_each(|_| swarm.spawn())?;
        Ok(swarm)
    }

    /// What was done so far.
    #[must_use]
    pub fn told(&self) -> Told {
        self.told
    }

    /// Makes the changes of a step: many sprites come and go, turn and change; some or all of them move.
    ///
    /// # Errors
    /// Where the world refuses what it should take.
    pub fn change(&mut self) -> Result<()> {
        self.steps += 1;
        self.come_and_go()?;
        let some = self.ids.len() / 100 + 1;
        for _ in 0..some {
            self.change_one()?;
        }
        match self.rng.below(4) {
            0 => self.move_all()?,
            1 => {} // Nearly everything still: lists are mended.
            _ => self.move_some(some)?,
        }
        match self.rng.below(100) {
            0..10 => self.edit_mask()?,
            10..12 => self.replace_mask()?,
            12 => self.world.set_parallel_from([0, usize::MAX, World::DEFAULT_PARALLEL_FROM][self.steps as usize % 3]),
            13 => self.world.force_index([Index::Packed, Index::RStar][self.steps as usize % 2]),
            _ => {}
        }
        Ok(())
    }

    /// The number of sprites goes up and down like a tide, and beyond that a hundredth of them is replaced.
    fn come_and_go(&mut self) -> Result<()> {
        let low = (self.steps % TIDE).min(TIDE - self.steps % TIDE) as usize;
        let wanted = self.most - self.most / 4 * low / (TIDE as usize / 2);
        let replaced = self.ids.len() / 100;
        while self.ids.len() > wanted.saturating_sub(replaced) {
            let id = self.ids.swap_remove(self.rng.below(self.ids.len() as u32) as usize);
            let actor = self.model.actors.remove(&id).context("the model has every sprite")?;
            ensure!(self.world.despawn(id)? == actor.sprite(), "{id:?} is not what it was");
            ensure!(self.world.get(id).is_none(), "{id:?} is there for all that");
            self.told.changes += 1;
        }
        while self.ids.len() < wanted {
            self.spawn()?;
        }
        Ok(())
    }

    fn spawn(&mut self) -> Result<()> {
        let mask = self.any_mask();
        let actor = Actor {
            at: [0; 2].map(|_: i32| self.rng.within(0..self.side)),
            flips: [self.rng.below(2) == 0, self.rng.below(2) == 0],
            quarters: self.rng.below(4) as usize,
            angle: self.angle(),
            pivot: (self.rng.below(2) == 0).then(|| [0; 2].map(|_: i32| self.rng.within(0..32))),
            layers: self.layers(),
            fixed: self.rng.below(8) == 0,
            ..Actor::new(mask, [0, 0])
        };
        let id = self.world.spawn(actor.sprite())?;
        ensure!(self.model.actors.insert(id, actor).is_none(), "{id:?} is given twice");
        self.ids.push(id);
        self.told.changes += 1;
        Ok(())
    }

    fn any_mask(&mut self) -> MaskId {
        self.masks[self.rng.below(self.masks.len() as u32) as usize]
    }

    fn angle(&mut self) -> u16 {
        if self.rng.below(2) == 0 { 0 } else { self.rng.bits() as u16 }
    }

    fn layers(&mut self) -> [u32; 2] {
        if self.rng.below(4) == 0 { [1 + self.rng.below(3), self.rng.below(4)] } else { [1, u32::MAX] }
    }

    /// Some sprite, in the model, to be changed in the same way as in the world.
    fn change_one(&mut self) -> Result<()> {
        if self.ids.is_empty() {
            return Ok(());
        }
        let id = self.ids[self.rng.below(self.ids.len() as u32) as usize];
        let (mask, angle, layers) = (self.any_mask(), self.angle(), self.layers());
        let (flips, quarters) = ([self.rng.below(2) == 0, self.rng.below(2) == 0], self.rng.below(4) as usize);
        let actor = self.model.actors.get_mut(&id).context("the model has every sprite")?;
        match self.rng.below(4) {
            0 => {
                actor.mask = mask;
                self.world.set_mask(id, mask)?;
            }
            1 => {
                actor.angle = angle;
                self.world.set_angle(id, actor.angle())?;
            }
            2 => {
                actor.layers = layers;
                self.world.set_layers(id, layers[0], layers[1])?;
            }
            _ => {
                (actor.flips, actor.quarters) = (flips, quarters);
                let mut sprite = self.world.get_mut(id)?;
                sprite.set_flips(flips[0], flips[1]);
                sprite.set_turn(actor.turn());
            }
        }
        self.told.changes += 1;
        Ok(())
    }

    /// A small step that leaves nobody outside the field.
    fn stride(&mut self, at: [i32; 2]) -> [i32; 2] {
        at.map(|c| (c + self.rng.within(-6..7)).clamp(0, self.side))
    }

    fn move_some(&mut self, some: usize) -> Result<()> {
        for _ in 0..some.min(self.ids.len()) {
            let id = self.ids[self.rng.below(self.ids.len() as u32) as usize];
            let to = self.stride(self.model.actors[&id].at);
            self.model.actors.get_mut(&id).context("the model has every sprite")?.at = to;
            self.world.move_to(id, to)?;
            self.told.changes += 1;
        }
        Ok(())
    }

    /// All in one pass, as they are stored.
    fn move_all(&mut self) -> Result<()> {
        let Swarm { world, model, rng, side, .. } = self;
        for mut sprite in world.sprites_mut() {
            let actor = model.actors.get_mut(&sprite.id()).context("the model has every sprite")?;
            ensure!(sprite.position() == actor.at, "{:?} is elsewhere", sprite.id());
            actor.at = actor.at.map(|c| (c + rng.within(-6..7)).clamp(0, *side));
            sprite.move_to(actor.at)?;
        }
        self.told.changes += self.ids.len() as u64;
        Ok(())
    }

    /// The sides take turns and the oldest mask is replaced, so that there are always as many of each: the swarm gets
    /// no denser with time, nor its memory greater.
    fn add_mask(&mut self) -> Result<()> {
        let drawn = shape::sprites(SIDES[self.made % SIDES.len()], VARIANTS, self.rng.bits());
        self.made += 1;
        let shape = Shape::new(drawn[self.rng.below(VARIANTS as u32) as usize].clone());
        let id = self.world.add_mask(shape.mask.clone())?;
        ensure!(self.model.shapes.insert(id, shape).is_none(), "{id:?} is given twice");
        self.masks.push(id);
        self.set_angles(id)
    }

    fn set_angles(&mut self, id: MaskId) -> Result<()> {
        self.world.set_angles(id, ANGLES)?;
        self.model.shapes.get_mut(&id).context("the model has every mask")?.set_angles(ANGLES);
        Ok(())
    }

    /// A rectangle of a mask filled, cleared, or one pixel.
    fn edit_mask(&mut self) -> Result<()> {
        let id = self.any_mask();
        let shape = self.model.shapes.get_mut(&id).context("the model has every mask")?;
        let (width, height) = (shape.mask.width(), shape.mask.height());
        let edit = match self.rng.below(2) {
            0 => Edit::Pixel([self.rng.below(width), self.rng.below(height)], self.rng.below(2) == 0),
            _ => {
                let [left, top] = [width, height].map(|side| self.rng.within(-4..side as i32));
                let (width, height) = (self.rng.below(width), self.rng.below(height / 2 + 1));
                Edit::Rect(Rect { left, top, width, height }, self.rng.below(2) == 0)
            }
        };
        shape.edit(|grid| edit.pixels(grid));
        self.world.edit_mask(id, |mask| edit.bits(mask))?;
        ensure!(self.world.mask(id) == Some(&shape.mask), "the mask {id:?} was edited otherwise");
        self.told.changes += 1;
        Ok(())
    }

    /// All sprites of a mask show others, it is removed, and a new one comes.
    fn replace_mask(&mut self) -> Result<()> {
        let id = self.masks.remove(0);
        let shown = self.model.actors.iter().filter(|(_, actor)| actor.mask == id).map(|(&sprite, _)| sprite);
        for sprite in shown.collect::<Vec<SpriteId>>() {
            ensure!(self.world.remove_mask(id).is_err(), "{id:?} is shown by {sprite:?}");
            let other = self.any_mask();
            self.world.set_mask(sprite, other)?;
            self.model.actors.get_mut(&sprite).context("the model has every sprite")?.mask = other;
            self.told.changes += 1;
        }
        let removed = self.world.remove_mask(id)?;
        let shape = self.model.shapes.remove(&id).context("the model has every mask")?;
        ensure!(*removed == shape.mask, "the mask {id:?} is not what it was");
        self.add_mask()
    }
}

/// Questions.
impl Swarm {
    /// Makes a step of the world: what began and ended must lead from the pairs of the last step to those of this.
    ///
    /// # Errors
    /// At a difference.
    pub fn step(&mut self) -> Result<()> {
        let step = self.world.step()?;
        let now = step.pairs();
        ensure!(now.is_sorted() && now.windows(2).all(|two| two[0] != two[1]), "the pairs of a step are not sorted");
        ensure!(without(now, &self.contacts).eq(step.began()), "what began");
        ensure!(without(&self.contacts, now).eq(step.ended()), "what ended");
        self.told.began += step.began().len() as u64;
        self.told.ended += step.ended().len() as u64;
        self.contacts.clear();
        self.contacts.extend_from_slice(now);
        Ok(())
    }

    /// Compares a window of the world with all of its sprites pairwise, pixel by pixel.
    ///
    /// # Errors
    /// At a difference.
    pub fn sample(&mut self) -> Result<()> {
        let size = ((SAMPLE * ROOM).sqrt() as i32).min(self.side);
        let [left, top] = [0; 2].map(|_: i32| self.rng.within(-REACH..self.side - size + REACH));
        let window = Rect { left, top, width: size as u32, height: size as u32 };
        let seen = self.seen(window)?;
        let view = self.world.refresh()?;
        let whole = shape::grid(window.width, window.height, |_, _| true);
        let touching = seen.iter().filter(|one| naive::share(one.drawn(), (&whole, [left, top])));
        ensure!(view.in_rect(window).into_iter().eq(touching.map(|one| one.id)), "the sprites in {window}");
        for one in &seen {
            let bounds =
                view.bounds(one.id).map(|rect| [rect.left.into(), rect.top.into(), rect.right(), rect.bottom()]);
            ensure!(bounds == one.tight, "the bounds of {:?}", one.id);
        }
        let both = |pair: &Pair| [pair.a, pair.b].iter().all(|id| seen.binary_search_by_key(id, |one| one.id).is_ok());
        let [candidates, collisions] = brute_force(&seen);
        let mut listed = view.candidates();
        ensure!(view.collisions() == self.contacts, "the pairs of a view and of a step");
        listed.retain(both);
        listed.sort();
        ensure!(listed == candidates, "the candidates in {window}");
        ensure!(self.contacts.iter().filter(|&pair| both(pair)).eq(&collisions), "the collisions in {window}");
        self.told.samples += 1;
        self.told.sprites += seen.len() as u64;
        self.told.pairs += collisions.len() as u64;
        Ok(())
    }

    /// The sprites whose tight boxes meet a window, sorted.
    fn seen(&mut self, window: Rect) -> Result<Vec<Standing>> {
        let [right, bottom] = [window.right(), window.bottom()];
        let [left, top] = [window.left, window.top].map(i64::from);
        let near = |c: i32, from: i64, to: i64| (from - i64::from(REACH)..to + i64::from(REACH)).contains(&c.into());
        let Model { actors, shapes, .. } = &mut self.model;
        let mut seen = Vec::new();
        for (&id, actor) in
            actors.iter().filter(|(_, actor)| near(actor.at[0], left, right) && near(actor.at[1], top, bottom))
        {
            let shape = shapes.get_mut(&actor.mask).context("the model has every mask")?;
            let standing = shape.stand(id, actor).context("every mask is small enough to be turned")?;
            if standing.tight.is_some_and(|[l, t, r, b]| l < right && left < r && t < bottom && top < b) {
                seen.push(standing);
            }
        }
        shapes.values_mut().for_each(Shape::forget_looks);
        Ok(seen)
    }

    /// Compares all that the world tells of sprites and masks, and lets it check itself.
    ///
    /// # Errors
    /// At a difference.
    ///
    /// # Panics
    /// Where the world finds itself wrong.
    pub fn validate(&mut self) -> Result<()> {
        let Model { actors, shapes, .. } = &self.model;
        ensure!(self.world.len() == actors.len(), "how many sprites there are");
        ensure!(self.world.sprites().eq(actors.iter().map(|(&id, actor)| (id, actor.sprite()))), "the sprites");
        ensure!(shapes.iter().all(|(&id, shape)| self.world.mask(id) == Some(&shape.mask)), "the masks");
        self.world.validate()?;
        self.told.validated += 1;
        Ok(())
    }
}

/// The pairs that the others, which are sorted, have not.
fn without<'a>(pairs: &'a [Pair], others: &'a [Pair]) -> impl Iterator<Item = &'a Pair> {
    pairs.iter().filter(|pair| others.binary_search(pair).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Swarm {
        let mut swarm = Swarm::new(300, 5).expect("it can be made");
        for _ in 0..20 {
            swarm.change().and_then(|()| swarm.step()).and_then(|()| swarm.sample()).expect("they agree");
        }
        swarm
    }

    #[test]
    fn a_sprite_that_is_elsewhere_is_found() {
        let mut swarm = small();
        swarm.model.actors.values_mut().for_each(|actor| actor.at[0] += 1);
        assert!(swarm.sample().is_err() && swarm.validate().is_err());
    }

    #[test]
    fn a_pixel_that_is_missing_is_found() {
        let mut swarm = small();
        swarm.model.shapes.values_mut().for_each(|shape| shape.edit(|grid| grid.solid.fill(false)));
        assert!(swarm.sample().is_err() && swarm.validate().is_err());
    }

    #[test]
    fn a_contact_that_was_not_told_is_found() {
        let mut swarm = small();
        swarm.contacts.pop().expect("some collide");
        assert!(swarm.step().is_err());
    }
}
