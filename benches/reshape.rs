//! Transformed masks, pairs of them, and grown masks, each against straightforward code. Every row checks its answer
//! before it is timed.

#[path = "common/settings.rs"]
mod settings;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hitmask::mask::{Affine, DistanceField, TransformedMask, Turntable};
use hitmask::{Mask, PixelLayout, Rect, Solid};
use std::hint::black_box;
use testkit::shape;

/// The texel coordinates of the center of a pixel, in `f64`.
fn mapped_back(back: &Affine, [left, top]: [i32; 2], [x, y]: [u32; 2]) -> [f64; 2] {
    back.apply([f64::from(left + x as i32) + 0.5, f64::from(top + y as i32) + 0.5])
}

/// The rule of `transformed` in `f64`, pixel by pixel, for an equal rectangle.
fn transformed_per_pixel(mask: &Mask, back: &Affine, size: [u32; 2], at: [i32; 2]) -> Mask {
    let result = Mask::from_fn(size[0], size[1], |x, y| {
        mask.contains(mapped_back(back, at, [x, y]).map(|place| place.floor() as i32))
    });
    result.expect("the size is within the limit")
}

/// Compares a transformed mask with the pixels in `f64`. Where the center of a pixel is on an edge between texels,
/// `f64` decides by its rounding.
fn check_transformed(mask: &Mask, back: &Affine, result: &Mask, at: [i32; 2]) {
    let slow = transformed_per_pixel(mask, back, [result.width(), result.height()], at);
    for [x, y] in (0..result.height()).flat_map(|y| (0..result.width()).map(move |x| [x, y])) {
        let pixel = [x as i32, y as i32];
        let is_on_edge = mapped_back(back, at, [x, y]).iter().any(|c| (c - c.round()).abs() < 1e-6);
        assert!(is_on_edge || slow.contains(pixel) == result.contains(pixel), "{pixel:?}");
    }
}

fn transformed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reshape/transformed");
    let side = 256;
    let shapes = [("ship", shape::ship(side)), ("solid", shape::solid(side)), ("noise", shape::noise(side, 50, 1))];
    let middle = [f64::from(side) / 2.0; 2];
    let maps = [
        ("30 degrees", Affine::rotation(30.0).about(middle)),
        ("45 degrees", Affine::rotation(45.0).about(middle)),
        ("half as large", Affine::scale([0.5, 0.5])),
        ("twice as large", Affine::scale([2.0, 2.0])),
    ];
    for (shape, grid) in shapes {
        let mask = shape::mask(&grid);
        for (name, by) in &maps {
            let (result, at) = mask.transformed(by).expect("the map is valid");
            let (size, back) = ([result.width(), result.height()], by.inverse().expect("the map has an inverse"));
            check_transformed(&mask, &back, &result, at);
            let case = format!("{shape} {name}");
            group.bench_function(BenchmarkId::new("hitmask", &case), |b| b.iter(|| black_box(&mask).transformed(by)));
            group.bench_function(BenchmarkId::new("from_fn", &case), |b| {
                b.iter(|| transformed_per_pixel(black_box(&mask), &back, size, at));
            });
        }
    }
    let mask = shape::mask(&shape::ship(side));
    let table = Turntable::new(mask, 360, middle).expect("a table of 360 angles");
    let (kept, _) = table.turned(30).expect("the angle is within the limit");
    assert_eq!(table.turned(390).expect("the angle is in the table").0, kept);
    group.bench_function("table/an angle that is kept", |b| b.iter(|| table.turned(black_box(30))));
}

/// Transforms both masks, then intersects the results.
fn bounds_of_transformed(a: &Mask, by_a: &Affine, b: &Mask, by_b: &Affine) -> Option<Rect> {
    let (a, at_a) = a.transformed(by_a).ok()?;
    let (b, at_b) = b.transformed(by_b).ok()?;
    let mut shared = a.overlap_bounds(&b, [at_b[0] - at_a[0], at_b[1] - at_a[1]])?;
    shared.left += at_a[0];
    shared.top += at_a[1];
    Some(shared)
}

