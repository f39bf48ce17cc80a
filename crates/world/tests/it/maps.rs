//! Sprites under maps against the definition of their pixels.

use mask::{Affine, Mask, MaskError, Rect};
use testkit::model::{Actor, Change, Life, Twin};
use testkit::{Rng, seeds, shape};
use world::{Angle, MAX_POSITION, QuarterTurn, Side, Sprite, SpriteId, World, WorldError};

/// The number of random worlds; with `HITMASK_SEEDS=n`, n times as many.
const WORLDS: u64 = if cfg!(debug_assertions) { 30 } else { 600 };

fn any_scale(rng: &mut Rng) -> [f64; 2] {
    [0; 2].map(|_| f64::from(1 + rng.below(400)) / 100.0)
}

/// The pairs, the boxes and the queries of sprites at any angle and scale, about origins inside and outside the mask,
/// and under any map.
#[test]
fn sprites_under_any_map_agree_with_their_pixels() {
    let (mut cases, mut collisions) = (0, 0);
    for seed in seeds(WORLDS) {
        let mut rng = Rng::new(seed);
        let mut twin = Twin::default();
        twin.world.set_limits(twin.world.limits().variant_bytes(1 << (seed % 30)));
        let masks = [0; 3].map(|_| {
            let size = [0; 2].map(|_| 1 + rng.below(12));
            let percent = rng.below(100);
            let grid = shape::grid(size[0], size[1], |_, _| rng.below(100) < percent);
            twin.add_mask(grid)
        });
        let angles = [None, Some(7), None, Some(64)][seed as usize % 4];
        masks.iter().for_each(|&mask| twin.set_angles(mask, angles));
        for number in 0..32 {
            let at = [0; 2].map(|_: i32| rng.within(-30..30));
            let actor = Actor {
                flips: [rng.below(2) == 0, rng.below(2) == 0],
                quarters: rng.below(4) as usize,
                angle: rng.below(1 << 16) as u16,
                scale: any_scale(&mut rng),
                origin: (number % 3 == 0).then(|| [0; 2].map(|_: i32| f64::from(rng.within(-12..36)) / 2.0)),
                fraction: [0; 2].map(|_| f64::from(rng.below(8)) / 8.0),
                fixed: number % 5 == 0,
                ..Actor::new(masks[number as usize % 3], at)
            };
            let mut number_of = || f64::from(rng.within(-12..13)) / 8.0;
            let linear = [[1.0 + number_of().abs(), number_of()], [-number_of().abs() / 8.0, number_of()]];
            let is_sound = (linear[0][0] * linear[1][1] - linear[0][1] * linear[1][0]).abs() > 0.1;
            twin.spawn(if number % 4 == 3 && is_sound { actor.under(linear) } else { actor }).unwrap();
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
    for seed in seeds(WORLDS) {
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

/// The angle of a transform is rounded to the steps of its mask: the masks of a step are equal, and the middle stays.
#[test]
fn angles_of_transforms_are_rounded_too() {
    let mut rng = Rng::new(5);
    let grid = shape::grid(9, 5, |x, y| (x + 2 * y) % 3 > 0);
    for shear in [0.0, 0.25] {
        let mut world = World::new();
        let [exact, stepped] = [0; 2].map(|_| world.add_mask(shape::mask(&grid)).unwrap());
        world.set_angle_steps(stepped, 64).unwrap();
        for step in 0..64 {
            let by = |noise: f64| {
                let scaled = Affine::from([[2.0, shear, 0.0], [0.0, -3.0, 0.0]]);
                scaled.then(&Affine::rotation(f64::from(step) * 360.0 / 64.0 + noise))
            };
            let truth = Sprite::new(exact, [0, 0]).transform(by(0.0)).unwrap();
            let truth = world.spawn(truth).unwrap();
            let mut shown = Vec::new();
            for noise in [0.0, 1e-5, -1e-5, 1.0, -1.0] {
                let fraction = if noise == 0.0 { [0.0; 2] } else { [0; 2].map(|_| f64::from(rng.below(100)) / 100.0) };
                let sprite = Sprite::new(stepped, [0, 0]).transform(by(noise)).unwrap().fraction(fraction);
                shown.push((world.spawn(sprite).unwrap(), noise, fraction));
            }
            let view = world.refresh().unwrap();
            let truth = view.shape(truth).unwrap();
            let shown_first = shown[0].0;
            let first = view.shape(shown_first).unwrap();
            // At 45 degrees, centers of pixels lie on edges of texels, so the last bits of a map decide.
            let shared = first.mask.overlap_area(truth.mask, [0, 1].map(|axis| truth.at[axis] - first.at[axis]));
            assert!(shared + 4 > first.mask.count().max(truth.mask.count()), "step {step}");
            for (id, noise, fraction) in shown {
                // Where the transform itself sends the middle of the picture, but for rounding; the angle is that of
                // the step.
                let drawn = view.draw_transform(id).unwrap();
                let (drawn_at, moved) = (drawn.apply([4.5, 2.5]), by(noise).apply([4.5, 2.5]));
                for axis in [0, 1] {
                    let off = drawn_at[axis] - moved[axis] - fraction[axis];
                    assert!(off.abs() <= 0.2501, "step {step}, {noise} degrees off: {off}");
                }
                let linear = |by: Affine| <[[f64; 3]; 2]>::from(by).map(|[a, b, _]| [a, b]);
                let same = view.draw_transform(shown_first).unwrap();
                assert_eq!(linear(drawn), linear(same), "step {step}, {noise} degrees off");
            }
        }
    }
}

/// A map that stands is rendered after some steps, and shows the same.
#[test]
fn a_map_that_stands_shows_what_it_showed() {
    for seed in seeds(WORLDS) {
        let (mut rng, mut twin) = (Rng::new(5000 + seed), Twin::default());
        let mask = twin.add_mask(shape::grid(9, 7, |x, y| (x * 5 + y * 3) % 4 < 2 || x == y));
        for number in 0..12 {
            let scale = if number % 2 == 0 { [2.0, 2.0] } else { any_scale(&mut rng) };
            let at = [0; 2].map(|_: i32| rng.within(-20..20));
            twin.spawn(Actor { scale, angle: 900 * (number % 4), ..Actor::new(mask, at) }).unwrap();
        }
        for step in 0..14 {
            let ids: Vec<SpriteId> = twin.model.actors.keys().copied().collect();
            for (number, &id) in ids.iter().enumerate() {
                // They move by whole pixels, and one of them turns now and then.
                let by = [0; 2].map(|_: i32| rng.within(-2..3));
                twin.move_by(id, by);
                if number == 3 && step % 5 == 0 {
                    twin.change(id, Change::Angle(rng.below(1 << 16) as u16));
                }
            }
            twin.check(Rect::new(-10, -10, 20, 20));
            twin.step();
        }
        assert!(twin.world.variant_bytes() > 0);
        twin.world.validate().unwrap();
    }
}

/// Sprites that turn and then stand give their numbers back, and turn again.
#[test]
fn thousands_of_sprites_stand_and_turn_again() {
    let mut world = World::new();
    let rock = world.add_mask(shape::mask(&shape::rock(13, 4))).unwrap();
    let sprite =
        |n: i32, degrees: f64| Sprite::new(rock, [n % 60 * 9, n / 60 * 9]).angle(Angle::degrees(degrees).unwrap());
    let ids: Vec<SpriteId> = (0..3000).map(|n| world.spawn(sprite(n, 40.0)).unwrap()).collect();
    for round in 0..3 {
        let degrees = |n: usize| if round == 1 { n as f64 * 0.7 } else { 40.0 };
        for _ in 0..10 {
            for (n, &id) in ids.iter().enumerate() {
                world.get_mut(id).unwrap().set_angle(Angle::degrees(degrees(n)).unwrap()).unwrap();
            }
            world.step().unwrap();
            world.validate().unwrap();
        }
        // A new world has the same sprites, none of which has stood.
        let mut other = World::new();
        other.add_mask(shape::mask(&shape::rock(13, 4))).unwrap();
        for (n, index) in (0..).zip(0..ids.len()) {
            other.spawn(sprite(n, degrees(index))).unwrap();
        }
        let pairs = world.step().unwrap().pairs().to_vec();
        assert_eq!(pairs, other.step().unwrap().pairs(), "round {round}");
        assert!(pairs.len() > 1000, "{}", pairs.len());
    }
}

/// Squares of odd and even sizes cover the same pixels by angle and by turn, other pictures about their middle too.
#[test]
fn a_quarter_is_a_quarter_by_angle_and_by_turn() {
    let mut world = World::new();
    for (width, height) in [(1, 1), (2, 2), (5, 5), (6, 6), (64, 64), (65, 65), (4, 7), (8, 3)] {
        let picture = Mask::from_fn(width, height, |x, y| (x * 3 + y * 5) % 4 != 1 || x == y).unwrap();
        let mask = world.add_mask(picture).unwrap();
        let middle = [f64::from(width) / 2.0, f64::from(height) / 2.0];
        for (turn, degrees) in QuarterTurn::ALL.into_iter().zip([0.0, 90.0, 180.0, 270.0]) {
            for origin in [None, Some(middle)] {
                if origin.is_none() && width != height {
                    continue;
                }
                let mut sprite = Sprite::new(mask, [10, -7]);
                sprite.origin = origin;
                let angle = Angle::degrees(degrees).unwrap();
                let [by_turn, by_angle] = [sprite.turn(turn), sprite.angle(angle)].map(|s| world.spawn(s).unwrap());
                let view = world.refresh().unwrap();
                let pixels = |id: SpriteId| view.shape(id).unwrap().pixels().collect::<Vec<_>>();
                assert_eq!(pixels(by_turn), pixels(by_angle), "{width} x {height} at {degrees}");
                [by_turn, by_angle].into_iter().for_each(|id| _ = world.despawn(id).unwrap());
            }
        }
    }
}

#[test]
fn the_origin_or_the_middle_stays_at_its_place() {
    let mut world = World::new();
    let rock = world.add_mask(Mask::filled(20, 10).unwrap()).unwrap();
    for scale in [0.25, 0.5, 1.0, 3.0, 8.0] {
        for degrees in [0.0, 33.75, 90.0, 200.0] {
            let sprite = Sprite::new(rock, [100, 200]).scale([scale; 2]);
            let sprite = sprite.angle(Angle::degrees(degrees).unwrap());
            let [middle, origin] = [sprite, sprite.origin([3.5, 4.5])].map(|sprite| world.spawn(sprite).unwrap());
            let view = world.refresh().unwrap();
            let bounds = view.bounds(middle).unwrap();
            let center = [i64::from(bounds.left) + bounds.right(), i64::from(bounds.top) + bounds.bottom()];
            assert!((center[0] - 220).abs() <= 1 && (center[1] - 410).abs() <= 1, "{scale} {degrees}: {bounds}");
            assert!(scale < 1.0 || view.find([100, 200]).contains(&origin), "{scale} {degrees}");
            let by = view.draw_transform(origin).unwrap();
            let [x, y] = by.apply([3.5, 4.5]);
            assert!((x - 100.0).abs() <= 0.5 && (y - 200.0).abs() <= 0.5, "{scale} {degrees}: {x}, {y}");
            [middle, origin].into_iter().for_each(|id| _ = world.despawn(id).unwrap());
        }
    }
}

/// A laser that passes a dot by 10 pixels, and a scale that was rounded to 1 before.
#[test]
fn small_angles_and_scales_are_seen() {
    let mut world = World::new();
    let (laser, dot) = (Mask::filled(400, 3).unwrap(), Mask::filled(2, 2).unwrap());
    let (laser, dot) = (world.add_mask(laser).unwrap(), world.add_mask(dot).unwrap());
    let laser = Sprite::new(laser, [0, 0]).origin([0.0, 1.5]).angle(Angle::degrees(2.7).unwrap());
    let laser = world.spawn(laser).unwrap();
    let tip = 400.0 * 2.7_f64.to_radians().sin();
    let hit = world.spawn(Sprite::new(dot, [398, tip as i32])).unwrap();
    world.spawn(Sprite::new(dot, [398, tip as i32 - 5])).unwrap();
    assert_eq!(world.refresh().unwrap().overlapping(laser), [hit]);
    let square = world.add_mask(Mask::filled(200, 200).unwrap()).unwrap();
    let square = world.spawn(Sprite::new(square, [0, 1000]).scale([1.01, 1.01])).unwrap();
    assert_eq!(world.refresh().unwrap().bounds(square), Some(Rect::new(-1, 999, 202, 202)));
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
    let small = [5e-324, f64::MIN_POSITIVE, 1e-300, 1e-9, 1e-7].into_iter().zip([0.0, 45.0].into_iter().cycle());
    for (small, degrees) in small {
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
            assert!(matches!(refused, Err(WorldError::CannotTransform { mask, .. }) if mask == rock), "{refused:?}");
            assert_eq!(world.get(id).unwrap().scale, [1.0, 1.0]);
        }
    }
    // Motion and normals render, so what a sprite shows fits a mask: 50,000 x 1,500 pixels do, 10^7 x 3 * 10^5 do not.
    let refused = world.spawn(sprite.scale([1e5; 2]));
    assert!(
        matches!(refused, Err(WorldError::CannotTransform { fault: MaskError::TooLarge { .. }, .. })),
        "{refused:?}"
    );
    let large = world.spawn(sprite.scale([500.0; 2])).unwrap();
    let far = world.spawn(sprite.position([-20_000, 0])).unwrap();
    let view = world.refresh().unwrap();
    assert_eq!((view.bounds(id), view.overlapping(far)), (Some(Rect::new(0, 0, 100, 3)), vec![large]));
    let contact = view.contact(far, large).unwrap();
    let [x, y] = contact.penetration();
    assert!(contact.area() == 300 && x == 0 && (748..=753).contains(&y.abs()), "[{x}, {y}]");
}

#[test]
fn a_transform_excludes_what_it_replaces() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(9, 4).unwrap()).unwrap();
    let by = Affine::shear([0.5, 0.0]).then(&Affine::translation([3.25, -7.5]));
    let sheared = Sprite::new(mask, [0, 0]).transform(by).unwrap();
    assert_eq!((sheared.position, sheared.fraction), ([3, -8], [0.25, 0.5]));
    let angle = Angle::degrees(1.0).unwrap();
    let others = [
        ("flip_x", sheared.flip_x(true)),
        ("flip_y", sheared.flip_y(true)),
        ("turn", sheared.turn(QuarterTurn::Half)),
        ("angle", sheared.angle(angle)),
        ("scale", sheared.scale([2.0, 2.0])),
        ("origin", sheared.origin([0.0, 0.0])),
    ];
    for (field, sprite) in others {
        assert_eq!(world.spawn(sprite), Err(WorldError::BesideTransform { field }));
    }
    let id = world.spawn(sheared).unwrap();
    let refused = world.get_mut(id).and_then(|mut sprite| sprite.set_angle(angle));
    assert_eq!(refused, Err(WorldError::BesideTransform { field: "angle" }));
    assert_eq!(world.refresh().unwrap().draw_transform(id), Some(by));
    // A default value is no error, so a game may set the flips of all its sprites.
    let mut sprite = world.get_mut(id).unwrap();
    sprite.set_flip_x(false).unwrap();
    sprite.set_turn(QuarterTurn::None).unwrap();
    sprite.set_angle(Angle::ZERO).unwrap();
    sprite.set_scale([1.0; 2]).unwrap();
    sprite.set_origin(None).unwrap();
    assert_eq!(sprite.set_flip_y(true), Err(WorldError::BesideTransform { field: "flip_y" }));
    assert_eq!(world.get(id), Some(sheared));
    let mut moved = sheared;
    moved.transform = Some(by);
    assert_eq!(world.spawn(moved), Err(WorldError::TransformMoves { translation: [3.25, -7.5] }));
    for wrong in
        [Affine::scale([0.0, 1.0]), Affine::scale([f64::NAN, 1.0]), Affine::from([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0]])]
    {
        let refused = world.get_mut(id).and_then(|mut sprite| sprite.set_transform(wrong));
        assert!(matches!(refused, Err(WorldError::CannotTransform { .. })), "{refused:?}");
    }
    world.get_mut(id).unwrap().set_transform(None).unwrap();
    world.get_mut(id).unwrap().set_angle(angle).unwrap();
    assert_eq!(world.get(id).unwrap(), Sprite::new(mask, [3, -8]).fraction([0.25, 0.5]).angle(angle));
}

