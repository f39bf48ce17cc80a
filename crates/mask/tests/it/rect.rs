//! Rectangles at the ends of `i32` and `u32`, against numbers that cannot overflow.

use mask::Rect;

/// Coordinates about 0 and at both ends of `i32`.
const PLACES: [i32; 11] = [i32::MIN, i32::MIN + 1, i32::MIN / 2, -2, -1, 0, 1, 2, i32::MAX / 2, i32::MAX - 1, i32::MAX];
/// Sides about 0, about the largest `i32` and at the end of `u32`.
const SIDES: [u32; 8] = [0, 1, 2, i32::MAX as u32 - 1, i32::MAX as u32, i32::MAX as u32 + 1, u32::MAX - 1, u32::MAX];

/// One axis: the first coordinate and the length.
type Extent = (i128, i128);

fn extents() -> impl Iterator<Item = (i32, u32)> {
    PLACES.into_iter().flat_map(|start| SIDES.map(|side| (start, side)))
}

/// The union along one axis, neither of the two empty: the length is cut to the largest `u32`.
fn union(a: Extent, b: Extent) -> Extent {
    let (start, end) = (a.0.min(b.0), (a.0 + a.1).max(b.0 + b.1));
    (start, (end - start).min(u32::MAX.into()))
}

#[test]
fn a_union_holds_both_and_saturates() {
    let axis = |start: i32, side: u32| (i128::from(start), i128::from(side));
    for (left, width) in extents() {
        for (other_left, other_width) in extents() {
            // The other axis has a few cases of its own, an empty one among them.
            for [(top, height), (other_top, other_height)] in
                [[(0, 1), (0, 1)], [(-3, 5), (9, 1)], [(i32::MIN, 1), (i32::MAX, u32::MAX)], [(4, 0), (1, 2)]]
            {
                let a = Rect::new(left, top, width, height);
                let b = Rect::new(other_left, other_top, other_width, other_height);
                let expected = match [a, b].map(|rect| rect.width == 0 || rect.height == 0) {
                    [_, true] => a,
                    [true, false] => b,
                    _ => {
                        let (x, w) = union(axis(left, width), axis(other_left, other_width));
                        let (y, h) = union(axis(top, height), axis(other_top, other_height));
                        Rect::new(x as i32, y as i32, w as u32, h as u32)
                    }
                };
                assert_eq!(a.union(&b), expected, "{a} and {b}");
                let transposed = |r: Rect| Rect::new(r.top, r.left, r.height, r.width);
                assert_eq!(transposed(a).union(&transposed(b)), transposed(expected), "{a} and {b}, transposed");
            }
        }
    }
}

#[test]
fn a_union_of_what_fits_holds_every_pixel_and_is_the_smallest() {
    let rects = || (0..81).map(|n| Rect::new(n % 3 - 1, n / 3 % 3 - 1, n as u32 / 9 % 3, n as u32 / 27));
    for a in rects() {
        for b in rects() {
            let union = a.union(&b);
            let held = |rect: &Rect| {
                let pixels = (-3..6).flat_map(|y| (-3..6).map(move |x| [x, y])).filter(|&at| rect.contains(at));
                pixels.collect::<Vec<_>>()
            };
            let both: Vec<[i32; 2]> = held(&a).into_iter().chain(held(&b)).collect();
            assert!(both.iter().all(|&at| union.contains(at)), "{a} and {b}");
            if let (Some(left), Some(top)) = (both.iter().map(|at| at[0]).min(), both.iter().map(|at| at[1]).min()) {
                let right = both.iter().map(|at| i64::from(at[0]) + 1).max();
                let bottom = both.iter().map(|at| i64::from(at[1]) + 1).max();
                let ends = (union.left, union.top, Some(union.right()), Some(union.bottom()));
                assert_eq!(ends, (left, top, right, bottom), "{a} and {b}");
            }
        }
    }
}

#[test]
fn a_translation_keeps_the_size_and_stops_at_the_ends() {
    let clamp = |c: i64| c.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    for (left, width) in extents() {
        for (top, height) in [(i32::MIN, 7), (-1, 0), (5, u32::MAX), (i32::MAX, 1)] {
            for dx in PLACES {
                for dy in PLACES {
                    let expected = Rect {
                        left: clamp(i64::from(left) + i64::from(dx)),
                        top: clamp(i64::from(top) + i64::from(dy)),
                        width,
                        height,
                    };
                    assert_eq!(Rect::new(left, top, width, height).translated([dx, dy]), expected);
                }
            }
        }
    }
}

#[test]
fn arrays_saturate_sizes_alone() {
    for (left, width) in extents() {
        for (top, height) in extents() {
            let array: [i32; 4] = Rect::new(left, top, width, height).into();
            let [right, bottom] = [width, height].map(|side| side.min(i32::MAX as u32) as i32);
            assert_eq!(array, [left, top, right, bottom]);
            assert_eq!(Rect::from(array), Rect::new(left, top, right as u32, bottom as u32));
        }
    }
    for [left, top] in [[i32::MIN, i32::MAX], [0, -1]] {
        for width in PLACES {
            for height in PLACES {
                let expected = Rect::new(left, top, width.max(0) as u32, height.max(0) as u32);
                assert_eq!(Rect::from([left, top, width, height]), expected);
            }
        }
    }
}
