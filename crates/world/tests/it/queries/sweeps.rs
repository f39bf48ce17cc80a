//! Sprites that move until an obstacle stops them, against every step of the path.

use super::crowd::crowd;
use mask::Mask;
use testkit::model::{Among, Course, Trip, moving};
use testkit::naive::share;
use testkit::{Rng, seeds};
use world::{Motion, Sprite, SpriteId, World, WorldError};

#[test]
fn sweeps_through_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 100 } else { 1500 };
    let (mut hits, mut inside, mut touched, mut free) = (0, 0, 0, 0);
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 150, [70, 150, 400, 900][seed as usize % 4]);
        let view = twin.world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let among = Among { layers: [None, None, Some(1), Some(0b110)][round % 4], sensors: round % 3 == 0 };
            let one = &placed_grids[rng.below(placed_grids.len() as u32) as usize];
            let reach = [3, 60, 400, 1500][rng.below(4) as usize];
            let [x, y] = one.actor.at;
            let mut to = [x + rng.within(-reach..reach + 1), y + rng.within(-reach..reach + 1)];
            match round % 8 {
                0 => to[0] = x,
                1 => to[1] = y,
                2 => to = [x, y],
                _ => {}
            }
            let obstacles = moving::obstacles(&placed_grids, one, among);
            inside += u32::from(obstacles.iter().any(|other| share(one.drawn(), other.drawn())));
            hits += u32::from(moving::swept(view, &placed_grids, one, among, to));
            touched += moving::touched(view, &placed_grids, one, among, [rng.within(-3..4), rng.within(-3..4)]);
            let near = [[x - 1, y], to, [to[0], y + 9]];
            free += moving::free(view, &placed_grids, one, among, &near);
        }
    }
    println!("{} sweeps, {hits} hit, {inside} began in another sprite, {touched} touched, {free} free", 4 * rounds);
    assert!(hits as usize > rounds / 2 && inside as usize > rounds / 4 && free > rounds && touched > rounds);
}

#[test]
fn sprites_that_stop_or_slide_in_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 2000 };
    let (mut stopped, mut slid) = (0, 0);
    for seed in seeds(3) {
        let (mut twin, mut placed_grids) = crowd(seed, 120, [80, 200, 500][seed as usize % 3]);
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let mover = rng.below(placed_grids.len() as u32) as usize;
            let one = &placed_grids[mover];
            let reach = [5, 60, 400][rng.below(3) as usize];
            let to = one.actor.at.map(|c| c + rng.within(-reach..reach + 1));
            let course = if round % 4 == 0 { Course::Stop } else { Course::Slide };
            let among = Among { layers: [None, None, Some(3)][round % 3], sensors: round % 5 == 0 };
            let trip = Trip { course, among, from_inside: round % 7 < 2 };
            let (at, hits) = moving::moved(&mut twin, &placed_grids, one, to, trip);
            placed_grids[mover] = twin.model.placed_grid(one.id);
            stopped += u32::from(at != to);
            slid += u32::from(at == to && hits > 0);
        }
    }
    println!("{} moves, {stopped} ended early, {slid} slid all the way", 3 * rounds);
    assert!(stopped as usize > rounds / 4 && slid as usize > rounds / 100);
}

/// The ways to a place beside, above, below and oblique, from deep inside and from near each side.
#[test]
fn from_inside_blocked_and_touching_name_the_same_sides() {
    let mut world = World::new();
    let [dot, rock] = [2, 40].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    let rock = world.spawn(Sprite::new(rock, [0, 0]).fixed(true)).unwrap();
    let dot = world.spawn(Sprite::new(dot, [0, 0])).unwrap();
    for from in [[0, 20], [38, 20], [20, 0], [20, 38], [0, 0], [19, 19], [-1, 20], [-2, 20], [60, 20]] {
        for by in (-1..=1).flat_map(|x| (-1..=1).map(move |y| [9 * x, 9 * y])) {
            for motion in [Motion::STOP, Motion::SLIDE, Motion::walk(1, 1)] {
                world.move_to(dot, from).unwrap();
                let to = [from[0] + by[0], from[1] + by[1]];
                let moved = world.move_until(dot, to, motion.hit_from_inside()).unwrap();
                if moved.started_inside.is_empty() {
                    continue;
                }
                assert_eq!((moved.at, &moved.started_inside[..]), (from, &[rock][..]));
                let view = world.refresh().unwrap().hit_from_inside();
                let is_walk = motion == Motion::walk(1, 1);
                let world::Blocked { left, right, up, down, .. } = moved.blocked;
                for (side, blocked, is_asked) in [
                    ([-1, 0], left, by[0] < 0),
                    ([1, 0], right, by[0] > 0),
                    ([0, -1], up, by[1] < 0 && !is_walk),
                    ([0, 1], down, by[1] > 0 || is_walk),
                ] {
                    let touches = !view.touching(dot, side).unwrap().is_empty();
                    assert_eq!(blocked, touches && is_asked, "from {from:?} to {to:?}: {side:?}");
                    assert!(touches, "every step is impossible");
                }
            }
        }
    }
}

/// A world with a sprite of 4 x 4 pixels at [0, 0] and fixed boxes.
fn room<const N: usize>(boxes: [([i32; 2], [u32; 2]); N]) -> (World, SpriteId, [SpriteId; N]) {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(4, 4).unwrap()).unwrap();
    let mover = world.spawn(Sprite::new(mask, [0, 0])).unwrap();
    let ids = boxes.map(|(at, [width, height])| {
        let mask = world.add_mask(Mask::filled(width, height).unwrap()).unwrap();
        world.spawn(Sprite::new(mask, at).fixed(true)).unwrap()
    });
    (world, mover, ids)
}

