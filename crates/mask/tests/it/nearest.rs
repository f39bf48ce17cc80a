//! The distance to the nearest solid pixel, against the distance of every solid pixel.

use mask::shared::nearest_distance_squared;
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
