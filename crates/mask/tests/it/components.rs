//! Connected components against a flood fill from pixel to pixel.

use mask::{Circle, Connectivity, Line, Mask, Rect};
use testkit::oracle::{Subject, components, noise, sizes};
use testkit::{Grid, Rng, shape};

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
    // A mask so tall that it has a row-group summary.
    check(shape::grid(130, 500, |x, y| y % 50 > 20 && x % 40 > 3));
    shape::sprites(100, 20, 2).into_iter().for_each(check);
}

/// Anchors of all kinds, inside, across the edges and outside of masks.
#[test]
fn detached_parts_are_those_apart_from_the_anchor() {
    let (mut rng, mut some, mut none) = (Rng::new(7), 0, 0);
    for case in 0..if cfg!(debug_assertions) { 500 } else { 10_000 } {
        let (width, height, percent) = (rng.below(140), rng.below(30), 20 + rng.below(80));
        let subject = Subject::new(noise(width, height, percent, &mut rng));
        let at = [rng.within(-70..140), rng.within(-9..30)];
        let connectivity = [Connectivity::Four, Connectivity::Eight][case % 2];
        let bottom = Rect::new(0, height as i32 - 1, width, 1);
        let detached = match case % 4 {
            0 => components::detached(&subject, &bottom, [0, 0], connectivity),
            1 => {
                let rect = Rect::new(-3, 2, rng.below(80), rng.below(9));
                components::detached(&subject, &rect, at, connectivity)
            }
            2 => components::detached(&subject, &Circle::new([3.5, 2.0], 9.0).unwrap(), at, connectivity),
            _ => components::detached(&subject, &Line::new([-20, 3], [90, 20]), at, connectivity),
        };
        *(if detached > 0 { &mut some } else { &mut none }) += 1;
    }
    println!("{some} masks with detached parts, {none} without");
    assert!(some > none && none > 20);
    // An anchor that is out of reach holds nothing.
    let mask = Mask::filled(3, 3).unwrap();
    for at in [[i32::MAX, 0], [0, i32::MIN], [i32::MIN, i32::MAX], [3, 0], [0, -1]] {
        assert_eq!(mask.detached_components(&Rect::new(0, 0, 1, 1), at, Connectivity::Four).len(), 1);
        let all = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
        // The anchor over all of `i32` ends at -1 if it is moved by `i32::MIN`.
        let is_held = !at.contains(&i32::MIN);
        assert_eq!(mask.detached_components(&all, at, Connectivity::Four).is_empty(), is_held, "{at:?}");
    }
    assert!(
        Mask::new(0, 9).unwrap().detached_components(&Rect::new(0, 0, 1, 1), [0, 0], Connectivity::Four).is_empty()
    );
}

#[test]
fn nothing_solid_has_no_parts() {
    for mask in [Mask::new(0, 0).unwrap(), Mask::new(0, 9).unwrap(), Mask::new(70, 70).unwrap()] {
        assert!(mask.connected_components(Connectivity::Eight).is_empty());
        assert!(mask.component_bounds(Connectivity::Eight).is_empty());
        assert_eq!(mask.largest_component(Connectivity::Four), None);
    }
}