fn pair(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reshape/turned pair");
    let (ship, rock) = (shape::mask(&shape::ship(256)), shape::mask(&shape::rock(256, 3)));
    let fields = [&ship, &rock].map(|mask| DistanceField::new(mask).expect("memory for a field"));
    let (tilted, spun) =
        (Affine::rotation(30.0).about([128.0, 128.0]), Affine::rotation(-75.0).then(&Affine::scale([0.8, 0.8])));
    // The rock comes from the right: positions at which it first touches, and others.
    let placed = |dx: f64| spun.then(&Affine::translation([dx, 200.0]));
    let touches = |dx: f64| bounds_of_transformed(&ship, &tilted, &rock, &placed(dx)).is_some();
    let graze = (0..600).rev().map(f64::from).find(|&dx| touches(dx)).expect("the rock flies through the ship");
    for (name, dx) in
        [("deep", graze - 80.0), ("just hits", graze), ("just misses", graze + 1.0), ("far", graze + 150.0)]
    {
        let placed = placed(dx);
        let expected = bounds_of_transformed(&ship, &tilted, &rock, &placed);
        let ask = || {
            let ship = TransformedMask::new(black_box(&ship), &tilted).expect("the map is valid");
            (ship, TransformedMask::new(black_box(&rock), &placed).expect("the map is valid"))
        };
        let (one, two) = ask();
        assert_eq!((one.overlap_bounds(&two), one.overlaps(&two)), (expected, expected.is_some()));
        let with_fields = || {
            let shown = |mask, field, by| TransformedMask::with_field(mask, field, by).expect("the map is valid");
            (shown(black_box(&ship), &fields[0], &tilted), shown(black_box(&rock), &fields[1], &placed))
        };
        let (one, two) = with_fields();
        assert_eq!((one.overlap_bounds(&two), one.overlaps(&two)), (expected, expected.is_some()));
        group.bench_function(BenchmarkId::new("overlaps with fields", name), |b| {
            b.iter(|| {
                let (ship, rock) = with_fields();
                ship.overlaps(&rock)
            });
        });
        group.bench_function(BenchmarkId::new("overlaps", name), |b| {
            b.iter(|| {
                let (ship, rock) = ask();
                ship.overlaps(&rock)
            });
        });
        group.bench_function(BenchmarkId::new("overlap_bounds", name), |b| {
            b.iter(|| {
                let (ship, rock) = ask();
                ship.overlap_bounds(&rock)
            });
        });
        group.bench_function(BenchmarkId::new("both made", name), |b| {
            b.iter(|| bounds_of_transformed(black_box(&ship), &tilted, black_box(&rock), &placed));
        });
    }
}

/// Tests the disc around every pixel of the result, until a pixel of the disc is solid.
fn grown_per_pixel(mask: &Mask, radius: i32) -> Mask {
    let disc: Vec<[i32; 2]> = (-radius..=radius)
        .flat_map(|y| (-radius..=radius).map(move |x| [x, y]))
        .filter(|[x, y]| x * x + y * y <= radius * radius)
        .collect();
    let side = 2 * radius as u32;
    let result = Mask::from_fn(mask.width() + side, mask.height() + side, |x, y| {
        let [x, y] = [x as i32 - radius, y as i32 - radius];
        disc.iter().any(|[dx, dy]| mask.contains([x + dx, y + dy]))
    });
    result.expect("the size is within the limit")
}

fn grown(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reshape/grown");
    group.sample_size(10);
    let side = 2048;
    let shapes = [
        ("ship", shape::ship(side)),
        ("rock", shape::rock(side, 5)),
        ("noise", shape::noise(side, 50, 1)),
        ("dust", shape::noise(side, 1, 2)),
    ];
    for (name, grid) in shapes {
        let mask = shape::mask(&grid);
        assert_eq!(mask.grown(8).expect("room").0, grown_per_pixel(&mask, 8));
        group.bench_function(BenchmarkId::new("hitmask by 8", name), |b| {
            b.iter(|| black_box(&mask).grown(8));
        });
        group.bench_function(BenchmarkId::new("every pixel's disc by 8", name), |b| {
            b.iter(|| grown_per_pixel(black_box(&mask), 8));
        });
    }
    let mask = shape::mask(&shape::ship(side));
    for radius in [1, 64, 512] {
        let undone = mask.grown(radius).and_then(|(grown, _)| grown.shrunk(radius)).expect("room").0;
        assert_eq!(undone.overlap_mask(&mask, [0, 0]), mask);
        group
            .bench_function(BenchmarkId::new("hitmask ship by", radius), |b| b.iter(|| black_box(&mask).grown(radius)));
    }
}