/// A hero of scale 2 beside a wall: its left edge may not come nearer than the wall, by whatever fraction.
#[test]
fn the_fraction_of_a_goal_is_kept_unless_it_leads_into_an_obstacle() {
    let mut world = World::new();
    let square = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
    world.spawn(Sprite::new(square, [-8, 0]).fixed(true)).unwrap();
    let platform = Sprite::new(square, [40, 30]).one_way(Side::Top);
    world.spawn(platform).unwrap();
    let hero = Sprite::new(square, [0, -4]).origin([0.0, 0.0]).scale([2.0; 2]).fraction([0.25, 0.25]);
    let hero = world.spawn(hero).unwrap();
    let view = world.refresh().unwrap();
    assert!(view.is_free(hero).unwrap());
    // Pixel -1 is solid from the fraction -0.5 on, and no fraction is less than 0.
    assert_eq!(view.free_fraction(hero, [0.75, 0.5]).unwrap(), [0.75, 0.5]);
    let (right, top) = ([-24, 0], [40, 14]);
    for (at, fraction, free) in [(right, [0.75, 0.5], [0.25, 0.5]), (top, [0.5, 0.75], [0.5, 0.25])] {
        world.move_to(hero, at).unwrap();
        assert_eq!(world.refresh().unwrap().free_fraction(hero, fraction).unwrap(), free, "{at:?}");
    }
}

