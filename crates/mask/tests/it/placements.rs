//! Every answer about a pair, at every placement across word boundaries, against the oracle.

use mask::Mask;
use testkit::Rng;
use testkit::oracle::Subject;
use testkit::oracle::pair::{check, check_all};

/// How the pixels of a test mask are filled.
#[derive(Clone, Copy)]
enum Fill {
    Solid,
    Noise,
    Sparse,
}

fn subject(width: u32, height: u32, fill: Fill) -> Subject {
    let mut rng = Rng::new(u64::from(width) << 32 | u64::from(height) << 8 | fill as u64);
    Subject::from_fn(width, height, |_, _| match fill {
        Fill::Solid => true,
        Fill::Noise => rng.below(2) == 0,
        Fill::Sparse => rng.below(24) == 0,
    })
}

/// The widths to test: all of them in release, widths about word boundaries in debug.
fn widths() -> Vec<u32> {
    let all = 0..=130;
    if cfg!(debug_assertions) { all.filter(|w| (w + 2) % 64 < 5 || w % 32 == 0).collect() } else { all.collect() }
}

/// Every pair of widths, every offset from beyond the left edge to beyond the right edge; the heights cycle.
fn every_placement(fills: [Fill; 2]) {
    let of = |fill, height| widths().into_iter().map(move |width| subject(width, height, fill)).collect::<Vec<_>>();
    let mut placements = 0;
    for (tall_a, tall_b) in [(1, 1), (1, 3), (3, 1), (3, 3)] {
        let (ours, theirs) = (of(fills[0], tall_a), of(fills[1], tall_b));
        let rows: Vec<i32> = (-(tall_b as i32)..=tall_a as i32).collect();
        for (a, b) in ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b))) {
            for dx in -(b.grid.width as i32) - 1..=a.grid.width as i32 + 1 {
                check(a, b, [dx, rows[placements % rows.len()]]);
                placements += 1;
            }
        }
    }
    println!("{placements} placements");
    assert!(placements > if cfg!(debug_assertions) { 10_000 } else { 9_000_000 });
}

#[test]
fn solid_over_solid() {
    every_placement([Fill::Solid, Fill::Solid]);
}

#[test]
fn noise_over_noise() {
    every_placement([Fill::Noise, Fill::Noise]);
}

#[test]
fn sparse_over_noise() {
    every_placement([Fill::Sparse, Fill::Noise]);
}

#[test]
fn rows_across_vectors_and_blocks() {
    let tall = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100];
    for fill in [Fill::Noise, Fill::Sparse] {
        let subjects: Vec<Subject> =
            tall.iter().flat_map(|&height| [5, 70].map(|width| subject(width, height, fill))).collect();
        for (a, b) in subjects.iter().flat_map(|a| subjects.iter().map(move |b| (a, b))) {
            for dy in -(b.grid.height as i32) - 1..=a.grid.height as i32 + 1 {
                check(a, b, [dy.rem_euclid(9) - 4, dy]);
            }
        }
    }
}

#[test]
fn offsets_at_the_ends_of_i32() {
    let sizes = [0, 1, 63, 64, 65, 127, 128, 129];
    let far = |size: u32| {
        let size = size as i32;
        [i32::MIN, i32::MIN + 1, -size - 1, -size, -1, 0, 1, size, i32::MAX - 1, i32::MAX]
    };
    for (wide, tall) in sizes.iter().flat_map(|&wide| sizes.map(|tall| (wide, tall))) {
        let (a, b) = (subject(wide, tall, Fill::Solid), subject(tall, wide, Fill::Noise));
        for at in far(wide).into_iter().flat_map(|x| far(tall).map(|y| [x, y])) {
            check_all(&a, &b, at);
            check(&b, &a, at);
        }
    }
}

/// Masks of one column of words are tested in windows of eight and four rows that reach past the last row. A single
/// pixel decides each placement, at every row of every height about the sizes of the windows.
#[test]
fn narrow_masks_of_all_heights_at_all_rows() {
    let heights: Vec<i32> = (1..=20).chain([31, 32, 33, 34, 40, 41]).collect();
    // The first and the last row have a pixel, so the bounds have the full height.
    let pixels = |height: i32, row: i32, x: i32| [[x, row], [30, 0], [30, height - 1]];
    let mask = |height: i32, pixels: &[[i32; 2]]| {
        Mask::from_fn(64, height as u32, |x, y| pixels.contains(&[x as i32, y as i32])).unwrap()
    };
    let (mut tried, mut hits) = (0, 0);
    for (&mine, &theirs) in heights.iter().flat_map(|a| heights.iter().map(move |b| (a, b))) {
        for (row, over_row) in (0..mine).step_by(3).flat_map(|a| (0..theirs).step_by(5).map(move |b| (a, b))) {
            let (ours, others) = (pixels(mine, row, 63), pixels(theirs, over_row, 0));
            let (a, b) = (mask(mine, &ours), mask(theirs, &others));
            for [dx, dy] in (-theirs - 1..=mine + 1).flat_map(|dy| [63, 62, 33].map(|dx| [dx, dy])) {
                let hit = ours.iter().any(|p| others.iter().any(|q| *p == [q[0] + dx, q[1] + dy]));
                assert_eq!(a.overlaps(&b, [dx, dy]), hit, "{ours:?} and {others:?} at {dx}, {dy}");
                assert_eq!(b.overlaps(&a, [-dx, -dy]), hit, "{others:?} and {ours:?} at {}, {}", -dx, -dy);
                tried += 2;
                hits += u32::from(hit);
            }
        }
    }
    println!("{tried} placements, {hits} hits");
    assert!(hits > 10_000);
}
