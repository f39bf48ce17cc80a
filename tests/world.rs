//! The world against every sprite tested with every other, pixel by pixel.

use bench::naive::{self, Grid};
use bench::rng::Rng;
use bench::scene::{Kind, Scene};
use bench::shape;
use hitmask::{Mask, MaskId, Pair, Placed, Rect, Sprite, SpriteId, Turn, World, world};
use rayon::ThreadPoolBuilder;

/// Runs `work` in a pool of so many threads.
fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// What the test believes of a sprite.
#[derive(Clone)]
struct Believed {
    id: SpriteId,
    /// As it stands, flipped and turned.
    grid: Grid,
    at: [i32; 2],
    layers: [u32; 2],
    fixed: bool,
}

/// The pairs that the oracle finds, sorted.
fn brute_force(sprites: &[Believed]) -> Vec<Pair> {
    let naked: Vec<(&Grid, [i32; 2])> = sprites.iter().map(|sprite| (&sprite.grid, sprite.at)).collect();
    let may_meet = |a: &Believed, b: &Believed| {
        a.layers[0] & b.layers[1] != 0 && b.layers[0] & a.layers[1] != 0 && !(a.fixed && b.fixed)
    };
    let mut pairs: Vec<Pair> = naive::pairs(&naked)
        .into_iter()
        .map(|(i, j)| (&sprites[i as usize], &sprites[j as usize]))
        .filter(|(a, b)| may_meet(a, b))
        .map(|(a, b)| Pair { a: a.id.min(b.id), b: a.id.max(b.id) })
        .collect();
    pairs.sort();
    pairs
}

/// The grid mirrored and turned, pixel by pixel.
fn turned(grid: &Grid, flip_x: bool, flip_y: bool, quarters: u32) -> Grid {
    let at = |x: u32, y: u32| {
        let x = if flip_x { grid.width - 1 - x } else { x };
        let y = if flip_y { grid.height - 1 - y } else { y };
        grid.solid[(y * grid.width + x) as usize]
    };
    let mut turned = shape::grid(grid.width, grid.height, at);
    for _ in 0..quarters {
        let from = turned;
        turned =
            shape::grid(from.height, from.width, |x, y| from.solid[((from.height - 1 - x) * from.width + y) as usize]);
    }
    turned
}

fn random_sprite(rng: &mut Rng, masks: &[(MaskId, Grid)]) -> (Sprite, Believed) {
    let (mask, grid) = &masks[rng.below(masks.len() as u32) as usize];
    let at = [rng.within(-150..150), rng.within(-150..150)];
    let (flip_x, flip_y, quarters) = (rng.below(2) == 1, rng.below(2) == 1, rng.below(4));
    let (layers, collides_with) = (1 + rng.below(3), 1 + rng.below(3));
    let fixed = rng.below(4) == 0;
    let turn = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters][quarters as usize];
    let mut sprite = Sprite::new(*mask, at).turned(turn).layers(layers).collides_with(collides_with);
    // The order of the calls does not matter.
    sprite = if flip_x { sprite.flipped_x() } else { sprite };
    sprite = if flip_y { sprite.flipped_y() } else { sprite };
    sprite = if fixed { sprite.fixed() } else { sprite };
    let grid = turned(grid, flip_x, flip_y, quarters);
    // Any id will do until the sprite is spawned.
    (sprite, Believed { id: SpriteId::default(), grid, at, layers: [layers, collides_with], fixed })
}

/// Every list of the world is what the oracle says.
fn check(world: &mut World, sprites: &[Believed]) {
    let expected = brute_force(sprites);
    let view = world.refresh().unwrap();
    assert_eq!(view.collisions(), expected);
    let mut visited = Vec::new();
    view.for_each_collision(|pair| visited.push(pair));
    visited.sort();
    assert_eq!(visited, expected);
    let mut candidates = view.candidates();
    assert!(candidates.iter().all(|pair| pair.a < pair.b));
    candidates.sort();
    assert!(candidates.windows(2).all(|two| two[0] != two[1]), "a candidate pair came twice");
    assert!(expected.iter().all(|pair| candidates.binary_search(pair).is_ok()));
}

