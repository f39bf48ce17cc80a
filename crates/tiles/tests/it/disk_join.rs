//! Scenes larger than memory: random scenes with tiny budgets, compared with one world and with all pairs of sprites.

use mask::Mask;
use std::collections::HashSet;
use tiles::{DiskJoin, DiskJoinError, DiskJoinOptions, DiskJoinStage, JoinedPair};
use world::{Angle, MaskId, PlacedMask, QuarterTurn, Sprite, World, WorldError};

/// How to scatter the sprites of a scene.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// Anywhere in a square of this side.
    Square(i32),
    /// On the crossings of a grid, so that cuts run along boxes.
    Grid(i32),
    /// Most on one point.
    Point,
    /// As far out as a world reaches.
    Corners,
}

struct Scene {
    masks: Vec<Mask>,
    /// Ids and sprites. Ids of masks count up from those of a new world.
    sprites: Vec<(u64, Sprite)>,
}

/// Adds masks from tiny to larger than tiles, one of them empty.
fn masks(rng: &mut fastrand::Rng) -> Vec<Mask> {
    [[1, 1], [3, 8], [16, 16], [40, 9], [70, 70], [5, 200], [9, 9]]
        .into_iter()
        .enumerate()
        .map(|(number, [width, height])| {
            let mut mask = Mask::new(width, height).unwrap();
            for y in 0..height {
                for x in 0..width {
                    let solid = number < 6 && (rng.u8(..) < 100 || (x == 0 && y == 0));
                    mask.set([x as i32, y as i32], solid);
                }
            }
            mask
        })
        .collect()
}

fn scene(seed: u64, count: usize, place: Place, plain: bool) -> Scene {
    let mut rng = fastrand::Rng::with_seed(seed);
    let masks = masks(&mut rng);
    let mut world = World::new();
    let ids: Vec<MaskId> = masks.iter().map(|mask| world.add_mask(mask.clone()).unwrap()).collect();
    let at = |rng: &mut fastrand::Rng| match place {
        Place::Square(side) => [rng.i32(0..side), rng.i32(-side..0)],
        Place::Grid(step) => [step * rng.i32(-9..9), step * rng.i32(0..18)],
        Place::Point if rng.u8(..) > 9 => [-7, 12],
        Place::Point => [rng.i32(-40..40), rng.i32(-40..40)],
        Place::Corners => [rng.i32(..), rng.i32(..)].map(|c| c.signum() * (1 << 30) - c.signum() * rng.i32(0..30)),
    };
    let mut numbers: Vec<u64> = (0..count as u64).map(|number| number * 3 + 1).collect();
    if seed.is_multiple_of(2) {
        rng.shuffle(&mut numbers);
    }
    let sprite = |id| {
        let mut sprite = Sprite::new(ids[rng.usize(0..ids.len())], at(&mut rng));
        for option in 0..8 {
            sprite = match option {
                _ if plain || rng.u8(..) < 200 => sprite,
                0 => sprite.flip_x(true),
                1 => sprite.flip_y(true),
                2 => sprite.fixed(true),
                3 => {
                    sprite.turn([QuarterTurn::Quarter, QuarterTurn::Half, QuarterTurn::ThreeQuarters][rng.usize(0..3)])
                }
                4 => sprite.layers(1 + rng.u32(0..7)).collides_with(1 + rng.u32(0..7)),
                5 => sprite.origin([rng.i32(-40..40), rng.i32(-40..40)].map(|c| f64::from(c) / 2.0)).data(rng.u64(..)),
                6 => sprite.scale([0.2 + 1.2 * rng.f64(), 0.2 + rng.f64()]),
                _ => sprite.angle(Angle::degrees(360.0 * rng.f64()).unwrap()),
            };
        }
        (id, sprite)
    };
    let sprites = numbers.into_iter().map(sprite).collect();
    Scene { masks, sprites }
}

/// Ids, area, first pixel and bounds of a pair.
type Row = (u64, u64, u64, [i32; 2], mask::Rect);

/// The numbers of cuts and of tiles in a join.
#[derive(Default)]
struct Done {
    cuts: usize,
    tiles: u64,
}

fn options(memory: usize) -> DiskJoinOptions {
    DiskJoinOptions { memory, ..DiskJoinOptions::default() }
}

