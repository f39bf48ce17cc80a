//! Sprites that move until an obstacle stops them, against every step of the path.

use super::crowd::{Crowd, Known};
use bench::naive;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::Line;
use hitmask::{Mask, Motion, Sprite, SpriteId, View, World, WorldError, world};
use std::time::{Duration, Instant};

/// Whether a sprite at a position shares a pixel with another.
fn overlap(one: &Known, position: [i32; 2], other: &Known) -> bool {
    let at = [position[0] + one.corner[0], position[1] + one.corner[1]];
    naive::share((&one.grid, at), (&other.grid, other.at))
}

/// The sprites that may stop a sprite.
fn obstacles(crowd: &Crowd, mover: usize, layers: Option<u32>) -> impl Iterator<Item = &Known> {
    let one = &crowd.sprites[mover];
    let others = crowd.sprites.iter().enumerate().filter(move |&(other, _)| other != mover).map(|(_, other)| other);
    others.filter(move |other| one.may_meet(other) && layers.is_none_or(|layers| other.layers[0] & layers != 0))
}

/// The last free position of a sprite, and the step and sprite that stop it. Every step tests all other sprites except
/// those that overlapped at every step so far.
fn oracle(crowd: &Crowd, mover: usize, layers: Option<u32>, to: [i32; 2]) -> ([i32; 2], Option<(u32, SpriteId)>) {
    let one = &crowd.sprites[mover];
    let mut before = one.position();
    let (mut ignored, mut free): (Vec<&Known>, Vec<&Known>) =
        obstacles(crowd, mover, layers).partition(|other| overlap(one, before, other));
    for (step, at) in (0..).zip(Line::new(before, to).points()) {
        free.extend(ignored.extract_if(.., |other| !overlap(one, at, other)));
        if let Some(hit) = free.iter().filter(|other| overlap(one, at, other)).map(|other| other.id).min() {
            return (before, Some((step, hit)));
        }
        before = at;
    }
    (to, None)
}

/// Checks that the sweep of a sprite equals the oracle's. Returns whether it hit.
fn check(crowd: &Crowd, view: View, mover: usize, layers: Option<u32>, to: [i32; 2]) -> bool {
    let one = &crowd.sprites[mover];
    let view = layers.map_or(view, |layers| view.on_layers(layers));
    let swept = view.sweep(one.id, to).unwrap();
    let found = (swept.at, swept.hit.map(|hit| (hit.step, hit.sprite)));
    assert_eq!(found, oracle(crowd, mover, layers, to), "{:?} from {:?} to {to:?}", one.id, one.position());
    let Some(hit) = swept.hit else { return false };
    let line = Line::new(one.position(), to);
    assert_eq!((line.at(hit.step - 1), hit.before), (swept.at, swept.at));
    let [x, y] = line.at(hit.step);
    let other = crowd.sprites.iter().find(|other| other.id == hit.sprite).unwrap();
    let offset = [x + one.corner[0] - other.at[0], y + one.corner[1] - other.at[1]];
    let first = other.grid.first(&one.grid, offset).unwrap();
    assert_eq!(hit.first, [first[0] + other.at[0], first[1] + other.at[1]]);
    assert_eq!(Some(hit.normal), shape::mask(&other.grid).overlap_normal(&shape::mask(&one.grid), offset));
    true
}

#[test]
fn sweeps_through_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 100 } else { 1500 };
    let (mut hits, mut inside) = (0, 0);
    for seed in 0..4 {
        let crowd = Crowd::new(seed, 150, [70, 150, 400, 900][seed as usize]);
        let mut world = crowd.world();
        let view = world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let layers = [None, None, Some(1), Some(0b110)][round % 4];
            let mover = rng.below(crowd.sprites.len() as u32) as usize;
            let one = &crowd.sprites[mover];
            let reach = [3, 60, 400, 1500][rng.below(4) as usize];
            let [x, y] = one.position();
            let mut to = [x + rng.within(-reach..reach + 1), y + rng.within(-reach..reach + 1)];
            match round % 8 {
                0 => to[0] = x,
                1 => to[1] = y,
                2 => to = [x, y],
                _ => {}
            }
            inside += u32::from(obstacles(&crowd, mover, layers).any(|other| overlap(one, [x, y], other)));
            hits += u32::from(check(&crowd, view, mover, layers, to));
        }
    }
    println!("{} sweeps, {hits} hit, {inside} began in another sprite", 4 * rounds);
    assert!(hits as usize > rounds / 2 && inside as usize > rounds / 4);
}

