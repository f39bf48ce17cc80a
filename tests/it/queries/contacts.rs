//! The contact of two sprites: single, in bulk and by visitors.

use super::crowd::{Crowd, Known, on_threads};
use bench::naive::Grid;
use hitmask::{Collision, Mask, Pair, Rect, Sprite, SpriteId, World, world};

/// The properties of a collision, as numbers that can be compared.
fn facts(collision: Collision) -> (Pair, world::Overlap, Option<[f64; 2]>, Option<[i32; 2]>) {
    (collision.pair(), collision.overlap(), collision.normal(), collision.penetration())
}

#[test]
fn collisions_agree_with_the_pixels() {
    let (mut seen, mut stuck) = (0, 0);
    for seed in 0..3 {
        let crowd = Crowd::new(seed, 70, 80);
        let mut world = crowd.world();
        let view = world.refresh().unwrap();
        for (i, a) in crowd.sprites.iter().enumerate() {
            assert!(view.collision(a.id, a.id).is_none());
            for b in &crowd.sprites[i + 1..] {
                let offset = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
                let collision = view.collision(a.id, b.id);
                assert_eq!(collision.is_some(), a.grid.hit(&b.grid, offset));
                let Some(collision) = collision else { continue };
                assert_eq!(
                    view.collision(b.id, a.id).map(facts),
                    Some(facts(collision)),
                    "the collision depends on the order of the sprites"
                );
                assert_eq!(collision.pair(), Pair { a: a.id, b: b.id });
                let world_pixel = |[x, y]: [i32; 2]| [x + a.at[0], y + a.at[1]];
                assert_eq!(Some(collision.first()), a.grid.first(&b.grid, offset).map(world_pixel));
                assert_eq!(collision.area(), a.grid.area(&b.grid, offset));
                let bounds = a.grid.bounds(&b.grid, offset).unwrap();
                let [left, top] = world_pixel([bounds.left, bounds.top]);
                assert_eq!(collision.bounds(), Rect { left, top, ..bounds });
                assert_eq!(view.overlap(b.id, a.id), Some(collision.overlap()));
                assert_eq!(collision.penetration(), Some(separation(&a.grid, &b.grid, offset)));
                check_separations(a, b, collision);
                assert_eq!(collision.pair().other(a.id), Some(b.id));
                assert_eq!(collision.pair().other(b.id), Some(a.id));
                // The normal is parallel to the gradient of the overlap area.
                let area = |x, y| a.grid.area(&b.grid, [offset[0] + x, offset[1] + y]) as f64;
                let gradient = [area(1, 0) - area(-1, 0), area(0, 1) - area(0, -1)];
                let normal = collision.normal().unwrap();
                assert!((normal[0].hypot(normal[1]) - 1.0).abs() < 1e-12);
                let turn = gradient[0] * normal[1] - gradient[1] * normal[0];
                assert!(turn.abs() < 1e-9 && gradient[0] * normal[0] + gradient[1] * normal[1] >= 0.0);
                stuck += u32::from(gradient == [0.0, 0.0]);
                seen += 1;
            }
        }
    }
    println!("{seen} collisions, {stuck} without a gradient");
    assert!(seen > 300);
}

/// Checks the separating move and the normal of both sprites. They do not depend on the order of the ids.
fn check_separations(a: &Known, b: &Known, collision: Collision) {
    let offset = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
    let back = offset.map(|c| -c);
    assert_eq!(collision.penetration_of(b.id), Some(separation(&a.grid, &b.grid, offset)));
    assert_eq!(collision.penetration_of(a.id), Some(separation(&b.grid, &a.grid, back)));
    for (one, (from, to), at) in [(a, (&b.grid, &a.grid), back), (b, (&a.grid, &b.grid), offset)] {
        let area = |x, y| from.area(to, [at[0] + x, at[1] + y]) as f64;
        let gradient = [area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1)];
        let out = collision.penetration_of(one.id).unwrap().map(f64::from);
        let [x, y] = if gradient == [0.0, 0.0] { out } else { gradient };
        let normal = collision.normal_of(one.id).unwrap();
        assert!((normal[0] - x / x.hypot(y)).abs() < 1e-12 && (normal[1] - y / x.hypot(y)).abs() < 1e-12);
        assert!(normal.iter().all(|c| c.to_bits() != (-0.0f64).to_bits()), "{normal:?}");
    }
    let reverse = collision.normal().map(|normal| normal.map(|c| 0.0 - c));
    assert_eq!(collision.normal_of(b.id), reverse);
    let stranger = SpriteId::default();
    assert_eq!((collision.normal_of(stranger), collision.penetration_of(stranger)), (None, None));
    assert_eq!(collision.pair().other(stranger), None);
}

