//! Convex hulls and parts against loops over all pixels.

use mask::{Mask, MaskError, PartLimits};
use testkit::{Grid, Rng, shape};

type Points = Vec<[i32; 2]>;

/// Twice the area of a triangle, above 0 if it runs clockwise on the screen.
fn cross([a, b]: [i64; 2], [c, d]: [i64; 2], [e, f]: [i64; 2]) -> i64 {
    (c - a) * (f - b) - (d - b) * (e - a)
}

/// The sides of a polygon, with all coordinates doubled, so that the centers of pixels are whole.
fn sides(points: &[[i32; 2]]) -> impl Iterator<Item = [[i64; 2]; 2]> {
    let double = |[x, y]: [i32; 2]| [2 * i64::from(x), 2 * i64::from(y)];
    (0..points.len()).map(move |index| [points[index], points[(index + 1) % points.len()]].map(double))
}

/// Asserts that a polygon is convex, runs clockwise, and has no three points on a line.
#[track_caller]
fn assert_convex(points: &[[i32; 2]], place: impl Fn() -> String) {
    assert!(points.len() >= 3, "{}: {points:?}", place());
    for [a, b] in sides(points) {
        for &[x, y] in points {
            let c = [2 * i64::from(x), 2 * i64::from(y)];
            assert!(c == a || c == b || cross(a, b, c) > 0, "{}: {c:?} at {a:?} {b:?} of {points:?}", place());
        }
    }
}

/// Returns how far inside a convex polygon the center of a pixel is, in pixels, or `None` if it is outside.
fn depth(points: &[[i32; 2]], [x, y]: [i32; 2]) -> Option<f64> {
    let center = [2 * i64::from(x) + 1, 2 * i64::from(y) + 1];
    let mut least = f64::MAX;
    for [a, b] in sides(points) {
        let area = cross(a, b, center);
        if area < 0 {
            return None;
        }
        least = least.min(area as f64 / ((b[0] - a[0]) as f64).hypot((b[1] - a[1]) as f64) / 2.0);
    }
    Some(least)
}

/// Four times twice the area of a polygon, negative for a hole.
fn area(points: &[[i32; 2]]) -> i64 {
    sides(points).map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum()
}

/// Checks the parts of a mask pixel by pixel. Returns the number of parts.
#[track_caller]
fn assert_parts(mask: &Mask, limits: impl Into<PartLimits>) -> usize {
    let limits = limits.into();
    let tolerance = limits.tolerance;
    let parts = mask.convex_parts(limits).unwrap();
    let place = || format!("{limits:?}\n{mask}");
    let most = limits.max_corners.unwrap_or(u32::MAX) as usize;
    assert!(parts.iter().all(|part| part.len() <= most), "{}\n{parts:?}", place());
    let (width, height) = (mask.width() as i32, mask.height() as i32);
    // The parts that a pixel's center is inside of, and whether it is in one or on its border.
    let mut owners = vec![(0, false); (width * height) as usize];
    for part in &parts {
        assert_convex(part, place);
        let range = |axis: usize| {
            let side = part.iter().map(|point| point[axis]);
            side.clone().min().unwrap()..side.max().unwrap()
        };
        assert!(
            range(0).start >= 0 && range(0).end <= width && range(1).start >= 0 && range(1).end <= height,
            "{}",
            place()
        );
        for y in range(1) {
            for x in range(0) {
                let Some(depth) = depth(part, [x, y]) else { continue };
                let (count, is_covered) = &mut owners[(y * width + x) as usize];
                *count += usize::from(depth > 0.0);
                *is_covered = true;
                assert!(
                    mask.contains([x, y]) || depth <= tolerance + 1e-9,
                    "{}\n{x}, {y} is {depth} inside {part:?}",
                    place()
                );
            }
        }
    }
    // No two parts share a point inside.
    assert!(owners.iter().all(|&(count, _)| count <= 1), "{}", place());
    for [x, y] in mask.pixels() {
        assert!(owners[(y * width + x) as usize].1, "{}\n{x}, {y} is in no part", place());
    }
    let total: i64 = parts.iter().map(|part| area(part)).sum();
    if tolerance == 0.0 {
        assert_eq!(total, 8 * mask.count() as i64, "{}", place());
    }
    // Each hole stays: a step from one contour to the next never changes their number.
    assert_eq!(parts.is_empty(), mask.is_empty());
    parts.len()
}

fn random(rng: &mut Rng) -> Mask {
    let (width, height) = (rng.below(24), rng.below(24));
    match rng.below(3) {
        // Noise.
        0 => {
            let share = rng.below(101);
            Mask::from_fn(width, height, |_, _| rng.below(100) < share).unwrap()
        }
        // Blobs and holes.
        1 => {
            let mut mask = Mask::new(width, height).unwrap();
            for _ in 0..rng.below(8) {
                let [x, y] = [width, height].map(|side| f64::from(rng.below(side + 1)));
                mask.fill_circle([x, y], f64::from(rng.below(9)), rng.below(3) > 0).unwrap();
            }
            mask
        }
        // Rectangles.
        _ => {
            let mut mask = Mask::new(width, height).unwrap();
            for _ in 0..rng.below(8) {
                let [x, y] = [width, height].map(|side| rng.below(side + 1) as i32);
                mask.fill_rect(mask::Rect::new(x, y, rng.below(12), rng.below(12)), rng.below(3) > 0);
            }
            mask
        }
    }
}

