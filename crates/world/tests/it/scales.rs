//! Scaled sprites against the definition of their pixels.

use mask::{Affine, Mask, MaskError, Rect};
use testkit::model::{Actor, Change, Life, Twin};
use testkit::{Rng, shape};
use world::{Angle, Sprite, SpriteId, Turn, World, WorldError};

/// The number of random worlds.
const WORLDS: u64 = if cfg!(debug_assertions) { 30 } else { 600 };

fn any_scale(rng: &mut Rng) -> [f64; 2] {
    [0; 2].map(|_| f64::from(1 + rng.below(400)) / 100.0)
}

/// The pairs, the boxes and the queries of sprites at any angle and scale, about pivots inside and outside the mask.
#[test]
fn sprites_at_any_angle_and_scale_agree_with_their_pixels() {
    let (mut cases, mut collisions) = (0, 0);
    for seed in 0..WORLDS {
        let mut rng = Rng::new(seed);
        let mut twin = Twin::default();
        twin.world.set_limits(twin.world.limits().variant_bytes(1 << (seed % 30)));
        let masks = [0; 3].map(|_| {
            let size = [0; 2].map(|_| 1 + rng.below(12));
            let percent = rng.below(100);
            let grid = shape::grid(size[0], size[1], |_, _| rng.below(100) < percent);
            twin.add_mask(grid)
        });
        let angles = [1, 7, 64, 65_536][seed as usize % 4];
        masks.iter().for_each(|&mask| twin.set_angles(mask, angles));
        for number in 0..32 {
            let at = [0; 2].map(|_: i32| rng.within(-30..30));
            let actor = Actor {
                flips: [rng.below(2) == 0, rng.below(2) == 0],
                quarters: rng.below(4) as usize,
                angle: rng.below(1 << 16) as u16,
                scale: any_scale(&mut rng),
                exact: number % 2 == 0,
                pivot: (number % 3 == 0).then(|| [0; 2].map(|_: i32| rng.within(-6..18))),
                fixed: number % 5 == 0,
                ..Actor::new(masks[number as usize % 3], at)
            };
            twin.spawn(actor).unwrap();
        }
        for _ in 0..4 {
            let [left, top] = [0; 2].map(|_: i32| rng.within(-40..40));
            twin.check(Rect { left, top, width: rng.below(40), height: rng.below(40) });
            twin.step();
            let ids: Vec<SpriteId> = twin.model.actors.keys().copied().collect();
            for id in ids {
                let by = [0; 2].map(|_: i32| rng.within(-4..5));
                twin.move_by(id, by);
            }
            cases += 32 * 31 / 2 + 32;
        }
        collisions += twin.pairs;
    }
    println!("{cases} pairs and boxes, {collisions} of them collisions");
    assert!(cases > 10_000 && collisions > 1000, "{cases}, {collisions}");
}

/// Rays, sweeps, moves and all other queries in random lives, in which most sprites are scaled.
#[test]
fn queries_of_scaled_sprites_agree_with_their_pixels() {
    for seed in 0..WORLDS {
        let mut life = Life::new(Rng::new(77_000 + seed), [0, 0]);
        if life.twin.model.shapes.values().any(|shape| shape.mask.width() > 1000) {
            continue; // Scaled down, a long mask has too many pixels for the model.
        }
        life.settle();
        for _ in 0..40 {
            life.operations(2, false);
            let ids: Vec<SpriteId> = life.twin.model.actors.keys().copied().collect();
            if let Some(&id) = ids.get(life.choices.below(ids.len() as u32) as usize) {
                let scale = [0; 2].map(|_| f64::from(1 + life.choices.below(32)) / 16.0);
                life.twin.change(id, Change::Scale(scale));
            }
            life.ask();
        }
        let _ = life.end();
    }
}

