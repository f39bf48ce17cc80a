//! Connected components and contours of 2048 x 2048 pixels, and the pieces of a terrain, against straightforward code, which calls `contains` for
//! each pixel. Each case checks that both answers are equal before it is timed. Results are dropped outside the
//! measured time.

#[path = "common/settings.rs"]
mod settings;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use hitmask::Mask;
use hitmask::mask::{Component, Connectivity, Rect};
use std::hint::black_box;
use testkit::{Rng, shape};

const SIDE: u32 = 2048;

/// A sheet full of typical game shapes, 64 px each in cells of 68.
fn sheet() -> Mask {
    let mut sheet = Mask::new(SIDE, SIDE).unwrap();
    let cells = (0..SIDE / 68).flat_map(|y| (0..SIDE / 68).map(move |x| [x, y].map(|c| (c * 68) as i32)));
    for (grid, at) in shape::sprites(64, 900, 1).iter().zip(cells) {
        sheet.draw(&shape::mask(grid), at);
    }
    sheet
}

/// A level covered with rocks of 30 to 400 px.
fn rocks() -> Mask {
    let mut rng = Rng::new(2);
    let mut level = Mask::new(SIDE, SIDE).unwrap();
    for _ in 0..60 {
        let rock = shape::mask(&shape::rock(30 + rng.below(370), rng.bits()));
        level.draw(&rock, [rng.within(-100..SIDE as i32), rng.within(-100..SIDE as i32)]);
    }
    level
}

/// Connected components by flood fill from pixel to pixel.
fn flood(mask: &Mask, connectivity: Connectivity) -> Vec<(Mask, [i32; 2], u64)> {
    let (width, height) = (mask.width() as i32, mask.height() as i32);
    let near: &[[i32; 2]] = match connectivity {
        Connectivity::Four => &[[1, 0], [0, 1], [-1, 0], [0, -1]],
        _ => &[[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]],
    };
    let mut seen = vec![false; (width * height) as usize];
    let (mut parts, mut pixels) = (Vec::new(), Vec::new());
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        if !mask.contains([x, y]) || std::mem::replace(&mut seen[(y * width + x) as usize], true) {
            continue;
        }
        pixels.clear();
        pixels.push([x, y]);
        let ([mut left, mut top], [mut right, mut bottom]) = ([x, y], [x, y]);
        let mut next = 0;
        while let Some(&[px, py]) = pixels.get(next) {
            next += 1;
            (left, top, right, bottom) = (left.min(px), top.min(py), right.max(px), bottom.max(py));
            for [dx, dy] in near {
                let [x, y] = [px + dx, py + dy];
                if mask.contains([x, y]) && !std::mem::replace(&mut seen[(y * width + x) as usize], true) {
                    pixels.push([x, y]);
                }
            }
        }
        let (width, height) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
        let mut solid = vec![false; width * height];
        for [x, y] in &pixels {
            solid[(y - top) as usize * width + (x - left) as usize] = true;
        }
        let mask = Mask::from_fn(width as u32, height as u32, |x, y| solid[y as usize * width + x as usize]).unwrap();
        parts.push((mask, [left, top], pixels.len() as u64));
    }
    parts
}

/// Contours by walking along the edges of pixels, from every upper or lower edge that no walk has passed. A walk that
/// returns to a corner is split there.
fn walk(mask: &Mask) -> Vec<Vec<[i32; 2]>> {
    let (width, height) = (mask.width() as i32, mask.height() as i32);
    let corner = |[x, y]: [i32; 2]| (y * (width + 1) + x) as usize;
    let mut seen = vec![false; ((width + 1) * (height + 1)) as usize];
    // For each corner that is passed twice, its index in the walk plus one; 0 for all others.
    let mut places = vec![0u32; seen.len()];
    let mut contours = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        // An edge that goes right: solid below, empty above. Every contour of a component has one.
        if !mask.contains([x, y]) || mask.contains([x, y - 1]) || seen[corner([x, y])] {
            continue;
        }
        let mut points: Vec<[i32; 2]> = Vec::new();
        let ([mut px, mut py], [mut dx, mut dy]) = ([x, y], [1, 0]);
        loop {
            if [dx, dy] == [1, 0] && std::mem::replace(&mut seen[corner([px, py])], true) {
                break;
            }
            [px, py] = [px + dx, py + dy];
            // The pixels ahead, to the right and to the left of the corner.
            let ahead = |side: i32| {
                let across = [-dy * side, dx * side];
                [(2 * px + dx + across[0]).div_euclid(2), (2 * py + dy + across[1]).div_euclid(2)]
            };
            let (right, left) = (mask.contains(ahead(1)), mask.contains(ahead(-1)));
            if right && !left {
                continue;
            }
            if !right && left {
                let place = &mut places[corner([px, py])];
                if points.get((*place as usize).wrapping_sub(1)) == Some(&[px, py]) {
                    contours.push(from_first(points.split_off(*place as usize - 1)));
                }
                *place = points.len() as u32 + 1;
            }
            points.push([px, py]);
            [dx, dy] = if right { [dy, -dx] } else { [-dy, dx] };
        }
        contours.push(from_first(points));
    }
    contours.sort_by_key(|points| [points[0][1], points[0][0]]);
    contours
}

