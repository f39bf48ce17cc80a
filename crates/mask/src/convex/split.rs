//! Convex polygons of many corners, split into polygons of few.

use crate::memory;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

type Points = Vec<[i32; 2]>;

/// Splits a convex polygon into as few as possible of at most `most` corners, and appends them to a list.
pub(super) fn split(points: Points, most: usize, parts: &mut Vec<Points>) -> Result<(), TryReserveError> {
    let count = points.len();
    // A polygon of n corners has n - 2 triangles, and each split keeps their number.
    let pieces = (count - 2).div_ceil(most - 2);
    if pieces <= 1 {
        return memory::try_push(parts, points);
    }
    let triangles = ((count - 2) * (pieces / 2)).div_ceil(pieces);
    let at = |index: usize| points[index % count];
    let length = |first: usize| {
        let [[a, b], [c, d]] = [at(first), at(first + triangles + 1)];
        (i64::from(c) - i64::from(a)).pow(2) + (i64::from(d) - i64::from(b)).pow(2)
    };
    // The shortest of the cuts that leave so many triangles on one side: it makes the roundest pieces.
    let first = (0..count).min_by_key(|&first| length(first)).unwrap_or_default();
    let piece = |from: usize, to: usize| memory::try_collect((from..=to).map(at));
    split(piece(first, first + triangles + 1)?, most, parts)?;
    split(piece(first + triangles + 1, first + count)?, most, parts)
}
