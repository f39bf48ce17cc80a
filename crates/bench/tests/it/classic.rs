//! The articles' methods against the oracle, at random offsets and at the edges.

use suites::classic::{Picture, PixelMap, cells_against_cells, copy_then_compare, rectangle_loop};
use testkit::{Grid, Rng, shape};

/// Shapes of several sizes, offsets from outside to outside, and the oracle's answer.
fn for_each(mut check: impl FnMut(&Grid, &Grid, [i32; 2], bool)) {
    let mut rng = Rng::new(7);
    let mut shapes = shape::sprites(16, 5, 1);
    shapes.extend(shape::sprites(9, 5, 2));
    shapes.extend([shape::grid(7, 12, |x, y| (x + y) % 3 == 0), shape::grid(0, 5, |_, _| true), shape::solid(1)]);
    for a in &shapes {
        for b in &shapes {
            for _ in 0..50 {
                let x = rng.within(-(b.width as i32) - 1..a.width as i32 + 2);
                let y = rng.within(-(b.height as i32) - 1..a.height as i32 + 2);
                check(a, b, [x, y], a.hit(b, [x, y]));
            }
            for at in [[i32::MIN, 0], [i32::MAX, i32::MAX], [a.width as i32, 0], [0, -(b.height as i32)]] {
                check(a, b, at, false);
            }
        }
    }
}

#[test]
fn the_loops_over_rectangles_are_exact() {
    for_each(|a, b, at, hit| {
        assert_eq!(bench::naive::overlaps(a, b, at), hit, "the naive loop, {at:?}");
        let (a, b) = (Picture::new(a), Picture::new(b));
        assert_eq!(copy_then_compare(&a, &b, at), hit, "copied, {at:?}");
        assert_eq!(rectangle_loop(&a, &b, at), hit, "in place, {at:?}");
    });
}

#[test]
fn lists_of_points_are_exact() {
    for_each(|a, b, at, hit| {
        assert_eq!(cells_against_cells(&PixelMap::new(a, 1), &PixelMap::new(b, 1), at), hit, "{at:?}");
    });
}

#[test]
fn a_render_map_finds_every_hit_and_more() {
    let (mut asked, mut wrong) = (0, 0);
    for_each(|a, b, at, hit| {
        let found = cells_against_cells(&PixelMap::new(a, 4), &PixelMap::new(b, 4), at);
        assert!(found || !hit, "a hit at {at:?} is missed");
        asked += 1;
        wrong += u32::from(found != hit);
    });
    assert!(wrong > 0 && wrong < asked / 2, "{wrong} of {asked} wrong");
}
