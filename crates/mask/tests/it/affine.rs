//! Masks under affine maps, transformed or queried in place, against loops over every pixel.

use mask::{Affine, DistanceField, Mask, MaskError, Rect, TransformedMask, Turntable};
use std::sync::Arc;
use testkit::oracle::affine::{check, contains, pair};
use testkit::oracle::{SIDES, Subject, sizes};
use testkit::{Rng, seeds, shape};

/// A number from -1 to 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / 2f64.powi(52) - 1.0
}

/// Rotations, scales, mirrors, shears and translations. The numbers are often whole, half or quarter numbers, so that
/// centers of pixels fall onto edges of other pixels.
fn random_map(rng: &mut Rng) -> Affine {
    let mut map = Affine::IDENTITY;
    for _ in 0..=rng.below(3) {
        let next = match rng.below(8) {
            0 => Affine::rotation(unit(rng) * 400.0),
            1 => Affine::rotation(f64::from(rng.within(-8..9)) * 45.0),
            2 => Affine::scale([0.3 + unit(rng).abs() * 2.0, -0.3 - unit(rng).abs() * 2.0]),
            3 => Affine::scale([0.5 * f64::from(1 + rng.below(4)), 0.25 * f64::from(1 + rng.below(9))]),
            4 => Affine::shear([unit(rng), 0.0]),
            5 => Affine::shear([0.0, f64::from(rng.within(-4..5)) / 2.0]),
            6 => Affine::translation([unit(rng) * 90.0, unit(rng) * 90.0]),
            _ => Affine::translation([f64::from(rng.within(-99..99)) / 4.0, f64::from(rng.within(-99..99)) / 2.0]),
        };
        map = map.then(&next);
    }
    if rng.below(3) == 0 { map.about([f64::from(rng.below(60)) / 2.0, f64::from(rng.below(60)) / 2.0]) } else { map }
}

fn field(Subject { mask, .. }: &Subject) -> DistanceField {
    DistanceField::new(mask).unwrap()
}

#[test]
fn every_side_across_word_boundaries() {
    let mut rng = Rng::new(1);
    let maps = [
        Affine::IDENTITY,
        Affine::translation([0.5, -0.5]),
        Affine::translation([63.0, 1.25]),
        Affine::rotation(45.0),
        Affine::rotation(-17.0),
        Affine::rotation(180.0),
        Affine::rotation(89.9999999),
        Affine::scale([0.5, 2.0]),
        Affine::scale([-3.0, 0.3]),
        Affine::scale([0.01, 0.01]),
        Affine::shear([1.0, 0.0]),
        Affine::shear([0.25, -2.0]),
    ];
    let sides: &[u32] = if cfg!(debug_assertions) { &[0, 1, 64, 65] } else { &SIDES };
    for (&width, &height) in sides.iter().flat_map(|width| sides.iter().map(move |height| (width, height))) {
        for map in &maps {
            check(&Subject::noise(width, height, 60, &mut rng), map);
            check(&Subject::noise(width, height, 1, &mut rng), map);
        }
    }
}

#[test]
fn random_maps() {
    let (mut rng, mut checked) = (Rng::new(2), 0);
    for _ in 0..if cfg!(debug_assertions) { 400 } else { 12_000 } {
        let (width, height) = (rng.below(90), rng.below(40));
        let percent = [1, 50, 100][rng.below(3) as usize];
        let map = random_map(&mut rng);
        check(&Subject::noise(width, height, percent, &mut rng), &map);
        checked += 1;
    }
    println!("{checked} random maps");
}

