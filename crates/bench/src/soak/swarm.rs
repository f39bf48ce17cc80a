//! A swarm: a world and its model, changed side by side.

use mask::Rect;
use testkit::edit::Edit;
use testkit::model::{Actor, Change, Ending, Shape, Twin};
use testkit::{Choice, Rng, shape};
use world::{BroadPhase, MaskId, SpriteId, WorldLimits};

/// The sides of the masks: one word of bits and more, and sides about a word.
const SIDES: [u32; 6] = [5, 16, 32, 48, 64, 90];
/// Shapes of each side.
const VARIANTS: usize = 5;
/// The number of angles of a circle. All of them are soon in use, so that the number of variants stops growing.
const ANGLES: u32 = 16;
/// A bound on the distance of a sprite's pixels from its position, on each axis: a mask of 90 px turned about an origin.
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

/// The memory for scaled and rotated masks, in bytes. Refreshes drop those that no sprite shows.
const VARIANT_BUDGET: usize = 1 << 20;

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

/// A world and its model. A difference between them panics.
#[derive(Debug)]
pub struct Swarm {
    /// The world and its model.
    pub twin: Twin,
    pub(super) rng: Rng,
    /// The sprites, in any order, to choose from.
    ids: Vec<SpriteId>,
    /// The masks, the oldest first.
    masks: Vec<MaskId>,
    /// The number of masks made so far.
    masks_made: usize,
    /// The index that was last requested.
    index: BroadPhase,
    peak: usize,
    pub(super) side: i32,
    steps: u64,
    pub(super) counts: Counts,
}

/// Changes.
impl Swarm {
    /// Creates a swarm of `sprites` sprites at each peak, and an eighth more at the first.
    #[must_use]
    pub fn new(sprites: usize, seed: u64) -> Swarm {
        let mut swarm = Swarm {
            twin: Twin::default(),
            rng: Rng::new(seed),
            ids: Vec::new(),
            masks: Vec::new(),
            masks_made: 0,
            index: BroadPhase::default(),
            peak: sprites,
            side: ((sprites as f64 * AREA_PER_SPRITE).sqrt() as i32).max(REACH),
            steps: 0,
            counts: Counts::default(),
        };
        (0..SIDES.len() * VARIANTS).for_each(|_| swarm.add_mask());
        // Every thread gets its lists in the first cycle.
        swarm.twin.world.set_limits(swarm.twin.world.limits().parallel_from(0));
        swarm.twin.world.set_limits(swarm.twin.world.limits().variant_bytes(VARIANT_BUDGET));
        swarm.come_and_go();
        swarm
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let [began, ended] = self.twin.events;
        Counts { began, ended, ..self.counts }
    }

    /// Makes the changes of a step: many sprites are spawned and despawned, turned and changed; some or all of them
    /// move.
    pub fn change(&mut self) {
        self.steps += 1;
        self.come_and_go();
        let changes = self.changes();
        (0..changes).for_each(|_| self.change_one());
        match self.rng.below(4) {
            0 if !self.is_quiet() => self.move_all(),
            1 => {} // Few sprites move: the list of the last step is patched.
            _ => (0..changes).for_each(|_| self.move_one()),
        }
        let world = &mut self.twin.world;
        match self.rng.below(100) {
            0..10 => self.edit_mask(),
            10..12 => self.replace_mask(),
            12 => world.set_limits(
                world.limits().parallel_from([0, usize::MAX, WorldLimits::PARALLEL_FROM][self.steps as usize % 3]),
            ),
            13 => {
                self.index = [BroadPhase::Packed, BroadPhase::RStar][self.steps as usize % 2];
                world.force_index(self.index);
            }
            _ => {}
        }
    }

    /// Calls `read`, which measures the memory, in a state comparable between peaks: the trees are packed, only the
    /// mask variants in use exist, no list of pairs is kept, and the model has no variants.
    pub fn at_rest<T>(&mut self, read: impl FnOnce() -> T) -> T {
        self.twin.world.force_index(BroadPhase::Packed);
        // Setting the angles makes the variants again.
        self.masks.iter().for_each(|&id| self.twin.set_angles(id, ANGLES));
        self.twin.step_alone();
        self.twin.model.shapes.values_mut().for_each(Shape::clear_variants);
        let result = read();
        self.twin.world.force_index(self.index);
        result
    }

