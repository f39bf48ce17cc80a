//! Poses from affine maps, compared with the masks that the maps draw.

use mask::{Affine, Mask};
use testkit::{Choice, Rng};
use world::{Angle, Placed, Pose, Sprite, Turn, World, WorldError, place};

/// A mask without symmetry, with an odd and an even side.
fn letter() -> Mask {
    "#####..\n#......\n####...\n#......".parse().unwrap()
}

/// Quarter turns, flips and plain factors about any point: the sprite shows exactly the pixels that the map draws.
#[test]
fn sprites_look_as_maps_without_angles_draw_them() {
    let mut world = World::new();
    let (mask, mut rng) = (letter(), Rng::new(3));
    let id = world.add_mask(mask.clone()).unwrap();
    let factors = [1.0, 2.0, 3.0, -1.0, -2.0, -3.0];
    let mut seen = 0;
    for (x, y, quarters) in factors
        .iter()
        .flat_map(|x| factors.map(|y| (*x, y)))
        .flat_map(|(x, y)| (-4..8).map(move |quarters| (x, y, quarters)))
    {
        let to = [0; 2].map(|_: i32| f64::from(rng.within(-40..40)));
        let by =
            Affine::scale([x, y]).then(&Affine::rotation(f64::from(quarters) * 90.0)).then(&Affine::translation(to));
        for exact in [false, true] {
            let pose = Pose::from_affine(&by, [mask.width(), mask.height()], exact).unwrap();
            assert_eq!((pose.angle, pose.sheared), (Angle::ZERO, false));
            let Placed { mask: shown, at } = world.shape_of(&pose.sprite(id).unwrap()).unwrap();
            let (drawn, corner) = mask.transformed(&by).unwrap();
            let solid = |mask: &Mask, at: [i32; 2]| -> Vec<[i32; 2]> {
                mask.pixels().map(|[x, y]| [x + at[0], y + at[1]]).collect()
            };
            assert_eq!(solid(shown, at), solid(&drawn, corner), "{x} {y} {quarters}: {pose:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 6 * 6 * 12 * 2);
}

/// At other angles and factors, the middle of the picture is where the map sends it, and at most a pixel of rounding
/// off.
#[test]
fn the_middle_of_a_rotated_sprite_is_where_the_map_sends_it() {
    let mut rng = Rng::new(4);
    let mut world = World::new();
    let disc = world.add_mask(Mask::filled(30, 20).unwrap()).unwrap();
    for _ in 0..2000 {
        let number = |rng: &mut Rng, range: std::ops::Range<i32>| f64::from(rng.within(range)) / 16.0;
        let scale = [number(&mut rng, 4..60), number(&mut rng, 4..60)];
        let (degrees, to) = (number(&mut rng, -9000..9000), [number(&mut rng, -999..999), number(&mut rng, -999..999)]);
        let mirror = if rng.flip() { [-1.0, 1.0] } else { [1.0, 1.0] };
        let by = Affine::scale(mirror)
            .then(&Affine::scale(scale))
            .then(&Affine::rotation(degrees))
            .then(&Affine::translation(to));
        let exact = rng.flip();
        let pose = Pose::from_affine(&by, [30, 20], exact).unwrap();
        let id = world.spawn(pose.sprite(disc).unwrap()).unwrap();
        let bounds = world.refresh().unwrap().bounds(id).unwrap();
        let middle = [
            f64::from(bounds.left) + f64::from(bounds.width) / 2.0,
            f64::from(bounds.top) + f64::from(bounds.height) / 2.0,
        ];
        let [x, y] = by.apply([15.0, 10.0]);
        assert!((middle[0] - x).abs() <= 1.6 && (middle[1] - y).abs() <= 1.6, "{middle:?} {x} {y} {pose:?}");
        world.despawn(id).unwrap();
    }
}

/// A point that is no place gave the point `[NaN, 0]` of the mask, where a game would dig.
#[test]
fn mask_point_has_no_answer_for_points_that_are_not_finite() {
    let mut world = World::new();
    let disc = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
    let turned = Sprite::new(disc, [3, 4]).angle(Angle::degrees(30.0).unwrap());
    for sprite in [Sprite::new(disc, [3, 4]), turned] {
        let id = world.spawn(sprite).unwrap();
        let view = world.refresh().unwrap();
        for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!([view.mask_point(id, [wrong, 0.0]), view.mask_point(id, [0.0, wrong])], [None, None]);
        }
        assert!(view.mask_point(id, [-1e9, 1e9]).is_some());
    }
}

/// The center of each solid pixel that a sprite shows is in a solid pixel of its mask, and `mask_point` finds it.
#[test]
fn mask_points_lie_in_the_pixels_that_are_shown() {
    let (mask, mut rng) = (letter(), Rng::new(8));
    let mut world = World::new();
    let id = world.add_mask(mask.clone()).unwrap();
    let mut points = 0;
    for n in 0..400 {
        let turn = Turn::ALL[rng.below(4) as usize];
        let mut sprite = Sprite::new(id, [rng.within(-50..50), rng.within(-50..50)]).turn(turn);
        sprite = sprite.flip_x(rng.flip()).flip_y(rng.flip()).exact(rng.flip());
        if n % 4 > 0 {
            let factor = |rng: &mut Rng| f64::from(rng.within(8..80)) / 16.0;
            sprite = sprite.scale([factor(&mut rng), factor(&mut rng)]);
            sprite = sprite.angle(Angle::degrees(f64::from(rng.within(0..360))).unwrap());
        }
        if n % 3 == 0 {
            sprite = sprite.pivot([rng.within(-5..12), rng.within(-5..9)]);
        }
        let id = world.spawn(sprite).unwrap();
        let view = world.refresh().unwrap();
        let bounds = view.bounds(id).unwrap();
        for (x, y) in (0..bounds.width as i32 + 4).flat_map(|x| (0..bounds.height as i32 + 4).map(move |y| (x, y))) {
            let pixel = [bounds.left + x - 2, bounds.top + y - 2];
            let [u, v] = view.mask_point(id, pixel.map(|c| f64::from(c) + 0.5)).unwrap();
            // At the edge of a texel, the rounding of the two computations may differ.
            if [u, v].iter().all(|c| (c - c.round()).abs() > 1e-9) {
                let is_solid = mask.contains([u.floor() as i32, v.floor() as i32]);
                assert_eq!(view.find(pixel).contains(&id), is_solid, "{pixel:?} {u} {v} {sprite:?}");
                points += 1;
            }
        }
        world.despawn(id).unwrap();
    }
    println!("{points} points");
    assert!(points > 100_000);
}

#[test]
fn maps_that_no_sprite_can_follow_are_refused_or_marked() {
    let size = [8, 8];
    for map in [[0.0, 1.0], [1.0, 0.0], [f64::NAN, 1.0], [1.0, f64::INFINITY], [1e-320, 1e-320]] {
        let refused = Pose::from_affine(&Affine::scale(map), size, false);
        assert!(matches!(refused, Err(WorldError::NotAScale { .. })), "{map:?}: {refused:?}");
    }
    assert!(Pose::from_affine(&Affine::shear([0.1, 0.0]), size, false).unwrap().sheared);
    // The noise of `f32` is not shear, and whole factors are seen through it.
    let noisy = Affine::from([[0.0, -2.000_001, 7.0], [3.000_002, 1e-7, 9.5]]);
    let pose = Pose::from_affine(&noisy, size, false).unwrap();
    assert_eq!((pose.sheared, pose.turn, pose.scale, pose.exact), (false, Turn::Quarter, [2.0, 3.0], true));
    let far = Pose::from_affine(&Affine::translation([3e9, 0.0]), size, false).unwrap();
    assert!(matches!(far.sprite(world::MaskId::default()), Err(WorldError::NotAPixel { .. })));
}

#[test]
fn places_round_halves_up_and_pixels_round_down() {
    let limit = f64::from(world::MAX_POSITION);
    let cases = [
        (0.5, 1, 0),
        (-0.5, 0, -1),
        (-1.5, -1, -2),
        (2.49, 2, 2),
        (-2.51, -3, -3),
        (-0.0, 0, 0),
        (limit, 1 << 30, 1 << 30),
        (-limit, -(1 << 30), -(1 << 30)),
    ];
    for (at, to_place, to_pixel) in cases {
        assert_eq!(
            (place([at, 0.0]).unwrap(), world::pixel([0.0, at]).unwrap()),
            ([to_place, 0], [0, to_pixel]),
            "{at}"
        );
    }
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, limit + 1.0, -limit - 1.0, 1e300] {
        assert!(place([wrong, 0.0]).is_err() && place([0.0, wrong]).is_err() && world::pixel([wrong, 0.0]).is_err());
    }
}
