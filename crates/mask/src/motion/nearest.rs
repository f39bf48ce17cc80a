//! The distance from a point to the nearest solid pixel.

use crate::Mask;
use crate::kernel::WORD_BITS;
use crate::store::GROUP_ROWS;
use core::iter::from_fn;
use core::ops::Range;

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