/// Compares maps whose numbers `f64` holds exactly with integer arithmetic that does not use [`Affine`]. The unit is
/// 1/64 pixel, for the linear part and for the translation.
#[test]
fn exact_maps_against_whole_numbers() {
    let (mut rng, mut checked) = (Rng::new(3), 0);
    for _ in 0..if cfg!(debug_assertions) { 400 } else { 12_000 } {
        // Products of whole shears, quarter turns and scales by 1/2, 1 and 2: the determinant is a power of two, so the
        // inverse has no rounding either.
        let mut m = [[64i64, 0], [0, 64]];
        for _ in 0..rng.below(4) {
            let k = i64::from(rng.within(-2..3));
            let [[a, b], [c, d]] = m;
            m = match rng.below(4) {
                0 => [[a + k * c, b + k * d], [c, d]],
                1 => [[a, b], [c + k * a, d + k * b]],
                2 => [[-c, -d], [a, b]],
                _ if [a, b].iter().all(|v| v % 2 == 0 && v.abs() <= 128) => [[a / 2, b / 2], [2 * c, 2 * d]],
                _ => m,
            };
        }
        let t = [rng.within(-999..999), rng.within(-999..999)].map(i64::from);
        let real = |v: i64| v as f64 / 64.0;
        let by = Affine::from([[real(m[0][0]), real(m[0][1]), real(t[0])], [real(m[1][0]), real(m[1][1]), real(t[1])]]);
        let det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        assert_eq!(det.abs(), 4096);
        if m.iter().all(|row| row.contains(&0)) && m.as_flattened().iter().all(|v| v.abs() % 64 == 0) {
            continue; // upright, and rounded to whole pixels
        }
        // The inverse: adj(m) (p - t) / det, with p and t in 1/64 pixel; the result in pixels, floored a little to the
        // right of the center and below it.
        let back = |[x, y]: [i64; 2]| {
            let [px, py] = [64 * x + 32 - t[0], 64 * y + 32 - t[1]];
            [[m[1][1], -m[0][1]], [-m[1][0], m[0][0]]].map(|row| {
                let [a, b] = row.map(|v| v * det.signum());
                (a * px + b * py - i64::from(a < 0 || a == 0 && b < 0)).div_euclid(4096)
            })
        };
        let (width, height) = (rng.below(70), rng.below(20));
        let Subject { grid, mask } = Subject::noise(width, height, 60, &mut rng);
        let (made, at) = mask.transformed(&by).unwrap();
        for (x, y) in (-2..made.width() as i32 + 2).flat_map(|x| (-2..made.height() as i32 + 2).map(move |y| (x, y))) {
            let pixel = [x + at[0], y + at[1]].map(i64::from);
            assert_eq!(made.contains([x, y]), grid.contains(back(pixel)), "{pixel:?} under {by:?}");
        }
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn whole_quarters_are_the_exact_turns() {
    let mut rng = Rng::new(4);
    for (width, height) in sizes() {
        let mask = Subject::noise(width, height, 50, &mut rng).mask;
        if mask.width() == 0 || mask.height() == 0 {
            assert_eq!(mask.transformed(&Affine::rotation(90.0)).unwrap(), (Mask::new(0, 0).unwrap(), [0, 0]));
            continue;
        }
        let (w, h) = (width as i32, height as i32);
        let turns = [
            (0.0, mask.clone(), [0, 0]),
            (90.0, mask.rotated_90(), [-h, 0]),
            (180.0, mask.rotated_180(), [-w, -h]),
            (270.0, mask.rotated_270(), [0, -w]),
        ];
        for (degrees, turned, at) in turns {
            for full in [-720.0, -360.0, 0.0, 360.0, 3.6e6] {
                let (result, place) = mask.transformed(&Affine::rotation(degrees + full)).unwrap();
                assert_eq!((&result, place), (&turned, at));
            }
            for point in [[0.5, 0.5], [f64::from(w) / 2.0, f64::from(h) / 2.0], [0.3, 7.7], [-1e6, 1e8]] {
                assert_eq!(mask.transformed(&Affine::rotation(degrees).about(point)).unwrap().0, turned);
            }
        }
        assert_eq!(mask.transformed(&Affine::scale([-1.0, 1.0])).unwrap(), (mask.flipped_x(), [-w, 0]));
        assert_eq!(mask.transformed(&Affine::scale([1.0, -1.0])).unwrap(), (mask.flipped_y(), [0, -h]));
    }
}

#[test]
fn rotations_are_right_and_undone() {
    for tenth in -7200..7200 {
        let degrees = f64::from(tenth) / 10.0;
        let [[cos, minus_sin, _], [sin, also_cos, _]] = <[[f64; 3]; 2]>::from(Affine::rotation(degrees));
        assert!((cos - degrees.to_radians().cos()).abs() < 1e-14 && (sin - degrees.to_radians().sin()).abs() < 1e-14);
        assert_eq!((cos, sin), (also_cos, -minus_sin));
        let [[c, s, _], _] = <[[f64; 3]; 2]>::from(Affine::rotation(-degrees));
        assert_eq!((c, s), (cos, sin));
    }
    let mut rng = Rng::new(5);
    for _ in 0..1000 {
        let (map, next) = (random_map(&mut rng), random_map(&mut rng));
        let point = [unit(&mut rng) * 100.0, unit(&mut rng) * 100.0];
        let near = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).abs() < 1e-6 && (b - d).abs() < 1e-6;
        assert!(near(map.inverse().unwrap().apply(map.apply(point)), point));
        assert!(near(map.then(&next).apply(point), next.apply(map.apply(point))));
        let chained = map.then(&next).determinant();
        assert!((chained / (map.determinant() * next.determinant()) - 1.0).abs() < 1e-9);
    }
    assert_eq!(Affine::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), Affine::from([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]));
}

