//! Random lives of small worlds.

use super::actor::Actor;
use super::change::{Change, Through};
use super::twin::{Ending, Twin};
use crate::edit::Edit;
use crate::{Choice, shape};
use mask::Rect;
use world::{BroadPhase, MAX_POSITION, MaskId, SpriteId, WorldLimits};

/// Points near which a life takes place: the middle, and the ends of the range.
pub const CENTERS: [[i32; 2]; 6] = {
    let end = MAX_POSITION;
    [[0, 0], [end, end], [-end, -end], [end - 60, -end], [0, end], [-end, 60 - end]]
};

/// The kinds of trees that the features of this build offer.
pub const INDEXES: &[BroadPhase] = &[
    BroadPhase::Packed,
    #[cfg(feature = "rstar")]
    BroadPhase::RStar,
];

/// The width of a mask that cannot be turned by odd eighths of a circle, because the result would exceed the limit.
const LONG: u32 = 100_000;

/// A world under random operations, and its model.
#[derive(Clone)]
pub struct Life<C> {
    /// The source of all choices.
    pub choices: C,
    /// The world and its model.
    pub twin: Twin,
    /// The point near which most sprites are.
    pub(super) center: [i32; 2],
    /// The largest number of sprites.
    crowd: usize,
    /// Numbers of angles of a circle to choose from.
    angles: &'static [Option<u32>],
    pub(super) gone: Vec<SpriteId>,
    pub(super) gone_masks: Vec<MaskId>,
}

impl<C: Choice> Life<C> {
    /// Creates a world with some masks and without sprites.
    #[must_use]
    pub fn new(mut choices: C, center: [i32; 2]) -> Life<C> {
        let long = choices.below(16) == 15;
        let all = &[None, None, None, Some(3), Some(8), Some(64), Some(65_536), None];
        let angles: &[Option<u32>] = if long { &[Some(1), Some(2), Some(4), Some(8)] } else { all };
        let crowd = choices.below(61).max(choices.below(61)) as usize;
        // Ids that were never valid.
        let (gone, gone_masks) = (vec![SpriteId::default()], vec![MaskId::default()]);
        let mut life = Life { choices, twin: Twin::default(), center, crowd, angles, gone, gone_masks };
        life.choose_trees();
        life.choose_threads();
        life.choose_budgets();
        (0..3).for_each(|_| life.add_mask());
        if long {
            let id = life.twin.add_mask(shape::grid(LONG, 1, |x, _| x % 7 == 0));
            life.twin.set_angles(id, 8);
        }
        life
    }

    /// Spawns half of the sprites that the world has room for.
    pub fn settle(&mut self) {
        while self.twin.model.actors.len() < self.crowd / 2 {
            self.spawn();
        }
    }

    /// Runs random operations, until the choices are used up. If `close` is set, compares everything after each
    /// operation, otherwise after some.
    pub fn operations(&mut self, count: usize, close: bool) {
        for _ in 0..count {
            self.operate();
            if close || self.choices.below(16) == 0 {
                self.check();
            }
            if self.choices.is_over() {
                break;
            }
        }
    }

    /// Returns whether there are masks that cannot be rotated.
    pub(super) fn has_long_mask(&self) -> bool {
        self.angles.len() == 4
    }

    /// Compares everything a last time, without oversized masks and with the default pair limit. Returns the twin with
    /// its counts.
    #[must_use]
    pub fn end(mut self) -> Twin {
        self.twin.world.set_limits(self.twin.world.limits().pairs(WorldLimits::DEFAULT.pairs));
        self.reset_oversized();
        self.check();
        self.twin
    }

    /// Compares everything.
    pub fn check(&mut self) {
        let [left, top] = self.place();
        let window = Rect { left, top, width: self.choices.below(60), height: self.choices.below(60) };
        self.twin.check(window);
    }

    fn choose_trees(&mut self) {
        let other = self.choices.below(3) == 0;
        self.twin.world.force_index(INDEXES[usize::from(other) % INDEXES.len()]);
    }

    /// Uses threads for all parallel parts, or for none.
    fn choose_threads(&mut self) {
        let from = self.choices.one_of(&[0, 20, usize::MAX, usize::MAX]);
        self.twin.world.set_limits(self.twin.world.limits().parallel_from(from));
    }

    /// Allows offset tables and kept variants, few of them or none.
    fn choose_budgets(&mut self) {
        let budget = self.choices.one_of(&[WorldLimits::DEFAULT.offset_table_bytes, 4096, 0]);
        self.twin.world.set_limits(self.twin.world.limits().offset_table_bytes(budget));
        let budget = self.choices.one_of(&[WorldLimits::DEFAULT.variant_bytes, 4096, 0]);
        self.twin.world.set_limits(self.twin.world.limits().variant_bytes(budget));
    }

