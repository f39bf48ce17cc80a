//! Centroid, angle, runs, pixels and rescaled masks against the oracle.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::{MaskError, Run};
use hitmask::{Mask, Rect};

const SIDES: [u32; 10] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];
const RANDOM: u32 = if cfg!(debug_assertions) { 500 } else { 10_000 };

fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Grid {
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

fn pixels(grid: &Grid) -> Vec<[i32; 2]> {
    grid.shared(grid, [0, 0]).map(|place| place.map(|c| c as i32)).collect()
}

/// Calls `check` with grids of every pair of sides at three densities, then with random ones.
fn for_grids(seed: u64, mut check: impl FnMut(&Grid)) {
    let mut rng = Rng::new(seed);
    for (width, height) in SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height))) {
        for percent in [3, 50, 100] {
            check(&noise(width, height, percent, &mut rng));
        }
    }
    for _ in 0..RANDOM {
        let (width, height, percent) = (rng.below(140), rng.below(40), rng.below(101));
        check(&noise(width, height, percent, &mut rng));
    }
}

/// The angle from integer moments, which are small here.
fn angle(grid: &Grid) -> Option<f64> {
    let places = pixels(grid);
    let n = places.len() as i64;
    let sum = |of: fn(i64, i64) -> i64| places.iter().map(|&[x, y]| of(x.into(), y.into())).sum::<i64>();
    let (x, y) = (sum(|x, _| x), sum(|_, y| y));
    let [xx, yy, xy] = [n * sum(|x, _| x * x) - x * x, n * sum(|_, y| y * y) - y * y, n * sum(|x, y| x * y) - x * y];
    // The major axis of [xx xy; xy yy] belongs to the larger eigenvalue; y is negated at the end, so that it points up.
    let (half, off) = ((xx - yy) as f64 / 2.0, xy as f64);
    let longer = half.hypot(off);
    let direction = if half >= 0.0 { (half + longer, off) } else { (off, longer - half) };
    (longer > 0.0).then(|| match (-direction.1).atan2(direction.0).to_degrees() {
        degrees if degrees > 90.0 => degrees - 180.0,
        degrees if degrees <= -90.0 => degrees + 180.0,
        degrees => degrees,
    })
}

#[test]
fn centroid_and_angle_agree_with_the_pixels() {
    for_grids(1, |grid| {
        let (mask, places) = (shape::mask(grid), pixels(grid));
        let mean = |axis: usize| places.iter().map(|place| f64::from(place[axis])).sum::<f64>() / places.len() as f64;
        assert_eq!(mask.centroid(), (!places.is_empty()).then(|| [mean(0), mean(1)]));
        match (mask.angle(), angle(grid)) {
            (Some(ours), Some(theirs)) => {
                assert!(ours > -90.0 && ours <= 90.0, "{ours}");
                let off = (ours - theirs).abs();
                assert!(off.min(180.0 - off) < 1e-9, "{ours} {theirs} {mask:?}");
            }
            (ours, theirs) => assert_eq!(ours, theirs, "{mask:?}"),
        }
    });
}

#[test]
fn a_diagonal_is_at_exactly_45_degrees_and_a_disc_has_no_angle() {
    for side in [2, 3, 64, 65, 200, 3000] {
        let falling = Mask::from_fn(side, side, |x, y| x == y).unwrap();
        assert_eq!(falling.angle(), Some(-45.0));
        assert_eq!(falling.flipped_x().angle(), Some(45.0));
        assert_eq!(Mask::filled(side, side).unwrap().angle(), None);
        assert_eq!(shape::mask(&shape::disc(side)).angle(), None);
        assert_eq!(Mask::filled(side, side + 1).unwrap().angle(), Some(90.0));
        let flat = Mask::filled(side + 1, side).unwrap().angle().unwrap();
        assert!(flat == 0.0 && flat.is_sign_positive());
    }
    assert_eq!(Mask::filled(1, 1).unwrap().angle(), None);
}

/// The row, the first column and the one after the last.
fn ends(run: Run) -> [i32; 3] {
    [run.y, run.left, run.right]
}

#[test]
fn moments_do_not_overflow_at_the_limit_of_a_mask() {
    let mut line = Mask::new(1 << 26, 1).unwrap();
    line.fill();
    let middle = f64::from((1 << 26) - 1) / 2.0;
    assert_eq!(line.centroid(), Some([middle, 0.0]));
    assert_eq!(line.angle(), Some(0.0));
    let upright = line.rotated_90();
    assert_eq!((upright.centroid(), upright.angle()), (Some([0.0, middle]), Some(90.0)));
    assert!(line.runs().map(ends).eq([[0, 0, 1 << 26]]));
}