/// The smallest move of `b` that frees it, the topmost and leftmost of them, by trying all.
fn separation(a: &Grid, b: &Grid, at: [i32; 2]) -> [i32; 2] {
    let most = (a.width + b.width).max(a.height + b.height) as i32;
    let moves = (-most..=most).flat_map(|y| (-most..=most).map(move |x| [x, y]));
    let mut moves: Vec<[i32; 2]> = moves.collect();
    moves.sort_by_key(|[x, y]| (x * x + y * y, *y, *x));
    moves.into_iter().find(|[x, y]| !a.hit(b, [at[0] + x, at[1] + y])).unwrap()
}

#[test]
fn contacts_in_bulk_equal_single_ones_on_1_2_and_7_threads() {
    let mut crowd = Crowd::new(7, 400, 250);
    let mut world = crowd.world();
    world.set_parallel_from(0);
    let gone = crowd.sprites.swap_remove(10).id;
    world.despawn(gone).unwrap();
    let step = world.step().unwrap();
    let view = step.view();
    let expected: Vec<_> = step.pairs().iter().map(|pair| facts(view.collision(pair.a, pair.b).unwrap())).collect();
    assert!(expected.len() > 200);
    let ids: Vec<SpriteId> = crowd.sprites.iter().map(|sprite| sprite.id).collect();
    let mut any: Vec<Pair> = ids.windows(2).map(|two| Pair { a: two[0], b: two[1] }).collect();
    any.extend([Pair { a: gone, b: ids[0] }, Pair { a: ids[3], b: ids[3] }]);
    any.extend(step.pairs());
    let singly: Vec<_> = any.iter().map(|pair| view.collision(pair.a, pair.b).map(facts)).collect();
    assert!(singly.iter().filter(|one| one.is_none()).count() > 100);
    for threads in [1, 2, 7] {
        assert_eq!(on_threads(threads, || step.contacts(facts)), expected);
        assert_eq!(on_threads(threads, || view.map_pairs(&any, facts)), singly);
    }
}

#[test]
fn visitors_get_each_pair_once_and_a_panic_of_theirs_leaves_the_world_right() {
    let crowd = Crowd::new(8, 500, 250);
    let mut world = crowd.world();
    world.set_parallel_from(0);
    let view = world.refresh().unwrap();
    let expected = view.collisions().unwrap();
    let mut candidates = Vec::new();
    view.for_each_candidate(|pair| candidates.push(pair));
    assert_eq!(candidates, view.candidates().unwrap(), "visitors and lists must have one order");
    for threads in [1, 2, 7] {
        let visited = std::sync::Mutex::new(Vec::new());
        on_threads(threads, || view.par_for_each_collision(|pair| visited.lock().unwrap().push(pair)));
        let mut visited = visited.into_inner().unwrap();
        visited.sort_unstable();
        assert_eq!(visited, expected, "{threads} threads");

        let caught = std::panic::catch_unwind(|| {
            on_threads(threads, || {
                view.par_for_each_collision(|pair| {
                    assert!(pair != expected[expected.len() / 2], "a panic in a visitor");
                });
            });
        });
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert_eq!(message, "a panic in a visitor");
        let caught = std::panic::catch_unwind(|| {
            on_threads(threads, || {
                view.map_pairs(&expected, |collision| assert!(collision.pair() != expected[9], "a panic in a mapping"))
            })
        });
        assert!(caught.is_err());
        assert_eq!(on_threads(threads, || view.collisions().unwrap()), expected);
    }
    // The world stays usable.
    for sprite in &crowd.sprites {
        world.move_by(sprite.id, [5000, 0]).unwrap();
    }
    assert_eq!(world.refresh().unwrap().collisions().unwrap(), expected);
}

#[test]
fn a_pile_up_is_visited_to_the_last_pair() {
    let sprites: u64 = if cfg!(debug_assertions) { 1500 } else { 20_000 };
    let mut world = World::new();
    let dot = world.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    for _ in 0..sprites {
        world.spawn(Sprite::new(dot, [3, -3])).unwrap();
    }
    world.set_pair_limit(1000);
    let view = world.refresh().unwrap();
    assert!(view.collisions_into(&mut Vec::new()).is_err());
    let all = sprites * (sprites - 1) / 2;
    let mut pairs = 0;
    view.for_each_collision(|pair| pairs += u64::from(pair.a < pair.b));
    assert_eq!(pairs, all);
    pairs = 0;
    view.for_each_candidate(|_| pairs += 1);
    assert_eq!(pairs, all);
    let pairs = std::sync::atomic::AtomicU64::new(0);
    let count = |_| _ = pairs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    on_threads(2, || view.par_for_each_collision(count));
    assert_eq!(pairs.into_inner(), all);
    println!("{all} pairs, three times");
}
