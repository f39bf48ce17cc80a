//! Connected components against a flood fill from pixel to pixel.

use bench::naive::Grid;
use bench::rng::Rng;
use bench::shape;
use hitmask::mask::{Component, Connectivity};
use hitmask::{Mask, Rect};

/// The pixels of every component, its first pixel in raster order foremost.
fn flood(grid: &Grid, connectivity: Connectivity) -> Vec<Vec<[i32; 2]>> {
    let (width, height) = (grid.width as i32, grid.height as i32);
    let mut left = grid.solid.clone();
    let mut take = |[x, y]: [i32; 2]| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside && std::mem::take(&mut left[(y * width + x) as usize])
    };
    let mut parts = Vec::new();
    for start in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
        if !take(start) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&[x, y]) = part.get(next) {
            next += 1;
            for [dx, dy] in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])) {
                let near = connectivity == Connectivity::Eight || dx == 0 || dy == 0;
                if near && take([x + dx, y + dy]) {
                    part.push([x + dx, y + dy]);
                }
            }
        }
        parts.push(part);
    }
    parts
}

fn bounds(part: &[[i32; 2]]) -> Rect {
    let side = |axis: usize| part.iter().map(move |place| place[axis]);
    let [left, top] = [side(0).min().unwrap(), side(1).min().unwrap()];
    let [right, bottom] = [side(0).max().unwrap(), side(1).max().unwrap()];
    Rect { left, top, width: (right - left + 1) as u32, height: (bottom - top + 1) as u32 }
}

#[track_caller]
fn assert_is(part: &Component, expected: &[[i32; 2]]) {
    part.mask.validate();
    let [left, top] = part.at;
    let mut places: Vec<[i32; 2]> = part.mask.pixels().map(|[x, y]| [x + left, y + top]).collect();
    let mut expected = expected.to_vec();
    assert_eq!(part.count, places.len() as u64);
    assert_eq!(
        part.mask.bounds(),
        Some(Rect { left: 0, top: 0, width: part.mask.width(), height: part.mask.height() })
    );
    places.sort_unstable();
    expected.sort_unstable();
    assert_eq!(places, expected);
}

fn check(grid: &Grid) {
    let mask = shape::mask(grid);
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let expected = flood(grid, connectivity);
        let parts = mask.connected_components(connectivity);
        assert_eq!(parts.len(), expected.len(), "{mask:?}");
        for (part, expected) in parts.iter().zip(&expected) {
            assert_is(part, expected);
        }
        let boxes: Vec<(Rect, u64)> = expected.iter().map(|part| (bounds(part), part.len() as u64)).collect();
        assert_eq!(mask.component_bounds(connectivity), boxes);

        let largest = expected.iter().map(Vec::len).max();
        let first_of_largest = expected.iter().position(|part| Some(part.len()) == largest);
        assert_eq!(mask.largest_component(connectivity).as_ref(), first_of_largest.map(|part| &parts[part]));
        for (part, places) in parts.iter().zip(&expected).step_by(7) {
            let place = places[places.len() / 2];
            assert_eq!(mask.component_at(place, connectivity).as_ref(), Some(part));
        }
        for outside in [[-1, 0], [0, -1], [grid.width as i32, 0], [0, grid.height as i32], [i32::MIN, i32::MAX]] {
            assert_eq!(mask.component_at(outside, connectivity), None);
        }
    }
}

#[test]
fn parts_equal_a_flood_fill() {
    let sides = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];
    let (mut rng, mut tried) = (Rng::new(1), 0);
    let mut check = |grid: &Grid| {
        check(grid);
        tried += 1;
    };
    for (width, height) in sides.iter().flat_map(|&width| sides.map(|height| (width, height))) {
        for percent in if cfg!(debug_assertions) { &[50][..] } else { &[5, 45, 60, 100][..] } {
            check(&shape::grid(width, height, |_, _| rng.below(100) < *percent));
        }
    }
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 10_000 } {
        let (width, height, percent) = (rng.below(140), rng.below(30), rng.below(101));
        check(&shape::grid(width, height, |_, _| rng.below(100) < percent));
    }
    println!("{tried} masks, components of 4 and of 8 neighbors");
}

/// Shapes whose labels merge late: combs from below, spirals, nested rings, checkerboards.
#[test]
fn parts_that_join_late_are_one() {
    for side in [7, 64, 65, 200] {
        check(&shape::grid(side, side, |x, y| x % 2 == 0 || y == side - 1));
        check(&shape::grid(side, side, |x, y| y % 2 == 0 || x == side - 1 - (y / 2 % 2) * (side - 1)));
        check(&shape::grid(side, side, |x, y| x.min(y).min(side - 1 - x).min(side - 1 - y) % 2 == 0));
        check(&shape::grid(side, side, |x, y| (x.abs_diff(y)) % 4 == 0 || x + y == side));
        check(&shape::checkerboard(side));
    }
    for grid in shape::sprites(100, 20, 2) {
        check(&grid);
    }
}

#[test]
fn nothing_solid_has_no_parts() {
    for mask in [Mask::new(0, 0).unwrap(), Mask::new(0, 9).unwrap(), Mask::new(70, 70).unwrap()] {
        assert!(mask.connected_components(Connectivity::Eight).is_empty());
        assert!(mask.component_bounds(Connectivity::Eight).is_empty());
        assert_eq!(mask.largest_component(Connectivity::Four), None);
    }
}