    /// Whether the phase is quiet: few sprites change, so that the world patches its list of pairs. In a busy phase it
    /// lists the pairs again in most steps.
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
    fn come_and_go(&mut self) {
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
            self.twin.despawn(id);
            self.counts.changes += 1;
        }
        while self.ids.len() < wanted {
            self.spawn();
        }
    }

    fn spawn(&mut self) {
        let mask = self.rng.one_of(&self.masks);
        let actor = Actor {
            at: [0; 2].map(|_: i32| self.rng.within(0..self.side)),
            flips: [self.rng.flip(), self.rng.flip()],
            quarters: self.rng.below(4) as usize,
            angle: self.angle(),
            scale: self.scale(),
            origin: self.rng.flip().then(|| [0; 2].map(|_: i32| f64::from(self.rng.within(0..64)) / 2.0)),
            layers: self.layers(),
            fixed: self.rng.below(8) == 0,
            ..Actor::new(mask, [0, 0])
        };
        self.ids.push(self.twin.spawn(actor).expect("the masks are small and the field is within the range"));
        self.counts.changes += 1;
    }

    fn angle(&mut self) -> u16 {
        if self.rng.flip() { 0 } else { self.rng.bits() as u16 }
    }

    fn scale(&mut self) -> [f64; 2] {
        if self.rng.below(4) > 0 { [1.0; 2] } else { [0; 2].map(|_| f64::from(8 + self.rng.below(16)) / 16.0) }
    }

    fn layers(&mut self) -> [u32; 2] {
        if self.rng.below(4) == 0 { [1 + self.rng.below(3), self.rng.below(4)] } else { [1, u32::MAX] }
    }

    /// Changes a random sprite.
    fn change_one(&mut self) {
        if self.ids.is_empty() {
            return;
        }
        let id = self.rng.one_of(&self.ids);
        let flips = [self.rng.flip(), self.rng.flip()];
        let change = match self.rng.below(7) {
            0 => Change::Mask(self.rng.one_of(&self.masks)),
            1 => Change::Angle(self.angle()),
            2 => Change::Layers(self.layers()),
            4 => Change::Scale(self.scale()),
            5 => Change::Origin(self.rng.flip().then_some([8.5, 8.0])),
            3 => {
                self.twin.change(id, Change::FlipX(flips[0]));
                self.twin.change(id, Change::FlipY(flips[1]));
                Change::Quarters(self.rng.below(4) as usize)
            }
            _ => Change::Fixed(flips == [true; 2]),
        };
        self.twin.change(id, change);
        self.counts.changes += 1;
    }

    /// A position a small step away, inside the field.
    fn stride(rng: &mut Rng, side: i32, at: [i32; 2]) -> [i32; 2] {
        at.map(|c| (c + rng.within(-6..7)).clamp(0, side))
    }

    fn move_one(&mut self) {
        if !self.ids.is_empty() {
            let id = self.rng.one_of(&self.ids);
            self.twin.move_to(id, Swarm::stride(&mut self.rng, self.side, self.twin.model.actors[&id].at));
            self.counts.changes += 1;
        }
    }

    /// Moves all sprites in one pass, in storage order.
    fn move_all(&mut self) {
        for mut sprite in self.twin.world.sprites_mut() {
            let actor = self.twin.model.actors.get_mut(&sprite.id()).expect("the model has every sprite");
            assert_eq!(sprite.position(), actor.at, "{:?} is not at its position", sprite.id());
            actor.at = Swarm::stride(&mut self.rng, self.side, actor.at);
            sprite.move_to(actor.at).expect("the field is within the range");
        }
        self.counts.changes += self.ids.len() as u64;
    }

    /// Adds a mask; the sides take turns. The oldest mask is removed for each new one, so that the number of masks of
    /// each side is constant, and neither density nor memory grows.
    fn add_mask(&mut self) {
        let mut drawn = shape::sprites(SIDES[self.masks_made % SIDES.len()], VARIANTS, self.rng.bits());
        self.masks_made += 1;
        let id = self.twin.add_mask(drawn.swap_remove(self.rng.below(VARIANTS as u32) as usize));
        self.masks.push(id);
        self.twin.set_angles(id, ANGLES);
    }

    /// Edits a mask: fills or clears a rectangle or one pixel.
    fn edit_mask(&mut self) {
        let id = self.rng.one_of(&self.masks);
        let mask = &self.twin.model.shapes[&id].mask;
        let size @ [width, height] = [mask.width(), mask.height()];
        let edit = if self.rng.flip() {
            Edit::Pixel(size.map(|side| self.rng.below(side)), self.rng.flip())
        } else {
            let [left, top] = size.map(|side| self.rng.within(-4..side as i32));
            let (width, height) = (self.rng.below(width), self.rng.below(height / 2 + 1));
            Edit::Rect(Rect { left, top, width, height }, self.rng.flip())
        };
        self.twin.edit_mask(id, &edit, Ending::Returns);
        self.counts.changes += 1;
    }

    /// Makes all sprites of a mask show others, removes the mask, and adds a new one.
    fn replace_mask(&mut self) {
        let id = self.masks.remove(0);
        let shown = self.twin.model.actors.iter().filter(|(_, actor)| actor.mask == id).map(|(&sprite, _)| sprite);
        for sprite in shown.collect::<Vec<SpriteId>>() {
            assert!(self.twin.world.remove_mask(id).is_err(), "{id:?} is shown by {sprite:?}");
            self.twin.change(sprite, Change::Mask(self.rng.one_of(&self.masks)));
            self.counts.changes += 1;
        }
        assert!(self.twin.remove_mask(id), "{id:?} is in use");
        self.add_mask();
    }
}