/// A point with fractions is exact for sprites under a map and for origins, and rounded for all others.
#[test]
fn sprites_at_real_points_are_drawn_there() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(5, 8).unwrap()).unwrap();
    let plain = Sprite::new(mask, [0, 0]);
    let sheared = plain.transform(Affine::shear([0.5, 0.0])).unwrap();
    let angle = |degrees| Angle::degrees(degrees).unwrap();
    let origin = [2.5, 1.25];
    // Upright sprites with the offset of their top-left corner from the point.
    let sprites = [
        (plain, Some([0.0, 0.0])),
        (plain.turn(QuarterTurn::Half).flip_x(true), Some([0.0, 0.0])),
        (plain.origin(origin), Some([-2.5, -1.25])),
        (plain.angle(angle(90.0)).origin(origin), Some([1.25 - 8.0, -2.5])),
        (plain.angle(angle(30.0)), None),
        (plain.scale([2.0, 3.0]), None),
        (sheared, None),
    ];
    for (sprite, corner) in sprites {
        let id = world.spawn(sprite).unwrap();
        let from = world.refresh().unwrap().draw_transform(id).unwrap();
        for at in [[10.75, 3.25], [-0.5, -7.5], [-1.0, 0.5], [f64::from(MAX_POSITION), 0.0]] {
            let before = world.get(id);
            world.get_mut(id).unwrap().place_at(at).unwrap();
            let by = world.refresh().unwrap().draw_transform(id).unwrap();
            let shown = world.refresh().unwrap().bounds(id).unwrap();
            match corner {
                Some([x, y]) => {
                    assert_eq!(Ok([shown.left, shown.top]), world::place([at[0] + x, at[1] + y]), "{sprite:?} {at:?}");
                }
                None => assert_eq!(by, from.then(&Affine::translation(at)), "{sprite:?} {at:?}"),
            }
            let built = world::bindings::sprite_at(sprite, at).unwrap();
            assert_eq!(world.get(id), Some(built), "{before:?}");
        }
        world.get_mut(id).unwrap().place_at([-1e-20, 7.0]).unwrap(); // whose fraction is not 1
        assert_eq!(world.get(id).map(|sprite| (sprite.position, sprite.fraction)), Some(([0, 7], [0.0; 2])));
        let before = world.get(id);
        for wrong in [[f64::NAN, 0.0], [0.0, -1.1e9], [f64::INFINITY, 0.0]] {
            let refused = world.get_mut(id).unwrap().place_at(wrong);
            assert!(matches!(refused, Err(WorldError::NotAPixel { .. })), "{refused:?}");
        }
        assert_eq!(world.get(id), before);
    }
    let ids: Vec<SpriteId> = world.sprites().map(|(id, _)| id).collect();
    let points: Vec<[f64; 2]> = (0..ids.len()).map(|n| [n as f64 + 0.25, 0.5]).collect();
    world.place_each(&points, |index| ids[index], |error, _| error).unwrap();
    for (&id, &at) in ids.iter().zip(&points) {
        let sprite = world.get(id).unwrap();
        assert_eq!(world::bindings::sprite_at(sprite, at), Ok(sprite));
    }
    let before: Vec<_> = world.sprites().collect();
    let mut wrong = points.clone();
    wrong[3] = [f64::NAN, 0.0];
    let refused =
        [world.place_each(&wrong, |index| ids[index], |_, index| index), world.place_by_slot(&wrong, |_, slot| slot)];
    assert_eq!((refused, world.sprites().collect::<Vec<_>>()), ([Err(3); 2], before));
    // By slot, with one that is vacant.
    world.despawn(ids[2]).unwrap();
    wrong[3] = [-1.75, 9.5];
    wrong[2] = [f64::NAN, 0.0];
    world.place_by_slot(&wrong, |error, _| error).unwrap();
    for (id, sprite) in world.sprites() {
        assert_eq!(world::bindings::sprite_at(sprite, wrong[id.index()]), Ok(sprite));
    }
    world.validate().unwrap();
}