#[test]
fn runs_and_pixels_are_all_there_in_raster_order() {
    for_grids(2, |grid| {
        let (mask, places) = (shape::mask(grid), pixels(grid));
        assert!(mask.pixels().eq(places.iter().copied()));
        assert!((&mask).into_iter().eq(places.iter().copied()));
        let mut runs: Vec<[i32; 3]> = Vec::new();
        for &[x, y] in &places {
            match runs.last_mut() {
                Some([row, _, right]) if *row == y && *right == x => *right += 1,
                _ => runs.push([y, x, x + 1]),
            }
        }
        assert!(mask.runs().map(ends).eq(runs.iter().copied()));
        for y in -1..=grid.height as i32 {
            assert!(mask.row_runs(y).map(ends).eq(runs.iter().copied().filter(|&[row, ..]| row == y)));
        }
        assert_eq!(mask.runs().map(|run| u64::from(run.width())).sum::<u64>(), mask.count());
    });
}

#[test]
fn cropping_keeps_the_pixels_in_their_places() {
    for_grids(3, |grid| {
        let mask = shape::mask(grid);
        let (cropped, at) = mask.cropped();
        cropped.validate();
        assert!(cropped.pixels().map(|[x, y]| [x + at[0], y + at[1]]).eq(mask.pixels()));
        let bounds = Rect { left: at[0], top: at[1], width: cropped.width(), height: cropped.height() };
        assert_eq!(mask.bounds().unwrap_or(Rect { left: 0, top: 0, width: 0, height: 0 }), bounds);
    });
}

/// A grid of another size; a new pixel is solid if any pixel of the rectangle `covers` is solid.
fn any(grid: &Grid, width: u32, height: u32, covers: impl Fn(u32, u32, u32, u32) -> bool) -> Grid {
    shape::grid(width, height, |x, y| {
        pixels(grid)
            .iter()
            .any(|&[px, py]| covers(px as u32, x, grid.width, width) && covers(py as u32, y, grid.height, height))
    })
}

#[test]
fn scaled_masks_agree_with_the_pixels() {
    let mut rng = Rng::new(4);
    let check = |grid: &Grid, width: u32, height: u32, k: u32| {
        let mask = shape::mask(grid);
        let nearest = mask.scaled(width, height).unwrap();
        nearest.validate();
        let from = |x: u32, y: u32| grid.solid[(y * grid.width + x) as usize];
        let expected = shape::grid(width, height, |x, y| {
            !grid.solid.is_empty() && from(x * grid.width / width, y * grid.height / height)
        });
        assert_eq!(Grid::from(&nearest), expected);

        // A new pixel x covers from x * from / to up to (x + 1) * from / to.
        let whole = mask.scaled_any(width, height).unwrap();
        whole.validate();
        assert_eq!(
            Grid::from(&whole),
            any(grid, width, height, |p, x, from, to| p * to < (x + 1) * from && (p + 1) * to > x * from)
        );
        assert_eq!(
            nearest.overlap_area(&whole, [0, 0]),
            nearest.count(),
            "a pixel of the nearest-pixel scaling is missing from scaled_any"
        );

        let coarse = mask.coarsened(k).unwrap();
        coarse.validate();
        let (width, height) = (grid.width.div_ceil(k), grid.height.div_ceil(k));
        assert_eq!(Grid::from(&coarse), any(grid, width, height, |p, x, _, _| p / k == x));
    };
    for (width, height) in SIDES.iter().flat_map(|&width| [0, 1, 2, 5].map(|height| (width, height))) {
        for new in SIDES {
            check(&noise(width, height, 4, &mut rng), new, 3, new.max(1));
        }
    }
    for _ in 0..RANDOM {
        let (width, height, percent) = (rng.below(140), rng.below(9), rng.below(10));
        let grid = noise(width, height, percent, &mut rng);
        check(&grid, rng.below(140), rng.below(9), 1 + rng.below(9));
    }
}

#[test]
fn invalid_sizes_and_blocks_are_refused() {
    let mask = Mask::filled(3, 3).unwrap();
    let (width, height) = (u32::MAX, u32::MAX);
    assert_eq!(mask.scaled(width, height).unwrap_err(), MaskError::TooLarge { width, height });
    assert_eq!(mask.scaled_any(width, height).unwrap_err(), MaskError::TooLarge { width, height });
    assert_eq!(mask.coarsened(0).unwrap_err(), MaskError::NoBlock);
    assert_eq!(mask.coarsened(u32::MAX).unwrap(), Mask::filled(1, 1).unwrap());
    assert_eq!(mask.scaled(0, 7).unwrap(), Mask::new(0, 7).unwrap());
    assert!(Mask::new(0, 3).unwrap().scaled(9, 9).unwrap().is_empty());
}
