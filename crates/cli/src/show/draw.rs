//! Draws masks with half blocks: two rows of pixels a line.

use mask::Mask;

/// Returns the lines of a mask, scaled down by an integer factor to fit the width.
pub(super) fn lines(mask: &Mask, columns: u32) -> Vec<String> {
    // The height is limited too, since a tall picture would scroll away.
    let factor = mask.width().div_ceil(columns).max(mask.height().div_ceil(2 * columns)).max(1);
    let (width, height) = (mask.width().div_ceil(factor), mask.height().div_ceil(factor));
    let line = |y| {
        let block = |x| match (is_block_solid(mask, x, y, factor), is_block_solid(mask, x, y + 1, factor)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..width).map(block).collect::<String>().trim_end().to_owned()
    };
    (0..height).step_by(2).map(line).collect()
}

/// Returns whether at least a quarter of a block of pixels is solid. A threshold of half would lose thin lines.
fn is_block_solid(mask: &Mask, x: u32, y: u32, factor: u32) -> bool {
    let span = |c: u32, end: u32| c.saturating_mul(factor).min(end)..(c + 1).saturating_mul(factor).min(end);
    let (columns, rows) = (span(x, mask.width()), span(y, mask.height()));
    let pixels = columns.len() * rows.len();
    let solid = rows.flat_map(|y| columns.clone().map(move |x| [x as i32, y as i32]));
    pixels > 0 && 4 * solid.filter(|&at| mask.contains(at)).count() >= pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_is_scaled_to_the_width() {
        let drawn = |mask: &Mask, columns| lines(mask, columns).join("\n");
        assert_eq!(drawn(&"##.\n#..\n..#".parse().unwrap(), 80), "█▀\n  ▀");
        assert_eq!(drawn(&Mask::filled(100, 100).unwrap(), 10), ["██████████"; 5].join("\n"));
        assert_eq!(lines(&Mask::filled(1, 1000).unwrap(), 10).len(), 10);
        let thin = Mask::from_fn(40, 4, |x, _| x == 7).unwrap();
        assert_eq!(drawn(&thin, 20), "   █");
    }
}
