//! The life of a crowd: sprites of a few small masks, so close together that offset tables pay.

use super::actor::Actor;
use super::change::{Change, Through};
use super::twin::{Ending, Twin};
use crate::edit::Edit;
use crate::{Choice, Grid, Rng, shape};
use mask::Rect;
use world::{MaskId, SpriteId, WorldLimits};

/// The number of sprites.
const SPRITES: usize = 64;
/// The side of the square of their positions, in pixels.
const SIDE: i32 = 40;
/// The budgets of offset tables: none, a few tables, and all.
const BUDGETS: [usize; 3] = [0, 4096, WorldLimits::DEFAULT.offset_table_bytes];

/// A crowd, and the most memory that its offset tables took.
#[derive(Debug)]
pub struct Crowd<C> {
    /// The source of changes. Places and moves come from random numbers, so that few bytes of a fuzzer make a long life.
    choices: C,
    rng: Rng,
    /// The world and its model.
    pub twin: Twin,
    /// The most memory that the offset tables took in a round, in bytes.
    pub most_bytes: usize,
    budget: usize,
}

impl<C: Choice> Crowd<C> {
    /// Creates a crowd.
    #[must_use]
    pub fn new(mut choices: C) -> Crowd<C> {
        let rng = Rng::new(choices.below(256).into());
        let mut crowd = Crowd { choices, rng, twin: Twin::default(), most_bytes: 0, budget: BUDGETS[2] };
        (0..3).for_each(|_| _ = crowd.add_mask());
        crowd.fill();
        crowd
    }

    /// Runs rounds until the choices are used up. In each round, something changes and all sprites move. All answers of
    /// some rounds are compared with the model.
    pub fn rounds(&mut self, count: usize) {
        for round in 0..count {
            self.change();
            let ids = self.ids(|_| true);
            for id in ids {
                let by = [0; 2].map(|_: i32| self.rng.within(-2..3));
                self.twin.move_by(id, by);
            }
            // Each list adds to the counts by which tables are chosen.
            for _ in 0..4 {
                self.twin.world.refresh().unwrap().for_each_collision(|_| {});
            }
            let bytes = self.twin.world.offset_table_bytes();
            assert!(bytes <= self.budget, "the tables take {bytes} bytes of {}", self.budget);
            self.most_bytes = self.most_bytes.max(bytes);
            self.twin.step();
            let is_over = self.choices.is_over();
            if round % 4 == 3 || is_over {
                self.check();
            }
            if is_over {
                break;
            }
        }
    }

    fn check(&mut self) {
        let [left, top] = [0; 2].map(|_: i32| self.rng.within(-9..SIDE));
        self.twin.check(Rect { left, top, width: 20, height: 20 });
    }

    fn grid(&mut self) -> Grid {
        let [width, height, density] = [9, 9, 4].map(|most| 1 + self.choices.below(most));
        let rng = &mut self.rng;
        shape::grid(width, height, |_, _| rng.below(4) < density)
    }

    fn add_mask(&mut self) -> MaskId {
        let grid = self.grid();
        let id = self.twin.add_mask(grid);
        self.twin.set_angles(id, 8);
        id
    }

    fn any_mask(&mut self) -> MaskId {
        let some = self.choices.below(self.twin.model.shapes.len() as u32) as usize;
        *self.twin.model.shapes.keys().nth(some).expect("a crowd always has masks")
    }

    fn ids(&self, which: impl Fn(&Actor) -> bool) -> Vec<SpriteId> {
        self.twin.model.actors.iter().filter(|(_, actor)| which(actor)).map(|(&id, _)| id).collect()
    }

