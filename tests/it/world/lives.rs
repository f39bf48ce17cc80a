//! Random lives of small worlds; each operation is repeated on a plain model.

use super::changes::Change;
use super::twin::Twin;
use bench::edit::Edit;
use bench::model::Actor;
use bench::rng::Rng;
use bench::shape;
use hitmask::world::MAX_POSITION;
use hitmask::{Index, MaskId, Rect, SpriteId, World};

/// Operations of a life.
const OPERATIONS: usize = 200;

/// One life in this many is compared after every operation, the others at random.
const CLOSE: u64 = 8;

/// The width of a mask that cannot be turned by odd eighths of a circle, because the result would exceed the limit.
const LONG: u32 = 100_000;

/// A world under random operations, and its model.
#[derive(Clone)]
pub(crate) struct Life {
    pub(crate) rng: Rng,
    pub(crate) twin: Twin,
    /// The point near which most sprites are.
    pub(crate) center: [i32; 2],
    /// The largest number of sprites.
    crowd: usize,
    /// Numbers of angles of a circle to choose from.
    angles: &'static [u32],
    pub(crate) gone: Vec<SpriteId>,
    pub(crate) gone_masks: Vec<MaskId>,
}

impl Life {
    pub(crate) fn new(seed: u64, center: [i32; 2]) -> Life {
        let mut rng = Rng::new(seed);
        let long = rng.below(16) == 0;
        let angles: &[u32] = if long { &[1, 2, 4, 8] } else { &[1, 2, 3, 7, 8, 64, 360] };
        let crowd = rng.below(61).max(rng.below(61)) as usize;
        let twin = Twin::default();
        // An id that was never valid.
        let (gone, gone_masks) = (vec![SpriteId::default()], vec![MaskId::default()]);
        let mut life = Life { rng, twin, center, crowd, angles, gone, gone_masks };
        life.choose_trees();
        life.choose_threads();
        (0..3).for_each(|_| life.add_mask());
        if long {
            let id = life.twin.add_mask(shape::grid(LONG, 1, |x, _| x % 7 == 0));
            life.twin.set_angles(id, 8);
        }
        life
    }

    /// Runs the operations, and returns the twin with its counts.
    fn live(mut self, close: bool) -> Twin {
        while self.twin.model.actors.len() < self.crowd / 2 {
            self.spawn();
        }
        self.operations(OPERATIONS, close);
        self.end()
    }

    /// Runs random operations. If `close` is set, compares everything after each operation, otherwise after some.
    pub(crate) fn operations(&mut self, count: usize, close: bool) {
        for _ in 0..count {
            self.operate();
            if close || self.rng.below(20) == 0 {
                self.check();
            }
        }
    }

    /// Compares everything a last time, without oversized masks and with the default pair limit.
    pub(crate) fn end(mut self) -> Twin {
        self.twin.world.set_pair_limit(World::DEFAULT_PAIR_LIMIT);
        self.reset_oversized();
        self.check();
        self.twin
    }

    pub(crate) fn check(&mut self) {
        let [left, top] = self.place();
        let window = Rect { left, top, width: self.rng.below(60), height: self.rng.below(60) };
        self.twin.check(window);
    }

    fn choose_trees(&mut self) {
        let index = if self.rng.below(3) == 0 { Index::RStar } else { Index::Packed };
        self.twin.world.force_index(index);
    }

    /// Uses threads for all parallel parts, or for none.
    fn choose_threads(&mut self) {
        let from = [0, 20, usize::MAX, usize::MAX][self.rng.below(4) as usize];
        self.twin.world.set_parallel_from(from);
    }

    /// Runs a random operation.
    fn operate(&mut self) {
        match self.rng.below(64) {
            0..=8 => (0..=self.rng.below(3)).for_each(|_| self.spawn()),
            9..=13 => self.on_some(|life, id| {
                life.twin.despawn(id);
                life.gone.push(id);
            }),
            14..=18 => self.on_some(|life, id| {
                let at = life.place();
                life.twin.move_to(id, at);
            }),
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
                let (id, angles) = (self.any_mask(), self.angles[self.rng.below(self.angles.len() as u32) as usize]);
                self.twin.set_angles(id, angles);
            }
            49..=51 => _ = self.twin.world.refresh(),
            52..=55 => self.twin.step(),
            56 => self.choose_trees(),
            57 => self.choose_threads(),
            58 => {
                let limits = [0, 1, 5, 30, World::DEFAULT_PAIR_LIMIT];
                self.twin.world.set_pair_limit(limits[self.rng.below(5) as usize]);
            }
            59 => self.twin.world.reserve(self.rng.below(100) as usize).unwrap(),
            60 => self.reset_oversized(),
            61 => self.on_some(|life, id| {
                let data = u64::from(life.rng.below(3)) << 60;
                life.twin.set_data(id, data);
            }),
            _ => self.make_refused_call(),
        }
    }

    fn add_mask(&mut self) {
        let grid = Life::grid(&mut self.rng);
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
        let edit = Edit::random(&mut self.rng, size, |rng| match self.angles.len() {
            4 if rng.below(3) == 0 => shape::grid(LONG, 1, |x, _| x % 5 == 0),
            _ => Life::grid(rng),
        });
        self.twin.edit_mask(id, &edit);
    }

    pub(crate) fn spawn(&mut self) {
        if self.twin.model.actors.len() < self.crowd {
            let actor = self.actor();
            self.twin.spawn(actor);
        }
    }

    /// Turns the sprites upright whose masks an edit has made too large for their angles.
    fn reset_oversized(&mut self) {
        let model = &mut self.twin.model;
        let actors: Vec<(SpriteId, Actor)> = model.actors.iter().map(|(&id, &actor)| (id, actor)).collect();
        let too_large = actors.iter().filter(|(id, actor)| model.pose(*id, actor).is_none());
        for id in too_large.map(|&(id, _)| id).collect::<Vec<_>>() {
            self.twin.change(id, Change::Angle(0));
        }
    }
}

/// Runs `lives` lives, and prints what was compared.
fn lives(name: &str, lives: u64, centers: &[[i32; 2]]) {
    let (mut checks, mut pairs, mut refused) = (0, 0, 0);
    for (seed, &center) in (0..lives).zip(centers.iter().cycle()) {
        let life = Life::new(seed, center);
        let twin = life.live(seed % CLOSE == 0);
        (checks, pairs, refused) = (checks + twin.checks, pairs + twin.pairs, refused + twin.refused);
    }
    let operations = lives * OPERATIONS as u64;
    println!(
        "{name}: {lives} lives, {operations} operations, {checks} comparisons of {pairs} pairs, {refused} refusals"
    );
    assert!(checks > 10 * lives && pairs > checks && refused > 5 * lives);
}

#[test]
fn random_lives_of_a_small_world() {
    lives("about the middle", if cfg!(debug_assertions) { 80 } else { 8000 }, &[[0, 0]]);
}

#[test]
fn random_lives_at_the_ends_of_the_range() {
    let end = MAX_POSITION;
    let centers = [[end, end], [-end, -end], [end - 60, -end], [0, end], [-end, 60 - end]];
    lives("at the ends", if cfg!(debug_assertions) { 20 } else { 2000 }, &centers);
}
