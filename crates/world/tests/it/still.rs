//! Worlds in which little moves, against brute force after each step. The patched list must follow every
//! change, also changes that an earlier refresh has applied.

use mask::{Mask, Rect};
use testkit::edit::Edit;
use testkit::model::{Actor, Change, Ending, Twin};
use testkit::scene::{Kind, Scene};
use testkit::{Choice, Rng};
use world::{BroadPhase, MaskId, Sprite, SpriteId, World, WorldLimits};

/// A world in which little moves.
struct Still {
    rng: Rng,
    twin: Twin,
    masks: Vec<MaskId>,
    ids: Vec<SpriteId>,
    /// Sprites that are despawned for a while.
    away: Vec<Actor>,
    side: i32,
}

impl Still {
    fn new(kind: Kind, seed: u64) -> Still {
        let scene = Scene::new(kind, if cfg!(debug_assertions) { 300 } else { 1000 }, seed);
        let mut twin = Twin::default();
        let masks: Vec<MaskId> = scene.grids.iter().map(|grid| twin.add_mask(grid.clone())).collect();
        let actor = |(n, (&shape, &at)): (usize, (&u32, &[i32; 2]))| {
            let layers = if n % 9 == 0 { [2, 3] } else { [1, u32::MAX] };
            Actor { fixed: n % 7 == 0, layers, ..Actor::new(masks[shape as usize], at) }
        };
        let ids = scene.shape_of.iter().zip(&scene.at).enumerate().map(|it| twin.spawn(actor(it)).unwrap()).collect();
        Still { rng: Rng::new(seed), twin, masks, ids, away: Vec::new(), side: scene.side }
    }

    fn some(&mut self) -> SpriteId {
        self.rng.one_of(&self.ids)
    }

    fn place(&mut self) -> [i32; 2] {
        [0; 2].map(|_: i32| self.rng.within(0..self.side))
    }

    /// Changes few sprites, or none.
    fn few(&mut self) {
        for _ in 0..self.rng.below(12) {
            let id = self.some();
            match self.rng.below(16) {
                0 => {
                    let at = self.place();
                    self.twin.move_to(id, at);
                }
                // A move there and back again is no change.
                1 => {
                    self.twin.move_by(id, [50, 50]);
                    let _ = self.rng.below(2) == 0 || self.twin.world.refresh().is_err();
                    self.twin.move_by(id, [-50, -50]);
                }
                2 => {
                    let mask = self.rng.one_of(&self.masks);
                    self.twin.change(id, Change::Mask(mask));
                }
                3 => {
                    let angle = self.rng.bits() as u16;
                    self.twin.change(id, Change::Angle(angle));
                }
                4 => {
                    let layers = [1 + self.rng.below(3), self.rng.below(4)];
                    self.twin.change(id, Change::Layers(layers));
                }
                5 => {
                    let (flip, quarters) = (self.rng.flip(), self.rng.below(4) as usize);
                    self.twin.change(id, Change::FlipX(flip));
                    self.twin.change(id, Change::FlipY(true));
                    self.twin.change(id, Change::Quarters(quarters));
                }
                6 => {
                    let fixed = self.rng.flip();
                    self.twin.change(id, Change::Fixed(fixed));
                }
                _ => {
                    let by = [self.rng.within(-4..5), self.rng.within(-4..5)];
                    self.twin.move_by(id, by);
                }
            }
        }
    }

    /// Despawns some sprites, and spawns others: later, or at once into the same slots and sometimes at the same
    /// position.
    fn come_and_go(&mut self) {
        if self.away.len() > 5
            && let Some(actor) = self.away.pop()
        {
            self.ids.push(self.twin.spawn(actor).unwrap());
        }
        for _ in 0..self.rng.below(4) {
            let place = self.rng.below(self.ids.len() as u32) as usize;
            let gone = self.twin.model.actors[&self.ids[place]];
            self.twin.despawn(self.ids[place]);
            if self.rng.below(3) == 0 {
                self.ids.swap_remove(place);
                self.away.push(gone);
                continue;
            }
            let at = if self.rng.below(2) == 0 { gone.at } else { self.place() };
            let _ = self.rng.below(4) > 0 || self.twin.world.refresh().is_err();
            self.ids[place] =
                self.twin.spawn(Actor { at, fixed: gone.fixed ^ (self.rng.below(8) == 0), ..gone }).unwrap();
        }
    }

    /// Rare operations.
    fn seldom(&mut self) {
        match self.rng.below(48) {
            0..=3 => {
                let id = self.rng.one_of(&self.masks);
                let mask = &self.twin.model.shapes[&id].mask;
                let size = [mask.width(), mask.height()];
                let edit = Edit::random(&mut self.rng, size, |_| testkit::shape::ring(12));
                self.twin.edit_mask(id, &edit, Ending::Returns);
            }
            4 => {
                let id = self.rng.one_of(&self.masks);
                let angles = 1 + self.rng.below(9);
                self.twin.set_angles(id, angles);
            }
            #[cfg(feature = "rstar")]
            5 => self.twin.world.force_index(BroadPhase::RStar),
            6 | 7 => self.twin.world.force_index(BroadPhase::Packed),
            8 => self.twin.world.set_limits(self.twin.world.limits().parallel_from(0)),
            9 => self.twin.world.set_limits(self.twin.world.limits().parallel_from(usize::MAX)),
            10 => self.all(),
            // A fifth of all sprites: a large share, but not all.
            11 => (0..self.ids.len() / 5).for_each(|place| self.twin.move_by(self.ids[place], [1, -1])),
            _ => {}
        }
    }