#[test]
fn pairs_equal_the_transformed_masks() {
    let (mut rng, mut hits, mut checked) = (Rng::new(6), 0, 0);
    for _ in 0..if cfg!(debug_assertions) { 400 } else { 12_000 } {
        let mut mask = || {
            let (width, height, percent) = (rng.below(80), rng.below(60), [1, 3, 40, 100][rng.below(4) as usize]);
            Subject::noise(width, height, percent, &mut rng)
        };
        let (a, b) = (mask(), mask());
        let (by_a, by_b) = (random_map(&mut rng), random_map(&mut rng));
        // Both masks move to a common point, or near it.
        let at =
            |by: &Affine, one: &Subject| by.apply([f64::from(one.grid.width) / 2.0, f64::from(one.grid.height) / 2.0]);
        let ([ax, ay], [bx, by]) = (at(&by_a, &a), at(&by_b, &b));
        let near = Affine::translation([ax - bx + unit(&mut rng) * 40.0, ay - by + unit(&mut rng) * 40.0]);
        hits += usize::from(pair((&a, &field(&a), &by_a), (&b, &field(&b), &by_b.then(&near))).unwrap());
        checked += 1;
    }
    println!("{checked} random pairs, {hits} of them collide");
    assert!(hits * 4 > checked && hits * 4 < checked * 3, "expected a mixture of hits and misses, got {hits} hits");
}

/// A map as a game may draw a sprite: turned, scaled from 0.02 to 12, mirrored, sheared, about an origin, at a real
/// position that may be far away. Many have centers of pixels on edges of texels.
fn drawn(rng: &mut Rng, [width, height]: [u32; 2], at: [f64; 2]) -> Affine {
    let degrees = match rng.below(5) {
        0 => f64::from(rng.within(-4..5)) * 90.0,
        1 => f64::from(rng.within(-8..9)) * 45.0,
        _ => unit(rng) * 360.0,
    };
    let mut factor = || match rng.below(6) {
        0 => 0.02 + 0.2 * unit(rng).abs(),
        1 => 2.0 + 10.0 * unit(rng).abs(),
        2 => [0.5, 2.0, 3.0][rng.below(3) as usize],
        3 => 0.3 + 2.0 * unit(rng).abs(),
        _ => 1.0,
    };
    let [x, y] = [factor(), factor()];
    let equal = rng.below(2) == 0;
    let sign = |rng: &mut Rng| if rng.below(4) == 0 { -1.0 } else { 1.0 };
    let scale = [x * sign(rng), if equal { x } else { y } * sign(rng)];
    let shear = if rng.below(5) == 0 { [unit(rng), 0.0] } else { [0.0; 2] };
    let origin = match rng.below(4) {
        0 => [0.0; 2],
        1 => [unit(rng) * 60.0, unit(rng) * 60.0],
        2 => [f64::from(rng.below(60)) / 2.0, f64::from(rng.below(60)) / 2.0],
        _ => [f64::from(width) / 2.0, f64::from(height) / 2.0],
    };
    let at = match rng.below(3) {
        0 => at.map(f64::floor),
        1 => at.map(|c| (c * 4.0).floor() / 4.0),
        _ => at,
    };
    let linear = Affine::shear(shear).then(&Affine::scale(scale)).then(&Affine::rotation(degrees));
    Affine::translation(origin.map(|c| -c)).then(&linear).then(&Affine::translation(at))
}