    /// Spawns sprites until the crowd is complete.
    fn fill(&mut self) {
        while self.twin.model.actors.len() < SPRITES {
            let masks = self.twin.model.shapes.keys();
            let mask = *masks.clone().nth(self.rng.below(masks.len() as u32) as usize).expect("there are masks");
            let at = [0; 2].map(|_: i32| self.rng.within(0..SIDE));
            let actor = Actor { fixed: self.rng.below(4) == 0, ..Actor::new(mask, at) };
            let origin = (self.rng.below(16) == 0).then_some([1.5, 1.0]);
            self.twin.spawn(Actor { origin, ..actor });
        }
    }

    /// Changes all sprites that show a mask.
    fn change_all(&mut self, mask: MaskId, change: Change) {
        let changes = self.ids(|actor| actor.mask == mask).into_iter().map(|id| (id, change)).collect();
        let through = self.choices.one_of(&[Through::Handle, Through::Pass, Through::ParallelPass]);
        self.twin.change_many(&changes, through);
    }

    fn change(&mut self) {
        let mask = self.any_mask();
        match self.choices.below(20) {
            0 | 1 => {
                let shown = &self.twin.model.shapes[&mask].mask;
                let size = [shown.width(), shown.height()];
                let other = self.grid();
                let edit = Edit::random(&mut self.choices, size, |_| other);
                let ending = self.choices.one_of(&[Ending::Returns, Ending::Fails, Ending::Panics]);
                self.twin.edit_mask(mask, &edit, ending);
            }
            2 => {
                self.budget = self.choices.one_of(&BUDGETS);
                self.twin.world.set_limits(self.twin.world.limits().offset_table_bytes(self.budget));
            }
            3 => {
                let [flip_x, flip_y] = [self.choices.flip(), self.choices.flip()];
                self.change_all(mask, Change::FlipX(flip_x));
                self.change_all(mask, Change::FlipY(flip_y));
            }
            4 => {
                let quarters = self.choices.below(4) as usize;
                self.change_all(mask, Change::Quarters(quarters));
            }
            5 => {
                let angle = self.choices.below(8) as u16 * 8192;
                self.change_all(mask, Change::Angle(angle));
            }
            6 => {
                let layers = [1 + self.choices.below(3), 1 + self.choices.below(3)];
                self.change_all(mask, Change::Layers(layers));
            }
            7 => {
                let fixed = self.choices.flip();
                self.change_all(mask, Change::Fixed(fixed));
            }
            8 => {
                let new = self.add_mask();
                self.change_all(mask, Change::Mask(new));
                assert!(self.twin.remove_mask(mask), "no sprite shows the mask");
            }
            9 => {
                let angles = self.choices.one_of(&[1, 4, 8]);
                self.twin.set_angles(mask, angles);
            }
            10 => {
                // The copy shares the tables. One of the two worlds edits a mask, and the other continues.
                let mut other = self.twin.clone();
                other.edit_mask(mask, &Edit::Invert, Ending::Returns);
                other.check(Rect { left: 0, top: 0, width: 20, height: 20 });
                if self.choices.flip() {
                    self.twin = other;
                }
            }
            11 => {
                let gone: Vec<SpriteId> = self.ids(|actor| actor.mask == mask).into_iter().step_by(3).collect();
                gone.into_iter().for_each(|id| self.twin.despawn(id));
                self.fill();
            }
            12 => {
                let steps = [0; 2].map(|_: i32| f64::from(2 + self.choices.below(7)));
                self.change_all(mask, Change::Scale(steps.map(|step| step / 4.0)));
            }
            13 => {
                let origin = self.choices.flip().then_some([2.0, 1.5]);
                self.change_all(mask, Change::Origin(origin));
            }
            14 => {
                let budget = self.choices.one_of(&[0, 4096, WorldLimits::DEFAULT.variant_bytes]);
                self.twin.world.set_limits(self.twin.world.limits().variant_bytes(budget));
            }
            15 => {
                let from = self.choices.one_of(&[0, usize::MAX]);
                self.twin.world.set_limits(self.twin.world.limits().parallel_from(from));
            }
            _ => {}
        }
    }
}