    /// Runs a random operation.
    pub fn operate(&mut self) {
        match self.choices.below(64) {
            0..=8 => (0..=self.choices.below(3)).for_each(|_| self.spawn()),
            9..=13 => self.despawn(),
            14..=18 => self.relocate(),
            19..=24 => self.on_some(|life, id| {
                let by = life.step();
                life.twin.move_by(id, by);
            }),
            25..=29 => self.move_all(),
            30 => self.storm(),
            31 | 32 => self.move_all_in_parallel(),
            33..=41 => self.change_some(),
            42 => self.sync(),
            43..=45 => self.edit_mask(),
            46 => self.add_mask(),
            47 => self.remove_mask(),
            48 => {
                let (id, angles) = (self.any_mask(), self.choices.one_of(self.angles));
                self.twin.set_angles(id, angles);
            }
            49..=51 => _ = self.twin.world.refresh(),
            52..=55 => self.twin.step(),
            56 => self.choose_trees(),
            57 => {
                self.choose_threads();
                self.choose_budgets();
            }
            58 => self.twin.world.set_limits(self.twin.world.limits().pairs(self.choices.one_of(&[
                0,
                1,
                5,
                30,
                WorldLimits::DEFAULT.pairs,
            ]))),
            59 => self.twin.world.reserve(self.choices.below(100) as usize).unwrap(),
            60 => self.reset_oversized(),
            61 => self.on_some(|life, id| {
                let data = u64::from(life.choices.below(3)) << 60;
                life.twin.set_data(id, data);
            }),
            _ => self.make_refused_call(),
        }
    }

    /// Spawns a sprite, if there is room for one.
    pub fn spawn(&mut self) {
        if self.twin.model.actors.len() < self.crowd {
            let actor = self.actor();
            self.twin.spawn(actor);
        }
    }

    /// Despawns a sprite.
    pub fn despawn(&mut self) {
        self.on_some(|life, id| {
            life.twin.despawn(id);
            life.gone.push(id);
        });
    }

    /// Moves a sprite anywhere.
    pub fn relocate(&mut self) {
        self.on_some(|life, id| {
            let at = life.any_place();
            if life.choices.flip() { life.twin.move_to(id, at) } else { life.twin.jump_to(id, at) }
        });
    }

    fn add_mask(&mut self) {
        let grid = shape::random(&mut self.choices);
        let id = self.twin.add_mask(grid);
        self.twin.set_angles(id, *self.angles.last().unwrap());
    }

    fn remove_mask(&mut self) {
        let id = self.any_mask();
        if self.twin.model.shapes.len() > 1 && self.twin.remove_mask(id) {
            self.gone_masks.push(id);
        }
    }

    fn edit_mask(&mut self) {
        let id = self.any_mask();
        let mask = &self.twin.model.shapes[&id].mask;
        let size = [mask.width(), mask.height()];
        let edit = Edit::random(&mut self.choices, size, |choices| match self.angles.len() {
            4 if choices.below(3) == 0 => shape::grid(LONG, 1, |x, _| x % 5 == 0),
            _ => shape::random(choices),
        });
        let ending = self.choices.one_of(&[Ending::Returns, Ending::Returns, Ending::Fails, Ending::Panics]);
        self.twin.edit_mask(id, &edit, ending);
    }

    /// Turns the sprites upright whose masks an edit has made too large for their angles and scales.
    fn reset_oversized(&mut self) {
        let mut actors: Vec<(SpriteId, Actor)> =
            self.twin.model.actors.iter().map(|(&id, &actor)| (id, actor)).collect();
        actors.retain(|(_, actor)| !self.twin.model.fits(actor));
        for (id, _) in actors {
            [Change::Linear(None), Change::Scale([1.0; 2]), Change::Angle(0), Change::Scale([1.0; 2])]
                .into_iter()
                .for_each(|change| self.twin.change(id, change));
            // An origin can be too far away for the scale, and the mask too long for the angle.
            let actor = self.twin.model.actors[&id];
            if !self.twin.model.fits(&actor) {
                self.twin.despawn(id);
                self.gone.push(id);
            }
        }
    }

    /// Changes a few sprites, many or all, through a random kind of access.
    fn change_some(&mut self) {
        let through = self.choices.one_of(&[Through::Handle, Through::Pass, Through::ParallelPass]);
        let one_in = self.choices.one_of(&[1, 3, 20]);
        let mut ids: Vec<SpriteId> = self.twin.model.actors.keys().copied().collect();
        ids.retain(|_| self.choices.below(one_in) == 0);
        let changes = ids.into_iter().map(|id| (id, self.any_change())).collect();
        self.twin.change_many(&changes, through);
    }

    /// Moves some sprites in one call, one of them twice. Sometimes one of the moves is not possible.
    fn sync(&mut self) {
        let ids: Vec<SpriteId> = self.twin.model.actors.keys().copied().collect();
        let mut moves = Vec::new();
        for id in ids.iter().chain(ids.first()) {
            if self.choices.below(3) > 0 {
                moves.push((*id, self.place().map(|c| c.clamp(-MAX_POSITION, MAX_POSITION))));
            }
        }
        match self.choices.below(8) {
            0 => moves.push((self.choices.one_of(&self.gone), [0, 0])),
            1 => moves.extend(ids.last().map(|&id| (id, [MAX_POSITION + 1, 0]))),
            _ => {}
        }
        self.twin.sync(&moves);
    }
}
