//! All offsets at once, the way out and the direction of it, against every offset tested one by one.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::{Mask, MaskError};

const SIDES: [u32; 10] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];

fn noise(width: u32, height: u32, percent: u32, rng: &mut Rng) -> Grid {
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

/// Sums of all pairs of solid pixels: nothing is tested for overlap at all.
fn sums(a: &Grid, b: &Grid) -> Grid {
    if a.solid.is_empty() || b.solid.is_empty() {
        return shape::grid(0, 0, |_, _| false);
    }
    let mut all = shape::grid(a.width + b.width - 1, a.height + b.height - 1, |_, _| false);
    let pixels = |grid: &Grid| -> Vec<[u32; 2]> {
        let places = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| [x, y]));
        places.zip(&grid.solid).filter(|&(_, &solid)| solid).map(|(at, _)| at).collect()
    };
    let theirs = pixels(b);
    for [x, y] in pixels(a) {
        for [u, v] in &theirs {
            all.solid[((y + b.height - 1 - v) * all.width + x + b.width - 1 - u) as usize] = true;
        }
    }
    all
}

fn check(a: &Grid, b: &Grid) {
    let (ours, theirs) = (shape::mask(a), shape::mask(b));
    let expected = sums(a, b);
    let all = ours.convolve(&theirs).unwrap();
    all.validate();
    assert_eq!(Grid::from(&all), expected, "{} x {} and {} x {}", a.width, a.height, b.width, b.height);
    let (hits, [x, y]) = ours.hits(&theirs).unwrap();
    hits.validate();
    let mut placed = Mask::new(expected.width, expected.height).unwrap();
    placed.draw(&hits, [x + b.width as i32 - 1, y + b.height as i32 - 1]);
    assert_eq!(placed, all);
    assert_eq!(hits.count(), all.count(), "hits outside the boxes");
    let tight = all.bounds().map_or([0, 0], |bounds| [bounds.width, bounds.height]);
    assert_eq!([hits.width(), hits.height()], tight, "the boxes are not tight");
}

#[test]
fn all_offsets_on_both_sides_of_every_word_boundary() {
    let mut rng = Rng::new(1);
    let mut pairs = 0;
    for (wide, narrow) in SIDES.iter().flat_map(|&wide| SIDES.map(|narrow| (wide, narrow))) {
        for (tall, low) in [(1, 1), (3, 2), (2, 7), (0, 3)] {
            for percent in [4, 50, 100] {
                check(&noise(wide, tall, percent, &mut rng), &noise(narrow, low, percent, &mut rng));
                pairs += 1;
            }
        }
    }
    // Rows across the bands.
    for (tall, low) in SIDES.iter().flat_map(|&tall| SIDES.map(|low| (tall, low))) {
        for percent in [4, 60, 100] {
            check(&noise(3, tall, percent, &mut rng), &noise(2, low, percent, &mut rng));
            pairs += 1;
        }
    }
    println!("{pairs} pairs");
}

#[test]
fn all_offsets_of_sprites_and_patterns() {
    let mut shapes = shape::sprites(70, 5, 3);
    shapes.extend([shape::checkerboard(66), shape::solid(65), shape::noise(64, 50, 9), shape::noise(40, 95, 9)]);
    shapes.extend([shape::grid(200, 40, |x, _| x != 100), shape::grid(150, 9, |x, y| x == 149 || y == 8)]);
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        check(a, b);
    }
}

#[test]
fn all_offsets_of_random_pairs() {
    let mut rng = Rng::new(2);
    let cases = if cfg!(debug_assertions) { 500 } else { 10_000 };
    for _ in 0..cases {
        let mut grid = || {
            let (width, height) = if rng.below(8) == 0 { (rng.below(200), 3) } else { (rng.below(80), rng.below(24)) };
            let percent = rng.below(101);
            // In blocks now and then, so that rows are alike.
            let side = 1 + rng.below(4);
            let cells = noise(width / side + 1, height / side + 1, percent, &mut rng);
            shape::grid(width, height, |x, y| cells.solid[((y / side) * cells.width + x / side) as usize])
        };
        check(&grid(), &grid());
    }
    println!("{cases} pairs");
}

#[test]
fn results_that_are_too_large_are_refused() {
    let (wide, tall) = (Mask::filled(1 << 20, 1).unwrap(), Mask::filled(1, 1 << 20).unwrap());
    let refused = MaskError::TooLarge { width: 1 << 20, height: 1 << 20 };
    assert_eq!(wide.convolve(&tall).unwrap_err(), refused);
    assert_eq!(wide.hits(&tall).unwrap_err(), refused);
    let nothing = Mask::new(u32::MAX, 0).unwrap();
    assert_eq!(nothing.convolve(&wide).unwrap(), Mask::new(0, 0).unwrap());
    assert_eq!(wide.convolve(&nothing).unwrap(), Mask::new(0, 0).unwrap());
    let air = Mask::new(5, 4).unwrap();
    let all = air.convolve(&Mask::filled(3, 3).unwrap()).unwrap();
    assert_eq!((all.width(), all.height(), all.is_empty()), (7, 6, true));
}
