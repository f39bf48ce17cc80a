//! Boxes sorted along the curve.

use super::hilbert;
use mask::Rect;

/// Bits of a digit: two passes take a whole number of the curve.
const DIGIT: u32 = hilbert::BITS;

/// Puts the indexes of the boxes into `order`, along the curve through their centres. Boxes in one cell keep
/// their order.
pub(super) fn along_curve(boxes: &[(Rect, u32)], order: &mut Vec<u32>) {
    let centre = |rect: &Rect| {
        [2 * i64::from(rect.left) + i64::from(rect.width), 2 * i64::from(rect.top) + i64::from(rect.height)]
    };
    let (mut least, mut most) = ([i64::MAX; 2], [i64::MIN; 2]);
    for (rect, _) in boxes {
        let centre = centre(rect);
        for axis in 0..2 {
            least[axis] = least[axis].min(centre[axis]);
            most[axis] = most[axis].max(centre[axis]);
        }
    }
    let extent = (0..2).map(|axis| most[axis].wrapping_sub(least[axis]).max(1)).max().unwrap_or(1);
    // Cells are squares with a power of two for a side.
    let shift = (i64::BITS - extent.leading_zeros()).saturating_sub(hilbert::BITS);
    let cell = |(index, (rect, _)): (u32, &(Rect, u32))| {
        let centre = centre(rect);
        let place = |axis: usize| ((centre[axis] - least[axis]) >> shift) as u32;
        (hilbert::number(place(0), place(1)), index)
    };
    let mut keyed: Vec<(u32, u32)> = (0..).zip(boxes).map(cell).collect();
    let mut other = vec![(0, 0); keyed.len()];
    for pass in 0..2 {
        radix_pass(&keyed, &mut other, pass * DIGIT);
        std::mem::swap(&mut keyed, &mut other);
    }
    order.clear();
    order.extend(keyed.iter().map(|&(_, index)| index));
}

/// Sorts by one digit of the key, stably.
fn radix_pass(from: &[(u32, u32)], to: &mut [(u32, u32)], shift: u32) {
    let digit = |key: u32| (key >> shift) as usize % (1 << DIGIT);
    let mut ends = vec![0; 1 << DIGIT];
    for &(key, _) in from {
        ends[digit(key)] += 1;
    }
    let mut start = 0;
    for end in &mut ends {
        start += std::mem::replace(end, start);
    }
    for &pair in from {
        let place = &mut ends[digit(pair.0)];
        to[*place] = pair;
        *place += 1;
    }
}
