//! The peer `columns`: a Rust version of how the C library under pygame tests two masks.
//!
//! The idea is Ulf Ekström's bitmask.c: words of neighboring pixels, stored column after column. The columns of the
//! left mask are tested against the right mask's, one after the other, each shifted up once and down once, a word at a
//! time, until a word shares a bit. The code is written from the idea alone.
//!
//! The peer is competitive: a miss takes about 0.4 ns for each shifted word here, as does the C that pygame-ce ships up
//! to 512 px; at 1024 px the C is a quarter faster.

use mask::Mask;

/// A mask in the layout of bitmask.c.
#[derive(Debug, Clone)]
pub struct Columns {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Column after column, the leftmost pixel of a word in its lowest bit.
    pub(crate) words: Vec<u64>,
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

/// The direction and number of bits by which words of the right mask are shifted to align with the left one's.
#[derive(Clone, Copy)]
enum Shift {
    Up(usize),
    Down(usize),
}

impl Columns {
    /// Whether a pixel is shared with `other`, whose top-left pixel is at `at`.
    #[must_use]
    pub fn overlaps(&self, other: &Columns, at: [i32; 2]) -> bool {
        self.meet(other, at, |left, right, shift| match shift {
            Shift::Up(count) => left.iter().zip(right).any(|(a, b)| a & b << count != 0),
            Shift::Down(count) => left.iter().zip(right).any(|(a, b)| a & b >> count != 0),
        })
    }

    /// The number of shared pixels.
    #[must_use]
    pub fn area(&self, other: &Columns, at: [i32; 2]) -> u64 {
        let mut area = 0;
        self.meet(other, at, |left, right, shift| {
            let words = left.iter().zip(right);
            area += match shift {
                Shift::Up(count) => words.map(|(a, b)| u64::from((a & b << count).count_ones())).sum::<u64>(),
                Shift::Down(count) => words.map(|(a, b)| u64::from((a & b >> count).count_ones())).sum(),
            };
            false
        });
        area
    }

    /// Calls `test` with the overlapping rows of a column of the left mask and a column of the right, until it returns
    /// `true`.
    #[inline(always)]
    fn meet(&self, other: &Columns, [dx, dy]: [i32; 2], mut test: impl FnMut(&[u64], &[u64], Shift) -> bool) -> bool {
        let overlap = |offset: i32, ours: usize, theirs: usize| {
            i64::from(offset) < ours as i64 && i64::from(offset) + (theirs as i64) > 0
        };
        if !overlap(dx, self.width, other.width) || !overlap(dy, self.height, other.height) {
            return false;
        }
        let (left, right, dx, dy) = if dx >= 0 { (self, other, dx, dy) } else { (other, self, -dx, -dy) };
        let (skip_left, skip_right) = (dy.max(0) as usize, (-dy).max(0) as usize);
        let rows = (left.height - skip_left).min(right.height - skip_right);
        let of_left = |column: usize| &left.words[column * left.height + skip_left..][..rows];
        let of_right = |column: usize| &right.words[column * right.height + skip_right..][..rows];
        let (first, up) = (dx as usize / 64, dx as usize % 64);
        let columns = left.width.div_ceil(64);
        for (column, over) in (first..columns).zip(0..right.width.div_ceil(64)) {
            if test(of_left(column), of_right(over), Shift::Up(up)) {
                return true;
            }
            if up > 0 && column + 1 < columns && test(of_left(column + 1), of_right(over), Shift::Down(64 - up)) {
                return true;
            }
        }
        false
    }
}
