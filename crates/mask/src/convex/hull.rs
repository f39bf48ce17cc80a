//! The convex hull of the solid pixels.

use crate::{Mask, memory};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

impl Mask {
    /// Returns the convex hull of the solid pixels: the smallest convex polygon that contains all of them.
    ///
    /// Its points are corners of pixels: `[x, y]` is the top-left corner of the pixel `[x, y]`. They run clockwise on
    /// the screen, from the left corner of the top side, and no three of them are on a line. The hull of an empty mask
    /// has no points.
    ///
    /// Cost: linear in the words within the bounds and in the runs of solid pixels.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mask: Mask = "..#..\n.....\n#...#".parse()?;
    /// assert_eq!(mask.convex_hull(), [[2, 0], [3, 0], [5, 2], [5, 3], [0, 3], [0, 2]]);
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[must_use]
    pub fn convex_hull(&self) -> Vec<[i32; 2]> {
        memory::or_panic(hull(self).map_err(memory::for_list(self.height() as usize, "corners")))
    }
}

fn hull(mask: &Mask) -> Result<Vec<[i32; 2]>, TryReserveError> {
    // The sides of the hull, both from the top to the bottom.
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut runs = mask.runs().peekable();
    while let Some(first) = runs.next() {
        let mut last = first;
        while let Some(next) = runs.next_if(|run| run.y == first.y) {
            last = next;
        }
        for y in [first.y, first.y + 1] {
            push_outside(&mut right, [last.right, y], 1)?;
            push_outside(&mut left, [first.left, y], -1)?;
        }
    }
    // Down the right side and up the left side.
    right.try_reserve(left.len())?;
    right.extend(left.drain(..).rev());
    let count = right.len();
    right.rotate_right(count.min(1));
    Ok(right)
}

/// Appends a point to a side of the hull, after removing the points that lie inside because of it. `turn` is 1 if the
/// side turns clockwise, and -1 if it turns counter-clockwise.
fn push_outside(side: &mut Vec<[i32; 2]>, point: [i32; 2], turn: i64) -> Result<(), TryReserveError> {
    while let [.., a, b] = side[..]
        && turn * cross(a, b, point) <= 0
    {
        side.pop();
    }
    memory::try_push(side, point)
}

/// The corners of a convex polygon around the solid pixels with at most so many corners, at least 4. Corners of pixels
/// may lie outside by 2^-20 pixel.
///
/// Of the hull's edges, those are removed one after another whose neighbors, made longer, add the least area where they
/// meet.
pub(crate) fn hull_of_few_corners(mask: &Mask, most: usize) -> Result<Vec<[f64; 2]>, TryReserveError> {
    let mut corners = memory::try_collect(hull(mask)?.into_iter().map(|corner| corner.map(f64::from)))?;
    while corners.len() > most {
        let without = (0..corners.len()).filter_map(|edge| Some((edge, meeting_without(&corners, edge)?)));
        let Some((edge, (_, meeting))) = without.min_by(|(_, (one, _)), (_, (other, _))| one.total_cmp(other)) else {
            // There is no such edge: a box is around everything.
            let of = |axis: usize, by: fn(f64, f64) -> f64| corners.iter().map(|corner| corner[axis]).reduce(by);
            let [[left, right], [top, bottom]] =
                [0, 1].map(|axis| [of(axis, f64::min), of(axis, f64::max)].map(Option::unwrap_or_default));
            corners.clear();
            corners.extend([[left, top], [right, top], [right, bottom], [left, bottom]]);
            break;
        };
        corners[edge] = meeting;
        corners.remove((edge + 1) % corners.len());
    }
    Ok(corners)
}

/// The point in which the neighbors of an edge meet, and the area between the point and the edge. `None` if they do not
/// meet, or so far away that rounding would move the point.
fn meeting_without(corners: &[[f64; 2]], edge: usize) -> Option<(f64, [f64; 2])> {
    let count = corners.len();
    let [a, b, c, d] = [count - 1, 0, 1, 2].map(|step| corners[(edge + step) % count]);
    let vector = |from: [f64; 2], to: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
    let cross = |[x, y]: [f64; 2], [z, w]: [f64; 2]| x * w - y * z;
    let (before, along, after) = (vector(a, b), vector(b, c), vector(c, d));
    let turn = cross(before, after);
    let square = |[x, y]: [f64; 2]| x * x + y * y;
    let lengths = square(before).max(square(along)).max(square(after));
    // The error of the point is about 2^-53 of the cube of a length, over the turn: 2^-33 pixel here. Removals add up
    // their errors, and thousands of them stay below 2^-20 pixel.
    if turn * (1u64 << 20) as f64 <= lengths * libm::sqrt(lengths) {
        return None;
    }
    let share = cross(along, before) / -turn;
    let meeting = [0, 1].map(|axis| c[axis] - share * after[axis]);
    (share >= 0.0).then(|| (cross(along, vector(b, meeting)).abs(), meeting))
}

/// Twice the area of a triangle, above 0 if it runs clockwise on the screen.
pub(super) fn cross(a: [i32; 2], b: [i32; 2], c: [i32; 2]) -> i64 {
    let vector = |from: [i32; 2], to: [i32; 2]| [0, 1].map(|axis| i64::from(to[axis]) - i64::from(from[axis]));
    let ([x, y], [z, w]) = (vector(a, b), vector(b, c));
    x * w - y * z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_corners_are_around_all_pixels() {
        let disk = |radius: f64, squash: i32| {
            let side = (2.0 * radius) as u32 + 3;
            let mut mask = Mask::new(side, side).unwrap();
            mask.fill_circle([radius + 1.0; 2], radius, true).unwrap();
            Mask::from_fn(side, side / squash as u32 + 1, |x, y| mask.contains([x as i32, y as i32 * squash])).unwrap()
        };
        let shapes = [disk(3.0, 1), disk(40.5, 1), disk(300.0, 1), disk(500.0, 7), Mask::filled(1, 1).unwrap()];
        for (mask, most) in shapes.iter().flat_map(|mask| [4, 5, 8, 16].map(|most| (mask, most))) {
            let corners = hull_of_few_corners(mask, most).unwrap();
            assert!((3..=most).contains(&corners.len()), "{}", corners.len());
            for inner in mask.convex_hull().into_iter().map(|corner| corner.map(f64::from)) {
                for (edge, from) in corners.iter().enumerate() {
                    let to = corners[(edge + 1) % corners.len()];
                    let along = [to[0] - from[0], to[1] - from[1]];
                    let side = along[0] * (inner[1] - from[1]) - along[1] * (inner[0] - from[0]);
                    assert!(side > -1e-7 * libm::hypot(along[0], along[1]), "{inner:?} is outside by {side}");
                }
            }
        }
        assert_eq!(hull_of_few_corners(&Mask::new(5, 5).unwrap(), 16).unwrap(), [[0.0; 2]; 0]);
    }
}