/// With `HITMASK_SEEDS=n`, n times as many.
#[test]
fn drawn_pairs_share_the_pixels_of_the_rule() {
    let count = seeds(if cfg!(debug_assertions) { 1_000 } else { 20_000 }).end;
    let sides = [1, 5, 16, 17, 24, 33, 48, 64, 65];
    let mut subjects: Vec<(Subject, DistanceField)> = Vec::new();
    let grids = sides.map(|side| {
        [
            shape::disc(side),
            shape::ring(side),
            shape::ship(side),
            shape::rock(side, 5),
            shape::noise(side, 20, 3),
            shape::noise(side, 90, 4),
            shape::solid(side),
        ]
    });
    let more = [
        shape::grid(150, 3, |_, _| true),
        shape::grid(3, 200, |x, y| (x + y) % 50 != 0),
        shape::grid(7, 7, |_, _| false),
    ];
    for grid in grids.into_iter().flatten().chain(more) {
        let subject = Subject::new(grid);
        let field = DistanceField::new(&subject.mask).unwrap();
        subjects.push((subject, field));
    }
    let (mut rng, mut hits, mut checked) = (Rng::new(67), 0, 0);
    for _ in 0..count {
        let [(a, field_a), (b, field_b)] = [0; 2].map(|_| &subjects[rng.below(subjects.len() as u32) as usize]);
        let far = match rng.below(5) {
            0 => [1e6, -3e4],
            1 => [-1e6 - 0.125, 1e6],
            _ => [0.0; 2],
        };
        let near = [unit(&mut rng) * 40.0 + far[0], unit(&mut rng) * 40.0 + far[1]];
        let size = |one: &Subject| [one.grid.width, one.grid.height];
        let (by_a, by_b) = (drawn(&mut rng, size(a), far), drawn(&mut rng, size(b), near));
        if let Some(hit) = pair((a, field_a, &by_a), (b, field_b, &by_b)) {
            hits += usize::from(hit);
            checked += 1;
        }
    }
    println!("{checked} of {count} pairs, {hits} of them collide");
    assert!(hits * 5 > checked && hits * 5 < checked * 4 && checked * 10 > count as usize * 9, "{hits} of {checked}");
}

/// A pixel spans 2^29 texels, the most that a map allows, so no coordinate outside the box of the map fits its numbers.
#[test]
fn normals_of_masks_that_are_shrunk_to_one_pixel() {
    let mask = Mask::filled(1 << 20, 2).unwrap();
    let pixel = Mask::filled(3, 3).unwrap();
    for at in [[0.0, 0.0], [-1.0, -1.0], [5.0, 1.0]] {
        let shrunk = Affine::scale([2f64.powi(-29), 1.0]).then(&Affine::translation([0.5 - 2f64.powi(-10), 0.0]));
        let shrunk = shrunk.then(&Affine::translation(at));
        let (one, other) = (TransformedMask::new(&mask, &shrunk).unwrap(), TransformedMask::placed(&pixel, [0, 0]));
        let (rendered, [x, y]) = mask.transformed(&shrunk).unwrap();
        assert_eq!([rendered.width(), rendered.height()], [1, 2]);
        let expected = pixel.overlap_normal(&rendered, [x, y]);
        assert_eq!(other.overlaps(&one), expected.is_some());
        if let Some(normal) = expected {
            let out = pixel.penetration(&rendered, [x, y]);
            assert_eq!(other.normal_of_overlap(&one, || out), Some(normal));
            let back = rendered.overlap_normal(&pixel, [-x, -y]);
            assert_eq!(one.normal_of_overlap(&other, || rendered.penetration(&pixel, [-x, -y])), back);
        }
    }
}

#[test]
fn sprites_that_just_miss_and_just_hit() {
    let grids = shape::sprites(100, 10, 7);
    let masks: Vec<Subject> = grids.into_iter().map(Subject::new).collect();
    for (i, (a, b)) in masks.iter().zip(masks.iter().skip(3)).enumerate() {
        let (spin, other) =
            (Affine::rotation(20.0 + 31.0 * i as f64).about([50.0, 50.0]), Affine::rotation(-9.0 * i as f64));
        for dx in (-140..140).step_by(if cfg!(debug_assertions) { 35 } else { 5 }) {
            pair((a, &field(a), &spin), (b, &field(b), &other.then(&Affine::translation([f64::from(dx), 11.5]))))
                .unwrap();
        }
    }
}

