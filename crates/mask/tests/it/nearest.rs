//! The distance to the nearest solid pixel, against the distance of every solid pixel.

use mask::shared::{distance_squared, nearest_distance_squared};
use mask::{Mask, MaskError};
use testkit::{Grid, Rng, shape};

/// The least square of the distance from a pixel to a solid pixel.
fn least(grid: &Grid, [x, y]: [i64; 2]) -> Option<u128> {
    let solid = grid.solid.iter().enumerate().filter(|(_, is_solid)| **is_solid);
    solid
        .map(|(index, _)| [index as i64 % i64::from(grid.width) - x, index as i64 / i64::from(grid.width) - y])
        .map(|off| off.iter().map(|c| u128::from(c.unsigned_abs()).pow(2)).sum())
        .min()
}

#[test]
fn the_nearest_of_all_solid_pixels() {
    let rounds = if cfg!(debug_assertions) { 60 } else { 600 };
    let mut inside = 0;
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let widths = [1, 7, 63, 64, 65, 127, 128, 129, 200];
        // From 464 rows on, a mask has a summary.
        let heights = [1, 5, 31, 64, 463, 464, 481, 700];
        let (width, height) = (widths[rng.below(9) as usize], heights[rng.below(8) as usize]);
        let per_million = [0, 20, 200, 20_000, 500_000, 900_000][rng.below(6) as usize];
        let grid = shape::grid(width, height, |_, _| rng.below(1_000_000) < per_million);
        let mask = shape::mask(&grid);
        let far = i64::from(i32::MAX) - i64::from(i32::MIN);
        let mut points = vec![[far, -far], [-far, 3], [5, far]];
        for _ in 0..40 {
            points.push([rng.within(-70..300).into(), rng.within(-70..800).into()]);
        }
        for point in points {
            let expected = least(&grid, point);
            assert_eq!(nearest_distance_squared(&mask, point, u128::MAX), expected, "seed {seed}, {point:?}");
            inside += u32::from(expected == Some(0));
            if let Some(expected) = expected {
                assert_eq!(nearest_distance_squared(&mask, point, expected), Some(expected));
                let less = expected.checked_sub(1).and_then(|less| nearest_distance_squared(&mask, point, less));
                assert_eq!(less, None, "seed {seed}, {point:?}: nothing is nearer");
            }
        }
    }
    assert!(inside > 20, "too few points in solid pixels: {inside}");
}

/// The least square of the distance from a pixel of one grid to one of another at an offset.
fn least_between(one: &Grid, other: &Grid, at: [i64; 2]) -> Option<u128> {
    let solid = one.solid.iter().enumerate().filter(|(_, is_solid)| **is_solid);
    let pixel = |index: usize| [index as i64 % i64::from(one.width), index as i64 / i64::from(one.width)];
    solid.filter_map(|(index, _)| least(other, [0, 1].map(|axis| pixel(index)[axis] - at[axis]))).min()
}

#[test]
fn the_distance_of_all_pairs_of_pixels() {
    let rounds = if cfg!(debug_assertions) { 100 } else { 1000 };
    let mut apart = 0;
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let mut grid = || {
            let [width, height] = [0; 2].map(|_| [1, 2, 7, 31, 63, 64, 65, 127, 129][rng.below(9) as usize]);
            let per_million = [0, 500, 20_000, 600_000, 950_000, 1_000_000][rng.below(6) as usize];
            // Solid pixels far from each other make the search long.
            let grid = shape::grid(width, height, |_, _| rng.below(1_000_000) < per_million);
            (shape::mask(&grid), grid)
        };
        let ((one, first), (other, second)) = (grid(), grid());
        let far = [0, 1 << 20, i32::MAX, i32::MIN][rng.below(4) as usize];
        let near = [rng.within(-150..150), rng.within(-150..150)];
        for at in [near, [near[0] / 4, near[1] / 4], [far, near[1]], [near[0], far]] {
            let expected = least_between(&first, &second, at.map(i64::from));
            let context = format!("seed {seed}, {}x{} at {at:?}", first.width, first.height);
            assert_eq!(one.distance(&other, at), expected.map(|squared| (squared as f64).sqrt()), "{context}");
            assert_eq!(distance_squared(&other, &one, at.map(|c| -i64::from(c)), u128::MAX), expected, "{context}");
            let Some(expected) = expected else { continue };
            apart += u32::from(expected > 1);
            assert_eq!(distance_squared(&one, &other, at.map(i64::from), expected), Some(expected), "{context}");
            if let Some(less) = expected.checked_sub(1) {
                assert_eq!(distance_squared(&one, &other, at.map(i64::from), less), None, "{context}");
            }
        }
    }
    assert!(apart > rounds as u32 / 2, "too few pairs are apart: {apart}");
}

#[test]
fn distances_of_holes_and_of_masks_with_a_summary() -> Result<(), MaskError> {
    // A dot in a ring: every direction is a way to its border.
    for side in [64, 65, 130, 700] {
        let ring = Mask::from_fn(side, side, |x, y| [x, y].into_iter().any(|c| c < 10 || c >= side - 10))?;
        let dot = Mask::filled(1, 1)?;
        for at in [[10, 10], [12, 40], [40, 12], [side as i32 / 2, side as i32 / 2], [side as i32 - 12, 30]] {
            let expected = at.map(|c| (c - 9).min(side as i32 - 10 - c)).into_iter().min().unwrap();
            assert_eq!(ring.distance(&dot, at), Some(f64::from(expected)), "{side} {at:?}");
            assert_eq!(dot.distance(&ring, at.map(|c| -c)), Some(f64::from(expected)), "{side} {at:?}");
        }
    }
    assert_eq!(Mask::new(0, 7)?.distance(&Mask::filled(1, 1)?, [0, 0]), None);
    let reach = f64::from(i32::MAX) - f64::from(i32::MIN);
    let dot = Mask::filled(1, 1)?;
    assert_eq!(dot.distance(&dot, [i32::MIN, 0]), Some(-f64::from(i32::MIN)));
    assert_eq!(distance_squared(&dot, &dot, [reach as i64, 0], u128::MAX), Some(u128::from(u32::MAX).pow(2)));
    Ok(())
}