const TOLERANCES: [f64; 6] = [0.0, 0.3, 0.75, 1.0, 2.0, 5.0];

#[test]
fn parts_contain_the_centers_of_solid_pixels_and_no_other_deeper_than_the_tolerance() {
    let mut rng = Rng::new(41);
    let mut parts = 0;
    for _ in 0..if cfg!(debug_assertions) { 1_000 } else { 20_000 } {
        let mask = random(&mut rng);
        parts += TOLERANCES.map(|tolerance| assert_parts(&mask, tolerance)).iter().sum::<usize>();
    }
    println!("{parts} parts");
}

/// A disc of 128 pixels had 24 corners with a tolerance of 1, and 32 from 1.5 on.
#[test]
fn a_larger_tolerance_never_has_more_parts_or_corners() {
    let mut rng = Rng::new(42);
    let mut masks: Vec<Mask> =
        (0..if cfg!(debug_assertions) { 160 } else { 2_000 }).map(|_| random(&mut rng)).collect();
    masks.extend(shape::sprites(48, 30, 5).iter().map(shape::mask));
    masks.extend([shape::disc(128), shape::ring(64), shape::ship(64), shape::rock(96, 3)].iter().map(shape::mask));
    masks.extend((0..10).map(|seed| shape::mask(&shape::noise(30, 5 + 10 * seed, seed.into()))));
    assert!(masks.len() > 200);
    let tolerances = [
        0.0, 0.25, 0.4, 0.5, 0.7, 0.75, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 40.0, 1e300,
    ];
    for (mask, most) in masks.iter().zip([3, 4, 8].into_iter().cycle()) {
        for max_corners in [None, Some(most)] {
            let mut before = [usize::MAX; 2];
            for tolerance in tolerances {
                let mut limits = PartLimits::new(tolerance);
                limits.max_corners = max_corners;
                let parts = mask.convex_parts(limits).unwrap();
                let now = [parts.len(), parts.iter().map(Vec::len).sum()];
                assert!(now[0] <= before[0] && now[1] <= before[1], "{limits:?}: {now:?} after {before:?}\n{mask}");
                if now != before {
                    assert_parts(mask, limits);
                }
                before = now;
            }
        }
    }
}

#[test]
fn parts_keep_a_largest_number_of_corners() {
    let disc = shape::mask(&shape::disc(128));
    let parts = |tolerance: f64, most| disc.convex_parts(PartLimits::new(tolerance).max_corners(most)).unwrap();
    // One polygon of few corners takes a large tolerance; a small one takes more polygons.
    assert_eq!(parts(16.0, 8).len(), 1);
    let all = disc.convex_parts(1.0).unwrap();
    assert_eq!(all.len(), 1);
    for most in 3..40 {
        let split = parts(1.0, most);
        assert!(split.iter().all(|part| part.len() <= most as usize));
        assert_eq!(split.len(), (all[0].len() - 2).div_ceil(most as usize - 2), "{most}");
        assert_eq!(split.iter().map(|part| area(part)).sum::<i64>(), area(&all[0]));
    }
    assert_eq!(parts(1.0, u32::MAX), all);
    for most in [0, 2] {
        let error = disc.convex_parts(PartLimits::new(1.0).max_corners(most)).unwrap_err();
        assert_eq!(error.to_string(), format!("max_corners must be at least 3, got {most}"));
    }
}

#[test]
fn parts_of_all_masks_of_four_by_four() {
    for bits in 0..1_u32 << 16 {
        let mask = Mask::from_fn(4, 4, |x, y| bits >> (4 * y + x) & 1 == 1).unwrap();
        for tolerance in [0.0, 1.0] {
            assert_parts(&mask, tolerance);
        }
    }
}

#[test]
fn parts_of_shapes_are_few() {
    let of = |grid: &Grid| TOLERANCES.map(|tolerance| assert_parts(&shape::mask(grid), tolerance));
    assert_eq!(of(&shape::solid(33)), [1; 6]);
    let discs = [16, 32, 64, 128, 256].map(|side| of(&shape::disc(side)));
    println!("{discs:?}");
    assert!(discs[..4].iter().all(|parts| parts[0] > 10 && parts[3..] == [1; 3]), "{discs:?}");
    let parts = [shape::ring(64), shape::ship(64), shape::rock(64, 3)].map(|grid| of(&grid));
    println!("{parts:?}");
    for parts in parts {
        assert!(parts[3] * 4 < parts[0], "{parts:?}");
    }
}

