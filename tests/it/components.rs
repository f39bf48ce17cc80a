//! Connected components against a flood fill from pixel to pixel.

use bench::naive::Grid;
use bench::oracle::{Subject, components, noise, sizes};
use bench::rng::Rng;
use bench::shape;
use hitmask::Mask;
use hitmask::mask::Connectivity;

fn check(grid: Grid) {
    components::check(&Subject::new(grid));
}

#[test]
fn parts_equal_a_flood_fill() {
    let (mut rng, mut tried) = (Rng::new(1), 0);
    let mut check = |grid: Grid| {
        check(grid);
        tried += 1;
    };
    for (width, height) in sizes() {
        for percent in if cfg!(debug_assertions) { &[50][..] } else { &[5, 45, 60, 100][..] } {
            check(noise(width, height, *percent, &mut rng));
        }
    }
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 10_000 } {
        let (width, height, percent) = (rng.below(140), rng.below(30), rng.below(101));
        check(noise(width, height, percent, &mut rng));
    }
    println!("{tried} masks, components of 4 and of 8 neighbors");
}

/// Shapes whose labels merge late: combs from below, spirals, nested rings, checkerboards.
#[test]
fn parts_that_join_late_are_one() {
    for side in [7, 64, 65, 200] {
        check(shape::grid(side, side, |x, y| x % 2 == 0 || y == side - 1));
        check(shape::grid(side, side, |x, y| y % 2 == 0 || x == side - 1 - (y / 2 % 2) * (side - 1)));
        check(shape::grid(side, side, |x, y| x.min(y).min(side - 1 - x).min(side - 1 - y) % 2 == 0));
        check(shape::grid(side, side, |x, y| (x.abs_diff(y)) % 4 == 0 || x + y == side));
        check(shape::checkerboard(side));
    }
    shape::sprites(100, 20, 2).into_iter().for_each(check);
}

#[test]
fn nothing_solid_has_no_parts() {
    for mask in [Mask::new(0, 0).unwrap(), Mask::new(0, 9).unwrap(), Mask::new(70, 70).unwrap()] {
        assert!(mask.connected_components(Connectivity::Eight).is_empty());
        assert!(mask.component_bounds(Connectivity::Eight).is_empty());
        assert_eq!(mask.largest_component(Connectivity::Four), None);
    }
}
