//! Sprites at a probe and nearest sprites, against every pixel of every sprite.

use super::crowd::{self, Crowd};
use bench::naive::in_polygon;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::{Circle, Line, Polygon};
use hitmask::{Mask, Near, Placed, Probe, Rect, Sprite, SpriteId, World, world};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Checks that all forms of a query find the sprites of the oracle.
fn check(crowd: &Crowd, view: world::View, layers: Option<u32>, probe: Probe, covers: impl Fn([i32; 2]) -> bool) {
    let seen = crowd.sprites.iter().filter(|sprite| layers.is_none_or(|layers| sprite.layers[0] & layers != 0));
    let hit = seen.filter(|sprite| sprite.pixels().any(&covers));
    let expected: Vec<SpriteId> = hit.map(|sprite| sprite.id).collect();
    assert_eq!(view.find(probe), expected, "{probe:?} on {layers:?}");
    let mut ids = vec![SpriteId::default(); 3];
    view.find_into(probe, &mut ids);
    assert_eq!(ids, expected);
    // A visitor is called once for each sprite, and not again after it breaks.
    for wanted in [1, 2, usize::MAX] {
        let mut visited = Vec::new();
        let flow = view.try_for_each_found(probe, |id| {
            visited.push(id);
            if visited.len() == wanted { ControlFlow::Break(id) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(flow.is_break(), expected.len() >= wanted);
        assert_eq!(visited.len(), expected.len().min(wanted));
        visited.sort_unstable();
        visited.dedup();
        assert!(visited.len() == expected.len().min(wanted) && visited.iter().all(|id| expected.contains(id)));
    }
    ids.clear();
    view.for_each_found(probe, |id| ids.push(id));
    ids.sort_unstable();
    assert_eq!(ids, expected);
}

#[test]
fn every_probe_finds_the_sprites_with_a_pixel_in_it() {
    let rounds = if cfg!(debug_assertions) { 24 } else { 240 };
    let brushes = [shape::ring(21), shape::noise(9, 20, 1), shape::solid(1), shape::grid(0, 4, |_, _| true)];
    let masks = brushes.each_ref().map(shape::mask);
    let mut tested = 0;
    for seed in 0..4 {
        let crowd = Crowd::new(seed, 250, 200);
        let mut world = crowd.world();
        let all = world.refresh().unwrap();
        let mut rng = Rng::new(seed);
        for round in 0..rounds {
            let layers = [None, Some(1), Some(2), Some(0b110), Some(u32::MAX), Some(0)][round % 6];
            let view = layers.map_or(all, |layers| all.on_layers(layers));
            let at = [rng.within(-220..220), rng.within(-220..220)];
            check(&crowd, view, layers, at.into(), |pixel| pixel == at);
            assert_eq!(view.find((at[0], at[1])), view.find(at));

            let rect = Rect { left: at[0], top: at[1], width: rng.below(40), height: rng.below(40) };
            check(&crowd, view, layers, rect.into(), |pixel| rect.contains(pixel));

            let brush = round % brushes.len();
            let placed = Placed { mask: &masks[brush], at };
            check(&crowd, view, layers, placed.into(), |[x, y]| crowd::solid(&brushes[brush], [x - at[0], y - at[1]]));

            let center = at.map(|c| f64::from(c) + f64::from(rng.below(8)) / 8.0);
            let radius = f64::from(rng.below(120)) / 4.0;
            let circle = Circle::new(center, radius).unwrap();
            let inside = |[x, y]: [i32; 2]| {
                let [x, y] = [f64::from(x) + 0.5 - center[0], f64::from(y) + 0.5 - center[1]];
                x * x + y * y <= radius * radius
            };
            check(&crowd, view, layers, circle.into(), inside);

            let to = [rng.within(-220..220), at[1] + rng.within(-60..60)];
            let points: HashSet<[i32; 2]> = Line::new(at, to).points().collect();
            check(&crowd, view, layers, Line::new(at, to).into(), |pixel| points.contains(&pixel));

            // Coordinates in eighths, some on the centers of pixels; edges may cross.
            let corners = 3 + rng.below(5);
            let mut corner = || at.map(|c| f64::from(c) + f64::from(rng.within(-300..300)) / 8.0);
            let corners: Vec<[f64; 2]> = (0..corners).map(|_| corner()).collect();
            let polygon = Polygon::new(corners.iter().copied()).unwrap();
            check(&crowd, view, layers, (&polygon).into(), |pixel| in_polygon(&corners, pixel.map(i64::from)));
            tested += 6;
        }
    }
    println!("{tested} probes");
}

#[test]
fn probes_at_the_ends_of_the_range() {
    let mut world = World::new();
    let wide = world.add_mask(Mask::filled(200, 200).unwrap()).unwrap();
    let end = world::MAX_POSITION;
    let corners = [[end, end], [-end, -end], [end, -end], [-end, end]];
    let ids = corners.map(|at| world.spawn(Sprite::new(wide, at)).unwrap());
    let fixed = corners.map(|at| world.spawn(Sprite::new(wide, at).fixed()).unwrap());
    let view = world.refresh().unwrap();
    let huge = Mask::filled(1 << 20, 3).unwrap();
    for at in [[i32::MIN; 2], [i32::MAX; 2], [i32::MIN, i32::MAX], [i32::MAX, i32::MIN]] {
        assert!(view.find(at).is_empty());
        assert!(view.find(Placed { mask: &huge, at }).is_empty());
        assert!(view.find((at[0], at[1])).is_empty());
        assert!(view.find(Rect { left: at[0], top: at[1], width: 9, height: 9 }).is_empty());
        assert!(view.find(Rect { left: at[0], top: at[1], width: u32::MAX, height: 9 }).is_empty());
        assert!(view.nearest(at, 1).iter().all(|id| ids.contains(id)));
    }
    // A mask beyond the position limit that reaches into the range.
    assert_eq!(view.find(Placed { mask: &huge, at: [-end - (1 << 20) + 1, end] }), [ids[3], fixed[3]]);
    assert!(view.find(Placed { mask: &huge, at: [-end - (1 << 20), end] }).is_empty());
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
    assert_eq!((near[0].sprite, near[0].distance_squared()), (ids[1], 2 * (1u128 << 30).pow(2)));
    assert_eq!(near[7].distance_squared(), 2 * (3u128 << 30).pow(2));
}

#[test]
fn the_nearest_of_some_layers() {
    for seed in 0..6 {
        let crowd = Crowd::new(seed, 300, 400);
        let mut world = crowd.world();
        let all = world.refresh().unwrap();
        let mut rng = Rng::new(seed + 100);
        for round in 0..200 {
            let layers = [None, Some(1), Some(2), Some(4)][round % 4];
            let view = layers.map_or(all, |layers| all.on_layers(layers));
            let point = [rng.within(-600..600), rng.within(-600..600)];
            let seen = crowd.sprites.iter().filter(|one| layers.is_none_or(|layers| one.layers[0] & layers != 0));
            let mut expected: Vec<(u128, SpriteId)> = seen
                .filter_map(|one| {
                    let bounds = all.bounds(one.id)?;
                    let off = |c: i32, low: i32, high: i64| (i64::from(low - c)).max(i64::from(c) - high + 1).max(0);
                    let [x, y] =
                        [off(point[0], bounds.left, bounds.right()), off(point[1], bounds.top, bounds.bottom())];
                    Some(((x * x + y * y) as u128, one.id))
                })
                .collect();
            expected.sort_unstable();
            for count in [0, 1, 3, 20, usize::MAX] {
                let expected = &expected[..expected.len().min(count)];
                let mut near = vec![];
                view.nearest_into(point, count, &mut near);
                assert!(near.iter().map(|near| (near.distance_squared(), near.sprite)).eq(expected.iter().copied()));
                assert!(
                    near.iter().map(Near::distance).eq(expected.iter().map(|&(squared, _)| (squared as f64).sqrt()))
                );
                assert!(view.nearest(point, count).into_iter().eq(expected.iter().map(|&(_, id)| id)));
            }
        }
    }
}

#[test]
fn placed_pixels_are_those_of_the_sprite() {
    for seed in 0..4 {
        let crowd = Crowd::new(seed, 120, 200);
        let mut world = crowd.world();
        let view = world.refresh().unwrap();
        for sprite in &crowd.sprites {
            assert!(view.shape(sprite.id).unwrap().pixels().eq(sprite.pixels()), "{:?}", sprite.id);
        }
    }
    // Pixels beyond `i32` are left out.
    let mask = Mask::from_fn(9, 7, |x, y| (x + y) % 3 == 0).unwrap();
    for at in [[i32::MAX - 4, 0], [0, i32::MAX - 4], [i32::MAX; 2], [i32::MIN; 2], [i32::MIN, i32::MAX - 2]] {
        let wide = mask.pixels().map(|[x, y]| [i64::from(x) + i64::from(at[0]), i64::from(y) + i64::from(at[1])]);
        let expected = wide.filter(|pixel| pixel.iter().all(|&c| i32::try_from(c).is_ok()));
        let pixels: Vec<[i64; 2]> = Placed { mask: &mask, at }.pixels().map(|pixel| pixel.map(i64::from)).collect();
        assert!(expected.eq(pixels), "{at:?}");
    }
}
