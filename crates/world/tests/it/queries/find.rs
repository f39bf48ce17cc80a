//! Sprites at a probe and nearest sprites, against every pixel of every sprite.

use super::crowd::{crowd, on_layers};
use mask::{Circle, Line, Mask, Polygon, Rect};
use testkit::model::answers;
use testkit::{Rng, seeds};
use world::{PlacedMask, Sprite, World};

#[test]
fn every_probe_finds_the_sprites_with_a_pixel_in_it() {
    let rounds = if cfg!(debug_assertions) { 12 } else { 240 };
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 250, 200);
        let all = twin.world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let layers = [None, Some(1), Some(2), Some(0b110), Some(u32::MAX), Some(0)][round % 6];
            let at = [rng.within(-220..220), rng.within(-220..220)];
            let to = [rng.within(-220..220), at[1] + rng.within(-60..60)];
            let (view, seen) = (on_layers(all, layers), answers::on_layers(&placed_grids, layers));
            answers::probes(&mut rng, view, &seen, at);
            answers::rays(view, &seen, at, to);
        }
    }
    println!("{} probes", 4 * 6 * rounds);
}

#[test]
fn probes_at_the_ends_of_the_range() {
    let mut world = World::new();
    let wide = world.add_mask(Mask::filled(200, 200).unwrap()).unwrap();
    let end = world::MAX_POSITION;
    let corners = [[end, end], [-end, -end], [end, -end], [-end, end]];
    let ids = corners.map(|at| world.spawn(Sprite::new(wide, at)).unwrap());
    let fixed = corners.map(|at| world.spawn(Sprite::new(wide, at).fixed(true)).unwrap());
    let view = world.refresh().unwrap();
    let huge = Mask::filled(1 << 20, 3).unwrap();
    for at in [[i32::MIN; 2], [i32::MAX; 2], [i32::MIN, i32::MAX], [i32::MAX, i32::MIN]] {
        assert!(view.find(at).is_empty());
        assert!(view.find(PlacedMask { mask: &huge, at }).is_empty());
        assert!(view.find((at[0], at[1])).is_empty());
        assert!(view.find(Rect { left: at[0], top: at[1], width: 9, height: 9 }).is_empty());
        assert!(view.find(Rect { left: at[0], top: at[1], width: u32::MAX, height: 9 }).is_empty());
        assert!(view.nearest(at, 1).iter().all(|near| ids.contains(&near.id)));
    }
    // A mask beyond the position limit that reaches into the range.
    assert_eq!(view.find(PlacedMask { mask: &huge, at: [-end - (1 << 20) + 1, end] }), [ids[3], fixed[3]]);
    assert!(view.find(PlacedMask { mask: &huge, at: [-end - (1 << 20), end] }).is_empty());
    let all = |n: usize| [ids[n], fixed[n]];
    let circle = |center, radius| Circle::new(center, radius).unwrap();
    assert_eq!(view.find(circle([0.0, 0.0], f64::from(end))), []);
    assert_eq!(view.find(circle([f64::from(end); 2], 2f64.powi(30))), all(0));
    // Polygons at the corners, and one around everything but the corners beyond 2^30.
    let far = f64::from(end);
    let tip = |x: f64, y: f64| {
        Polygon::new([[x * far, y * far], [x * (far - 9.0), y * far], [x * far, y * (far - 9.0)]]).unwrap()
    };
    assert_eq!(view.find(&tip(-1.0, -1.0)), all(1));
    assert_eq!([tip(1.0, 1.0), tip(1.0, -1.0), tip(-1.0, 1.0)].map(|tip| view.find(&tip).len()), [0; 3]);
    let square = Polygon::new([[-far, -far], [far, -far], [far, far], [-far, far]]).unwrap();
    assert_eq!(view.find(&square), all(1));
    let flat = Polygon::new([[-far, 0.0], [0.0, 0.0], [far, 0.0]]).unwrap();
    assert_eq!((flat.bounds(), view.find(&flat)), (None, vec![]));
    assert_eq!(view.find(Line::new([i32::MIN, end], [i32::MAX, end])), [ids[0], ids[3], fixed[0], fixed[3]]);
    assert_eq!(view.find(Line::new([i32::MIN; 2], [i32::MAX; 2])), [ids[0], ids[1], fixed[0], fixed[1]]);
    let everywhere = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    assert_eq!(view.find(everywhere).len(), 8);
    let mut near = Vec::new();
    view.nearest_into([i32::MIN; 2], 8, &mut near);
    assert_eq!((near[0].id, near[0].distance_squared()), (ids[1], 2 * (1u128 << 30).pow(2)));
    assert_eq!(near[7].distance_squared(), 2 * (3u128 << 30).pow(2));
}

#[test]
fn the_nearest_of_some_layers() {
    for seed in seeds(6) {
        let (mut twin, placed_grids) = crowd(seed, 300, 400);
        let all = twin.world.refresh().unwrap();
        let mut rng = Rng::new(seed + 100);
        for round in 0..200 {
            let layers = [None, Some(1), Some(2), Some(4)][round % 4];
            let point = [rng.within(-600..600), rng.within(-600..600)];
            let seen = answers::on_layers(&placed_grids, layers);
            answers::nearest(on_layers(all, layers), &seen, point, &[0, 1, 3, 20, usize::MAX]);
        }
    }
}

#[test]
fn placed_pixels_are_those_of_the_sprite() {
    for seed in seeds(4) {
        let (mut twin, placed_grids) = crowd(seed, 120, 200);
        let view = twin.world.refresh().unwrap();
        for one in &placed_grids {
            let pixels = view.shape(one.id).unwrap().pixels();
            assert!(pixels.map(|pixel| pixel.map(i64::from)).eq(one.pixels()), "{:?}", one.id);
        }
    }
    // Pixels beyond `i32` are left out.
    let mask = Mask::from_fn(9, 7, |x, y| (x + y) % 3 == 0).unwrap();
    for at in [[i32::MAX - 4, 0], [0, i32::MAX - 4], [i32::MAX; 2], [i32::MIN; 2], [i32::MIN, i32::MAX - 2]] {
        let wide = mask.pixels().map(|[x, y]| [i64::from(x) + i64::from(at[0]), i64::from(y) + i64::from(at[1])]);
        let expected = wide.filter(|pixel| pixel.iter().all(|&c| i32::try_from(c).is_ok()));
        let pixels: Vec<[i64; 2]> = PlacedMask { mask: &mask, at }.pixels().map(|pixel| pixel.map(i64::from)).collect();
        assert!(expected.eq(pixels), "{at:?}");
    }
}