#[test]
fn random_lives_of_a_world() {
    let lives = if cfg!(debug_assertions) { 6 } else { 60 };
    for seed in 0..lives {
        let mut rng = Rng::new(seed);
        let mut world = World::new();
        world.set_parallel_from(if seed % 2 == 0 { 0 } else { usize::MAX });
        let mut grids = shape::sprites(20, 5, seed);
        grids.extend([
            shape::noise(33, 10, seed),
            shape::grid(70, 9, |x, _| x % 9 == 0),
            shape::grid(8, 8, |_, _| false),
        ]);
        let masks: Vec<_> = grids.into_iter().map(|grid| (world.add_mask(shape::mask(&grid)).unwrap(), grid)).collect();
        let mut sprites: Vec<Believed> = Vec::new();
        for _ in 0..60 {
            for _ in 0..rng.below(8) {
                let (sprite, believed) = random_sprite(&mut rng, &masks);
                sprites.push(Believed { id: world.spawn(sprite).unwrap(), ..believed });
            }
            for _ in 0..rng.below(4).min(sprites.len() as u32) {
                let gone = sprites.swap_remove(rng.below(sprites.len() as u32) as usize);
                world.despawn(gone.id).unwrap();
                assert!(world.get(gone.id).is_none());
            }
            for sprite in &mut sprites {
                match rng.below(4) {
                    0 => {
                        let by = [rng.within(-9..10), rng.within(-9..10)];
                        world.move_by(sprite.id, by).unwrap();
                        sprite.at = [sprite.at[0] + by[0], sprite.at[1] + by[1]];
                    }
                    1 if rng.below(5) == 0 => {
                        sprite.at = [rng.within(-150..150), rng.within(-150..150)];
                        world.move_to(sprite.id, sprite.at).unwrap();
                    }
                    _ => {}
                }
            }
            check(&mut world, &sprites);
        }
    }
}

#[test]
fn seeded_scenes_of_each_kind_on_1_2_and_7_threads() {
    let count = if cfg!(debug_assertions) { 400 } else { 3000 };
    for kind in Kind::ALL {
        let mut scene = Scene::new(kind, count, 11);
        let (mut world, ids) = scene.to_world().unwrap();
        world.set_parallel_from(0);
        for _ in 0..3 {
            scene.step();
            for mut sprite in world.sprites_mut() {
                let at = scene.at[sprite.id().index()];
                sprite.move_to(at).unwrap();
            }
            let expected: Vec<Pair> = naive::pairs(&scene.sprites())
                .into_iter()
                .map(|(i, j)| Pair { a: ids[i as usize], b: ids[j as usize] })
                .collect();
            assert!(!expected.is_empty());
            let view = world.refresh().unwrap();
            let candidates = view.candidates();
            for threads in [1, 2, 7] {
                assert_eq!(on_threads(threads, || view.collisions()), expected, "{kind:?}, {threads} threads");
                assert_eq!(on_threads(threads, || view.candidates()), candidates, "{kind:?}, {threads} threads");
            }
            let placed: Vec<Placed> = ids.iter().map(|&id| view.shape(id).unwrap()).collect();
            let pairs = world::pairs(&placed).unwrap();
            assert!(pairs.iter().map(|&(i, j)| Pair { a: ids[i as usize], b: ids[j as usize] }).eq(expected));
        }
    }
}

#[test]
fn overlaps_and_queries_agree_with_the_pixels() {
    let scene = Scene::new(Kind::Clustered, 300, 12);
    let (mut world, ids) = scene.to_world().unwrap();
    let view = world.refresh().unwrap();
    let sprites = scene.sprites();
    for pair in view.collisions() {
        let index = |id| ids.binary_search(&id).unwrap();
        let ((a, at_a), (b, at_b)) = (sprites[index(pair.a)], sprites[index(pair.b)]);
        let offset = [at_b[0] - at_a[0], at_b[1] - at_a[1]];
        let overlap = view.overlap(pair.a, pair.b).unwrap();
        assert_eq!(view.overlap(pair.b, pair.a), Some(overlap), "it depends on the order");
        assert_eq!(overlap.area, a.area(b, offset));
        assert_eq!(overlap.first, a.first(b, offset).map(|[x, y]| [x + at_a[0], y + at_a[1]]).unwrap());
        let bounds = a.bounds(b, offset).unwrap();
        assert_eq!(overlap.bounds, Rect { left: bounds.left + at_a[0], top: bounds.top + at_a[1], ..bounds });
    }
    assert_eq!(view.overlap(ids[0], ids[0]), None);

    let mut rng = Rng::new(13);
    for _ in 0..2000 {
        let [left, top] = [rng.within(-40..scene.side + 40), rng.within(-40..scene.side + 40)];
        let rect = Rect { left, top, width: rng.below(30), height: rng.below(30) };
        let window = shape::grid(rect.width, rect.height, |_, _| true);
        let dot = shape::solid(1);
        let with = |over: &Grid| -> Vec<SpriteId> {
            let hit = |&(grid, at): &(&Grid, [i32; 2])| grid.hit(over, [left - at[0], top - at[1]]);
            ids.iter().zip(&sprites).filter(|(_, sprite)| hit(sprite)).map(|(&id, _)| id).collect()
        };
        assert_eq!(view.in_rect(rect), with(&window), "{rect}");
        assert_eq!(view.at_point([left, top]), with(&dot), "[{left}, {top}]");
    }
    let everywhere = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    assert_eq!(view.in_rect(everywhere), ids);
}

