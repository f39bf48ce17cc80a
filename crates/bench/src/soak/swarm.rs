//! A world and its model, changed side by side.

use crate::edit::Edit;
use crate::model::{Actor, Model, Shape};
use crate::rng::Rng;
use crate::shape;
use anyhow::{Context, Result, ensure};
use mask::Rect;
use world::{Index, MaskId, Pair, SpriteId, World};

/// The sides of the masks: one word of bits and more, and sides about a word.
const SIDES: [u32; 6] = [5, 16, 32, 48, 64, 90];
/// Shapes of each side.
const VARIANTS: usize = 5;
/// The number of angles of a circle. All of them are soon in use, so that the number of variants stops growing.
const ANGLES: u32 = 16;
/// A bound on the distance of a sprite's pixels from its position, on each axis: a mask of 90 px turned about a pivot.
pub(super) const REACH: i32 = 200;
/// Pixels of the field for each sprite; each sprite's box then overlaps about three others.
pub(super) const AREA_PER_SPRITE: f64 = 2500.0;
/// Steps of a cycle: from the most sprites to the fewest and back.
pub(super) const CYCLE: u64 = 50;
/// Steps of a busy phase, followed by a quiet phase of equal length. The length does not divide the cycle, so that each
/// phase meets every part of the cycle.
const PHASE: u64 = 20;
/// The first peak is higher by one part in this many, so that no later list is longer, or takes more memory.
const FIRST_PEAK_EXTRA: usize = 8;

/// Counts of changes and comparisons.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Changes of sprites and masks.
    pub changes: u64,
    /// Windows that were compared.
    pub samples: u64,
    /// Sprites in these windows.
    pub sprites: u64,
    /// Colliding pairs in these windows.
    pub pairs: u64,
    /// Contacts that began.
    pub began: u64,
    /// Contacts that ended.
    pub ended: u64,
    /// Validations.
    pub validated: u64,
}

/// A world and its model.
#[derive(Debug)]
pub struct Swarm {
    pub(super) world: World,
    pub(super) model: Model,
    pub(super) rng: Rng,
    /// The sprites, in any order, to choose from.
    ids: Vec<SpriteId>,
    /// The masks, the oldest first.
    masks: Vec<MaskId>,
    /// The number of masks made so far.
    masks_made: usize,
    /// The pairs of the last step.
    pub(super) contacts: Vec<Pair>,
    /// The index that was last requested.
    index: Index,
    peak: usize,
    pub(super) side: i32,
    steps: u64,
    pub(super) counts: Counts,
}

