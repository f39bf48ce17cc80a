//! Colliding offsets, penetration and contact normals, against every offset tested one by one.

use super::subject::{Subject, assert_equals_grid};
use crate::{Grid, shape};
use mask::Mask;
use mask::shared::convolve;

/// Checks the set of all colliding offsets.
pub fn offsets(a: &Subject, b: &Subject) {
    let all = convolve(&a.mask, &b.mask).unwrap();
    assert_equals_grid(&all, &sums(&a.grid, &b.grid));
    let (hits, [x, y]) = a.mask.colliding_offsets(&b.mask).unwrap();
    hits.validate();
    let mut placed = Mask::new(all.width(), all.height()).unwrap();
    placed.draw(&hits, [x + b.grid.width as i32 - 1, y + b.grid.height as i32 - 1]);
    assert_eq!(placed, all, "{a} and {b}");
    assert_eq!(hits.count(), all.count(), "hits outside the bounds");
    let tight = all.bounds().map_or([0, 0], |bounds| [bounds.width, bounds.height]);
    assert_eq!([hits.width(), hits.height()], tight, "the bounds are not tight");
}

/// The sums of all pairs of solid pixels; nothing is tested for overlap.
fn sums(a: &Grid, b: &Grid) -> Grid {
    if a.solid.is_empty() || b.solid.is_empty() {
        return shape::grid(0, 0, |_, _| false);
    }
    let mut all = shape::grid(a.width + b.width - 1, a.height + b.height - 1, |_, _| false);
    let pixels =
        |grid: &Grid| -> Vec<[u32; 2]> { grid.shared(grid, [0, 0]).map(|place| place.map(|c| c as u32)).collect() };
    let theirs = pixels(b);
    for [x, y] in pixels(a) {
        for [u, v] in &theirs {
            all.solid[((y + b.height - 1 - v) * all.width + x + b.width - 1 - u) as usize] = true;
        }
    }
    all
}

/// All moves, ordered by length, then by the documented order of moves of equal length.
pub fn moves() -> impl Iterator<Item = [i32; 2]> {
    const WIDTH: i32 = 16;
    let ring = |inner: i32| {
        let reach = inner + WIDTH;
        let length = |x: i32, y: i32| x * x + y * y;
        let square = (-reach..reach).flat_map(|y| (-reach..reach).map(move |x| [x, y]));
        let mut ring: Vec<[i32; 2]> =
            square.filter(|&[x, y]| (inner * inner..reach * reach).contains(&length(x, y))).collect();
        ring.sort_unstable_by_key(|&[x, y]| (length(x, y), y, x));
        ring
    };
    (0..).step_by(WIDTH as usize).flat_map(ring)
}

/// Steps along a direction; fractions round to nearest, and exact halves round right and down.
fn moves_along(direction: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
    let n = f64::from(direction[0].abs().max(direction[1].abs()));
    // The divisor is so small that no other fraction rounds to a half.
    (1..).map(move |t| direction.map(|c| (f64::from(t) * f64::from(c) / n + 0.5).floor() as i32))
}

/// Checks the smallest separating move, the smallest along a direction, and the contact normal. Returns whether the
/// masks overlap.
pub fn separation(a: &Subject, b: &Subject, at: [i32; 2], direction: [i32; 2]) -> bool {
    let (ours, theirs) = (&a.mask, &b.mask);
    let context = || format!("{a} and {b} at {at:?}, {direction:?}");
    let out = penetration(&a.grid, &b.grid, at);
    let hit = out.is_some();
    assert_eq!(ours.penetration(theirs, at), out, "{}", context());
    let free = |m: &[i32; 2]| !a.grid.hit(&b.grid, [at[0] - m[0], at[1] - m[1]]);
    let along = (hit && direction != [0, 0]).then(|| moves_along(direction).find(free)).flatten();
    assert_eq!(ours.penetration_along(theirs, at, direction), along, "{}", context());
    match (ours.overlap_normal(theirs, at), normal(&a.grid, &b.grid, at)) {
        (None, None) => {}
        (Some(ours), Some(expected)) => {
            let off = (ours[0] - expected[0]).hypot(ours[1] - expected[1]);
            assert!(
                off < 1e-12 && (ours[0].hypot(ours[1]) - 1.0).abs() < 1e-12,
                "{ours:?}, {expected:?}, {}",
                context()
            );
        }
        (ours, expected) => panic!("{ours:?}, {expected:?}, {}", context()),
    }
    hit
}

/// The smallest move of the first grid that separates it from the second, by trying all moves; `None` if they do not overlap.
#[must_use]
pub fn penetration(a: &Grid, b: &Grid, at: [i32; 2]) -> Option<[i32; 2]> {
    a.hit(b, at).then(|| moves().find(|m| !a.hit(b, [at[0] - m[0], at[1] - m[1]])))?
}

/// The direction in which the first grid leaves the second: the gradient of the overlap area or, if it is zero, the smallest
/// move; `None` if the grids do not overlap.
#[must_use]
pub fn normal(a: &Grid, b: &Grid, [x, y]: [i32; 2]) -> Option<[f64; 2]> {
    if !a.hit(b, [x, y]) {
        return None;
    }
    let area = |x, y| a.area(b, [x, y]) as f64;
    let mut outwards = [area(x + 1, y) - area(x - 1, y), area(x, y + 1) - area(x, y - 1)];
    if outwards == [0.0; 2] {
        outwards = penetration(a, b, [x, y])?.map(f64::from);
    }
    let [x, y] = outwards;
    Some([x, y].map(|c| c / (x * x + y * y).sqrt()))
}