/// The definition, written out: the center of each pixel, mapped back about the middle, lies in a solid pixel.
#[track_caller]
fn check_pixels(world: &mut World, mask: &Mask, sprite: Sprite, factors: [f64; 2]) {
    let id = world.spawn(sprite).unwrap();
    let shape = world.refresh().unwrap().shape(id).unwrap();
    let upright = match sprite.turn {
        Turn::Quarter => mask.rotated_90(),
        _ => mask.clone(),
    };
    let middle = [upright.width() / 2, upright.height() / 2].map(f64::from);
    let map = Affine::scale(factors).then(&Affine::rotation(sprite.angle.to_degrees()));
    // The point of the world at which the middle of the mask is.
    let anchor = match sprite.pivot {
        None => [0, 1].map(|axis| f64::from(sprite.position[axis]) + middle[axis]),
        Some(pivot) => {
            let [x, y] = pivot.map(f64::from);
            let [x, y] = if sprite.turn == Turn::Quarter { [f64::from(mask.height()) - 1.0 - y, x] } else { [x, y] };
            let moved = map.apply([x + 0.5 - middle[0], y + 0.5 - middle[1]]);
            [0, 1].map(|axis| f64::from(sprite.position[axis]) - moved[axis].floor())
        }
    };
    let back = map.inverse().unwrap();
    let (width, height) = (shape.mask.width() as i32, shape.mask.height() as i32);
    let mut solid = 0;
    for (x, y) in (-3..width + 3).flat_map(|x| (-3..height + 3).map(move |y| (x, y))) {
        let at = [f64::from(shape.at[0] + x) + 0.5 - anchor[0], f64::from(shape.at[1] + y) + 0.5 - anchor[1]];
        let [u, v] = back.apply(at);
        let from = [u + middle[0], v + middle[1]].map(|c| c.floor() as i32);
        // A center on the edge of a pixel can lie on either side of it.
        let on_edge = [u, v].iter().any(|c| (c - c.round()).abs() < 1e-9);
        assert!(on_edge || shape.mask.contains([x, y]) == upright.contains(from), "[{x}, {y}] of {sprite:?}");
        solid += u64::from(shape.mask.contains([x, y]));
    }
    assert_eq!(solid, shape.mask.count());
    world.despawn(id).unwrap();
}

#[test]
fn pixels_follow_the_definition_at_word_boundaries() {
    let step = |step: i32| 2f64.powf(f64::from(step) / 32.0);
    for width in [1, 63, 64, 65, 127, 128, 129] {
        let mask = Mask::from_fn(width, 5, |x, y| (x * 7 + y * 3) % 5 < 3 || x + 1 == width).unwrap();
        let mut world = World::new();
        let shown = world.add_mask(mask.clone()).unwrap();
        for (turn, degrees) in [(Turn::None, 0.0), (Turn::Quarter, 0.0), (Turn::None, 45.0), (Turn::None, 90.0)] {
            for [kx, ky] in [[32, 32], [-32, 0], [0, -16], [5, 40], [-7, 13], [64, -64]] {
                let sprite = Sprite::new(shown, [-9, 4]).turn(turn).angle(Angle::degrees(degrees).unwrap());
                let factors = [step(kx), step(ky)];
                for sprite in [sprite, sprite.pivot([width as i32 - 1, 2]), sprite.pivot([-40, 7])] {
                    check_pixels(&mut world, &mask, sprite.scale(factors), factors);
                    // Within half a step of the factor.
                    let near = factors.map(|factor| factor * 1.009);
                    check_pixels(&mut world, &mask, sprite.scale(near), factors);
                    check_pixels(&mut world, &mask, sprite.scale(near).exact(true), near);
                }
            }
        }
    }
}

#[test]
fn the_pivot_or_the_middle_stays_at_its_place() {
    let mut world = World::new();
    let rock = world.add_mask(Mask::filled(20, 10).unwrap()).unwrap();
    for scale in [0.25, 0.5, 1.0, 3.0, 8.0] {
        for degrees in [0.0, 33.75, 90.0, 200.0] {
            let sprite = Sprite::new(rock, [100, 200]).scale([scale; 2]);
            let sprite = sprite.angle(Angle::degrees(degrees).unwrap());
            let [middle, pivot] = [sprite, sprite.pivot([3, 4])].map(|sprite| world.spawn(sprite).unwrap());
            let view = world.refresh().unwrap();
            let bounds = view.bounds(middle).unwrap();
            let center = [i64::from(bounds.left) + bounds.right(), i64::from(bounds.top) + bounds.bottom()];
            assert!((center[0] - 220).abs() <= 1 && (center[1] - 410).abs() <= 1, "{scale} {degrees}: {bounds}");
            assert!(scale < 1.0 || view.find([100, 200]).contains(&pivot), "{scale} {degrees}");
            [middle, pivot].into_iter().for_each(|id| _ = world.despawn(id).unwrap());
        }
    }
}

#[test]
fn factors_within_half_a_step_show_one_mask() {
    let mut world = World::new();
    let disc = shape::mask(&shape::disc(40));
    let mask = world.add_mask(disc).unwrap();
    let mut shown = |scale: f64, exact: bool| {
        let sprite = Sprite::new(mask, [0, 0]).scale([scale, scale]);
        let id = world.spawn(if exact { sprite.exact(true) } else { sprite }).unwrap();
        assert_eq!(world.get(id).unwrap().scale, [scale; 2], "the value as given");
        let view = world.refresh().unwrap();
        let placed = view.shape(id).unwrap();
        (std::ptr::from_ref(placed.mask) as usize, placed.mask.width())
    };
    let boundary = |step: f64| 2f64.powf((step + 0.5) / 32.0);
    let original = shown(1.0, false);
    assert_eq!(
        [shown(1.0, true), shown(boundary(0.0) * 0.999_999, false), shown(1.0 / boundary(0.0) * 1.000_001, false)],
        [original; 3]
    );
    for step in [-40.0, -3.0, -1.0, 0.0, 5.0, 31.0, 32.0, 70.0] {
        let at = 2f64.powf(step / 32.0);
        let [below, above] = [boundary(step) * 0.999_999, boundary(step) * 1.000_001].map(|scale| shown(scale, false));
        assert_eq!(shown(at, false), below);
        assert_eq!(shown(2f64.powf((step + 1.0) / 32.0), false), above);
        assert_ne!(below.0, above.0);
        assert_eq!(shown(at * 1.003, true), shown(at * 1.003, true));
        assert_ne!(shown(at * 1.003, true).0, shown(at * 1.002, true).0);
    }
    assert_eq!(shown(2.5, true).1, 100);
}

