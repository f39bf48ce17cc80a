//! Colliding offsets, penetration, sweeps and walks, against testing every offset, every move and every step.

#[path = "common/settings.rs"]
mod settings;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hitmask::mask::Line;
use hitmask::mask::shared;
use hitmask::{Mask, Motion, Sprite, SpriteId, View, World, WorldError};
use std::error::Error;
use std::hint::black_box;
use testkit::{Grid, shape};

fn every_offset(a: &Mask, b: &Mask) -> Mask {
    let back = [b.width() as i32 - 1, b.height() as i32 - 1];
    let hit = |x: u32, y: u32| a.overlaps(b, [x as i32 - back[0], y as i32 - back[1]]);
    Mask::from_fn(a.width() + b.width() - 1, a.height() + b.height() - 1, hit).expect("within the limit")
}

fn every_step(a: &Mask, b: &Mask, path: Line) -> Option<[i32; 2]> {
    path.points().find(|&at| a.overlaps(b, at))
}

fn convolve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("convolve 128 x 128 by 64 x 64");
    type Draw = fn(u32) -> Grid;
    let pairs: [(&str, Draw); 7] = [
        ("disc", shape::disc),
        ("ring", shape::ring),
        ("ship", shape::ship),
        ("solid", shape::solid),
        ("checkerboard", shape::checkerboard),
        ("noise 50", |side| shape::noise(side, 50, side.into())),
        ("noise 10", |side| shape::noise(side, 10, side.into())),
    ];
    for (name, draw) in pairs {
        let (a, b) = (shape::mask(&draw(128)), shape::mask(&draw(64)));
        assert_eq!(shared::convolve(&a, &b).expect("within the limit"), every_offset(&a, &b), "{name}");
        group.bench_function(BenchmarkId::new("hitmask", name), |bencher| {
            bencher.iter(|| shared::convolve(&a, black_box(&b)));
        });
        group.bench_function(BenchmarkId::new("every offset", name), |bencher| {
            bencher.iter(|| every_offset(&a, black_box(&b)));
        });
    }
}

/// Two equal masks, the second a quarter of the way into the first, then exactly on top of it.
fn penetration(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("penetration 256 x 256");
    let mut moves: Vec<[i32; 2]> = (-256..=256).flat_map(|y| (-256..=256).map(move |x| [x, y])).collect();
    moves.sort_by_key(|[x, y]| (x * x + y * y, *y, *x));
    let pairs = [("disc", shape::disc(256)), ("ship", shape::ship(256)), ("noise 66", shape::noise(256, 66, 1))];
    for (name, grid) in pairs {
        let mask = shape::mask(&grid);
        for (depth, at) in [("a quarter", [192, 20]), ("all of it", [0, 0])] {
            let ours = || mask.penetration(black_box(&mask), at);
            let free = |[x, y]: &&[i32; 2]| !mask.overlaps(black_box(&mask), [at[0] - x, at[1] - y]);
            assert_eq!(ours(), moves.iter().find(free).copied(), "{name}, {depth}");
            group.bench_function(BenchmarkId::new("hitmask", format!("{name}, {depth}")), |b| b.iter(ours));
            group.bench_function(BenchmarkId::new("every move", format!("{name}, {depth}")), |bencher| {
                bencher.iter(|| moves.iter().find(free));
            });
        }
    }
}