#[test]
fn nearest_and_touching_are_those_of_every_sprite() {
    let scene = Scene::new(Kind::Clustered, 400, 14);
    let (mut world, ids) = scene.to_world().unwrap();
    let ground = world.add_mask(Mask::filled(20, 300).unwrap()).unwrap();
    let mut ids = ids;
    ids.extend((0..20).map(|n| world.spawn(Sprite::new(ground, [n * 130, n * 17 % 400]).fixed()).unwrap()));
    let view = world.refresh().unwrap();
    let brush = shape::ring(50);
    let mask = shape::mask(&brush);
    let mut rng = Rng::new(15);
    for round in 0..300 {
        let at = [rng.within(-300..scene.side + 300), rng.within(-300..scene.side + 300)];
        let distance_2 = |&id: &SpriteId| {
            let rect = view.bounds(id).unwrap();
            let off =
                |c: i32, first: i32, end: i64| (i64::from(first) - i64::from(c)).max(i64::from(c) - end + 1).max(0);
            off(at[0], rect.left, rect.right()).pow(2) + off(at[1], rect.top, rect.bottom()).pow(2)
        };
        let mut expected = ids.clone();
        expected.sort_by_key(|id| (distance_2(id), *id));
        for count in [0, 1, 2, 7, round % 40, 1000] {
            let count = count.min(expected.len());
            assert_eq!(view.nearest(at, count), expected[..count], "{count} at {at:?}");
        }
        assert_eq!(view.nearest(at, usize::MAX).len(), ids.len());
        let hit = |id: &&SpriteId| {
            let shape = view.shape(**id).unwrap();
            Grid::from(shape.mask).hit(&brush, [at[0] - shape.at[0], at[1] - shape.at[1]])
        };
        let touching: Vec<SpriteId> = ids.iter().filter(hit).copied().collect();
        assert_eq!(view.touching(&mask, at).unwrap(), touching);
    }
    assert!(view.touching(&mask, [i32::MIN, 0]).is_err());
    assert!(World::new().refresh().unwrap().nearest([0, 0], 3).is_empty());
}

#[test]
fn steps_tell_what_began_and_what_ended() {
    let mut scene = Scene::new(Kind::Clustered, if cfg!(debug_assertions) { 150 } else { 800 }, 16);
    let (mut world, mut ids) = scene.to_world().unwrap();
    let mut before: Vec<Pair> = Vec::new();
    let (mut began, mut ended) = (0, 0);
    for step in 0..30 {
        scene.step();
        for (id, &at) in ids.iter().zip(&scene.at) {
            if world.get(*id).is_some() {
                world.move_to(*id, at).unwrap();
            }
        }
        if step % 5 == 4 {
            let gone = ids[step];
            world.despawn(gone).unwrap();
            let shown = world.sprites().next().unwrap().1.mask();
            let spawned = world.spawn(Sprite::new(shown, scene.at[step])).unwrap();
            assert!(!ids.contains(&spawned));
            ids[step] = spawned;
        }
        let now = world.refresh().unwrap().collisions();
        let step = world.step().unwrap();
        assert_eq!(step.pairs(), now);
        let missing = |of: &[Pair], from: &[Pair]| -> Vec<Pair> {
            of.iter().filter(|pair| !from.contains(pair)).copied().collect()
        };
        assert_eq!(step.began(), missing(&now, &before));
        assert_eq!(step.ended(), missing(&before, &now));
        assert!(step.pairs().iter().all(|pair| step.view().overlap(pair.a, pair.b).is_some()));
        (began, ended) = (began + step.began().len(), ended + step.ended().len());
        before = now;
    }
    assert!(began > 50 && ended > 50);
    // A step that is refused changes nothing: the next one compares with the last that was listed.
    world.set_pair_limit(0);
    assert!(world.step().is_err());
    world.set_pair_limit(World::DEFAULT_PAIR_LIMIT);
    let step = world.step().unwrap();
    assert_eq!(step.pairs(), before);
    assert!(step.began().is_empty() && step.ended().is_empty());
}

