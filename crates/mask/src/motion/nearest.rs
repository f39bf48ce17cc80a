//! The distance from a pixel, or from another mask, to the nearest solid pixel.

use crate::Mask;
use crate::geometry::Area;
use crate::kernel::WORD_BITS;
use crate::store::GROUP_ROWS;
use core::iter::from_fn;
use core::ops::Range;

/// Distances between masks.
impl Mask {
    /// Returns the Euclidean distance between the nearest solid pixels of this mask and of `other`, whose top-left
    /// pixel is at `at` in the frame of this mask. Returns `None` if a mask has no solid pixel.
    ///
    /// The unit is a pixel. The distance is measured between the centers of pixels: it is 0 if the masks share a pixel,
    /// and 1 if they touch side by side. Any `i32` offset is legal, and `a.distance(b, at) == b.distance(a, -at)`.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let corner: Mask = "##\n#.".parse()?;
    /// let dot = Mask::filled(1, 1)?;
    /// assert_eq!(corner.distance(&dot, [4, 4]), Some(5.0)); // from [1, 0]: 3 to the right and 4 down
    /// assert_eq!(corner.distance(&dot, [1, 1]), Some(1.0)); // in its box, but not solid
    /// assert_eq!(corner.distance(&dot, [0, 1]), Some(0.0));
    /// assert_eq!(corner.distance(&Mask::new(9, 9)?, [0, 0]), None); // nothing solid
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// Cost: an overlap test, and for each pixel at the border of the smaller mask that is not further from the tight
    /// box of the other mask than the distance found so far, a search of the rows of the other mask up to this
    /// distance. The call allocates no memory.
    #[must_use]
    pub fn distance(&self, other: &Mask, at: impl Into<[i32; 2]>) -> Option<f64> {
        let squared = distance_squared(self, other, at.into().map(i64::from), u128::MAX);
        squared.map(|squared| libm::sqrt(squared as f64))
    }
}

/// Returns the square of [`Mask::distance`], if it is at most `limit`. The offset may be up to 2^33 pixels.
#[doc(hidden)]
#[must_use]
pub fn distance_squared(mask: &Mask, other: &Mask, at: [i64; 2], limit: u128) -> Option<u128> {
    let (mine, theirs) = (mask.bounds?, other.bounds?);
    if let [Ok(x), Ok(y)] = at.map(i32::try_from)
        && mask.overlaps(other, [x, y])
    {
        return Some(0);
    }
    let pixels = |area: &Area| u64::from(area.width()) * u64::from(area.height());
    match pixels(&mine) <= pixels(&theirs) {
        true => least_from(mask, other, at, limit),
        false => least_from(other, mask, at.map(|c| -c), limit),
    }
}

/// The least square of the distance from a pixel of `mask` to one of `other`, if it is at most `limit`. The masks share
/// no pixel, so the nearest pixel has a neighbor that is not solid.
fn least_from(mask: &Mask, other: &Mask, at: [i64; 2], limit: u128) -> Option<u128> {
    let (mine, theirs) = (mask.bounds?, other.bounds?);
    // The edges of the other tight box in the frame of this mask, inclusive.
    let [left, right] = [theirs.left, theirs.right - 1].map(|x| i64::from(x) + at[0]);
    let [top, bottom] = [theirs.top, theirs.bottom - 1].map(|y| i64::from(y) + at[1]);
    let mut least = limit.saturating_add(1);
    for (column, _) in outward((left + right) / 2, WORD_BITS, mask.columns(&mine)) {
        let start = i64::from(column) * i64::from(WORD_BITS);
        let off_x = squared(gap([start, start + 63], [left, right]));
        for (row, _) in outward((top + bottom) / 2, 1, mine.top..mine.bottom) {
            let y = i64::from(row);
            let off_y = squared(gap([y, y], [top, bottom]));
            if off_x + off_y >= least {
                continue;
            }
            let mut bits = border_bits(mask, column, row);
            while bits != 0 {
                let x = start + i64::from(bits.trailing_zeros());
                bits &= bits - 1;
                if squared(gap([x, x], [left, right])) + off_y < least {
                    let nearer = nearest_distance_squared(other, [x - at[0], y - at[1]], least - 1);
                    least = nearer.unwrap_or(least);
                }
            }
        }
    }
    (least <= limit).then_some(least)
}

