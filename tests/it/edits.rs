//! Edits and copies against the oracle. The padding and the bounds are checked after each edit.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::bitvec::prelude::*;
use hitmask::{Mask, Rect};

const SIDES: [u32; 9] = [0, 1, 2, 63, 64, 65, 127, 128, 130];

fn noise(width: u32, height: u32, percent: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed ^ u64::from(width * 1000 + height));
    shape::grid(width, height, |_, _| rng.below(100) < percent)
}

/// Checks that the mask equals the grid and that its invariants hold.
#[track_caller]
fn assert_equals_grid(mask: &Mask, grid: &Grid) {
    mask.validate();
    assert_eq!(&Grid::from(mask), grid);
    assert_eq!(mask.count(), grid.solid.iter().filter(|&&solid| solid).count() as u64);
    assert_eq!(mask.bounds(), grid.bounds(grid, [0, 0]));
}

/// Applies `rule(mine, over)` to the pixels of `grid` that `over` at `at` covers with a solid one.
fn combined(grid: &Grid, over: &Grid, at: [i32; 2], rule: impl Fn(bool, bool) -> bool) -> Grid {
    let inside = |place: i64, size: u32| (0..i64::from(size)).contains(&place);
    shape::grid(grid.width, grid.height, |x, y| {
        let [ox, oy] = [i64::from(x) - i64::from(at[0]), i64::from(y) - i64::from(at[1])];
        let covered =
            inside(ox, over.width) && inside(oy, over.height) && over.solid[(oy * i64::from(over.width) + ox) as usize];
        rule(grid.solid[(y * grid.width + x) as usize], covered)
    })
}

/// Checks every edit that takes another mask, at one offset.
fn check(grid: &Grid, over: &Grid, at: [i32; 2]) {
    type Rule = fn(bool, bool) -> bool;
    type Edit = fn(&mut Mask, &Mask, [i32; 2]);
    let edits: [(Rule, Edit); 5] = [
        (|a, b| a | b, |mask, over, at| mask.draw(over, at)),
        (|a, b| a & !b, |mask, over, at| mask.erase(over, at)),
        (|a, b| a ^ b, |mask, over, at| mask.toggle(over, at)),
        (|a, b| a & b, |mask, over, at| mask.intersect(over, at)),
        (|a, b| a & b, |mask, over, at| *mask = mask.overlap_mask(over, at)),
    ];
    let (mask, other) = (shape::mask(grid), shape::mask(over));
    for (rule, edit) in edits {
        let mut edited = mask.clone();
        edit(&mut edited, &other, at);
        assert_equals_grid(&edited, &combined(grid, over, at, rule));
    }
}

#[test]
fn edits_with_a_mask_on_both_sides_of_every_word_boundary() {
    let heights: &[u32] = if cfg!(debug_assertions) { &[3] } else { &[0, 1, 3, 20] };
    for (wide, narrow) in SIDES.iter().flat_map(|&wide| SIDES.map(|narrow| (wide, narrow))) {
        for (&height, percent) in heights.iter().flat_map(|height| [(height, 3), (height, 60), (height, 100)]) {
            let (grid, over) = (noise(wide, height, percent, 1), noise(narrow, 4, percent, 2));
            let (wide, narrow) = (wide as i32, narrow as i32);
            for dx in [-narrow - 1, -narrow, 1 - narrow, -64, -1, 0, 1, 63, 64, 65, wide - 1, wide, wide + 1] {
                check(&grid, &over, [dx, dx.rem_euclid(6) - 4]);
            }
        }
    }
}

#[test]
fn edits_at_the_ends_of_i32_change_nothing() {
    let grid = noise(70, 9, 50, 3);
    for x in [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX] {
        for y in [i32::MIN, 0, i32::MAX] {
            check(&grid, &noise(65, 9, 50, 4), [x, y]);
            let mut mask = shape::mask(&grid);
            mask.fill_rect(Rect { left: x, top: y, width: 5, height: 5 }, true);
            assert_equals_grid(&mask, &grid);
        }
    }
}

#[test]
fn a_rectangle_from_beyond_all_sides_covers_everything() {
    let mut mask = Mask::new(130, 5).unwrap();
    let whole = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    mask.fill_rect(whole, true);
    assert_eq!(mask, Mask::filled(130, 5).unwrap());
    assert!(mask.overlaps_rect(whole));
    mask.fill_rect(whole, false);
    assert!(mask.is_empty());
    assert!(!mask.overlaps_rect(whole));
}