#[test]
fn sprites_flip_and_turn_in_place_or_about_their_pivot() {
    let mask: Mask = "#..\n##.".parse().unwrap();
    let mut world = World::new();
    let shown = world.add_mask(mask.clone()).unwrap();
    let turns = [Turn::None, Turn::Quarter, Turn::Half, Turn::ThreeQuarters];
    for (turn, flip) in turns.into_iter().flat_map(|turn| [(turn, false), (turn, true)]) {
        let sprite = Sprite::new(shown, [10, 20]).turned(turn);
        let sprite = if flip { sprite.flipped_x() } else { sprite };
        let in_place = world.spawn(sprite).unwrap();
        let about = world.spawn(sprite.pivot([1, 1])).unwrap();
        let outside = world.spawn(sprite.pivot([-2, 7])).unwrap();
        let view = world.refresh().unwrap();
        assert_eq!(view.shape(in_place).unwrap().at, [10, 20]);
        // [1, 1] is solid and stays at the position, whatever happens around it.
        assert!(view.at_point([10, 20]).contains(&about), "{turn:?} {flip}");
        let [dx, dy] = [view.shape(about).unwrap().at[0] - 10, view.shape(about).unwrap().at[1] - 20];
        assert!((-2..=0).contains(&dx) && (-2..=0).contains(&dy));
        assert_eq!(view.shape(outside).unwrap().mask, view.shape(about).unwrap().mask);
    }
    let plain = world.spawn(Sprite::new(shown, [0, 0]).pivot([0, 0])).unwrap();
    assert_eq!(world.refresh().unwrap().shape(plain).unwrap().at, [0, 0]);
}

#[test]
fn sprites_follow_an_edited_mask() {
    let mut world = World::new();
    let ground = world.add_mask(Mask::filled(100, 20).unwrap()).unwrap();
    let ball = world.add_mask(Mask::filled(6, 6).unwrap()).unwrap();
    let scenery = world.spawn(Sprite::new(ground, [0, 0]).turned(Turn::Half).fixed()).unwrap();
    let mover = world.spawn(Sprite::new(ball, [91, 10])).unwrap();
    let both = vec![Pair { a: scenery, b: mover }];
    assert_eq!(world.refresh().unwrap().collisions(), both);
    // A hole at the left of the mask is at the right of the sprite, which is turned by half.
    let hole = Mask::filled(10, 20).unwrap();
    world.edit_mask(ground, |mask| mask.erase(&hole, [0, 0])).unwrap();
    assert!(world.refresh().unwrap().collisions().is_empty());
    assert_eq!(world.refresh().unwrap().bounds(scenery).unwrap().width, 90);
    world.edit_mask(ground, |mask| mask.fill()).unwrap();
    assert_eq!(world.refresh().unwrap().collisions(), both);
    // What somebody else holds is not changed under them.
    let shared = std::sync::Arc::new(Mask::filled(2, 2).unwrap());
    let id = world.add_mask(shared.clone()).unwrap();
    world.edit_mask(id, |mask| mask.clear()).unwrap();
    assert_eq!((shared.count(), world.mask(id).unwrap().count()), (4, 0));
}

#[test]
fn an_edit_that_panics_leaves_the_world_usable() {
    let mut world = World::new();
    let mask = world.add_mask(Mask::filled(8, 8).unwrap()).unwrap();
    let ids = [[0, 0], [6, 6]].map(|at| world.spawn(Sprite::new(mask, at)).unwrap());
    assert_eq!(world.refresh().unwrap().collisions().len(), 1);
    let torn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        world.edit_mask(mask, |mask| {
            mask.fill_rect(Rect { left: 0, top: 0, width: 4, height: 8 }, false);
            panic!("half-way");
        })
    }));
    assert!(torn.is_err());
    assert_eq!(world.refresh().unwrap().bounds(ids[0]).unwrap().left, 4);
    assert!(world.refresh().unwrap().collisions().is_empty());
}

#[test]
fn a_world_without_sprites_and_one_at_the_ends_of_the_range() {
    let mut world = World::new();
    assert!(world.refresh().unwrap().collisions().is_empty());
    assert!(world.refresh().unwrap().at_point([0, 0]).is_empty());
    let wide = world.add_mask(Mask::filled(200, 200).unwrap()).unwrap();
    let end = world::MAX_POSITION;
    let corners = [[end, end], [-end, -end], [end, -end], [-end, end], [end, end - 1]];
    let ids = corners.map(|at| world.spawn(Sprite::new(wide, at)).unwrap());
    let view = world.refresh().unwrap();
    assert_eq!(view.collisions(), [Pair { a: ids[0], b: ids[4] }]);
    assert_eq!(view.overlap(ids[0], ids[4]).unwrap().first, [end, end]);
    assert_eq!(view.overlap(ids[0], ids[1]), None);
}
