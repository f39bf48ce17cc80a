//! Masks under affine maps, transformed or queried in place, against loops over every pixel.

use super::mapped;
use super::mapped::Rounded;
use super::subject::Subject;
use crate::{Grid, shape};
use mask::{Affine, DistanceField, TransformedMask};

/// The rounded map of a picture of this size.
///
/// # Panics
/// Panics if the map has no inverse.
#[must_use]
pub fn rounded(by: &Affine, size: [u32; 2]) -> Rounded {
    let [[a, b, x], [c, d, y]] = <[[f64; 3]; 2]>::from(*by);
    Rounded::new([[a, b], [c, d]], [0.0; 2], [x, y], size).expect("the map has an inverse")
}

/// Whether a side of the mapped picture is shorter than 1/65,536 pixel, so that the map shows nothing.
fn is_thin(grid: &Grid, by: &Affine) -> bool {
    let [[a, b, _], [c, d, _]] = <[[f64; 3]; 2]>::from(*by);
    (a.hypot(c) * f64::from(grid.width)).min(b.hypot(d) * f64::from(grid.height)) < 1.0 / 65_536.0
}

/// The rule of `transformed`, evaluated for every pixel near the mapped grid: the result, and its top-left pixel.
#[must_use]
pub fn rendered(grid: &Grid, by: &Affine) -> (Grid, [i32; 2]) {
    if is_thin(grid, by) {
        return (shape::grid(0, 0, |_, _| false), [0, 0]);
    }
    let (drawn, at) = rounded(by, [grid.width, grid.height]).drawn(grid);
    (drawn, at.map(|c| c as i32))
}

/// Checks the transformed mask.
#[track_caller]
pub fn check(Subject { grid, mask }: &Subject, by: &Affine) {
    let (result, at) = mask.transformed(by).unwrap();
    result.validate();
    assert_eq!((Grid::from(&result), at), rendered(grid, by), "{by:?}\n{mask:?}");
}

/// Checks all queries of a pair and the normal, in both orders, with and without distance fields, against a walk over
/// the pixels of both. Returns whether they overlap, or `None` if a map is refused or shows too many pixels to walk
/// over.
#[track_caller]
pub fn pair(
    (a, field_a, by_a): (&Subject, &DistanceField, &Affine),
    (b, field_b, by_b): (&Subject, &DistanceField, &Affine),
) -> Option<bool> {
    let made = [(a, by_a), (b, by_b)].map(|(one, by)| TransformedMask::new(&one.mask, by));
    let [Ok(left), Ok(right)] = made else { return None };
    if is_thin(&a.grid, by_a) || is_thin(&b.grid, by_b) {
        assert!(!left.overlaps(&right) && !right.overlaps(&left), "{by_a:?} {by_b:?}");
        return Some(false);
    }
    let [of_a, of_b] = [(a, by_a), (b, by_b)].map(|(one, by)| rounded(by, [one.mask.width(), one.mask.height()]));
    let (one, other) = (of_a.around([a.grid.width, a.grid.height])?, of_b.around([b.grid.width, b.grid.height])?);
    let side = |axis: usize| one[axis + 2].min(other[axis + 2]) - one[axis].max(other[axis]);
    if side(0) > 0 && side(1) > 0 && side(0) * side(1) > 1 << 22 {
        return None;
    }
    let expected = mapped::shared((&a.grid, &of_a), (&b.grid, &of_b));
    let context = || format!("{by_a:?} {by_b:?}\n{:?}\n{:?}", a.mask, b.mask);
    let fast = [(a, field_a, by_a), (b, field_b, by_b)];
    let [fast_left, fast_right] =
        fast.map(|(one, field, by)| TransformedMask::with_field(&one.mask, field, by).unwrap());
    for (one, other) in [(&left, &right), (&right, &left), (&fast_left, &fast_right), (&left, &fast_right)] {
        assert_eq!(one.overlaps(other), expected.is_some(), "{}", context());
        let found = one.overlap_first(other).map(|at| at.map(i64::from));
        assert_eq!(found, expected.map(|shared| shared.first), "{}", context());
        assert_eq!(one.overlap_area(other), expected.map_or(0, |shared| shared.area), "{}", context());
        let found =
            one.overlap_bounds(other).map(|rect| [rect.left.into(), rect.top.into(), rect.right(), rect.bottom()]);
        assert_eq!(found, expected.map(|shared| shared.bounds), "{}", context());
    }
    if expected.is_some() && side(0) * side(1) < 1 << 14 {
        let area = |by: [i64; 2]| {
            let shared = mapped::shared((&a.grid, &of_a), (&b.grid, &of_b.moved(by)));
            shared.map_or(0, |shared| shared.area) as f64
        };
        let [x, y] = [area([1, 0]) - area([-1, 0]), area([0, 1]) - area([0, -1])];
        let normal = ([x, y] != [0.0; 2]).then(|| [x, y].map(|c| c / (x * x + y * y).sqrt()));
        for (one, other) in [(&left, &right), (&fast_left, &fast_right), (&left, &fast_right)] {
            assert_eq!(one.normal_of_overlap(other, || None), normal, "{}", context());
            let back = other.normal_of_overlap(one, || None);
            assert_eq!(back, normal.map(|normal| normal.map(|c| 0.0 - c)), "{}", context());
        }
    }
    Some(expected.is_some())
}

/// Checks each pixel about the drawn picture.
#[track_caller]
pub fn contains(Subject { grid, mask }: &Subject, by: &Affine) {
    let (shown, map) = (TransformedMask::new(mask, by).unwrap(), rounded(by, [grid.width, grid.height]));
    let Some([left, top, right, bottom]) = map.around([grid.width, grid.height]) else { return };
    for (y, x) in (top - 2..bottom + 2).flat_map(|y| (left - 2..right + 2).map(move |x| (y, x))) {
        assert_eq!(shown.contains([x as i32, y as i32]), map.shows(grid, [x, y]), "{x}, {y} under {by:?}\n{mask:?}");
    }
}
