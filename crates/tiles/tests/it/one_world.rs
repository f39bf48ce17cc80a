//! Tiles against one world: the pairs and the events of every step are equal.

use crate::script::{Change, Script};
use std::collections::BTreeMap;
use std::thread;
use tiles::{Cluster, Exchange, Seat, Tiles};
use world::{MaskId, SpriteId, World};

/// The pairs of a step, the pairs that began, and the pairs that ended.
pub(crate) type Lists = [Vec<[u64; 2]>; 3];

/// Plays a script in one world.
pub(crate) fn expected(script: Script, steps: u64) -> Vec<Lists> {
    let mut world = World::new();
    let masks: Vec<MaskId> = Script::masks().into_iter().map(|mask| world.add_mask(mask).unwrap()).collect();
    let mut sprites: BTreeMap<u64, SpriteId> = BTreeMap::new();
    let mut names: BTreeMap<SpriteId, u64> = BTreeMap::new();
    let mut lists = Vec::new();
    for step in 0..steps {
        for (id, sprite_id) in sprites.clone() {
            let sprite = world.get(sprite_id).unwrap();
            match script.change(step, id, &sprite, &masks) {
                Change::Stay => {}
                Change::MoveBy(by) => world.move_by(sprite_id, by).unwrap(),
                Change::Set(sprite) => world.set_sprite(sprite_id, sprite).unwrap(),
                Change::Remove => {
                    world.despawn(sprite_id).unwrap();
                    sprites.remove(&id);
                }
            }
        }
        for (id, sprite) in script.added(step, &masks) {
            let sprite_id = world.spawn(sprite).unwrap();
            assert_eq!(sprites.insert(id, sprite_id), None);
            names.insert(sprite_id, id);
        }
        let result = world.step().unwrap();
        lists.push([result.pairs(), result.began(), result.ended()].map(|pairs| {
            let names = pairs.iter().map(|pair| [names[&pair.a], names[&pair.b]]);
            let mut ids: Vec<[u64; 2]> = names.map(|[a, b]| [a.min(b), a.max(b)]).collect();
            ids.sort_unstable();
            ids
        }));
    }
    lists
}

/// Plays the part of one worker in a step. Returns the lists of all workers on worker 0.
pub(crate) fn play_step(script: Script, step: u64, masks: &[MaskId], tiles: &mut Tiles) -> Lists {
    let owned: Vec<_> = tiles.sprites().collect();
    let mut moves = Vec::new();
    for (id, sprite) in owned {
        match script.change(step, id, &sprite, masks) {
            Change::Stay => {}
            Change::MoveBy([x, y]) => {
                let at = sprite.position;
                moves.push((id, [at[0] + x, at[1] + y]));
            }
            Change::Set(sprite) => tiles.set_sprite(id, sprite).unwrap(),
            Change::Remove => assert_eq!(tiles.remove(id).unwrap(), sprite),
        }
    }
    tiles.sync(moves).unwrap();
    let (worker, workers) = (tiles.worker() as u64, tiles.workers() as u64);
    for (number, (id, sprite)) in (0..).zip(script.added(step, masks)) {
        if (number + step) % workers == worker {
            tiles.add(id, sprite).unwrap();
        }
    }
    let result = tiles.step().unwrap();
    let here = [result.pairs(), result.began(), result.ended()].map(<[_]>::to_vec);
    here.map(|pairs| tiles.gather_pairs(&pairs).unwrap())
}

/// Plays the part of one worker. Returns the lists of all workers on worker 0.
fn play(script: Script, steps: u64, seat: Seat) -> Vec<Lists> {
    let mut tiles = Tiles::new(Exchange::new(seat).unwrap());
    let masks: Vec<MaskId> = Script::masks().into_iter().map(|mask| tiles.add_mask(mask).unwrap()).collect();
    let lists = (0..steps).map(|step| play_step(script, step, &masks, &mut tiles)).collect();
    tiles.finish().unwrap();
    lists
}

fn assert_equal_to_one_world(script: Script, steps: u64) {
    let expected = expected(script, steps);
    assert!(expected.iter().all(|[pairs, ..]| !pairs.is_empty()));
    assert!(expected[1..].iter().any(|[_, began, ended]| !began.is_empty() && !ended.is_empty()));
    for workers in [1, 2, 3, 4, 7] {
        let seats = Cluster::threads(workers).connect().unwrap();
        let results: Vec<Vec<Lists>> = thread::scope(|scope| {
            let play = |seat| scope.spawn(move || play(script, steps, seat));
            let workers: Vec<_> = seats.into_iter().map(play).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        for (step, (expected, actual)) in expected.iter().zip(&results[0]).enumerate() {
            for (name, (expected, actual)) in ["pairs", "began", "ended"].iter().zip(expected.iter().zip(actual)) {
                assert_eq!(actual, expected, "{name} of step {step}: {script:?} {workers} workers");
            }
        }
    }
}

#[test]
fn sprites_that_move_jump_change_come_and_go() {
    for seed in 0..6 {
        assert_equal_to_one_world(Script { seed, sprites: 150, side: 400, drift: 0 }, 12);
    }
}

/// Most sprites touch several tiles, and many touch all tiles.
#[test]
fn sprites_as_large_as_tiles() {
    for seed in 0..6 {
        assert_equal_to_one_world(Script { seed, sprites: 60, side: 60, drift: 0 }, 12);
    }
}

#[test]
fn sprites_that_all_leave_their_tiles() {
    for seed in 0..4 {
        assert_equal_to_one_world(Script { seed, sprites: 600, side: 800, drift: 40 }, 20);
    }
}

/// The corners of all sprites are equal at first.
#[test]
fn sprites_on_one_pixel() {
    assert_equal_to_one_world(Script { seed: 1, sprites: 40, side: 1, drift: 0 }, 10);
}