#[test]
fn transformed_queries_contain_the_pixels_of_the_mask() {
    let mut rng = Rng::new(8);
    for _ in 0..100 {
        let (subject, map) = (Subject::noise(40, 30, 50, &mut rng), random_map(&mut rng));
        contains(&subject, &map);
        assert!(!TransformedMask::new(&subject.mask, &map).unwrap().contains([i32::MIN, i32::MAX]));
    }
}

#[test]
fn invalid_maps_are_refused_by_name() {
    let mask = Mask::filled(70, 3).unwrap();
    let refused = |by: Affine, error: MaskError| {
        assert_eq!(mask.transformed(&by).unwrap_err(), error);
        assert_eq!(TransformedMask::new(&mask, &by).unwrap_err(), error);
        assert!(!error.to_string().is_empty());
    };
    let what = "coefficient of an affine map";
    refused(Affine::scale([f64::INFINITY, 1.0]), MaskError::NotFinite { what, value: f64::INFINITY });
    refused(Affine::translation([0.0, f64::NEG_INFINITY]), MaskError::NotFinite { what, value: f64::NEG_INFINITY });
    for by in [Affine::rotation(f64::NAN), Affine::rotation(f64::INFINITY), Affine::shear([f64::NAN, 0.0])] {
        assert!(matches!(mask.transformed(&by), Err(MaskError::NotFinite { value, .. }) if value.is_nan()), "{by:?}");
    }
    refused(Affine::scale([0.0, 1.0]), MaskError::Degenerate { determinant: 0.0 });
    refused(Affine::shear([1.0, 1.0]), MaskError::Degenerate { determinant: 0.0 });
    // A determinant that consists of rounding errors.
    let [a, b] = [0.1, 0.3];
    let flat = Affine::from([[a, b, 0.0], [a * 3.0, b * 3.0, 0.0]]);
    assert!(matches!(mask.transformed(&flat), Err(MaskError::Degenerate { determinant }) if determinant.abs() < 1e-15));
    refused(Affine::translation([2e9, 0.0]), MaskError::TooFar { coordinate: 2e9 });
    refused(Affine::scale([1.0, -1e9]), MaskError::TooFar { coordinate: -3e9 });
    refused(Affine::scale([1e300, 1.0]), MaskError::TooFar { coordinate: 1e300 * 70.0 });
    // Too large to transform, but not too large to query.
    let huge = Affine::scale([1e6, 1e7]);
    assert!(matches!(mask.transformed(&huge), Err(MaskError::TooLarge { .. })));
    let turned = TransformedMask::new(&mask, &huge).unwrap();
    assert!(turned.overlaps(&turned));
    // The inverse is rounded: a pixel is 2147 / 2^31 texels wide and 215 / 2^31 high. Its texel is looked up beside its
    // center.
    let columns =
        [(70_u64, 2147, 4), (3, 215, 1)].map(|(side, by, beside)| ((side << 32) - by - beside).div_ceil(2 * by));
    let [width, height] = columns.map(|count| count as u32);
    assert!(width.abs_diff(70_000_000) < 20_000 && height.abs_diff(30_000_000) < 50_000);
    assert_eq!(turned.overlap_bounds(&turned), Some(Rect { left: 0, top: 0, width, height }));
    assert_eq!(turned.overlap_area(&turned), u64::from(width) * u64::from(height));
    // An empty mask is never too large, but an invalid map is still an error.
    let none = Mask::new(0, 5).unwrap();
    assert_eq!(none.transformed(&Affine::scale([1e300, 1.0])).unwrap(), (Mask::new(0, 0).unwrap(), [0, 0]));
    assert!(none.transformed(&Affine::scale([0.0, 1.0])).is_err());
    // Too small to hold the center of a pixel, or to be shown at all.
    let (one, square) = (Subject::noise(9, 7, 60, &mut Rng::new(1)), Subject::noise(8, 8, 90, &mut Rng::new(2)));
    for scale in [[1e-9, 1.0], [1.0, 1e-200], [1e-290, 1e-290]] {
        let thin = Affine::scale(scale);
        assert_eq!(pair((&one, &field(&one), &thin), (&square, &field(&square), &Affine::rotation(9.0))), Some(false));
    }
    for scale in [[1e-3, 1e-3], [1e-9, 1.0], [1.0, 1e-290], [1e-290, 1e-290]] {
        assert_eq!(mask.transformed(&Affine::scale(scale)).unwrap(), (Mask::new(0, 0).unwrap(), [0, 0]), "{scale:?}");
    }
}