fn join(scene: &Scene, options: DiskJoinOptions) -> Result<(Vec<Row>, Done), DiskJoinError> {
    let mut join = DiskJoin::with_least(options, 0)?;
    for mask in &scene.masks {
        join.add_mask(mask.clone())?;
    }
    for (id, sprite) in &scene.sprites {
        join.push(*id, sprite)?;
    }
    let mut done = Done::default();
    let mut left = 1;
    let pairs = join.run(|stage| {
        if let DiskJoinStage::Joining { done: joined, tiles } = stage {
            assert!(joined < tiles);
            done.cuts += usize::from(tiles > left);
            (left, done.tiles) = (tiles, tiles);
        }
    })?;

    let row = |JoinedPair { a, b, area, first, bounds, .. }| (a, b, area, first, bounds);
    Ok((pairs.map(|pair| pair.map(row)).collect::<Result<_, _>>()?, done))
}

/// Returns the pairs of one world with all sprites.
fn in_one_world(scene: &Scene) -> Vec<Row> {
    let mut world = World::new();
    scene.masks.iter().for_each(|mask| _ = world.add_mask(mask.clone()).unwrap());
    let mut sprites = scene.sprites.clone();
    sprites.sort_by_key(|&(id, _)| id);
    let ids: Vec<_> = sprites.iter().map(|&(id, sprite)| (world.spawn(sprite).unwrap(), id)).collect();
    let id_of = |id| ids[ids.binary_search_by_key(&id, |&(id, _)| id).unwrap()].1;
    let view = world.refresh().unwrap();
    let pair = |pair: world::Pair| {
        let contact = view.contact(pair.a, pair.b).unwrap();
        (id_of(pair.a), id_of(pair.b), contact.area(), contact.first(), contact.bounds())
    };
    view.collisions().unwrap().into_iter().map(pair).collect()
}

#[test]
fn pairs_are_those_of_one_world() {
    let (mut total, mut cuts, mut tiles) = (0, 0, 0);
    for seed in 0..if cfg!(debug_assertions) { 24 } else { 240 } {
        let count = [3, 60, 800, 2500][seed as usize % 4];
        let place = match seed / 4 % 6 {
            0 => Place::Square(2000),
            1 => Place::Square(400),
            2 => Place::Grid(64),
            3 => Place::Grid(7),
            4 => Place::Point,
            _ => Place::Corners,
        };
        let count = if matches!(place, Place::Point | Place::Grid(7)) { count / 10 } else { count };
        let scene = scene(seed, count, place, seed.is_multiple_of(5));
        let expected = in_one_world(&scene);
        for memory in [150_000, 400_000, 8 << 20] {
            let (pairs, done) = join(&scene, options(memory)).unwrap();
            assert!(pairs == expected, "seed {seed}, {place:?}, {memory}: {} {}", pairs.len(), expected.len());
            cuts += done.cuts;
            tiles += done.tiles;
        }
        total += expected.len();
    }
    assert!(total > 10_000 && cuts > 20, "{total} {cuts}");
    println!("{total} pairs, {cuts} cuts, {tiles} tiles");
}

/// The pixels of all pairs of sprites, without a world's join.
#[test]
fn pairs_are_those_of_all_pixels() {
    let mut total = 0;
    for seed in 0..8 {
        let scene = scene(100 + seed, 150, Place::Square(350), false);
        let mut world = World::new();
        scene.masks.iter().for_each(|mask| _ = world.add_mask(mask.clone()).unwrap());
        let pixels = |sprite: &Sprite| -> HashSet<[i32; 2]> {
            let PlacedMask { mask, at } = world.shape_of(sprite).unwrap();
            mask.into_iter().map(|[x, y]| [x + at[0], y + at[1]]).collect()
        };
        let mut sprites: Vec<_> = scene.sprites.iter().map(|(id, sprite)| (*id, *sprite, pixels(sprite))).collect();
        sprites.sort_by_key(|&(id, ..)| id);
        let mut expected = Vec::new();
        for (index, (a, first, a_pixels)) in sprites.iter().enumerate() {
            for (b, second, b_pixels) in &sprites[index + 1..] {
                let hits = |a: &Sprite, b: &Sprite| a.layers & b.collides_with != 0;
                let tested = hits(first, second) && hits(second, first) && !(first.fixed && second.fixed);
                let shared: Vec<[i32; 2]> = a_pixels.intersection(b_pixels).copied().collect();
                if !tested || shared.is_empty() {
                    continue;
                }
                let [x, y] = [0, 1].map(|axis| shared.iter().map(move |at| at[axis]));
                let [left, top] = [x.clone().min().unwrap(), y.clone().min().unwrap()];
                let [right, bottom] = [x.max().unwrap() + 1, y.max().unwrap() + 1];
                let topmost = shared.iter().map(|&[x, y]| [y, x]).min().unwrap();
                let bounds = mask::Rect::new(left, top, (right - left) as u32, (bottom - top) as u32);
                expected.push((*a, *b, shared.len() as u64, [topmost[1], topmost[0]], bounds));
            }
        }
        let (pairs, _) = join(&scene, options(150_000)).unwrap();
        assert!(pairs == expected, "seed {seed}: {} {}", pairs.len(), expected.len());
        total += expected.len();
    }
    println!("{total} pairs");
}

