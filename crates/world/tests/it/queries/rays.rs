//! Rays through a world, against every pixel of the line.

use super::crowd::{crowd, on_layers};
use mask::{Line, Mask};
use testkit::model::{Actor, PlacedGrid, Twin, answers};
use testkit::scene::{Kind, Scene};
use testkit::{Rng, naive, seeds, shape};
use world::{Sprite, SpriteId, SpriteRayHit, World};

#[test]
fn rays_through_a_crowd() {
    let rounds = if cfg!(debug_assertions) { 150 } else { 3000 };
    let mut met = 0;
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 300, [90, 200, 700, 2000][seed as usize % 4]);
        let all = twin.world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let layers = [None, Some(1), Some(2), Some(0b101)][round % 4];
            let reach = [30, 300, 900, 2500][rng.below(4) as usize];
            let mut end = || [rng.within(-reach..reach + 1), rng.within(-reach..reach + 1)];
            let (from, mut to) = (end(), end());
            // Horizontal, vertical, diagonal and single-pixel lines are edge cases.
            match round % 8 {
                0 => to[0] = from[0],
                1 => to[1] = from[1],
                2 => to[1] = from[1] + (to[0] - from[0]),
                3 => to = from,
                _ => {}
            }
            met += answers::rays(on_layers(all, layers), &answers::on_layers(&placed_grids, layers), from, to);
        }
    }
    println!("{} rays met {met} sprites", 4 * rounds);
    assert!(met > rounds);
}

/// Every line from the center to a ring around it, over every small arrangement of two dots and a box.
#[test]
fn every_short_line_past_three_sprites() {
    let mut rays = 0;
    let mut rng = Rng::new(9);
    for round in 0..if cfg!(debug_assertions) { 30 } else { 300 } {
        let mut twin = Twin::default();
        for grid in [shape::solid(1), shape::solid(1), shape::noise(4, 60, rng.bits())] {
            let (mask, at) = (twin.add_mask(grid), [rng.within(-7..8), rng.within(-7..8)]);
            twin.spawn(Actor { fixed: round % 2 == 1, ..Actor::new(mask, at) }).unwrap();
        }
        let placed_grids = twin.model.placed_grids().unwrap();
        let (view, seen) = (twin.world.refresh().unwrap(), placed_grids.iter().collect::<Vec<&PlacedGrid>>());
        for (x, y) in (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y))) {
            answers::rays(view, &seen, [x / 8, y / 8], [x, y]);
            rays += 1;
        }
    }
    println!("{rays} rays");
}

#[test]
fn rays_through_scenes_that_move() {
    for kind in Kind::ALL {
        let mut scene = Scene::new(kind, if cfg!(debug_assertions) { 300 } else { 3000 }, 21);
        let (mut world, ids) = scene.to_world().unwrap();
        let (mut rng, dot) = (Rng::new(22), shape::solid(1));
        let mut met = 0;
        for _ in 0..7 {
            scene.step();
            ids.iter().zip(&scene.at).for_each(|(&id, &at)| world.move_to(id, at).unwrap());
            let view = world.refresh().unwrap();
            let sprites = scene.sprites();
            for _ in 0..20 {
                let mut end = || [rng.within(-50..scene.side + 50), rng.within(-50..scene.side + 50)];
                let (from, to) = (end(), end());
                let first = (0..).zip(Line::new(from, to).points()).find_map(|(step, at)| {
                    let solid = |&sprite: &_| naive::share(sprite, (&dot, at));
                    sprites.iter().position(solid).map(|sprite| (step, ids[sprite], at))
                });
                let hit = view.cast_ray(from, to);
                assert_eq!(hit.map(|hit| (hit.step, hit.id, hit.at)), first, "{kind:?}, {from:?} to {to:?}");
                met += u32::from(first.is_some());
            }
        }
        assert!(met > 20, "{met} of {kind:?}");
    }
}

/// Sprites at the ends of their range, rays between the ends of `i32`: 2^32 steps, offsets beyond `i32`.
#[test]
fn rays_across_all_of_i32() {
    let mut world = World::new();
    let (ring, dot) = (shape::mask(&shape::ring(64)), Mask::filled(1, 1).unwrap());
    let (ring, dot) = (world.add_mask(ring).unwrap(), world.add_mask(dot).unwrap());
    let end = world::MAX_POSITION;
    let near = world.spawn(Sprite::new(ring, [-end, -32])).unwrap();
    let far = world.spawn(Sprite::new(ring, [end, -32]).fixed(true)).unwrap();
    let middle = world.spawn(Sprite::new(dot, [0, 0]).fixed(true)).unwrap();
    let twin = world.spawn(Sprite::new(dot, [0, 0])).unwrap();
    let view = world.refresh().unwrap();
    let hits = view.cast_ray_all([i32::MIN, 0], [i32::MAX, 0]);
    let found: Vec<(u32, SpriteId, i32)> = hits.iter().map(|hit| (hit.step, hit.id, hit.at[0])).collect();
    let from_the_left = |x: i32| x.wrapping_sub(i32::MIN) as u32;
    let expected = [(near, -end), (middle, 0), (twin, 0), (far, end)];
    assert_eq!(found, expected.map(|(id, x)| (from_the_left(x), id, x)));
    assert!(hits.iter().all(|hit| hit.before == Some([hit.at[0] - 1, 0])));
    let back = view.cast_ray([i32::MAX, 0], [i32::MIN, 0]).unwrap();
    assert_eq!((back.id, back.at, back.before), (far, [end + 63, 0], Some([end + 64, 0])));
    // Slanting lines, through the center of everything and between the ends.
    let line = Line::new([i32::MIN, -40], [i32::MAX, 39]);
    let found: Vec<SpriteRayHit> = view.cast_ray_all(line.start(), line.end());
    for hit in &found {
        assert_eq!((line.at(hit.step), Some(line.at(hit.step - 1))), (hit.at, hit.before));
        assert!(view.find(hit.at).contains(&hit.id));
        assert!(!view.find(hit.before.unwrap()).contains(&hit.id));
    }
    assert!(found.iter().map(|hit| hit.id).eq([near, middle, twin, far]));
    for (from, to) in [([i32::MIN; 2], [i32::MAX; 2]), ([i32::MAX; 2], [i32::MIN; 2])] {
        let found: Vec<SpriteId> = view.cast_ray_all(from, to).iter().map(|hit| hit.id).collect();
        assert_eq!(found, [middle, twin]);
    }
    for corner in [[i32::MIN; 2], [i32::MAX; 2]] {
        assert_eq!(view.cast_ray(corner, corner), None);
    }
    assert_eq!(World::new().refresh().unwrap().cast_ray([i32::MIN; 2], [i32::MAX; 2]), None);
}
