//! Masks under affine maps, transformed or queried in place, against loops over every pixel.

use super::Subject;
use crate::{Grid, shape};
use mask::{Affine, Mask, Rect, TransformedMask};

/// Checks the transformed mask. The inverse is computed with public functions only.
#[track_caller]
pub fn check(subject: &Subject, by: &Affine) {
    let back = by.inverse().unwrap();
    check_with_inverse(subject, by, |at| {
        back.apply(at.map(|place| f64::from(place) + 0.5)).map(|place| place.floor() as i64)
    });
}

/// Checks the transformed mask; `back` returns the pixel from which a pixel of the result comes.
#[track_caller]
pub fn check_with_inverse(Subject { grid, mask }: &Subject, by: &Affine, back: impl Fn([i32; 2]) -> [i64; 2]) {
    let (result, at) = mask.transformed(by).unwrap();
    result.validate();
    assert_eq!((Grid::from(&result), at), transformed(grid, plane(grid, by), back), "{by:?}\n{mask:?}");
}

/// The rule of `transformed`, evaluated for every pixel near the mapped grid: the result, and its top-left pixel.
#[must_use]
pub fn rendered(grid: &Grid, by: &Affine) -> (Grid, [i32; 2]) {
    let back = by.inverse().expect("the map has an inverse");
    let from = |at: [i32; 2]| back.apply(at.map(|place| f64::from(place) + 0.5)).map(|place| place.floor() as i64);
    transformed(grid, plane(grid, by), from)
}

/// The rule of `transformed`, evaluated for every pixel of `plane`: the result, cut to the pixels that come from the
/// grid, and its top-left pixel.
fn transformed(grid: &Grid, plane: Rect, back: impl Fn([i32; 2]) -> [i64; 2]) -> (Grid, [i32; 2]) {
    let whole = shape::grid(grid.width, grid.height, |_, _| true);
    let pixels =
        || (plane.top..plane.bottom() as i32).flat_map(|y| (plane.left..plane.right() as i32).map(move |x| [x, y]));
    let hull = pixels().filter(|&at| whole.contains(back(at))).fold(None, |hull, [x, y]| {
        let [l, t, r, b] = hull.unwrap_or([x, y, x, y]);
        Some([l.min(x), t.min(y), r.max(x), b.max(y)])
    });
    let Some([l, t, r, b]) = hull else { return (shape::grid(0, 0, |_, _| false), [0, 0]) };
    let on_rim =
        l == plane.left || t == plane.top || i64::from(r) + 1 == plane.right() || i64::from(b) + 1 == plane.bottom();
    assert!(!on_rim, "the plane of the oracle is too small");
    let at = |x: u32, y: u32| grid.contains(back([l + x as i32, t + y as i32]));
    (shape::grid((r - l + 1) as u32, (b - t + 1) as u32, at), [l, t])
}

/// A rectangle around the corners of a mapped grid, with a margin; empty if the grid is, which may be mapped anywhere.
fn plane(grid: &Grid, by: &Affine) -> Rect {
    if grid.solid.is_empty() {
        return Rect::new(0, 0, 0, 0);
    }
    let [w, h] = [grid.width, grid.height].map(f64::from);
    let corners = [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]].map(|corner| by.apply(corner));
    let side = |axis: usize| {
        let places = corners.map(|corner| corner[axis]);
        let (least, most) = (places.into_iter().fold(f64::MAX, f64::min), places.into_iter().fold(f64::MIN, f64::max));
        (least.floor() as i32 - 3, (most.ceil() - least.floor()) as u32 + 6)
    };
    let ((left, width), (top, height)) = (side(0), side(1));
    Rect { left, top, width, height }
}

/// Checks both queries of a pair, in both orders, and the query for a pixel, against the transformed masks. Returns
/// whether they overlap, or `None` if a map is refused.
#[track_caller]
pub fn pair(a: &Mask, by_a: &Affine, b: &Mask, by_b: &Affine) -> Option<bool> {
    let (Ok(left), Ok(right)) = (TransformedMask::new(a, by_a), TransformedMask::new(b, by_b)) else {
        assert!(a.transformed(by_a).is_err() || b.transformed(by_b).is_err());
        return None;
    };
    let bounds = left.overlap_bounds(&right);
    assert_eq!(right.overlap_bounds(&left), bounds, "{by_a:?} {by_b:?}\n{a:?}\n{b:?}");
    assert_eq!([left.overlaps(&right), right.overlaps(&left)], [bounds.is_some(); 2]);
    // The masks may be too large to be made even if the queries succeed.
    let (Ok((made_a, at_a)), Ok((made_b, at_b))) = (a.transformed(by_a), b.transformed(by_b)) else { return None };
    let offset = [0, 1].map(|axis| at_b[axis] - at_a[axis]);
    // Of a long mask, pixel by pixel would take too long.
    let is_small = |mask: &Mask| u64::from(mask.width()) * u64::from(mask.height()) < 1 << 20;
    let shared = if is_small(&made_a) && is_small(&made_b) {
        Grid::from(&made_a).bounds(&Grid::from(&made_b), offset)
    } else {
        made_a.overlap_bounds(&made_b, offset)
    };
    let expected = shared.map(|rect| Rect { left: rect.left + at_a[0], top: rect.top + at_a[1], ..rect });
    assert_eq!(bounds, expected, "{by_a:?} {by_b:?}\n{a:?}\n{b:?}");
    for [x, y] in [[0, 0], [3, 2], [-1, 0], [made_a.width() as i32 - 1, made_a.height() as i32]] {
        assert_eq!(left.contains([x + at_a[0], y + at_a[1]]), made_a.contains([x, y]));
    }
    Some(bounds.is_some())
}
