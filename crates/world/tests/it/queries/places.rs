//! Free places, and sprites that are pushed there, against a test of every place.

use super::crowd::crowd;
use mask::{Mask, Reach, Rect};
use testkit::model::Among;
use testkit::model::placing::{self, Limits};
use testkit::{Rng, seeds};
use world::{MAX_POSITION, PushOut, Remainder, Sprite, World, WorldError};

/// A random direction, in one of two rounds, and a random rectangle near a place, in one of three.
fn limits(rng: &mut Rng, round: usize, limit: i32, [x, y]: [i32; 2]) -> Limits {
    let direction = [rng.within(-5..6), rng.within(-5..6)];
    let rect = Rect::new(x - rng.within(-30..60), y - rng.within(-30..60), rng.below(120), rng.below(120));
    Limits { limit, along: (round % 2 == 1).then_some(direction), inside: round.is_multiple_of(3).then_some(rect) }
}

#[test]
fn free_places_in_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 40 } else { 500 };
    let (mut found, mut none) = (0, 0);
    for seed in seeds(3) {
        let (mut twin, placed_grids) = crowd(seed, 150, [60, 120, 300][seed as usize % 3]);
        let view = twin.world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let one = &placed_grids[rng.below(placed_grids.len() as u32) as usize];
            let limit = [0, 4, 30, 90][round % 4];
            let at = one.actor.at.map(|c| c + rng.within(-40..41));
            let among = Among { layers: [None, None, Some(3)][round % 3], sensors: round.is_multiple_of(5) };
            let limits = limits(&mut rng, round / 4, limit, at);
            let is_found = placing::placed(view, &placed_grids, one, among, at, limits);
            found += usize::from(is_found);
            none += usize::from(!is_found);
        }
    }
    println!("{found} places, {none} searches without one");
    assert!(found > rounds / 2 && none > rounds / 8);
}

#[test]
fn sprites_that_are_pushed_out_of_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 40 } else { 400 };
    let (mut moved, mut none) = (0, 0);
    for seed in seeds(3) {
        let (mut twin, mut placed_grids) = crowd(seed, 120, [80, 150, 300][seed as usize % 3]);
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let mover = rng.below(placed_grids.len() as u32) as usize;
            let one = &placed_grids[mover];
            let limits = limits(&mut rng, round / 3, [3, 20, 70][round % 3], one.actor.at);
            let by = placing::pushed(&mut twin, &placed_grids, one, limits);
            moved += usize::from(by.is_some_and(|by| by != [0, 0]));
            none += usize::from(by.is_none());
            placed_grids[mover] = twin.model.placed_grid(placed_grids[mover].id);
        }
    }
    println!("{moved} moved, {none} found no place");
    assert!(moved > rounds / 8 && none > rounds / 8);
}

#[test]
fn places_at_the_ends_of_the_world() {
    let mut world = World::new();
    let [dot, block] = [1, 40].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    let end = MAX_POSITION;
    let sprite = world.spawn(Sprite::new(dot, [end, end])).unwrap();
    world.spawn(Sprite::new(block, [end - 9, end - 20]).fixed(true)).unwrap();
    // The nearest place is beyond the end of the world.
    assert_eq!(world.push_out(sprite, 9), Ok(None));
    assert_eq!(world.push_out(sprite, u32::MAX), Ok(Some([-10, 0])));
    assert_eq!(world.push_out(sprite, PushOut::along([0, 0], 99)), Ok(Some([0, 0])));
    world.move_to(sprite, [end, end]).unwrap();
    assert_eq!(world.push_out(sprite, PushOut::along([1, 0], u32::MAX)), Ok(None));
    assert_eq!(world.push_out(sprite, PushOut::along([0, -1], 21)), Ok(Some([0, -21])));
    assert_eq!(world.push_out(sprite, PushOut::along([0, 0], u32::MAX)), Ok(Some([0, 0])));
    let far = WorldError::OutOfRange { at: [i64::from(end) + 1, 0] };
    assert_eq!(world.refresh().unwrap().nearest_free(sprite.at([end + 1, 0]), 5), Err(far));
    world.despawn(sprite).unwrap();
    assert_eq!(world.push_out(sprite, 5), Err(WorldError::StaleSprite(sprite)));
    // The middle of a heap of sprites that are larger than the limit.
    let heap: Vec<_> = (0..20).map(|n| world.spawn(Sprite::new(block, [n % 5 * 30, n / 5 * 30])).unwrap()).collect();
    let moves = world.push_out_many(heap.iter().copied(), 300).unwrap();
    assert!(moves.iter().all(Option::is_some));
    assert!(world.refresh().unwrap().collisions().unwrap().is_empty());
}