/// The pixels of a word that are solid and have a neighbor, left, right, above or below, that is not.
fn border_bits(mask: &Mask, column: u32, row: u32) -> u64 {
    let word = |column: u32, row: u32| mask.words[mask.word_index(column, row)];
    let bits = word(column, row);
    if bits == 0 {
        return 0;
    }
    let before = if column > 0 { word(column - 1, row) >> (WORD_BITS - 1) } else { 0 };
    let after = if column + 1 < mask.stride() { word(column + 1, row) << (WORD_BITS - 1) } else { 0 };
    let above = if row > 0 { word(column, row - 1) } else { 0 };
    let below = if row + 1 < mask.height { word(column, row + 1) } else { 0 };
    bits & !((bits << 1 | before) & (bits >> 1 | after) & above & below)
}

/// The number of pixels from one range of an axis to another, which is 0 if they share one. The ends are inclusive.
fn gap(one: [i64; 2], other: [i64; 2]) -> i64 {
    (one[0] - other[1]).max(other[0] - one[1]).max(0)
}

/// Returns the square of the Euclidean distance from a pixel to the nearest solid pixel of a mask, if it is at most
/// `limit`. It is 0 on a solid pixel. The pixel may lie outside the mask, up to 2^33 pixels from its origin.
///
/// Cost: the search goes away from the pixel, column of words by column and row by row, and ends at the distance found.
/// A row takes a word. In a mask with a summary, 16 rows without a pixel that is near enough take a word.
#[doc(hidden)]
#[must_use]
pub fn nearest_distance_squared(mask: &Mask, [x, y]: [i64; 2], limit: u128) -> Option<u128> {
    let bounds = mask.bounds?;
    let mut least = limit.saturating_add(1);
    for (column, off) in outward(x, WORD_BITS, mask.columns(&bounds)) {
        if squared(off) >= least {
            break;
        }
        let x = x - i64::from(column) * i64::from(WORD_BITS);
        if mask.has_summary() {
            let [first, end] = mask.summary.span(column);
            let groups = &mask.summary.column(column, mask.height)[1..];
            let spanned = first / GROUP_ROWS as u32..end.div_ceil(GROUP_ROWS as u32);
            for (group, off) in outward(y, GROUP_ROWS as u32, spanned) {
                if squared(off) >= least {
                    break;
                }
                if squared(off) + squared(bits_off(groups[group as usize], x)) < least {
                    let rows = group * GROUP_ROWS as u32;
                    let rows = rows..mask.height.min(rows + GROUP_ROWS as u32);
                    least = nearest_in_rows(mask, column, rows, [x, y], least);
                }
            }
        } else {
            least = nearest_in_rows(mask, column, bounds.top..bounds.bottom, [x, y], least);
        }
    }
    (least <= limit).then_some(least)
}

/// The least of `least` and the squares of the distances from a pixel to the solid pixels of a column of words in some
/// rows. The x of the pixel is relative to the column.
fn nearest_in_rows(mask: &Mask, column: u32, rows: Range<u32>, [x, y]: [i64; 2], mut least: u128) -> u128 {
    let words = mask.words.slice(mask.word_index(column, 0), mask.height);
    for (row, off) in outward(y, 1, rows) {
        if squared(off) >= least {
            break;
        }
        let word = words[row as usize];
        if word != 0 {
            least = least.min(squared(off) + squared(bits_off(word, x)));
        }
    }
    least
}

/// The distance along x from a pixel to the nearest bit of a word that starts at 0. Without a bit, it is larger than
/// that of any.
#[inline(always)]
fn bits_off(word: u64, x: i64) -> i64 {
    match u32::try_from(x) {
        Ok(x) if x < WORD_BITS => {
            (word >> x).trailing_zeros().min((word << (WORD_BITS - 1 - x)).leading_zeros()).into()
        }
        Ok(_) => x - 63 + i64::from(word.leading_zeros()),
        Err(_) => i64::from(word.trailing_zeros()) - x,
    }
}

#[inline(always)]
fn squared(distance: i64) -> u128 {
    u128::from(distance.unsigned_abs()) * u128::from(distance.unsigned_abs())
}

/// The cells of an axis, each `size` pixels wide, and their distances from a pixel, the nearest first.
#[inline(always)]
fn outward(from: i64, size: u32, cells: Range<u32>) -> impl Iterator<Item = (u32, i64)> {
    let size = i64::from(size);
    let start = from.div_euclid(size).clamp(cells.start.into(), cells.end.into()) as u32;
    let (mut before, mut after) = (start, start);
    from_fn(move || {
        let off_before = (before > cells.start).then(|| from - size * i64::from(before) + 1);
        let off_after = (after < cells.end).then(|| (size * i64::from(after) - from).max(0));
        match (off_before, off_after) {
            (Some(off), after) if after.is_none_or(|after| off < after) => {
                before -= 1;
                Some((before, off))
            }
            (_, Some(off)) => {
                after += 1;
                Some((after - 1, off))
            }
            _ => None,
        }
    })
}