/// Changes.
impl Swarm {
    /// Creates a swarm of `sprites` sprites at each peak, and an eighth more at the first.
    ///
    /// # Errors
    /// If the world refuses a valid call.
    pub fn new(sprites: usize, seed: u64) -> Result<Swarm> {
        let side = ((sprites as f64 * AREA_PER_SPRITE).sqrt() as i32).max(REACH);
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
            masks_made: 0,
            peak: sprites,
            side,
            steps: 0,
            counts: Counts::default(),
        };
        (0..SIDES.len() * VARIANTS).try_for_each(|_| swarm.add_mask())?;
        // Every thread gets its lists in the first cycle.
        swarm.world.set_parallel_from(0);
        swarm.come_and_go()?;
        Ok(swarm)
    }

    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Makes the changes of a step: many sprites are spawned and despawned, turned and changed; some or all of them
    /// move.
    ///
    /// # Errors
    /// If the world refuses a valid call.
    pub fn change(&mut self) -> Result<()> {
        self.steps += 1;
        self.come_and_go()?;
        let changes = self.changes();
        for _ in 0..changes {
            self.change_one()?;
        }
        match self.rng.below(4) {
            0 if !self.is_quiet() => self.move_all()?,
            1 => {} // Few sprites move: the pair cache is updated.
            _ => self.move_some(changes)?,
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

    /// Calls `read`, which measures the memory, in a state comparable between peaks: the trees are packed, only the
    /// mask variants in use exist, no list of pairs is kept, and the model has no variants.
    ///
    /// # Errors
    /// See [`Swarm::change`] and [`Swarm::step`].
    pub fn at_rest<T>(&mut self, read: impl FnOnce() -> T) -> Result<T> {
        self.world.force_index(Index::Packed);
        // Setting the angles makes the variants again.
        for id in self.masks.clone() {
            self.set_angles(id)?;
        }
        self.step()?;
        self.model.shapes.values_mut().for_each(Shape::clear_variants);
        let result = read();
        self.world.force_index(self.index);
        Ok(result)
    }

    /// Whether the phase is quiet: at most one sprite in 32 changes, so that the world updates its pair cache. In a
    /// busy phase it lists the pairs again in most steps.
    fn is_quiet(&self) -> bool {
        self.steps / PHASE % 2 == 1
    }

    /// How many sprites change in a step, for each kind of change.
    fn changes(&self) -> usize {
        self.ids.len() / if self.is_quiet() { 1000 } else { 100 } + 1
    }

    /// Moves the number of sprites along its cycle, and replaces a hundredth of them as well. In a quiet phase a few
    /// sprites are despawned, and new ones come every eighth step: new rows are sorted among themselves, which changes
    /// them all.
    fn come_and_go(&mut self) -> Result<()> {
        let from_peak = (self.steps % CYCLE).min(CYCLE - self.steps % CYCLE) as usize;
        let peak = if self.steps < CYCLE { self.peak + self.peak / FIRST_PEAK_EXTRA } else { self.peak };
        let (count, changes) = (self.ids.len(), self.changes());
        let [fewest, wanted] = if self.is_quiet() && from_peak > 0 {
            let fewest = count.saturating_sub(changes);
            [fewest, if self.steps.is_multiple_of(8) { count } else { fewest }]
        } else {
            let wanted = peak - peak / 4 * from_peak / (CYCLE as usize / 2);
            [wanted.saturating_sub(changes), wanted]
        };
        while self.ids.len() > fewest {
            let id = self.ids.swap_remove(self.rng.below(self.ids.len() as u32) as usize);
            let actor = self.model.actors.remove(&id).context("the model has every sprite")?;
            ensure!(self.world.despawn(id)? == actor.sprite(), "{id:?} is not what it was");
            ensure!(self.world.get(id).is_none(), "{id:?} exists after its removal");
            self.counts.changes += 1;
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
        ensure!(self.model.actors.insert(id, actor).is_none(), "{id:?} is in use");
        self.ids.push(id);
        self.counts.changes += 1;
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

    /// Changes a random sprite in the model and in the world.
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
        self.counts.changes += 1;
        Ok(())
    }

    /// A position a small step away, inside the field.
    fn stride(&mut self, at: [i32; 2]) -> [i32; 2] {
        at.map(|c| (c + self.rng.within(-6..7)).clamp(0, self.side))
    }

    fn move_some(&mut self, changes: usize) -> Result<()> {
        for _ in 0..changes.min(self.ids.len()) {
            let id = self.ids[self.rng.below(self.ids.len() as u32) as usize];
            let to = self.stride(self.model.actors[&id].at);
            self.model.actors.get_mut(&id).context("the model has every sprite")?.at = to;
            self.world.move_to(id, to)?;
            self.counts.changes += 1;
        }
        Ok(())
    }

    /// Moves all sprites in one pass, in storage order.
    fn move_all(&mut self) -> Result<()> {
        let Swarm { world, model, rng, side, .. } = self;
        for mut sprite in world.sprites_mut() {
            let actor = model.actors.get_mut(&sprite.id()).context("the model has every sprite")?;
            ensure!(sprite.position() == actor.at, "{:?} is not at its position", sprite.id());
            actor.at = actor.at.map(|c| (c + rng.within(-6..7)).clamp(0, *side));
            sprite.move_to(actor.at)?;
        }
        self.counts.changes += self.ids.len() as u64;
        Ok(())
    }

    /// Adds a mask; the sides take turns. The oldest mask is removed for each new one, so that the number of masks of
    /// each side is constant, and neither density nor memory grows.
    fn add_mask(&mut self) -> Result<()> {
        let drawn = shape::sprites(SIDES[self.masks_made % SIDES.len()], VARIANTS, self.rng.bits());
        self.masks_made += 1;
        let shape = Shape::new(drawn[self.rng.below(VARIANTS as u32) as usize].clone());
        let id = self.world.add_mask(shape.mask.clone())?;
        ensure!(self.model.shapes.insert(id, shape).is_none(), "{id:?} is in use");
        self.masks.push(id);
        self.set_angles(id)
    }

    fn set_angles(&mut self, id: MaskId) -> Result<()> {
        self.world.set_angles(id, ANGLES)?;
        self.model.shapes.get_mut(&id).context("the model has every mask")?.set_angles(ANGLES);
        Ok(())
    }

    /// Edits a mask: fills or clears a rectangle or one pixel.
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
        ensure!(self.world.mask(id) == Some(&shape.mask), "mask {id:?} differs from the model after an edit");
        self.counts.changes += 1;
        Ok(())
    }

    /// Makes all sprites of a mask show others, removes the mask, and adds a new one.
    fn replace_mask(&mut self) -> Result<()> {
        let id = self.masks.remove(0);
        let shown = self.model.actors.iter().filter(|(_, actor)| actor.mask == id).map(|(&sprite, _)| sprite);
        for sprite in shown.collect::<Vec<SpriteId>>() {
            ensure!(self.world.remove_mask(id).is_err(), "{id:?} is shown by {sprite:?}");
            let other = self.any_mask();
            self.world.set_mask(sprite, other)?;
            self.model.actors.get_mut(&sprite).context("the model has every sprite")?.mask = other;
            self.counts.changes += 1;
        }
        let removed = self.world.remove_mask(id)?;
        let shape = self.model.shapes.remove(&id).context("the model has every mask")?;
        ensure!(*removed == shape.mask, "the removed mask {id:?} differs from the model");
        self.add_mask()
    }
}