#[test]
fn holes_and_diagonal_neighbors_are_not_filled() {
    let parts = |text: &str, tolerance| text.parse::<Mask>().unwrap().convex_parts(tolerance).unwrap();
    for tolerance in TOLERANCES {
        let ring = parts("#####\n#...#\n#...#\n#...#\n#####", tolerance);
        assert!(ring.len() >= 3, "{ring:?}");
        assert!(ring.iter().all(|part| depth(part, [2, 2]).is_none_or(|depth| depth == 0.0)), "{tolerance} {ring:?}");
        // Two pixels that share a corner are two parts.
        let diagonal = parts("#.\n.#", tolerance);
        assert_eq!(diagonal.len(), 2, "{tolerance} {diagonal:?}");
    }
    assert_eq!(parts("#", 9.0).len(), 1);
    assert_eq!(parts("####", 0.0), [[[0, 0], [4, 0], [4, 1], [0, 1]]]);
    assert_eq!(parts("#\n#\n#", 0.0), [[[0, 0], [1, 0], [1, 3], [0, 3]]]);
    for [width, height] in [[0, 0], [0, 5], [5, 0], [7, 7]] {
        let empty = Mask::new(width, height).unwrap();
        assert!(empty.convex_parts(1.0).unwrap().is_empty() && empty.convex_hull().is_empty());
    }
    for tolerance in [-1.0, f64::NAN, f64::INFINITY] {
        let error = Mask::filled(3, 3).unwrap().convex_parts(tolerance).unwrap_err();
        assert!(matches!(error, MaskError::Tolerance { .. }), "{error}");
    }
}

#[test]
fn parts_of_large_masks_have_exact_areas() {
    let total = |mask: &Mask| mask.convex_parts(0.0).unwrap().iter().map(|part| area(part)).sum::<i64>();
    for grid in [shape::noise(500, 50, 7), shape::noise(500, 90, 8), shape::checkerboard(200)] {
        let mask = shape::mask(&grid);
        assert_eq!(total(&mask), 8 * mask.count() as i64);
    }
    // Pixels that are as far apart as those of a mask can be.
    let mut wide = Mask::new(1 << 26, 1).unwrap();
    let mut tall = Mask::new(1, 1 << 26).unwrap();
    // A disc of 65,536 px takes 15 s without all optimizations.
    let side: u32 = if cfg!(debug_assertions) { 1 << 13 } else { 1 << 16 };
    let mut square = Mask::new(side, side).unwrap();
    for at in [0, 1, 77, (1 << 26) - 1] {
        wide.set([at, 0], true);
        tall.set([0, at], true);
    }
    square.fill_circle([side / 2; 2].map(f64::from), f64::from(side / 2), true).unwrap();
    for mask in [wide, tall] {
        assert_eq!(total(&mask), 8 * mask.count() as i64);
        assert_eq!(mask.convex_hull().len(), 4);
    }
    assert_eq!(total(&square), 8 * square.count() as i64);
    let hull = square.convex_hull();
    assert_convex(&hull, || "disc".into());
    assert!(square.convex_parts(9.0).unwrap().len() < 20);
}

/// The hull by wrapping: from the left corner of the top side, always to the corner with no other to the left of the
/// way.
fn wrapped(mask: &Mask) -> Points {
    let mut corners: Points =
        mask.pixels().flat_map(|[x, y]| [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]).collect();
    corners.sort_unstable_by_key(|&[x, y]| [y, x]);
    corners.dedup();
    let Some(&first) = corners.first() else { return Vec::new() };
    let wide = |[x, y]: [i32; 2]| [i64::from(x), i64::from(y)];
    let mut hull = vec![first];
    loop {
        let here = hull[hull.len() - 1];
        let distance = |[x, y]: [i32; 2]| (x - here[0]).pow(2) + (y - here[1]).pow(2);
        let next = corners.iter().copied().filter(|&corner| corner != here).reduce(|best, corner| {
            match cross(wide(here), wide(best), wide(corner)) {
                turn if turn < 0 => corner,
                0 if distance(corner) > distance(best) => corner,
                _ => best,
            }
        });
        match next {
            Some(next) if next != first => hull.push(next),
            _ => return hull,
        }
    }
}

#[test]
fn hulls_equal_those_by_wrapping() {
    let mut rng = Rng::new(43);
    for _ in 0..if cfg!(debug_assertions) { 1_000 } else { 10_000 } {
        let mask = random(&mut rng);
        let hull = mask.convex_hull();
        assert_eq!(hull, wrapped(&mask), "{mask}");
        if !mask.is_empty() {
            assert_convex(&hull, || mask.to_string());
            assert!(mask.pixels().all(|pixel| depth(&hull, pixel).is_some_and(|depth| depth >= 0.5 - 1e-9)), "{mask}");
        }
    }
    for bits in 0..1_u32 << 12 {
        let mask = Mask::from_fn(4, 3, |x, y| bits >> (4 * y + x) & 1 == 1).unwrap();
        assert_eq!(mask.convex_hull(), wrapped(&mask), "{mask}");
    }
}