#[test]
fn extreme_scales_are_refused_or_leave_no_pixel() {
    let mut world = World::new();
    let rock = world.add_mask(Mask::filled(100, 3).unwrap()).unwrap();
    let sprite = Sprite::new(rock, [0, 0]);
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, -1.0, -5e-324] {
        for scale in [[wrong, 1.0], [1.0, wrong]] {
            let refused = world.spawn(sprite.scale(scale));
            let Err(WorldError::NotAScale { scale: given }) = refused else { panic!("{scale:?}") };
            assert_eq!(given.map(f64::to_bits), scale.map(f64::to_bits));
        }
    }
    let id = world.spawn(sprite).unwrap();
    for exact in [false, true] {
        world.get_mut(id).unwrap().set_exact(exact).unwrap();
        for (small, degrees) in
            [5e-324, f64::MIN_POSITIVE, 1e-300, 1e-9, 1e-7].into_iter().zip([0.0, 45.0].into_iter().cycle())
        {
            for scale in [[small, 1.0], [1.0, small], [small, small], [small, 300.0]] {
                world.get_mut(id).unwrap().set_angle(Angle::degrees(degrees).unwrap()).unwrap();
                world.get_mut(id).unwrap().set_scale(scale).unwrap();
                let view = world.refresh().unwrap();
                assert_eq!((view.bounds(id), view.shape(id).unwrap().mask.count()), (None, 0), "{scale:?}");
                assert!(view.find([0, 0]).is_empty());
            }
        }
        // Scales that leave a few pixels, or none.
        for small in [1e-3, 1e-4, 1e-5] {
            world.get_mut(id).unwrap().set_scale([small, small]).unwrap();
            assert!(world.refresh().unwrap().shape(id).unwrap().mask.count() <= 1);
        }
        world.get_mut(id).unwrap().set_scale([1.0, 1.0]).unwrap();
        world.get_mut(id).unwrap().set_angle(Angle::ZERO).unwrap();
        for large in [1e300, f64::MAX, 1e9] {
            for scale in [[large, 1.0], [1.0, large], [large, large]] {
                let refused = world.get_mut(id).and_then(|mut sprite| sprite.set_scale(scale));
                assert!(
                    matches!(refused, Err(WorldError::CannotTransform { mask, .. }) if mask == rock),
                    "{refused:?}"
                );
                assert_eq!(world.get(id).unwrap().scale, [1.0, 1.0]);
            }
        }
    }
    assert!(matches!(world.spawn(sprite.scale([1e5; 2])), Err(WorldError::CannotTransform { .. })));
    assert_eq!(world.refresh().unwrap().bounds(id), Some(Rect::new(0, 0, 100, 3)));
}

#[test]
fn a_pivot_may_be_scaled_away_only_so_far() {
    let (mut world, end) = (World::new(), world::MAX_PIVOT);
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    for corner in [[world::MAX_POSITION; 2], [-world::MAX_POSITION; 2]] {
        for pivot in [[end, end], [-end, -end], [end, -end]] {
            let sprite = Sprite::new(dot, corner).pivot(pivot);
            let id = world.spawn(sprite.scale([3.9, 3.9])).unwrap();
            let refused = world.get_mut(id).and_then(|mut sprite| sprite.set_scale([1.0, 4.1]));
            let Err(WorldError::CannotTransform { fault: MaskError::TooFar { coordinate }, .. }) = refused else {
                panic!("{refused:?}")
            };
            assert!(coordinate.abs() > f64::from(1 << 28));
            assert_eq!(world.get(id).unwrap().scale, [3.9, 3.9]);
            let view = world.refresh().unwrap();
            let bounds = view.bounds(id).unwrap();
            assert!(bounds.left.abs_diff(corner[0]) > 3 * end.unsigned_abs() && view.find(bounds) == [id]);
            let _ = view.sweep(id, [0, 0]).unwrap();
            world.despawn(id).unwrap();
        }
    }
}
