//! Copies of a mask's pixels at any alignment, one column of words at a time.

use crate::Mask;
use crate::kernel::{FunnelShift, WORD_BITS, on_level};

/// ORs the 64 pixels from column `x` on into `to`, which has one word for each row from `y` on.
///
/// Pixels outside the mask count as empty.
pub(crate) fn blit_or(to: &mut [u64], mask: &Mask, [x, y]: [i64; 2]) {
    let height = i64::from(mask.height);
    let rows = y.clamp(0, height)..(y + to.len() as i64).clamp(0, height);
    if rows.is_empty() {
        return;
    }
    let count = (rows.end - rows.start) as usize;
    let to = &mut to[(rows.start - y) as usize..][..count];
    let (column, shift) = (x.div_euclid(WORD_BITS.into()), x.rem_euclid(WORD_BITS.into()) as u32);
    let words = |column: i64| {
        let column = usize::try_from(column).ok().filter(|&column| column < mask.stride())?;
        Some(&mask.words[column * mask.height as usize + rows.start as usize..][..count])
    };
    let (low, high) = (words(column), words(column + 1).filter(|_| shift > 0));
    let shift = FunnelShift::from_pixel(shift);
    on_level!(_lanes => {
        if let Some(low) = low {
            to.iter_mut().zip(low).for_each(|(to, &low)| *to |= shift.join(low, 0));
        }
        if let Some(high) = high {
            to.iter_mut().zip(high).for_each(|(to, &high)| *to |= shift.join(0, high));
        }
    });
}