fn sweep(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sweep over 10,000 px");
    let disc = || shape::disc(128);
    // A floor at 40 px, with a post at its end that keeps the boxes overlapping, and its sloped version.
    let floor = |width: u32| shape::grid(width, 128, |x, y| y >= 40 || x + 1 == width);
    let slope = shape::grid(10_000, 128 + 1250, |x, y| y >= 40 + x / 8);
    // A sprite with a tunnel of 60 px, and a sprite that fits into it.
    let tunnel = shape::grid(128, 128, |_, y| !(4..64).contains(&y));
    let cases = [
        ("apart, hit half way", disc(), disc(), Line::new([-5000, -900], [5000, 1000])),
        ("apart, hit at the end", disc(), disc(), Line::new([-10_000, -20], [0, 10])),
        ("apart, ship and rock", shape::ship(128), shape::rock(128, 3), Line::new([-9000, -30], [1000, 10])),
        ("apart, no hit", disc(), disc(), Line::new([-5000, -2000], [5000, 1000])),
        ("grazing, two sprites", tunnel, shape::grid(128, 58, |_, y| y > 0), Line::new([-5000, 5], [5000, 5])),
        ("grazing, a floor", floor(10_000), disc(), Line::new([-200, -88], [9800, -88])),
        ("grazing, down to a floor", floor(10_000), disc(), Line::new([-200, -118], [9800, -88])),
        ("grazing, a slope", slope, disc(), Line::new([0, -92], [10_000, 1158])),
    ];
    for (name, a, b, path) in cases {
        let (a, b) = (shape::mask(&a), shape::mask(&b));
        let ours = || a.sweep(black_box(&b), path.start(), path.end());
        assert_eq!(ours().hit.map(|hit| hit.at), every_step(&a, &b, path), "{name}");
        println!("{name}: {:?}", ours());
        group.bench_function(BenchmarkId::new("hitmask", name), |bencher| bencher.iter(ours));
        group.bench_function(BenchmarkId::new("every step", name), |bencher| {
            bencher.iter(|| every_step(&a, black_box(&b), path));
        });
    }
}

/// A walk with a search of the whole world for each position.
fn walk_with_is_free(view: View, id: SpriteId, to: i32, steps: i32) -> Result<[i32; 2], WorldError> {
    let mut at = view.get(id).expect("a sprite").position;
    while at[0] != to {
        let [x, y] = [at[0] + (to - at[0]).signum(), at[1]];
        let mut rise = 0;
        while !view.is_free(id, [x, y - rise])? {
            rise += 1;
            if rise > steps || !view.is_free(id, [at[0], y - rise])? {
                return Ok(at);
            }
        }
        at = [x, y - rise];
        let mut down = 0;
        while rise == 0 && down <= steps && view.is_free(id, [x, y + down + 1])? {
            down += 1;
        }
        at[1] += if down <= steps { down } else { 0 };
    }
    Ok(at)
}

/// A walker of 16 x 32 pixels on a hilly terrain, among 1,000 other sprites: 4 pixels up a slope, and back.
fn walk(criterion: &mut Criterion) -> Result<(), Box<dyn Error>> {
    let hill = |x: u32| 600.0 + 60.0 * (f64::from(x) / 90.0).sin() + 9.0 * (f64::from(x) / 13.0).sin();
    let mut world = World::new();
    let land = world.add_mask(Mask::from_fn(4096, 1024, |x, y| f64::from(y) > hill(x))?)?;
    let (rock, hero) = (world.add_mask(shape::mask(&shape::disc(24)))?, world.add_mask(Mask::filled(16, 32)?)?);
    world.spawn(Sprite::new(land, [0, 0]).fixed(true))?;
    for i in 0..1000 {
        world.spawn(Sprite::new(rock, [4 * i, 37 * i % 400]))?;
    }
    let hero = world.spawn(Sprite::new(hero, [848, 480]))?;
    let steps = Motion::Walk { step_up: 3, step_down: 3 };
    world.move_until(hero, [848, 900], Motion::Stop)?;
    let mut there = world.clone();
    let [from, to] = [world.get(hero).ok_or("a sprite")?.position, there.move_until(hero, [852, 0], steps)?.at];
    assert!(to[0] == 852 && to[1].abs_diff(from[1]) >= 2, "a slope: {from:?} to {to:?}");
    let mut here = world.clone();
    let (here, there) = (here.refresh()?, there.refresh()?);
    assert_eq!(walk_with_is_free(here, hero, 852, 3)?, to);
    assert_eq!(walk_with_is_free(there, hero, 848, 3)?, from);

    let mut group = criterion.benchmark_group("walk 4 px and back");
    group.bench_function("hitmask", |bencher| {
        bencher.iter(|| [852, 848].map(|x| world.move_until(hero, [x, 0], steps).map(|moved| moved.at)));
    });
    group.bench_function("is_free for each position, no refresh", |bencher| {
        bencher.iter(|| [walk_with_is_free(here, hero, 852, 3), walk_with_is_free(there, hero, 848, 3)]);
    });
    Ok(())
}

fn walks(criterion: &mut Criterion) {
    walk(criterion).expect("a small world");
}

criterion_group! {
    name = benches;
    config = settings::short(20);
    targets = convolve, penetration, sweep, walks
}
criterion_main!(benches);
