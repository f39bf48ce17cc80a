//! Sprites that walk over slopes and stairs, against every position of the way.

use super::crowd::crowd;
use mask::Mask;
use testkit::model::{Actor, Among, Course, PlacedGrid, Trip, Twin, moving};
use testkit::{Grid, Rng, seeds, shape};
use world::{Motion, Sprite, World};

fn walk(step_up: u32, step_down: u32) -> Motion {
    Motion::walk(step_up, step_down)
}

#[test]
fn sprites_that_walk_in_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 2000 };
    let (mut stopped, mut climbed) = (0, 0);
    for seed in seeds(3) {
        let (mut twin, mut placed_grids) = crowd(seed, 120, [150, 300, 500][seed as usize % 3]);
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let mover = rng.below(placed_grids.len() as u32) as usize;
            let one = &placed_grids[mover];
            let [x, y] = one.actor.at;
            let to = [x + rng.within(-90..91), rng.within(-900..900)];
            let [step_up, step_down] = [rng.below([3, 12][round % 2]), rng.below([3, 12][round / 2 % 2])];
            let among = Among { layers: [None, None, Some(3)][round % 3], sensors: round % 5 == 0 };
            let trip = Trip { course: Course::Walk { step_up, step_down }, among, from_inside: round % 7 == 0 };
            let (at, _) = moving::moved(&mut twin, &placed_grids, one, to, trip);
            placed_grids[mover] = twin.model.placed_grid(one.id);
            stopped += u32::from(at[0] != to[0]);
            climbed += u32::from(at[1] < y);
        }
    }
    println!("{} walks, {stopped} ended early, {climbed} ended higher", 3 * rounds);
    assert!(stopped as usize > rounds / 4 && climbed as usize > rounds / 8);
}

/// A landscape with bumps, slopes and pits, and perhaps a ceiling and loose pixels.
fn landscape(rng: &mut Rng) -> Grid {
    let mut height = 20i32;
    let (roughness, ceiling) = (1 + rng.below(9), rng.below(3) == 0);
    let tops: Vec<i32> = (0..90)
        .map(|_| {
            let rise = rng.within(-1..2) * i32::from(rng.below(2) == 0) * (1 + rng.below(roughness) as i32);
            height = (height + rise).clamp(3, 40);
            height
        })
        .collect();
    let roof: Vec<i32> = tops.iter().map(|top| if ceiling { top - 9 - rng.below(5) as i32 } else { 0 }).collect();
    let dust = [0, 0, 1][rng.below(3) as usize];
    shape::grid(90, 45, |x, y| {
        let (x, y) = (x as usize, y as i32);
        y >= tops[x] || y < roof[x] || rng.below(150) < dust
    })
}

#[test]
fn walks_over_random_terrain() {
    let terrains = if cfg!(debug_assertions) { 60 } else { 1500 };
    let (mut walks, mut stopped, mut far) = (0, 0, 0);
    for seed in 0..terrains {
        let mut rng = Rng::new(seed);
        let mut twin = Twin::default();
        let land = landscape(&mut rng);
        // One sprite, or several that stand side by side.
        let pieces = [1, 2, 9][rng.below(3) as usize];
        for piece in 0..pieces {
            let width = 90 / pieces;
            let part = shape::grid(width, 45, |x, y| land.solid[(y * 90 + piece * width + x) as usize]);
            let mask = twin.add_mask(part);
            twin.spawn(Actor { fixed: true, ..Actor::new(mask, [(piece * width) as i32, 0]) }).unwrap();
        }
        let hero = [shape::solid(1), shape::disc(7), shape::grid(4, 8, |_, _| true)][rng.below(3) as usize].clone();
        let mask = twin.add_mask(hero);
        let hero = twin.spawn(Actor::new(mask, [rng.within(-10..95), rng.within(-12..30)])).unwrap();
        for _ in 0..8 {
            let placed_grids: Vec<PlacedGrid> = twin.model.placed_grids().unwrap();
            let one = placed_grids.iter().find(|one| one.id == hero).unwrap();
            let to = [rng.within(-15..105), rng.within(-9..9)];
            let most = [2, 5, 50][rng.below(3) as usize];
            let from = one.actor.at;
            let course = Course::Walk { step_up: rng.below(most), step_down: rng.below(most) };
            let (at, hits) = moving::moved(&mut twin, &placed_grids, one, to, course);
            walks += 1;
            stopped += hits;
            far += usize::from(at[0].abs_diff(from[0]) > 20);
        }
    }
    println!("{walks} walks, {stopped} ended early, {far} went far");
    assert!(stopped > walks / 8 && far > walks / 8);
}

/// A world with a walker of 2 x 6 pixels on a terrain of 60 x 80 pixels, at its left end, and the terrain's own tops.
fn terrain(is_solid: impl Fn(i32, i32) -> bool) -> (World, world::SpriteId, world::SpriteId) {
    let mut world = World::new();
    let land = world.add_mask(Mask::from_fn(60, 80, |x, y| is_solid(x as i32, y as i32)).unwrap()).unwrap();
    let hero = world.add_mask(Mask::filled(2, 6).unwrap()).unwrap();
    let land = world.spawn(Sprite::new(land, [0, 0]).fixed(true)).unwrap();
    let hero = world.spawn(Sprite::new(hero, [0, 0])).unwrap();
    (world, hero, land)
}