/// A mask from the alpha of a picture, and a plain copy of its bytes.
fn pixels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("reshape/from_rgba8");
    for side in [64_u32, 256, 1024, 4096] {
        let sprite = shape::ship(side);
        let pixels: Vec<u8> = sprite.solid.iter().flat_map(|&solid| [9, 9, 9, if solid { 255 } else { 0 }]).collect();
        let result = || Mask::from_rgba8(side, side, &pixels, Solid::default()).expect("within the limit");
        assert_eq!(result(), shape::mask(&sprite));
        group.bench_function(BenchmarkId::new("hitmask", side), |bencher| bencher.iter(result));
        // The surface of a program: another order of channels, and 64 bytes between the rows.
        let pitch = 4 * side as usize + 64;
        let mut surface = vec![9; pitch * side as usize];
        for (to, from) in surface.chunks_exact_mut(pitch).zip(pixels.chunks_exact(4 * side as usize)) {
            to[..from.len()].copy_from_slice(from);
            to[..from.len()].as_chunks_mut::<4>().0.iter_mut().for_each(|[r, _, b, _]| std::mem::swap(r, b));
        }
        let layout = PixelLayout::BGRA.stride(pitch);
        let of_surface =
            || Mask::from_pixels(side, side, &surface, layout, Solid::default()).expect("within the limit");
        assert_eq!(of_surface(), result());
        group.bench_function(BenchmarkId::new("BGRA with a pitch", side), |bencher| bencher.iter(of_surface));
        group.bench_function(BenchmarkId::new("copy", side), |bencher| bencher.iter(|| pixels.to_vec()));
    }
}

/// Masks of arrays that are stored column by column, and of a label image, as other libraries hand them over.
fn arrays(criterion: &mut Criterion) {
    let side = 2048_u32;
    let mut group = criterion.benchmark_group("reshape/from_alpha by columns");
    let grid = shape::noise(side, 50, 1);
    let at = |x: u32, y: u32| u8::from(grid.contains([x.into(), y.into()])) * 255;
    let [rows, columns] = [|a, b| (b, a), |a, b| (a, b)].map(|place: fn(u32, u32) -> (u32, u32)| -> Vec<u8> {
        (0..side).flat_map(|a| (0..side).map(move |b| place(a, b))).map(|(x, y)| at(x, y)).collect()
    });
    let make = |alpha: &[u8], strides| Mask::from_alpha(side, side, alpha, strides, 127).expect("within the limit");
    let down = side as usize;
    assert_eq!(make(&columns, [down, 1]), make(&rows, [1, down]));
    group.bench_function(BenchmarkId::new("columns", side), |b| b.iter(|| make(black_box(&columns), [down, 1])));
    group.bench_function(BenchmarkId::new("rows", side), |b| b.iter(|| make(black_box(&rows), [1, down])));
    group.finish();

    let mut group = criterion.benchmark_group("reshape/from_labels");
    // Discs of 2 to 22 px in cells of 45 px, each with a number of its own.
    let label = |x: u32, y: u32| {
        let (cell, [dx, dy]) = (y / 45 * 46 + x / 45 + 1, [x, y].map(|c| (c % 45).abs_diff(22)));
        if dx * dx + dy * dy <= (2 + cell % 21).pow(2) { cell } else { 0 }
    };
    let image: Vec<u32> = (0..side).flat_map(|y| (0..side).map(move |x| label(x, y))).collect();
    let objects = Mask::from_labels(side, side, &image, down).expect("within the limit");
    let solid = objects.iter().map(|(_, mask, _)| mask.count()).sum::<u64>();
    assert_eq!(solid, image.iter().filter(|&&label| label != 0).count() as u64);
    group.bench_function(BenchmarkId::new("hitmask", side), |b| {
        b.iter(|| Mask::from_labels(side, side, black_box(&image), down));
    });
    // What a program does that only counts the pixels of each object.
    group.bench_function(BenchmarkId::new("a count for each label", side), |b| {
        b.iter(|| {
            let mut counts = vec![0_u32; objects.len() + 2];
            black_box(&image).iter().for_each(|&label| counts[label as usize % (objects.len() + 2)] += 1);
            counts
        });
    });
}

criterion_group! {
    name = benches;
    config = settings::short(20);
    targets = transformed, pair, grown, pixels, arrays
}
criterion_main!(benches);