    /// Moves all sprites.
    fn all(&mut self) {
        for mut sprite in self.twin.world.sprites_mut() {
            sprite.move_by([3, 2]).unwrap();
        }
        for actor in self.twin.model.actors.values_mut() {
            actor.at = [actor.at[0] + 3, actor.at[1] + 2];
        }
    }

    /// Refreshes between steps, with a query or without; the next step must still report these changes.
    fn refresh(&mut self) {
        let view = self.twin.world.refresh().unwrap();
        match self.rng.below(4) {
            0 => drop(view.candidates().unwrap()),
            1 => drop(view.collisions().unwrap()),
            2 => view.for_each_collision(drop),
            _ => {}
        }
    }

    fn step(&mut self) {
        // After a refused step, the next one compares with the last step that was listed.
        if self.rng.below(16) == 0 {
            self.twin.world.set_limits(self.twin.world.limits().pairs(3));
            self.twin.step();
            self.twin.world.set_limits(self.twin.world.limits().pairs(WorldLimits::DEFAULT.pairs));
            self.few();
        }
        self.twin.step();
        let [left, top] = self.place();
        self.twin.check(Rect { left, top, width: 90, height: 40 });
    }
}

#[test]
fn worlds_that_are_mostly_still() {
    let steps = if cfg!(debug_assertions) { 40 } else { 400 };
    let (mut checks, mut pairs, mut events) = (0, 0, [0; 2]);
    for (seed, kind) in (1..).zip(Kind::ALL) {
        let mut still = Still::new(kind, seed);
        for _ in 0..steps {
            for _ in 0..1 + still.rng.below(2) {
                still.few();
                if still.rng.below(3) == 0 {
                    still.come_and_go();
                }
                still.seldom();
                if still.rng.below(3) == 0 {
                    still.refresh();
                }
            }
            still.step();
        }
        (checks, pairs) = (checks + still.twin.checks, pairs + still.twin.pairs);
        events = [0, 1].map(|which| events[which] + still.twin.events[which]);
    }
    let [began, ended] = events;
    println!("{} steps, {checks} comparisons of {pairs} pairs, {began} began and {ended} ended", 3 * steps);
    assert!(pairs > 50 * checks && began > checks && ended > checks);
}

/// Refreshes without a request leave cached lists outdated: more and more changes, then one request for either list or
/// both, in the world and in copies of it.
#[test]
#[cfg(feature = "rstar")]
fn lists_that_were_outdated_for_many_refreshes() {
    let rounds = if cfg!(debug_assertions) { 12 } else { 100 };
    let mut pairs = 0;
    for (seed, kind) in (11..).zip(Kind::ALL) {
        let mut still = Still::new(kind, seed);
        let fresh = |world: &World| {
            let mut world = world.try_clone().unwrap();
            // Another kind of tree has no cached lists.
            world.force_index(BroadPhase::RStar);
            let view = world.refresh().unwrap();
            let mut candidates = view.candidates().unwrap();
            candidates.sort_unstable();
            (candidates, view.collisions().unwrap())
        };
        for round in 0..rounds {
            // Up to more changes than the record of the cache may hold.
            for _ in 0..1 + round % 5 * 4 {
                still.few();
                if still.rng.below(2) == 0 {
                    still.come_and_go();
                }
                still.twin.world.refresh().unwrap();
            }
            let expected = fresh(&still.twin.world);
            let which = still.rng.below(4);
            let mut copy = still.twin.world.try_clone().unwrap();
            for world in [&mut still.twin.world, &mut copy] {
                let view = world.refresh().unwrap();
                if which != 0 {
                    let mut candidates = view.candidates().unwrap();
                    candidates.sort_unstable();
                    assert_eq!(candidates, expected.0);
                }
                if which != 1 {
                    assert_eq!(view.collisions().unwrap(), expected.1);
                }
                pairs += expected.1.len();
            }
        }
        still.step();
    }
    assert!(pairs > 1000, "{pairs} pairs");
}

/// Single new rows once each stayed a run: lists of candidates took five times as long after 400 jumps.
#[test]
fn single_jumps_do_not_each_stay_a_run() {
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(2, 2).unwrap()).unwrap();
    let mut rng = Rng::new(5);
    let mut place = || [0; 2].map(|_: i32| rng.within(0..4000));
    let ids: Vec<_> = (0..4000).map(|_| world.spawn(Sprite::new(dot, place())).unwrap()).collect();
    world.refresh().unwrap();
    for &id in ids.iter().step_by(27) {
        world.move_to(id, place()).unwrap();
        world.validate().unwrap();
    }
}