#[test]
fn the_largest_masks_can_be_mapped_onto_themselves() {
    for (width, height) in [(1, 1 << 21), (1 << 26, 1)] {
        let mut mask = Mask::new(width, height).unwrap();
        mask.set([0, 0], true);
        mask.set([width as i32 - 1, height as i32 - 1], true);
        let (half, at) = mask.transformed(&Affine::rotation(180.0)).unwrap();
        assert_eq!((half, at), (mask.rotated_180(), [-(width as i32), -(height as i32)]));
    }
}

#[test]
fn a_table_gives_each_angle_and_keeps_to_its_limit() {
    let mask = Arc::new(shape::mask(&shape::ship(50)));
    let table = Turntable::new(Arc::clone(&mask), 24, [25.0, 20.0]).unwrap();
    for index in 0..48 {
        let by = Affine::translation([-25.0, -20.0]).then(&Affine::rotation(15.0 * f64::from(index)));
        let (turned, at) = table.turned(index).unwrap();
        assert_eq!((&*turned, at), (&mask.transformed(&by).unwrap().0, mask.transformed(&by).unwrap().1));
        assert!(Arc::ptr_eq(&turned, &table.turned(index).unwrap().0));
        assert_eq!(table.index_of(15.0 * f64::from(index) - 360.0).unwrap(), index % 24);
    }
    let whole = table.bytes();
    // The limit leaves memory for some angles: the most recently used ones stay.
    let table = table.with_limit(whole / 3);
    assert!(table.bytes() <= whole / 3);
    let mut rng = Rng::new(9);
    for _ in 0..500 {
        let index = rng.below(24);
        let (first, _) = table.turned(index).unwrap();
        assert!(table.bytes() <= whole / 3);
        let (other, _) = table.turned(rng.below(24)).unwrap();
        let (again, _) = table.turned(index).unwrap();
        assert!(Arc::ptr_eq(&first, &again), "another angle requested in between does not evict it");
        drop(other);
    }
    let none = table.with_limit(0);
    assert_eq!((none.turned(3).unwrap().1, none.bytes()), (none.turned(27).unwrap().1, 0));

    assert_eq!(Turntable::new(Arc::clone(&mask), 0, [0.0; 2]).unwrap_err(), MaskError::AngleCount { angles: 0 });
    let many = Turntable::new(Arc::clone(&mask), 65_537, [0.0; 2]);
    assert_eq!(many.unwrap_err(), MaskError::AngleCount { angles: 65_537 });
    let nowhere = Turntable::new(Arc::clone(&mask), 4, [0.0, f64::INFINITY]).unwrap_err();
    assert_eq!(nowhere, MaskError::NotFinite { what: "coordinate of the origin", value: f64::INFINITY });
    assert_eq!(none.index_of(f64::NAN).unwrap_err().to_string(), "angle must be finite, got NaN");
    let far = Turntable::new(Arc::clone(&mask), 4, [2e9, 0.0]).unwrap();
    assert_eq!(far.turned(0).unwrap_err(), MaskError::TooFar { coordinate: -2e9 });
    assert_eq!(far.bytes(), 0);
}

#[test]
fn a_table_is_shared_by_threads() {
    let table = Turntable::new(shape::mask(&shape::ship(40)), 32, [20.0, 20.0]).unwrap().with_limit(3000);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut rng = Rng::new(seed);
                for _ in 0..2000 {
                    let index = rng.below(32);
                    let (turned, at) = table.turned(index).unwrap();
                    turned.validate();
                    assert!(turned.contains([-at[0], -at[1]]), "the ship is solid at its center");
                }
            });
        }
    });
    assert!(table.bytes() <= 3000);
}

