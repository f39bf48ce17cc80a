//! Conversions between masks and text: `#` is a solid pixel, `.` is an empty pixel, and each row is a line.

use crate::{Mask, MaskError};
use core::fmt;
use core::fmt::Write;
use core::str::FromStr;

/// The longest side, in pixels, of a mask whose pixels [`Debug`](fmt::Debug) prints.
const DEBUG_SIDE: u32 = 128;

/// Parses the text that [`Display`](fmt::Display) prints: lines of `#` and `.`, all of the same length.
///
/// A line break after the last line is allowed. An empty text is a mask of 0 x 0 pixels.
///
/// ```
/// # use hitmask::{Mask, MaskError};
/// let mask: Mask = "#..\n.##\n".parse()?;
/// assert_eq!((mask.width(), mask.height(), mask.count()), (3, 2, 3));
/// assert!("#.\n#".parse::<Mask>().is_err());
/// # Ok::<(), MaskError>(())
/// ```
impl FromStr for Mask {
    type Err = MaskError;

    fn from_str(text: &str) -> Result<Mask, MaskError> {
        let expected = text.lines().next().map_or(0, |line| line.chars().count());
        let mut height = 0;
        for (line, number) in text.lines().zip(1..) {
            height = number;
            if let Some((column, found)) = line.chars().enumerate().find(|&(_, c)| !matches!(c, '#' | '.')) {
                return Err(MaskError::UnknownCharacter { line: number, column: column + 1, found });
            }
            if line.len() != expected {
                return Err(MaskError::Ragged { line: number, expected, got: line.len() });
            }
        }
        let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (mut lines, mut row) = (text.lines(), &[][..]);
        Mask::from_fn(size(expected), size(height), |x, _| {
            if x == 0 {
                row = lines.next().unwrap_or_default().as_bytes();
            }
            row[x as usize] == b'#'
        })
    }
}

/// Prints one line for each row, with `#` for solid and `.` for empty pixels, and no line break after the last
/// line. A mask without pixels prints an empty text, even if it has rows.
///
/// ```
/// # use hitmask::Mask;
/// assert_eq!(Mask::filled(2, 2)?.to_string(), "##\n##");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..if self.width == 0 { 0 } else { self.height } {
            if y > 0 {
                f.write_char('\n')?;
            }
            for x in 0..self.width {
                f.write_char(if self.solid(x, y) { '#' } else { '.' })?;
            }
        }
        Ok(())
    }
}

/// Prints the size and the number of solid pixels. If any pixel is solid, prints the bounds, and for a mask of up to
/// 128 x 128 pixels also the pixels.
impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask {} x {}, {} solid", self.width, self.height, self.count())?;
        if let Some(bounds) = self.bounds() {
            write!(f, " in {bounds}")?;
            if self.width.max(self.height) <= DEBUG_SIDE {
                write!(f, "\n{self}")?;
            }
        }
        Ok(())
    }
}
