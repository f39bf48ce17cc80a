//! The peer `columns`: how the C library under pygame tests two masks, in Rust.
//!
//! The idea is Ulf Ekström's bitmask.c: words of neighbouring pixels, stored column after column; the left
//! mask's columns are met by the right mask's one after the other, each once shifted up and once shifted
//! down, a word at a time, until a word shares a bit. Written anew from the idea.

use mask::Mask;

/// A mask as that library keeps it.
pub struct Columns {
    width: usize,
    height: usize,
    words: Vec<u64>,
}

impl From<&Mask> for Columns {
    fn from(mask: &Mask) -> Columns {
        let (width, height) = (mask.width() as usize, mask.height() as usize);
        let mut words = vec![0; width.div_ceil(64) * height];
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            words[x / 64 * height + y] |= u64::from(mask.contains([x as i32, y as i32])) << (x % 64);
        }
        Columns { width, height, words }
    }
}

impl Columns {
    /// Whether a pixel is shared with `other`, whose top-left pixel stands at `at`.
    #[must_use]
    pub fn overlaps(&self, other: &Columns, at: [i32; 2]) -> bool {
        self.meet(other, at, &mut |ours, theirs, up, count| {
            if up {
                ours.iter().zip(theirs).any(|(a, b)| a & b << count != 0)
            } else {
                ours.iter().zip(theirs).any(|(a, b)| a & b >> count != 0)
            }
        })
    }

    /// How many pixels are shared.
    #[must_use]
    pub fn area(&self, other: &Columns, at: [i32; 2]) -> u64 {
        let mut area = 0;
        self.meet(other, at, &mut |ours, theirs, up, count| {
            let shared = |(a, b): (&u64, &u64)| u64::from((a & if up { b << count } else { b >> count }).count_ones());
            area += ours.iter().zip(theirs).map(shared).sum::<u64>();
            false
        });
        area
    }

    /// Gives `test` the columns that lie over each other, the words of `theirs` to be shifted up or down
    /// by so much, until it says so.
    #[inline(always)]
    fn meet(&self, other: &Columns, [dx, dy]: [i32; 2], test: &mut impl FnMut(&[u64], &[u64], bool, usize) -> bool) -> bool {
        let inside = |offset: i32, ours: usize, theirs: usize| {
            i64::from(offset) < ours as i64 && i64::from(offset) + (theirs as i64) > 0
        };
        if !inside(dx, self.width, other.width) || !inside(dy, self.height, other.height) {
            return false;
        }
        let (left, right, dx, dy) = if dx >= 0 { (self, other, dx, dy) } else { (other, self, -dx, -dy) };
        let (skip_left, skip_right) = (dy.max(0) as usize, (-dy).max(0) as usize);
        let rows = (left.height - skip_left).min(right.height - skip_right);
        let of_left = |column: usize| &left.words[column * left.height + skip_left..][..rows];
        let of_right = |column: usize| &right.words[column * right.height + skip_right..][..rows];
        let (first, up) = (dx as usize / 64, dx as usize % 64);
        let columns = left.width.div_ceil(64);
        for column in 0..right.width.div_ceil(64) {
            if first + column < columns && test(of_left(first + column), of_right(column), true, up) {
                return true;
            }
            if up > 0 && first + column + 1 < columns && test(of_left(first + column + 1), of_right(column), false, 64 - up) {
                return true;
            }
        }
        false
    }
}