/// The determinants of these maps are beyond the range of `f64`, or have few significant digits. An earlier inverse
/// collapsed to a point, or was wrong by 1e-5.
#[test]
fn maps_whose_determinant_overflows_are_undone() {
    let mut rng = Rng::new(77);
    let mut undone = 0;
    for _ in 0..20_000 {
        let mut power = || 2f64.powi(rng.below(1900) as i32 - 950);
        let [x, y] = [power(), power()];
        let turn = Affine::rotation(360.0 * unit(&mut rng));
        let by = Affine::scale([x, y]).then(&turn);
        // The entries of the inverse by hand: each is a sine or a cosine, times a power of two.
        let [[cos, minus_sin, _], [sin, ..]] = <[[f64; 3]; 2]>::from(turn);
        let expected = Affine::from([[cos / x, sin / x, 0.0], [minus_sin / y, cos / y, 0.0]]);
        let inverse = by.inverse();
        if [1.0 / x, 1.0 / y].iter().all(|one| one.is_normal()) && (x / y).abs().log2().abs() < 1000.0 {
            let [found, expected] = [inverse.unwrap(), expected].map(<[[f64; 3]; 2]>::from);
            for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
                let off = (found - expected).abs();
                assert!(off <= 1e-12 * expected.abs() || off < 1e-290, "{found} is not {expected}: {by:?}");
            }
            undone += 1;
        }
    }
    assert!(undone > 10_000, "{undone}");
    for side in [1e-200, 1e-155, 1e155, 1e200, 1e300] {
        let [[x, ..], [_, y, _]] = Affine::scale([side, -side]).inverse().unwrap().into();
        assert!((x * side - 1.0).abs() < 1e-15 && (y * side + 1.0).abs() < 1e-15, "{side}");
    }
    for flat in [[[1e200, 1e200], [1e200, 1e200]], [[1e-200, 1e-200], [1e-200, 1e-200]], [[0.0; 2], [1e300; 2]]] {
        let [[a, b], [c, d]] = flat;
        assert!(matches!(Affine::from([[a, b, 0.0], [c, d, 0.0]]).inverse(), Err(MaskError::Degenerate { .. })));
    }
}

/// Pictures side by side share no pixel and leave no gap, also if the inverse of their scale is rounded.
#[test]
fn scaled_pictures_side_by_side_do_not_collide() {
    let scales = [1.5, 2.5, 0.75, 1.25, 1.0 / 3.0, 3.5, 0.6, 7.0 / 3.0, 1.1, 2.0];
    for (scale, [width, height]) in
        scales.into_iter().flat_map(|scale| [(scale, [5, 4]), (scale, [63, 7]), (scale, [1, 1])])
    {
        let mask = Mask::filled(width, height).unwrap();
        for (flip, degrees) in
            [1.0, -1.0].into_iter().flat_map(|flip| [0.0, 90.0, 180.0, 270.0].map(|turn| (flip, turn)))
        {
            let by = Affine::scale([flip * scale, scale]).then(&Affine::rotation(degrees));
            let along = by.apply([f64::from(width), 0.0]);
            for step in 0..12 {
                let at = f64::from(step) / 4.0;
                let a = by.then(&Affine::translation([at, at]));
                let b = a.then(&Affine::translation(along));
                let (a, b) = (TransformedMask::new(&mask, &a).unwrap(), TransformedMask::new(&mask, &b).unwrap());
                let what = format!("{width} x {height}, scale {scale}, flip {flip}, {degrees} degrees, at {at}");
                assert!(!a.overlaps(&b), "{what}");
                // No gap between the two either, if they show anything.
                let [Some(one), Some(other)] = [a.bounds(), b.bounds()] else { continue };
                let gap = match along[0].abs() > along[1].abs() {
                    true => {
                        (other.left - (one.left + one.width as i32)).max(one.left - (other.left + other.width as i32))
                    }
                    false => {
                        (other.top - (one.top + one.height as i32)).max(one.top - (other.top + other.height as i32))
                    }
                };
                assert_eq!(gap, 0, "{what}: {one:?} {other:?}");
            }
        }
    }
}