/// A long random sequence: each step changes a pixel, a rectangle, or the pixels that another mask covers.
#[test]
fn bounds_stay_tight_through_random_edits() {
    let mut rng = Rng::new(5);
    for (width, height) in [(1, 1), (64, 64), (65, 3), (200, 90)] {
        let mut grid = shape::grid(width, height, |_, _| false);
        let mut mask = shape::mask(&grid);
        let brush = shape::disc(17);
        let hole = shape::mask(&brush);
        for _ in 0..if cfg!(debug_assertions) { 300 } else { 2000 } {
            let at = [rng.within(-20..width as i32), rng.within(-20..height as i32)];
            let solid = rng.below(2) == 0;
            match rng.below(4) {
                0 => {
                    let at = at.map(|c| c.max(0));
                    mask.set(at, solid);
                    grid.solid[(at[1] as u32 * width + at[0] as u32) as usize] = solid;
                }
                1 => {
                    let rect = shape::grid(rng.below(90), rng.below(40), |_, _| true);
                    mask.fill_rect(Rect { left: at[0], top: at[1], width: rect.width, height: rect.height }, solid);
                    grid = combined(&grid, &rect, at, |a, b| if b { solid } else { a });
                }
                2 => {
                    mask.erase(&hole, at);
                    grid = combined(&grid, &brush, at, |a, b| a & !b);
                }
                _ => {
                    mask.toggle(&hole, at);
                    grid = combined(&grid, &brush, at, |a, b| a ^ b);
                }
            }
            assert_equals_grid(&mask, &grid);
        }
    }
}

#[test]
fn whole_mask_edits() {
    for (width, height) in SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height))) {
        let grid = noise(width, height, 50, 6);
        let all = |solid: bool| shape::grid(width, height, |_, _| solid);
        let mut mask = shape::mask(&grid);
        mask.invert();
        assert_equals_grid(&mask, &Grid { solid: grid.solid.iter().map(|solid| !solid).collect(), ..grid });
        mask.fill();
        assert_equals_grid(&mask, &all(true));
        assert_eq!(mask, Mask::filled(width, height).unwrap());
        mask.clear();
        assert_equals_grid(&mask, &all(false));
        assert_eq!(mask, Mask::new(width, height).unwrap());
    }
}

#[test]
fn a_cleared_tall_mask_has_no_stale_row_group_summary() {
    let mut mask = Mask::filled(70, 1000).unwrap();
    mask.clear();
    mask.validate();
    mask.invert();
    mask.validate();
    mask.intersect(&Mask::filled(9, 900).unwrap(), [30, 5]);
    mask.validate();
    assert_eq!(mask.count(), 9 * 900);
}

#[test]
fn flips_and_turns_carry_every_pixel() {
    for (width, height) in SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height))) {
        let grid = noise(width, height, 50, 7);
        let mask = shape::mask(&grid);
        let from = |x: u32, y: u32| grid.solid[(y * width + x) as usize];
        let turned = [
            (mask.flipped_x(), shape::grid(width, height, |x, y| from(width - 1 - x, y))),
            (mask.flipped_y(), shape::grid(width, height, |x, y| from(x, height - 1 - y))),
            (mask.rotated_180(), shape::grid(width, height, |x, y| from(width - 1 - x, height - 1 - y))),
            (mask.rotated_90(), shape::grid(height, width, |x, y| from(y, height - 1 - x))),
            (mask.rotated_270(), shape::grid(height, width, |x, y| from(width - 1 - y, x))),
        ];
        for (turned, expected) in turned {
            assert_equals_grid(&turned, &expected);
        }
        assert_eq!(mask.rotated_90().rotated_90(), mask.rotated_180());
        assert_eq!(mask.rotated_90().rotated_180(), mask.rotated_270());
        assert_eq!(mask.flipped_x().flipped_x(), mask);
    }
}

#[test]
fn bits_and_text_come_back() {
    for (width, height) in SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height))) {
        let grid = noise(width, height, 50, 8);
        let mask = shape::mask(&grid);
        let bits = mask.to_bits();
        assert!(bits.iter().by_vals().eq(grid.solid.iter().copied()));
        assert_eq!(Mask::from_bits(width, height, &bits).unwrap(), mask);
        // Other storage types, and a slice that begins within an element.
        let bytes: BitVec<u8, Lsb0> = [true, false, true].into_iter().chain(bits.iter().by_vals()).collect();
        assert_eq!(Mask::from_bits(width, height, &bytes[3..]).unwrap(), mask);
        if width > 0 && height > 0 {
            assert_eq!(mask.to_string().parse::<Mask>().unwrap(), mask);
        }
    }
}