#[test]
fn stairs_of_every_height() {
    for height in 1..=6 {
        for step in 0..=7 {
            // Stairs up from y = 70, a new one every 8 pixels from x = 8 on.
            let top = |x: i32| 70 - x / 8 * height;
            let (mut world, hero, land) = terrain(|x, y| y >= top(x));
            world.move_to(hero, [0, 64]).unwrap();
            let moved = world.move_until(hero, [58, 0], walk(step, 0)).unwrap();
            if step >= height as u32 {
                assert_eq!((moved.at, moved.hits.len()), ([58, top(59) - 6], 0), "{height} {step}");
            } else {
                let hit = moved.hits[0];
                assert_eq!((moved.at, hit.id, hit.step, hit.before), ([6, 64], land, 7, Some([6, 64])));
                assert!(hit.first[0] == 8 && hit.normal[0] < 0.0);
            }
            // Down again: each stair, or off the first one.
            world.move_to(hero, [58, top(59) - 6]).unwrap();
            let moved = world.move_until(hero, [0, 0], walk(0, step)).unwrap();
            let bottom = if step >= height as u32 { 64 } else { top(59) - 6 };
            assert_eq!((moved.at, moved.hits.len()), ([0, bottom], 0), "{height} {step}");
        }
    }
}

#[test]
fn slopes_up_and_down() {
    let (mut world, hero, _) = terrain(|x, y| y >= 70 - x.min(59 - x));
    // The foot of the slope is under the left edge, the slope touches the right edge.
    world.move_to(hero, [0, 63]).unwrap();
    assert_eq!(world.move_until(hero, [58, 0], walk(1, 1)).unwrap().at, [58, 63]);
    assert_eq!(world.move_until(hero, [0, 0], walk(1, 1)).unwrap().at, [0, 63]);
    let stuck = world.move_until(hero, [58, 0], walk(0, 9)).unwrap();
    assert_eq!((stuck.at, stuck.hits.len()), ([0, 63], 1));
    // Without steps down, the walker leaves the ground behind the top.
    assert_eq!(world.move_until(hero, [58, 0], walk(1, 0)).unwrap().at, [58, 35]);
}

#[test]
fn a_low_ceiling_stops_a_climber() {
    for room in 0..4 {
        // A stair of 2 pixels at x = 20, and a ceiling to the left of it with `room` pixels above the walker.
        let is_solid = |x: i32, y: i32| y >= if x < 20 { 70 } else { 68 } || (x < 20 && y < 64 - room);
        let (mut world, hero, land) = terrain(is_solid);
        world.move_to(hero, [3, 64]).unwrap();
        let moved = world.move_until(hero, [50, 0], walk(5, 5)).unwrap();
        let hits: Vec<_> = moved.hits.iter().map(|hit| (hit.id, hit.step)).collect();
        match room {
            0 | 1 => assert_eq!((moved.at, hits), ([18, 64], vec![(land, 16)]), "{room}"),
            _ => assert_eq!((moved.at, hits), ([50, 62], vec![]), "{room}"),
        }
    }
}

#[test]
fn walkers_in_the_air_and_inside_the_ground() {
    let (mut world, hero, land) = terrain(|_, y| y >= 70);
    world.move_to(hero, [0, 60]).unwrap();
    assert_eq!(world.move_until(hero, [9, 0], walk(9, 3)).unwrap().at, [9, 60]);
    assert_eq!(world.move_until(hero, [9, 0], walk(9, 9)).unwrap().at, [9, 60]);
    assert_eq!(world.move_until(hero, [10, 0], walk(9, 4)).unwrap().at, [10, 64]);
    world.move_to(hero, [0, 65]).unwrap();
    let moved = world.move_until(hero, [20, 0], walk(2, 2)).unwrap();
    assert_eq!((moved.at, moved.started_inside, moved.hits.len()), ([20, 65], vec![land], 0));
    // Nothing solid, no obstacle.
    let nothing = world.add_mask(Mask::new(9, 9).unwrap()).unwrap();
    world.get_mut(hero).unwrap().set_mask(nothing).unwrap();
    assert_eq!(world.move_until(hero, [50, 7], walk(u32::MAX, u32::MAX)).unwrap().at, [50, 65]);
}

#[test]
fn walks_from_end_to_end_of_the_world() {
    let end = world::MAX_POSITION;
    // A walk of 2^31 steps takes a minute without all optimizations.
    let far = if cfg!(debug_assertions) { end / 64 } else { end };
    let mut world = World::new();
    let (hero, wall) = (Mask::filled(2, 6).unwrap(), Mask::filled(5, 400).unwrap());
    let (hero, wall) = (world.add_mask(hero).unwrap(), world.add_mask(wall).unwrap());
    let hero = world.spawn(Sprite::new(hero, [-far, 0])).unwrap();
    let all = walk(u32::MAX, u32::MAX);
    assert_eq!(world.move_until(hero, [far, 0], all).unwrap().at, [far, 0]);
    // Over one wall, whose top is 100 pixels above the walker, and onto another, far below.
    world.spawn(Sprite::new(wall, [0, -100]).fixed(true)).unwrap();
    world.spawn(Sprite::new(wall, [-9000, far]).fixed(true)).unwrap();
    assert_eq!(world.move_until(hero, [0, 0], all).unwrap().at, [0, -106]);
    let moved = world.move_until(hero, [-9000, 0], all).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([-9000, far - 6], 0));
    assert_eq!(world.move_until(hero, [-far, 0], all).unwrap().at, [-far, far - 6]);
    // The ends of the world are a ceiling and a drop.
    world.move_to(hero, [-9, -end]).unwrap();
    world.spawn(Sprite::new(wall, [0, -end])).unwrap();
    let moved = world.move_until(hero, [50, 0], all).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([-2, -end], 1));
    world.move_to(hero, [-9, end]).unwrap();
    assert_eq!(world.move_until(hero, [50, 0], all).unwrap().at, [50, end]);
    let out = world::WorldError::OutOfRange { at: [0, i64::from(end) + 1] };
    assert_eq!(world.move_until(hero, [0, end + 1], all), Err(out));
}