#[test]
fn a_sprite_off_the_map_is_moved_inside() {
    let mut world = World::new();
    let [ball, wall, nothing] =
        [[8, 8], [10, 90], [8, 0]].map(|[width, height]| world.add_mask(Mask::filled(width, height).unwrap()).unwrap());
    let map = Rect::new(-100, -50, 200, 100);
    let ball = world.spawn(Sprite::new(ball, [97, 0])).unwrap();
    // Free, but five pixels outside.
    assert_eq!(world.push_out(ball, Reach::new(4).inside(map)), Ok(None));
    assert_eq!(world.push_out(ball, Reach::new(5).inside(map)), Ok(Some([-5, 0])));
    assert_eq!(world.push_out(ball, Reach::new(5).inside(map)), Ok(Some([0, 0])));
    // From far away, into the corner, and out of the wall that stands there.
    world.spawn(Sprite::new(wall, [-100, -50]).fixed(true)).unwrap();
    world.move_to(ball, [-MAX_POSITION, -MAX_POSITION]).unwrap();
    let by = world.push_out(ball, Reach::new(u32::MAX).inside(map)).unwrap().unwrap();
    assert_eq!(by.map(|c| c - MAX_POSITION), [-90, -50]);
    // Along a line that enters the map and leaves it again.
    world.move_to(ball, [-110, 0]).unwrap();
    assert_eq!(world.push_out(ball, PushOut::along([1, 0], Reach::new(u32::MAX).inside(map))), Ok(Some([20, 0])));
    world.move_to(ball, [-110, 60]).unwrap();
    assert_eq!(world.push_out(ball, PushOut::along([1, 0], Reach::new(u32::MAX).inside(map))), Ok(None));
    // Larger than the rectangle; and without a pixel.
    assert_eq!(world.push_out(ball, Reach::new(99).inside(Rect::new(-110, 60, 7, 99))), Ok(None));
    let empty = world.spawn(Sprite::new(nothing, [500, 500])).unwrap();
    assert_eq!(world.push_out(empty, Reach::new(99).inside(map)), Ok(Some([0, 0])));
}

#[test]
fn a_remainder_moves_by_the_sum_of_all_moves() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let (mut rest, mut sum, mut at) = (Remainder::default(), [0.0; 2], [0; 2]);
        for _ in 0..200 {
            // Sums of eighths are exact.
            let by = [0; 2].map(|_: i32| f64::from(rng.within(-40..41)) / 8.0);
            let whole = rest.take(by).unwrap();
            for axis in 0..2 {
                sum[axis] += by[axis];
                at[axis] += whole[axis];
                assert_eq!(f64::from(at[axis]), (sum[axis] + 0.5).floor());
                assert!((-0.5..0.5).contains(&rest.rest[axis]));
            }
        }
    }
    let mut rest = Remainder { rest: [0.25, 0.0] };
    for by in [[f64::NAN, 0.0], [0.0, f64::INFINITY], [4e9, 0.0]] {
        assert!(matches!(rest.take(by), Err(WorldError::NotAPixel { .. })));
        assert_eq!(rest.rest, [0.25, 0.0]);
    }
}
