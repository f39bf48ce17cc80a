//! Every answer about two masks at an offset, against their shared pixels, found one by one.

use super::subject::{Subject, assert_equals_grid};
use crate::{Grid, shape};
use mask::shared::overlap_first_by_strips;
use mask::{Mask, Rect, SimdLevel};

/// The answers about two masks at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// Whether they share a pixel.
    pub overlaps: bool,
    /// The first shared pixel.
    pub first: Option<[i32; 2]>,
    /// The number of shared pixels.
    pub area: u64,
    /// The smallest rectangle around the shared pixels.
    pub bounds: Option<Rect>,
}

impl Answers {
    /// Asks the masks.
    pub fn of(a: &Mask, b: &Mask, at: [i32; 2]) -> Answers {
        Answers {
            overlaps: a.overlaps(b, at),
            first: a.overlap_first(b, at),
            area: a.overlap_area(b, at),
            bounds: a.overlap_bounds(b, at),
        }
    }

    /// Visits the shared pixels once.
    pub fn by_pixel(a: &Grid, b: &Grid, at: [i32; 2]) -> Answers {
        let mut first = None;
        let (mut area, mut hull) = (0, [i64::MAX, i64::MAX, i64::MIN, i64::MIN]);
        for [x, y] in a.shared(b, at.map(i64::from)) {
            first = first.or(Some([x as i32, y as i32]));
            area += 1;
            hull = [hull[0].min(x), hull[1].min(y), hull[2].max(x + 1), hull[3].max(y + 1)];
        }
        Answers::of_hull(first, area, hull)
    }

    /// The answers for a first pixel, a number of pixels, and the ends of the rectangle around them, which matter only
    /// if there is a first pixel.
    pub fn of_hull(first: Option<[i32; 2]>, area: u64, [left, top, right, bottom]: [i64; 4]) -> Answers {
        let bounds = first.map(|_| Rect {
            left: left as i32,
            top: top as i32,
            width: (right - left) as u32,
            height: (bottom - top) as u32,
        });
        Answers { overlaps: first.is_some(), first, area, bounds }
    }

    /// The answers in the frame of a mask that begins at `[x, y]`.
    fn seen_from(&self, [x, y]: [i32; 2]) -> Answers {
        let moved = |rect: Rect| Rect { left: rect.left - x, top: rect.top - y, ..rect };
        Answers { first: self.first.map(|at| [at[0] - x, at[1] - y]), bounds: self.bounds.map(moved), ..*self }
    }
}

/// The first shared pixel in the order of pygame: the number of the strip, then the row, then the column. The multiples
/// of 64 in either frame count the strips from left to right.
pub fn first_by_strips(a: &Grid, b: &Grid, at: [i32; 2]) -> Option<[i32; 2]> {
    let [dx, dy] = at.map(i64::from);
    let strip = |x: i64| x.div_euclid(64) + (x - dx).div_euclid(64);
    let first = a.shared(b, [dx, dy]).min_by_key(|&[x, y]| (strip(x), y, x))?;
    Some(first.map(|place| place as i32))
}

/// Checks the four questions, and the first shared pixel by strips.
#[track_caller]
pub fn check(a: &Subject, b: &Subject, at: [i32; 2]) {
    let expected = Answers::by_pixel(&a.grid, &b.grid, at);
    assert_eq!(Answers::of(&a.mask, &b.mask, at), expected, "{a} and {b} at {at:?}, {}", SimdLevel::current());
    let expected = first_by_strips(&a.grid, &b.grid, at);
    assert_eq!(
        overlap_first_by_strips(&a.mask, &b.mask, at),
        expected,
        "{a} and {b} at {at:?}, {}",
        SimdLevel::current()
    );
}

/// Checks the four questions from both sides, the mask of the shared pixels, and questions about one pixel and about a
/// rectangle.
#[track_caller]
pub fn check_all(a: &Subject, b: &Subject, at: [i32; 2]) {
    check(a, b, at);
    let (ours, theirs) = (&a.mask, &b.mask);
    let answers = Answers::of(ours, theirs, at);
    if let [Some(x), Some(y)] = at.map(i32::checked_neg) {
        assert_eq!(Answers::of(theirs, ours, [x, y]), answers.seen_from(at), "{b} and {a} at {:?}", [x, y]);
    }
    assert_equals_grid(&ours.overlap_mask(theirs, at), &a.grid.overlap(&b.grid, at));
    assert_eq!(ours.overlap_normal(theirs, at).is_some(), answers.overlaps, "{a} and {b} at {at:?}");
    assert_eq!(ours.contains(at), a.grid.contains(at.map(i64::from)), "{at:?} of {a}");
    let Grid { width, height, .. } = b.grid;
    let rect = Rect { left: at[0], top: at[1], width, height };
    assert_eq!(ours.overlaps(&rect, [0, 0]), a.grid.hit(&shape::grid(width, height, |_, _| true), at), "{rect} of {a}");
}