/// Sprites that cannot be cut apart, in layers that never collide.
#[test]
fn sprites_in_one_place_are_joined_in_blocks() {
    let mut scene = scene(1, 3000, Place::Point, true);
    for (index, (_, sprite)) in scene.sprites.iter_mut().enumerate() {
        let layers = if index % 500 == 0 { 2 } else { 1 };
        *sprite = sprite.layers(layers).collides_with(if layers == 2 { u32::MAX } else { 2 });
    }
    scene.sprites.iter_mut().filter(|(id, _)| id % 2 == 0).for_each(|(_, sprite)| *sprite = sprite.fixed(true));
    let expected = in_one_world(&scene);
    let (pairs, done) = join(&scene, options(100_000)).unwrap();
    assert!(pairs == expected && expected.len() > 100, "{} {}", pairs.len(), expected.len());
    assert!(done.tiles < 10, "{}", done.tiles);
}

#[test]
fn the_pair_limit_is_exact() {
    let scene = scene(3, 400, Place::Square(300), false);
    let count = in_one_world(&scene).len();
    for memory in [150_000, 8 << 20] {
        let limited = |pair_limit| join(&scene, DiskJoinOptions { pair_limit, ..options(memory) });
        assert_eq!(limited(count).unwrap().0.len(), count);
        let error = limited(count - 1).map(|(pairs, _)| pairs.len()).unwrap_err();
        assert!(matches!(error, DiskJoinError::World(WorldError::TooManyPairs { limit }) if limit == count - 1));
    }
}

#[test]
fn faults_are_errors() {
    let least = DiskJoin::new(options((1 << 20) - 1)).unwrap_err();
    let text = "memory budget is 1048575 bytes, expected at least 1048576 bytes";
    assert!(least.to_string().starts_with(text), "{least}");

    let mut join = DiskJoin::new(options(3 << 19)).unwrap();
    let large = join.add_mask(Mask::filled(4096, 1400).unwrap()).unwrap_err();
    assert!(large.to_string().contains(" for the masks so far and the buffers: "), "{large}");

    // Scaled sprites are tested without rendering them, however large they are.
    let mut scaled = DiskJoin::new(options(3 << 19)).unwrap();
    let square = scaled.add_mask(Mask::filled(1000, 1000).unwrap()).unwrap();
    for id in 0..4 {
        let scale = if id == 2 { 65.0 } else { 60.0 };
        scaled.push(id, &Sprite::new(square, [0, 0]).scale([scale; 2])).unwrap();
    }
    assert_eq!(scaled.run(|_| ()).unwrap().left(), 6);

    let mut join = DiskJoin::new(options(1 << 24)).unwrap();
    let stale = Sprite::new(MaskId::from_bits(77), [0, 0]);
    assert!(matches!(join.push(0, &stale), Err(DiskJoinError::World(WorldError::StaleMask(_)))));
    let dot = join.add_mask(Mask::filled(1, 1).unwrap()).unwrap();
    let far = Sprite::new(dot, [1 << 30, -(1 << 30) - 1]);
    assert!(matches!(join.push(0, &far), Err(DiskJoinError::World(WorldError::OutOfRange { .. }))));
    assert_eq!(join.count(), 0);

    let folder = std::env::temp_dir().join("hitmask-no-such-folder");
    let missing = DiskJoin::new(DiskJoinOptions { folder: folder.clone(), ..options(1 << 24) }).unwrap_err();
    assert!(
        missing.to_string().starts_with(&format!("scratch folder {}: cannot create", folder.display())),
        "{missing}"
    );
}