/// The definition of [`Motion::Slide`], with the oracle's sweeps.
fn slide(crowd: &mut Crowd, mover: usize, to: [i32; 2]) -> Vec<SpriteId> {
    let mut hits = Vec::new();
    let mut go = |crowd: &mut Crowd, to| {
        let (at, hit) = oracle(crowd, mover, None, to);
        hits.extend(hit.map(|(_, id)| id).filter(|id| !hits.contains(id)));
        crowd.sprites[mover].move_to(at);
    };
    go(crowd, to);
    for _ in 0..8 {
        let [x, y] = crowd.sprites[mover].position();
        let axes = if to[1].abs_diff(y) > to[0].abs_diff(x) { [1, 0] } else { [0, 1] };
        for axis in axes {
            let mut along = crowd.sprites[mover].position();
            along[axis] = to[axis];
            go(crowd, along);
        }
    }
    hits
}

#[test]
fn sprites_that_stop_or_slide_in_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 2000 };
    let (mut stopped, mut slid) = (0, 0);
    for seed in 0..3 {
        let mut crowd = Crowd::new(seed, 120, [80, 200, 500][seed as usize]);
        let mut world = crowd.world();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let mover = rng.below(crowd.sprites.len() as u32) as usize;
            let from = crowd.sprites[mover].clone();
            let [x, y] = from.position();
            let reach = [5, 60, 400][rng.below(3) as usize];
            let to = [x + rng.within(-reach..reach + 1), y + rng.within(-reach..reach + 1)];
            let (motion, hits) = if round % 3 == 0 {
                let (at, hit) = oracle(&crowd, mover, None, to);
                crowd.sprites[mover].move_to(at);
                (Motion::Stop, hit.map(|(_, id)| id).into_iter().collect())
            } else {
                (Motion::Slide, slide(&mut crowd, mover, to))
            };
            let at = crowd.sprites[mover].position();
            let moved = world.move_until(from.id, to, motion).unwrap();
            assert_eq!(moved.at, at, "{motion:?} of {:?} from [{x}, {y}] to {to:?}", from.id);
            assert!(moved.hits.iter().map(|hit| hit.sprite).eq(hits));
            assert_eq!(world.get(from.id).unwrap().position(), at);
            // Every sprite that it overlaps now, it overlapped before; and it moved only towards the target.
            let one = &crowd.sprites[mover];
            let stuck = obstacles(&crowd, mover, None).filter(|other| overlap(one, at, other));
            assert!(stuck.into_iter().all(|other| overlap(one, [x, y], other)));
            assert!((0..2).all(|axis| {
                let (from, to) = ([x, y][axis], to[axis]);
                (from.min(to)..=from.max(to)).contains(&at[axis])
            }));
            stopped += u32::from(at != to);
            slid += u32::from(at == to && !moved.hits.is_empty());
        }
    }
    println!("{} moves, {stopped} ended early, {slid} slid all the way", 3 * rounds);
    assert!(stopped as usize > rounds / 4 && slid as usize > rounds / 100);
}

/// A world with a sprite of 4 x 4 pixels at [0, 0] and fixed boxes.
fn room<const N: usize>(boxes: [([i32; 2], [u32; 2]); N]) -> (World, SpriteId, [SpriteId; N]) {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(4, 4).unwrap()).unwrap();
    let mover = world.spawn(Sprite::new(mask, [0, 0])).unwrap();
    let ids = boxes.map(|(at, [width, height])| {
        let mask = world.add_mask(Mask::filled(width, height).unwrap()).unwrap();
        world.spawn(Sprite::new(mask, at).fixed()).unwrap()
    });
    (world, mover, ids)
}

#[test]
fn a_sprite_slides_along_the_floor_and_into_the_corner() {
    let (mut world, mover, [floor, wall]) = room([([-50, 10], [200, 5]), ([40, -50], [5, 60])]);
    let moved = world.move_until(mover, [20, 20], Motion::Slide).unwrap();
    assert_eq!((moved.at, moved.hits.len(), moved.hits[0].sprite), ([20, 6], 1, floor));
    assert_eq!((moved.hits[0].first, moved.hits[0].normal), ([7, 10], [0.0, 1.0]));
    let moved = world.move_until(mover, [90, 20], Motion::Slide).unwrap();
    assert_eq!(moved.at, [36, 6]);
    assert!(moved.hits.iter().map(|hit| hit.sprite).eq([floor, wall]));
    // Nothing stops the sprite on its way out of the corner.
    let moved = world.move_until(mover, [0, 0], Motion::Stop).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([0, 0], 0));
    // The wall stops it, it slides up along the wall, and past the end of the wall the second round moves it over.
    world.move_to(mover, [20, -45]).unwrap();
    let moved = world.move_until(mover, [60, -60], Motion::Slide).unwrap();
    assert_eq!((moved.at, moved.hits.len(), moved.hits[0].sprite), ([60, -60], 1, wall));
    assert_eq!(world.get(mover).unwrap().position(), [60, -60]);
}

