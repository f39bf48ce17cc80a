//! A world and its model, changed side by side.

use crate::edit::Edit;
use crate::model::{Actor, Model, Shape};
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
pub(super) const REACH: i32 = 200;
/// Pixels of the field for each sprite, with which each shares its box with about three others.
pub(super) const ROOM: f64 = 2500.0;
/// Steps from the most sprites to the fewest and back.
pub(super) const TIDE: u64 = 50;
/// Steps of bustle, then as many of calm. (In which part of the tide differs from spell to spell.)
const SPELL: u64 = 20;
/// The first tide is higher by one in so many: then no list is ever longer than it was, nor takes more memory.
const SPRING: usize = 8;

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
    pub(super) world: World,
    pub(super) model: Model,
    pub(super) rng: Rng,
    /// Who is there, in any order, to choose from.
    ids: Vec<SpriteId>,
    /// The oldest first.
    masks: Vec<MaskId>,
    /// Masks that were ever made.
    made: usize,
    /// The pairs of the last step.
    pub(super) contacts: Vec<Pair>,
    /// The trees that were last asked for.
    index: Index,
    most: usize,
    pub(super) side: i32,
    steps: u64,
    pub(super) told: Told,
}

/// Changes.
impl Swarm {
    /// A swarm of so many sprites at high tide, and at first an eighth more.
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
            index: Index::default(),
            made: 0,
            most: sprites,
            side,
            steps: 0,
            told: Told::default(),
        };
        (0..SIDES.len() * VARIANTS).try_for_each(|_| swarm.add_mask())?;
        // With lists for every thread from the first tide on.
        swarm.world.set_parallel_from(0);
        swarm.come_and_go()?;
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
        let some = self.some();
        for _ in 0..some {
            self.change_one()?;
        }
        match self.rng.below(4) {
            0 if !self.calm() => self.move_all()?,
            1 => {} // Nearly everything still: lists are mended.
            _ => self.move_some(some)?,
        }
        match self.rng.below(100) {
            0..10 => self.edit_mask()?,
            10..12 => self.replace_mask()?,
            12 => self.world.set_parallel_from([0, usize::MAX, World::DEFAULT_PARALLEL_FROM][self.steps as usize % 3]),
            13 => {
                self.index = [Index::Packed, Index::RStar][self.steps as usize % 2];
                self.world.force_index(self.index);
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets `read` tell the memory at a moment that is like all such moments at high tide: the trees are packed, masks
    /// are turned only as sprites show them now, no list of pairs is kept, and the model has turned nothing.
    ///
    /// # Errors
    /// As [`Swarm::change`] and [`Swarm::step`].
    pub fn settled<T>(&mut self, read: impl FnOnce() -> T) -> Result<T> {
        self.world.force_index(Index::Packed);
        // Turned copies are made afresh, and all sprites with them.
        for id in self.masks.clone() {
            self.set_angles(id)?;
        }
        self.step()?;
        self.model.shapes.values_mut().for_each(Shape::forget_looks);
        let told = read();
        self.world.force_index(self.index);
        Ok(told)
    }

    /// Whether so little changes that the world mends its lists of pairs: one sprite in 32 at most. Else it makes them
    /// anew in most steps.
    fn calm(&self) -> bool {
        self.steps / SPELL % 2 == 1
    }

    /// How many sprites change in a step in any of the ways.
    fn some(&self) -> usize {
        self.ids.len() / if self.calm() { 1000 } else { 100 } + 1
    }

    /// The number of sprites goes up and down like a tide, and beyond that a hundredth of them is replaced. In calm a
    /// few go, and seldom others come: new rows are sorted among themselves, which touches them all.
    fn come_and_go(&mut self) -> Result<()> {
        let low = (self.steps % TIDE).min(TIDE - self.steps % TIDE) as usize;
        let most = if self.steps < TIDE { self.most + self.most / SPRING } else { self.most };
        let (count, some) = (self.ids.len(), self.some());
        let [fewest, wanted] = if self.calm() && low > 0 {
            let fewest = count.saturating_sub(some);
            [fewest, if self.steps.is_multiple_of(8) { count } else { fewest }]
        } else {
            let wanted = most - most / 4 * low / (TIDE as usize / 2);
            [wanted.saturating_sub(some), wanted]
        };
        while self.ids.len() > fewest {
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
        match self.rng.below(5) {
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
            3 => {
                (actor.flips, actor.quarters) = (flips, quarters);
                let mut sprite = self.world.get_mut(id)?;
                sprite.set_flips(flips[0], flips[1])?;
                sprite.set_turn(actor.turn())?;
            }
            _ => {
                actor.fixed = flips[0] && flips[1];
                self.world.set_fixed(id, actor.fixed)?;
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
