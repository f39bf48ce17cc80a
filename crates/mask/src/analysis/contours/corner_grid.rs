//! The positions of the corners of all polygons as bits.

use crate::Mask;
use crate::kernel::WORD_BITS;
use crate::memory;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// The positions of all corners: one bit for each corner of a pixel within the bounds, in rows of words.
pub(super) struct CornerGrid {
    origin: [i32; 2],
    words_per_row: usize,
    /// Positions with at least one corner.
    once: Vec<u64>,
    /// Positions with corners of two polygons.
    twice: Vec<u64>,
}

impl CornerGrid {
    pub(super) fn new(mask: &Mask) -> Result<CornerGrid, TryReserveError> {
        let Some(bounds) = mask.bounds else {
            return Ok(CornerGrid { origin: [0, 0], words_per_row: 0, once: Vec::new(), twice: Vec::new() });
        };
        let words_per_row = (bounds.width() + 1).div_ceil(WORD_BITS) as usize;
        let words = || memory::try_zeros(words_per_row * (bounds.height() as usize + 1));
        Ok(CornerGrid { origin: bounds.origin(), words_per_row, once: words()?, twice: words()? })
    }

    /// The word index and the bit of a position.
    fn bit(&self, [x, y]: [i32; 2]) -> (usize, u64) {
        let (x, y) = ((x - self.origin[0]) as usize, (y - self.origin[1]) as usize);
        (y * self.words_per_row + x / WORD_BITS as usize, 1 << (x % WORD_BITS as usize))
    }

    pub(super) fn add(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    /// Returns whether a position has no corner.
    pub(super) fn is_free(&self, at: [i32; 2]) -> bool {
        let (word, bit) = self.bit(at);
        self.once[word] & bit == 0
    }

    /// Removes a corner whose position no other corner shares.
    pub(super) fn remove(&mut self, at: [i32; 2]) {
        let (word, bit) = self.bit(at);
        self.once[word] &= !bit;
    }

    /// Whether a triangle [p, v, n], sides included, contains no corner but its own three. Returns `false` also if a
    /// second polygon has a corner at v, or if other polygons have corners at both p and n.
    pub(super) fn holds_only(&self, triangle: [[i32; 2]; 3]) -> bool {
        let [a, v, b] = triangle;
        let [a_twice, v_twice, b_twice] = triangle.map(|point| {
            let (word, bit) = self.bit(point);
            self.twice[word] & bit != 0
        });
        if v_twice || a_twice && b_twice {
            return false;
        }
        let [top, bottom] = [a[1].min(v[1]).min(b[1]), a[1].max(v[1]).max(b[1])];
        (top..=bottom).all(|y| {
            let sides = [[a, v], [v, b], [b, a]].map(|[from, to]| crossing(from, to, y));
            let left = sides.iter().fold(i32::MAX, |left, side| left.min(side[0]));
            let right = sides.iter().fold(i32::MIN, |right, side| right.max(side[1]));
            left > right || self.row_is_clear(left, right, y, &triangle)
        })
    }

    /// Whether the positions `left <= x <= right` on the line `y` hold no corners except the given three.
    fn row_is_clear(&self, left: i32, right: i32, y: i32, except: &[[i32; 2]; 3]) -> bool {
        let ((first, from), (last, to)) = (self.bit([left, y]), self.bit([right, y]));
        (first..=last).all(|word| {
            let mut bits = self.once[word];
            if word == first {
                bits &= !(from - 1);
            }
            if word == last {
                bits &= to | (to - 1);
            }
            if bits != 0 {
                for &point in except.iter().filter(|point| point[1] == y) {
                    let (of, bit) = self.bit(point);
                    bits &= if of == word { !bit } else { u64::MAX };
                }
            }
            bits == 0
        })
    }
}

/// The x at which an edge crosses the line `y`: rounded up, for the left side of a triangle, and rounded down, for the
/// right side. For a horizontal edge, the two ends of the edge. For an edge that does not cross the line, an empty
/// interval.
fn crossing(a: [i32; 2], b: [i32; 2], y: i32) -> [i32; 2] {
    let ([x0, y0], [x1, y1]) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    if y < y0 || y > y1 {
        return [i32::MAX, i32::MIN];
    }
    if y0 == y1 {
        return [x0.min(x1), x0.max(x1)];
    }
    let (across, down) = ((i64::from(x1) - i64::from(x0)) * i64::from(y - y0), i64::from(y1) - i64::from(y0));
    let floor = i64::from(x0) + across.div_euclid(down);
    let ceil = floor + i64::from(across.rem_euclid(down) != 0);
    [ceil as i32, floor as i32]
}
