//! The check of a stride, which pixels and bits share.

use crate::MaskError;
use crate::error::clamp;

/// Rows of pixels in memory.
pub(super) struct Rows {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The unit of the other numbers, in the plural.
    pub(super) unit: &'static str,
    /// The length of a pixel.
    pub(super) pixel: usize,
    /// The distance from the beginning of a row to that of the next.
    pub(super) stride: usize,
}

impl Rows {
    /// Returns the stride. The last row may end with its last pixel, and anything may follow.
    ///
    /// # Errors
    /// Returns [`MaskError::WrongStride`] if a row is longer than the stride, and [`MaskError::WrongLength`] if `length`
    /// is too short.
    pub(super) fn check(self, length: usize) -> Result<usize, MaskError> {
        let Rows { width, height, unit, pixel, stride } = self;
        let row = u128::from(width) * pixel as u128;
        if (stride as u128) < row {
            return Err(MaskError::WrongStride { width, unit, expected: clamp(row), got: stride as u64 });
        }
        let above = u128::from(height.saturating_sub(1)) * stride as u128;
        let expected = if width == 0 || height == 0 { 0 } else { above + row };
        if (length as u128) < expected {
            return Err(MaskError::WrongLength { width, height, unit, expected: clamp(expected), got: length as u64 });
        }
        Ok(stride)
    }
}