/// Rotates a polygon, so that it begins with its first vertex in raster order.
fn from_first(mut points: Vec<[i32; 2]>) -> Vec<[i32; 2]> {
    let first = (0..points.len()).min_by_key(|&i| [points[i][1], points[i][0]]).unwrap_or(0);
    points.rotate_left(first);
    points
}

fn shapes(criterion: &mut Criterion) {
    let masks = [
        ("noise-50", shape::mask(&shape::noise(SIDE, 50, 3))),
        ("noise-10", shape::mask(&shape::noise(SIDE, 10, 4))),
        ("sprites", sheet()),
        ("rocks", rocks()),
    ];
    let mut group = criterion.benchmark_group("parts");
    group.sampling_mode(SamplingMode::Flat);
    for (name, mask) in &masks {
        for (near, connectivity) in [("4", Connectivity::Four), ("8", Connectivity::Eight)] {
            let (ours, theirs) = (mask.connected_components(connectivity), flood(mask, connectivity));
            let same = |(a, b): (&Component, &(Mask, _, _))| (&a.mask, a.at, a.count) == (&b.0, b.1, b.2);
            assert!(ours.len() == theirs.len() && ours.iter().zip(&theirs).all(same), "{name}: components differ");
            group.bench_function(format!("{name}/{near}/hitmask"), |b| {
                b.iter_with_large_drop(|| black_box(mask).connected_components(connectivity));
            });
            group.bench_function(format!("{name}/{near}/boxes"), |b| {
                b.iter_with_large_drop(|| black_box(mask).component_bounds(connectivity));
            });
            group.bench_function(format!("{name}/{near}/contains"), |b| {
                b.iter_with_large_drop(|| flood(black_box(mask), connectivity));
            });
        }
    }
    group.finish();
    let mut group = criterion.benchmark_group("contours");
    group.sampling_mode(SamplingMode::Flat);
    for (name, mask) in &masks {
        let same = mask.contours().iter().map(|contour| contour.points()).eq(walk(mask).iter());
        assert!(same, "{name}: contours differ");
        group.bench_function(format!("{name}/hitmask"), |b| {
            b.iter_with_large_drop(|| black_box(mask).contours());
        });
        group.bench_function(format!("{name}/simplified"), |b| {
            b.iter_with_large_drop(|| black_box(mask).simplified_contours(1.0));
        });
        group.bench_function(format!("{name}/contains"), |b| {
            b.iter_with_large_drop(|| walk(black_box(mask)));
        });
    }
    group.finish();
}

/// A terrain of 4096 x 1024 pixels with 1,000 round holes: the pieces that the floor does not hold.
fn terrain(criterion: &mut Criterion) {
    let mut terrain = Mask::from_fn(4096, 1024, |_, y| y > 200).expect("within the limit");
    let mut rng = Rng::new(5);
    for _ in 0..1000 {
        let center = [rng.below(4096), 200 + rng.below(800)].map(f64::from);
        terrain.fill_circle(center, f64::from(4 + rng.below(20)), false).expect("in range");
    }
    let floor = Rect::new(0, 1023, 4096, 1);
    let apart = |mask: &Mask| mask.detached_components(&floor, [0, 0], Connectivity::Four);
    let mut whole = terrain.clone();
    for piece in apart(&terrain) {
        whole.erase(&piece.mask, piece.at);
    }
    let mut group = criterion.benchmark_group("terrain 4096 x 1024");
    for (name, mask) in [("with pieces", &terrain), ("in one piece", &whole)] {
        println!(
            "{name}: {} components, {} detached, {} runs",
            mask.connected_components(Connectivity::Four).len(),
            apart(mask).len(),
            mask.runs().count()
        );
        group.bench_function(format!("{name}/detached_components"), |b| {
            b.iter_with_large_drop(|| apart(black_box(mask)));
        });
        group.bench_function(format!("{name}/connected_components"), |b| {
            b.iter_with_large_drop(|| black_box(mask).connected_components(Connectivity::Four));
        });
        group.bench_function(format!("{name}/runs"), |b| b.iter(|| black_box(mask).runs().count()));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = settings::short(10);
    targets = shapes, terrain
}
criterion_main!(benches);