#[test]
fn a_sprite_leaves_what_it_begins_in_and_cannot_enter_it_again() {
    // The sprite starts inside the first box; the second is on its path.
    let (mut world, mover, [_, second]) = room([([-2, 0], [4, 40]), ([20, 0], [4, 40])]);
    let swept = world.refresh().unwrap().sweep(mover, [100, 0]).unwrap();
    assert_eq!((swept.at, swept.hit.unwrap().sprite), ([16, 0], second));
    let back = world.move_until(mover, [16, 0], Motion::Stop).unwrap();
    assert_eq!((back.at, back.hits.len()), ([16, 0], 0));
    assert_eq!(world.move_until(mover, [0, 0], Motion::Slide).unwrap().at, [2, 0]);
    // Two prongs of one mask are one sprite, which the mover leaves and hits again.
    let fork = Mask::from_fn(30, 9, |x, _| x % 20 < 5).unwrap();
    let mut world = World::new();
    let (fork, dot) = (world.add_mask(fork).unwrap(), world.add_mask(Mask::filled(1, 1).unwrap()).unwrap());
    let fork = world.spawn(Sprite::new(fork, [0, 0]).fixed()).unwrap();
    let dot = world.spawn(Sprite::new(dot, [2, 2])).unwrap();
    let swept = world.refresh().unwrap().sweep(dot, [90, 2]).unwrap();
    assert_eq!((swept.at, swept.hit.map(|hit| (hit.sprite, hit.step))), ([19, 2], Some((fork, 18))));
    let inside = world.refresh().unwrap().sweep(dot, [4, 8]).unwrap();
    assert_eq!((inside.at, inside.hit), ([4, 8], None));
}

/// Moves that begin inside a sprite do not compute its separating move. An earlier version did, without using it: a
/// third of a second for each move deep inside a mask of 16,384 x 16,384.
#[test]
fn moves_deep_inside_scenery_cost_what_they_cost_outside() {
    let mut world = World::new();
    let ground = world.add_mask(Mask::filled(1 << 14, 1 << 14).unwrap()).unwrap();
    let ball = world.add_mask(shape::mask(&shape::disc(32))).unwrap();
    world.spawn(Sprite::new(ground, [0, 0]).fixed()).unwrap();
    let ball = world.spawn(Sprite::new(ball, [1 << 13, 1 << 13])).unwrap();
    let view = world.refresh().unwrap();
    let start = Instant::now();
    for step in 1..=100 {
        let to = [(1 << 13) + step % 10, 1 << 13];
        assert_eq!(view.sweep(ball, to).unwrap().at, to);
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn nothing_is_tunnelled_through_from_end_to_end_of_the_world() {
    let end = world::MAX_POSITION;
    let mut world = World::new();
    let (bullet, wall) = (Mask::filled(2, 2).unwrap(), Mask::filled(1, 9).unwrap());
    let (bullet, wall) = (world.add_mask(bullet).unwrap(), world.add_mask(wall).unwrap());
    let bullet = world.spawn(Sprite::new(bullet, [-end, 4]).pivot([-1000, 0])).unwrap();
    let far = world.spawn(Sprite::new(wall, [end, 0]).fixed()).unwrap();
    let swept = world.refresh().unwrap().sweep(bullet, [end, 4]).unwrap();
    let hit = swept.hit.unwrap();
    assert_eq!((swept.at, hit.sprite, hit.step), ([end - 1002, 4], far, 2 * end as u32 - 1001));
    assert_eq!((hit.first, hit.normal), ([end, 4], [1.0, 0.0]));
    // A sprite in the middle, whose distance from the ends fits in 32 bits, stops the bullet earlier.
    let near = world.spawn(Sprite::new(wall, [0, 0])).unwrap();
    let moved = world.move_until(bullet, [end, 7], Motion::Stop).unwrap();
    assert_eq!((moved.at, moved.hits[0].sprite), ([-1002, 5], near));
    // From corner to corner past both.
    world.move_to(bullet, [end, end]).unwrap();
    let moved = world.move_until(bullet, [-end, -end], Motion::Slide).unwrap();
    assert_eq!((moved.at, moved.hits.len()), ([-end, -end], 0));

    world.despawn(near).unwrap();
    let stale = WorldError::StaleSprite(near);
    assert_eq!(world.move_until(near, [0, 0], Motion::Stop), Err(stale));
    assert_eq!(world.refresh().unwrap().sweep(near, [0, 0]), Err(stale));
    let out = WorldError::OutOfRange { at: [i64::from(end) + 1, 0] };
    assert_eq!(world.move_until(bullet, [end + 1, 0], Motion::Slide), Err(out));
    assert_eq!(world.refresh().unwrap().sweep(bullet, [end + 1, 0]), Err(out));
    assert_eq!(world.get(bullet).unwrap().position(), [-end, -end]);
}
