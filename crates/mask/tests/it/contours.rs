//! Outlines and contours against walks from pixel to pixel, and simplified contours against every pair of their edges.

use mask::{Mask, MaskError, Simplify};
use testkit::oracle::{SIDES, Subject, contours, noise};
use testkit::{Grid, Rng, shape};

const RANDOM: u32 = if cfg!(debug_assertions) { 500 } else { 10_000 };

/// Calls `check` with grids of every pair of awkward sides, then with random ones: noise of all densities, and blobs.
fn for_grids(seed: u64, random: u32, largest: u32, mut check: impl FnMut(&Subject)) {
    let (mut rng, mut tried) = (Rng::new(seed), 0);
    let mut check = |grid: Grid| {
        check(&Subject::new(grid));
        tried += 1;
    };
    for (width, height) in SIDES.iter().flat_map(|&width| [0, 1, 2, 5, 65].map(|height| (width, height))) {
        if width.min(height) < largest {
            for percent in [10, 50, 90, 100] {
                check(noise(width, height, percent, &mut rng));
            }
        }
    }
    for i in 0..random {
        let (width, height) = (1 + rng.below(largest), 1 + rng.below(largest));
        check(match i % 3 {
            0 => {
                let percent = rng.below(101);
                noise(width, height, percent, &mut rng)
            }
            1 => shape::rock(width.max(8), rng.bits()),
            _ => blobs(width, height, &mut rng),
        });
    }
    println!("{tried} grids");
}

/// Smoothed noise: components and holes of a few pixels, close to each other.
fn blobs(width: u32, height: u32, rng: &mut Rng) -> Grid {
    let noise = shape::grid(width, height, |_, _| rng.below(2) == 0);
    let near = |x: i64, y: i64| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| [x + dx, y + dy]));
    shape::grid(width, height, |x, y| near(x.into(), y.into()).filter(|&place| noise.contains(place)).count() >= 5)
}

#[test]
fn outlines_are_walks_around_the_first_part() {
    for_grids(1, RANDOM, 140, contours::outline);
    let dots: Mask = "#..\n.#.\n#..".parse().unwrap();
    assert_eq!(dots.outline(), [[0, 0], [1, 1], [0, 2], [1, 1], [0, 0]]);
    assert_eq!(Mask::filled(1, 1).unwrap().outline(), [[0, 0]]);
}

#[test]
fn contours_are_the_edges_between_solid_and_air() {
    for_grids(2, RANDOM, 60, contours::exact);
    // Every mask of 4 x 4 pixels.
    for bits in 0..if cfg!(debug_assertions) { 1 << 12 } else { 1u32 << 16 } {
        contours::exact(&Subject::from_fn(4, 4, |x, y| bits >> (y * 4 + x) & 1 == 1));
    }
    for side in [3, 64, 65, 130] {
        contours::exact(&Subject::new(shape::checkerboard(side)));
        contours::exact(&Subject::new(shape::ring(side)));
    }
}

#[test]
fn simplified_contours_stay_simple_apart_and_near() {
    let mut rng = Rng::new(3);
    for_grids(4, RANDOM, 22, |subject| {
        let tolerance = [0.5, 0.71, 1.0, 1.5, 2.5, 5.0, 40.0, 1e300][rng.below(8) as usize];
        contours::simplified(subject, tolerance);
    });
    for grid in shape::sprites(90, 10, 5) {
        let subject = Subject::new(grid);
        for tolerance in [0.75, 1.5, 6.0, 1000.0] {
            contours::simplified(&subject, tolerance);
        }
    }
}

/// A tolerance of 2 cut 140 solid pixels of a disc, and no option forbade it.
#[test]
fn covering_contours_cut_no_solid_pixel() {
    let mut rng = Rng::new(8);
    for_grids(9, RANDOM, 22, |subject| {
        let tolerance = [0.0, 0.5, 0.71, 1.0, 1.5, 2.5, 5.0, 40.0, 1e300][rng.below(9) as usize];
        contours::covering(subject, tolerance);
    });
    for grid in shape::sprites(60, 10, 5) {
        let subject = Subject::new(grid);
        for tolerance in [0.75, 1.5, 6.0, 1000.0] {
            contours::covering(&subject, tolerance);
        }
    }
    let disc = Subject::new(shape::disc(128));
    let corners = [0.0, 1.0, 2.0, 4.0, 16.0].map(|tolerance| contours::covering(&disc, tolerance));
    println!("{corners:?} corners");
    assert!(corners.is_sorted_by(|a, b| a > b) && corners[4] == 8, "{corners:?}");
    // A box stays a box.
    let wall = Mask::filled(9, 4).unwrap();
    assert_eq!(wall.simplified_contours(Simplify::new(3.0).covering()), Ok(wall.contours()));
}

#[test]
fn simplifying_leaves_corners_out() {
    let disc = shape::mask(&shape::disc(200));
    let count = |tolerance: f64| disc.simplified_contours(tolerance).unwrap().get(0).unwrap().points().len();
    assert!(count(0.0) > 400 && count(1.0) < 100 && count(4.0) < 20, "{} {} {}", count(0.0), count(1.0), count(4.0));
    assert_eq!(count(1e9), 3);
    for (tolerance, text) in [(-1.0, "-1"), (-1e-300, "-1e-300"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")] {
        let error = disc.simplified_contours(tolerance).unwrap_err();
        assert!(matches!(error, MaskError::Tolerance { .. }));
        assert!(error.to_string().ends_with(text), "{error}");
    }
}

#[test]
fn polygons_fill_the_pixels_whose_centers_are_inside() {
    let mut rng = Rng::new(6);
    for _ in 0..RANDOM {
        let (width, height) = (rng.below(140), rng.below(30));
        let polygons: Vec<Vec<[i32; 2]>> = (0..1 + rng.below(3))
            .map(|_| (0..rng.below(7)).map(|_| [rng.within(-30..170), rng.within(-20..50)]).collect())
            .collect();
        contours::filled(width, height, &polygons);
    }
}

#[test]
fn polygons_from_far_away_are_clipped_and_share_no_pixel_along_an_edge() {
    let far = [[i32::MIN, i32::MIN], [i32::MAX, i32::MIN], [i32::MAX, i32::MAX], [i32::MIN, i32::MAX]];
    assert_eq!(Mask::from_contours(70, 3, [far]).unwrap(), Mask::filled(70, 3).unwrap());
    let none: [Vec<[i32; 2]>; 3] = [vec![], vec![[1, 1]], vec![[0, 0], [9, 9]]];
    assert!(Mask::from_contours(9, 9, &none).unwrap().is_empty());
    // Two triangles that make a rectangle share no pixel and leave none out.
    let lower = Mask::from_contours(9, 6, [[[0, 0], [9, 6], [0, 6]]]).unwrap();
    let upper = Mask::from_contours(9, 6, [[[0, 0], [9, 0], [9, 6]]]).unwrap();
    assert!(!lower.overlaps(&upper, [0, 0]));
    assert_eq!(lower.count() + upper.count(), 54);
    assert!(matches!(Mask::from_contours(u32::MAX, 9, [far]), Err(MaskError::TooLarge { .. })));
}