#[test]
fn a_sprite_slides_along_the_floor_and_into_the_corner() {
    let (mut world, mover, [floor, wall]) = room([([-50, 10], [200, 5]), ([40, -50], [5, 60])]);
    let moved = world.move_until(mover, [20, 20], Motion::SLIDE).unwrap();
    assert_eq!((moved.at, moved.hits.len(), moved.hits[0].id), ([20, 6], 1, floor));
    assert_eq!((moved.hits[0].first, moved.hits[0].normal), ([7, 10], [0.0, -1.0]));
    let moved = world.move_until(mover, [90, 20], Motion::SLIDE).unwrap();
    assert_eq!(moved.at, [36, 6]);
    assert!(moved.hits.iter().map(|hit| hit.id).eq([floor, wall]));
    // Nothing stops the sprite on its way out of the corner.
    let moved = world.move_until(mover, [0, 0], Motion::STOP).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([0, 0], 0));
    // The wall stops it, it slides up along the wall, and past the end of the wall the second round moves it over.
    world.move_to(mover, [20, -45]).unwrap();
    let moved = world.move_until(mover, [60, -60], Motion::SLIDE).unwrap();
    assert_eq!((moved.at, moved.hits.len(), moved.hits[0].id), ([60, -60], 1, wall));
    assert_eq!(world.get(mover).unwrap().position, [60, -60]);
}

#[test]
fn a_sprite_leaves_what_it_begins_in_and_cannot_enter_it_again() {
    // The sprite starts inside the first box; the second is on its path.
    let (mut world, mover, [_, second]) = room([([-2, 0], [4, 40]), ([20, 0], [4, 40])]);
    let swept = world.refresh().unwrap().sweep(mover, [100, 0]).unwrap();
    assert_eq!((swept.at, swept.hit.unwrap().id), ([16, 0], second));
    let back = world.move_until(mover, [16, 0], Motion::STOP).unwrap();
    assert_eq!((back.at, back.hits.len()), ([16, 0], 0));
    assert_eq!(world.move_until(mover, [0, 0], Motion::SLIDE).unwrap().at, [2, 0]);
    // Two prongs of one mask are one sprite, which the mover leaves and hits again.
    let fork = Mask::from_fn(30, 9, |x, _| x % 20 < 5).unwrap();
    let mut world = World::new();
    let (fork, dot) = (world.add_mask(fork).unwrap(), world.add_mask(Mask::filled(1, 1).unwrap()).unwrap());
    let fork = world.spawn(Sprite::new(fork, [0, 0]).fixed(true)).unwrap();
    let dot = world.spawn(Sprite::new(dot, [2, 2])).unwrap();
    let swept = world.refresh().unwrap().sweep(dot, [90, 2]).unwrap();
    assert_eq!((swept.at, swept.hit.map(|hit| (hit.id, hit.step))), ([19, 2], Some((fork, 18))));
    let inside = world.refresh().unwrap().sweep(dot, [4, 8]).unwrap();
    assert_eq!((inside.at, inside.hit), ([4, 8], None));
}

#[test]
fn nothing_is_tunnelled_through_from_end_to_end_of_the_world() {
    let end = world::MAX_POSITION;
    let mut world = World::new();
    let (bullet, wall) = (Mask::filled(2, 2).unwrap(), Mask::filled(1, 9).unwrap());
    let (bullet, wall) = (world.add_mask(bullet).unwrap(), world.add_mask(wall).unwrap());
    let bullet = world.spawn(Sprite::new(bullet, [-end, 4]).origin([-1000.0, 0.0])).unwrap();
    let far = world.spawn(Sprite::new(wall, [end, 0]).fixed(true)).unwrap();
    let swept = world.refresh().unwrap().sweep(bullet, [end, 4]).unwrap();
    let hit = swept.hit.unwrap();
    assert_eq!((swept.at, hit.id, hit.step), ([end - 1002, 4], far, 2 * end as u32 - 1001));
    assert_eq!((hit.first, hit.normal), ([end, 4], [-1.0, 0.0]));
    // A sprite in the middle, whose distance from the ends fits in 32 bits, stops the bullet earlier.
    let near = world.spawn(Sprite::new(wall, [0, 0])).unwrap();
    let moved = world.move_until(bullet, [end, 7], Motion::STOP).unwrap();
    assert_eq!((moved.at, moved.hits[0].id), ([-1002, 5], near));
    // From corner to corner past both.
    world.move_to(bullet, [end, end]).unwrap();
    let moved = world.move_until(bullet, [-end, -end], Motion::SLIDE).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([-end, -end], 0));

    world.despawn(near).unwrap();
    let stale = WorldError::StaleSprite(near);
    assert_eq!(world.move_until(near, [0, 0], Motion::STOP), Err(stale));
    assert_eq!(world.refresh().unwrap().sweep(near, [0, 0]), Err(stale));
    let out = WorldError::OutOfRange { at: [i64::from(end) + 1, 0] };
    assert_eq!(world.move_until(bullet, [end + 1, 0], Motion::SLIDE), Err(out));
    assert_eq!(world.refresh().unwrap().sweep(bullet, [end + 1, 0]), Err(out));
    assert_eq!(world.get(bullet).unwrap().position, [-end, -end]);
}
