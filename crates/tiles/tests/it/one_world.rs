//! Tiles against one world: the pairs and the events of every step are equal.

use crate::script::{Change, Script};
use mask::Mask;
use std::collections::BTreeMap;
use std::thread;
use tiles::{Cluster, Connection, Exchange, Tiles};
use world::{MaskId, Sprite, SpriteId, World};

/// The pairs of a step, the pairs that began, and the pairs that ended.
pub(crate) type Lists = [Vec<[u64; 2]>; 3];

/// Plays a script in one world.
pub(crate) fn expected(script: Script, steps: u64) -> Vec<Lists> {
    let mut world = World::new();
    // The ids of tiles order the sprites of a pair.
    world.set_paths_by_data(true);
    let masks: Vec<MaskId> = Script::masks().into_iter().map(|mask| world.add_mask(mask).unwrap()).collect();
    let mut sprites: BTreeMap<u64, SpriteId> = BTreeMap::new();
    let mut names: BTreeMap<SpriteId, u64> = BTreeMap::new();
    let (mut lists, mut passed) = (Vec::new(), 0);
    for step in 0..steps {
        for (id, sprite_id) in sprites.clone() {
            let sprite = world.get(sprite_id).unwrap();
            match script.change(step, id, &sprite, &masks) {
                Change::Stay => {}
                Change::MoveBy(by) => world.move_by(sprite_id, by).unwrap(),
                Change::JumpBy(by) => {
                    let at = [0, 1].map(|axis| sprite.position[axis] + by[axis]);
                    world.jump_to(sprite_id, at).unwrap();
                }
                Change::Set(sprite) => world.set_sprite(sprite_id, sprite.data(id)).unwrap(),
                Change::Remove => {
                    world.despawn(sprite_id).unwrap();
                    sprites.remove(&id);
                }
            }
        }
        for (id, sprite) in script.added(step, &masks) {
            let sprite_id = world.spawn(sprite.data(id)).unwrap();
            assert_eq!(sprites.insert(id, sprite_id), None);
            names.insert(sprite_id, id);
        }
        let result = world.step().unwrap();
        passed += result.pairs().iter().filter(|pair| result.view().contact(pair.a, pair.b).is_none()).count();
        lists.push([result.pairs(), result.began(), result.ended()].map(|pairs| {
            let names = pairs.iter().map(|pair| [names[&pair.a], names[&pair.b]]);
            let mut ids: Vec<[u64; 2]> = names.map(|[a, b]| [a.min(b), a.max(b)]).collect();
            ids.sort_unstable();
            ids
        }));
    }
    assert!(!script.paths || passed > 10, "{passed} pairs met in passing");
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
            Change::JumpBy([x, y]) => {
                let at = sprite.position;
                tiles.jump_to(id, [at[0] + x, at[1] + y]).unwrap();
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
fn play(script: Script, steps: u64, connection: Connection) -> Vec<Lists> {
    let mut tiles = Tiles::new(Exchange::new(connection).unwrap());
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
        let connections = Cluster::threads(workers).connect().unwrap();
        let results: Vec<Vec<Lists>> = thread::scope(|scope| {
            let play = |connection| scope.spawn(move || play(script, steps, connection));
            let workers: Vec<_> = connections.into_iter().map(play).collect();
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
    for (seed, paths) in (0..12).map(|seed| (seed, seed >= 6)) {
        assert_equal_to_one_world(Script { seed, sprites: 150, side: 400, drift: 0, paths }, 12);
    }
}

/// Most sprites touch several tiles, and many touch all tiles.
#[test]
fn sprites_as_large_as_tiles() {
    for (seed, paths) in (0..12).map(|seed| (seed, seed >= 6)) {
        assert_equal_to_one_world(Script { seed, sprites: 60, side: 60, drift: 0, paths }, 12);
    }
}

#[test]
fn sprites_that_all_leave_their_tiles() {
    for (seed, paths) in (0..8).map(|seed| (seed, seed >= 4)) {
        assert_equal_to_one_world(Script { seed, sprites: 600, side: 800, drift: 40, paths }, 20);
    }
}

/// Small sprites on long paths: most pairs are met in passing.
#[test]
fn paths_across_several_tiles() {
    for seed in 20..28 {
        assert_equal_to_one_world(Script { seed, sprites: 600, side: 2000, drift: 300, paths: true }, 12);
    }
}

/// The corners of all sprites are equal at first.
#[test]
fn sprites_on_one_pixel() {
    for paths in [false, true] {
        assert_equal_to_one_world(Script { seed: 1, sprites: 40, side: 1, drift: 0, paths }, 10);
    }
}

/// A bullet flies from the first of two tiles through a wall and on, and the worker that reports the pair knows where they met.
#[test]
fn an_impact_has_one_reporter() {
    let connections = Cluster::threads(2).connect().unwrap();
    let shoot = |connection| {
        let mut tiles = Tiles::new(Exchange::new(connection).unwrap());
        let [dot, wall] =
            [[2, 2], [4, 90]].map(|[width, height]| tiles.add_mask(Mask::filled(width, height).unwrap()).unwrap());
        if tiles.worker() == 0 {
            tiles.add(1, Sprite::new(dot, [0, 40]).continuous(true)).unwrap();
            tiles.add(2, Sprite::new(wall, [500, 0]).fixed(true)).unwrap();
        }
        tiles.step().unwrap();
        if tiles.get(1).is_some() {
            tiles.sync([(1, [1000, 40])]).unwrap();
        }
        let step = tiles.step().unwrap();
        let impact = step.pairs().iter().map(|&pair| {
            let (impact, contact) = (step.impact(pair).unwrap(), step.contact(pair).unwrap());
            (pair, impact.places, impact.fraction, contact.first(), impact.contact.first())
        });
        let impacts: Vec<_> = impact.collect();
        assert_eq!(step.began(), step.pairs());
        let ended = tiles.step().unwrap().ended().to_vec();
        assert_eq!(ended.len(), impacts.len());
        tiles.finish().unwrap();
        impacts
    };
    let impacts: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> =
            connections.into_iter().map(|connection| scope.spawn(move || shoot(connection))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert_eq!(impacts, [([1, 2], [[499, 40], [500, 0]], 0.499, [500, 40], [500, 40])]);
}
