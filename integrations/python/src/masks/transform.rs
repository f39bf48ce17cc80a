//! Methods that return a transformed mask.

use super::Mask;
use super::cell::{at_all_offsets, each_word};
use crate::background::words;
use crate::convert::{Side, tuple};
use crate::errors::mask_error;
use crate::shapes::Affine;
use mask::MaskError;
use mask::shared::{convolve, oriented};
use pyo3::prelude::*;

/// A mask, and the position of its top-left pixel in the mask that it was made of.
type MaskAt<'py> = (Bound<'py, PyAny>, (i32, i32));

fn mask_at<'py>(slf: &Bound<'py, Mask>, result: Result<(mask::Mask, [i32; 2]), MaskError>) -> PyResult<MaskAt<'py>> {
    let (mask, at) = result.map_err(mask_error)?;
    Ok((Mask::like(slf, Ok(mask))?, tuple(at)))
}

fn transform<'py>(
    slf: &Bound<'py, Mask>,
    factor: u64,
    transform: impl FnOnce(&mask::Mask) -> Result<mask::Mask, MaskError> + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    Mask::like(slf, slf.get().cell.scan(slf.py(), factor, transform)?)
}

/// Returns a mask of another size.
fn transform_to<'py>(
    slf: &Bound<'py, Mask>,
    (Side(width), Side(height)): (Side, Side),
    transform: impl FnOnce(&mask::Mask) -> Result<mask::Mask, MaskError> + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let result = u64::from(width.div_ceil(64)).saturating_mul(height.into());
    let time = |mask: &mask::Mask| words(mask).saturating_add(result).saturating_mul(100);
    Mask::like(slf, slf.get().cell.scan_for(slf.py(), time, transform)?)
}

#[pymethods]
impl Mask {
    /// Returns the mask mirrored left to right.
    fn flipped_x<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 20, |mask| oriented(mask, true, 0))
    }

    /// Returns the mask mirrored top to bottom.
    fn flipped_y<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 20, |mask| oriented(mask, true, 2))
    }

    /// Returns the mask rotated clockwise by 90 degrees.
    fn rotated_90<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 20, |mask| oriented(mask, false, 1))
    }

    /// Returns the mask rotated by 180 degrees.
    fn rotated_180<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 20, |mask| oriented(mask, false, 2))
    }

    /// Returns the mask rotated clockwise by 270 degrees.
    fn rotated_270<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 20, |mask| oriented(mask, false, 3))
    }

    /// Returns the mask scaled to a new size. A pixel of the result is solid if the pixel under its middle is solid.
    ///
    /// :raises ValueError: if the result would be too large.
    fn scaled<'py>(slf: &Bound<'py, Self>, width: Side, height: Side) -> PyResult<Bound<'py, PyAny>> {
        transform_to(slf, (width, height), move |mask| mask.scaled(width.0, height.0))
    }

    /// Returns the mask scaled to a new size. A pixel of the result is solid if it covers a part of a solid pixel.
    ///
    /// :raises ValueError: if the result would be too large.
    fn scaled_any<'py>(slf: &Bound<'py, Self>, width: Side, height: Side) -> PyResult<Bound<'py, PyAny>> {
        transform_to(slf, (width, height), move |mask| mask.scaled_any(width.0, height.0))
    }

    /// Returns a mask with one pixel for each block of ``k`` x ``k`` pixels, solid if any pixel of the block is solid.
    ///
    /// :raises ValueError: if ``k`` is 0.
    fn coarsened<'py>(slf: &Bound<'py, Self>, k: Side) -> PyResult<Bound<'py, PyAny>> {
        transform(slf, 100, move |mask| mask.coarsened(k.0))
    }

    /// Returns the mask without empty borders, and the position of the result in this mask.
    fn cropped<'py>(slf: &Bound<'py, Self>) -> PyResult<MaskAt<'py>> {
        mask_at(slf, Ok(slf.get().cell.scan(slf.py(), 4, mask::Mask::cropped)?))
    }

    /// Returns the mask grown by a radius in pixels, and the position of the result in this mask. A pixel is solid if a
    /// solid pixel is at most the radius away.
    ///
    /// :raises ValueError: if the radius is negative, too large or NaN, or if the result would be too large.
    fn grown<'py>(slf: &Bound<'py, Self>, radius: f64) -> PyResult<MaskAt<'py>> {
        let time = |mask: &mask::Mask| {
            let side = |side: u32| u64::from(side) + 2 * radius.clamp(0.0, 65_536.0) as u64;
            side(mask.width()) * side(mask.height())
        };
        mask_at(slf, slf.get().cell.scan_for(slf.py(), time, move |mask| mask.grown(radius))?)
    }

    /// Returns the mask shrunk by a radius in pixels, and the position of the result in this mask. A pixel stays solid if
    /// every pixel at most the radius away is solid.
    ///
    /// :raises ValueError: if the radius is negative, too large or NaN.
    fn shrunk<'py>(slf: &Bound<'py, Self>, radius: f64) -> PyResult<MaskAt<'py>> {
        mask_at(slf, slf.get().cell.scan(slf.py(), 100, move |mask| mask.shrunk(radius))?)
    }

    /// Returns the mask under an affine map, and the position of the result. A pixel of the result is solid if its middle
    /// comes from a solid pixel.
    ///
    /// :raises ValueError: if the map has no inverse or a coefficient is not finite, or if the result would be too large.
    fn transformed<'py>(slf: &Bound<'py, Self>, by: &Affine) -> PyResult<MaskAt<'py>> {
        let by = by.0;
        let each = 200 * (1 + by.determinant().abs().min(1e12) as u64);
        mask_at(slf, slf.get().cell.scan(slf.py(), each, move |mask| mask.transformed(&by))?)
    }

    /// Returns whether this mask under the map ``by`` and ``other`` under the map ``other_by`` share a solid pixel. No
    /// transformed mask is built.
    ///
    /// :raises ValueError: if a map has no inverse or a coefficient is not finite.
    fn overlaps_transformed(&self, py: Python<'_>, by: &Affine, other: &Mask, other_by: &Affine) -> PyResult<bool> {
        let (by, other_by) = (by.0, other_by.0);
        let overlaps = move |mask: &mask::Mask, other: &mask::Mask| {
            let mask = mask::TransformedMask::new(mask, &by)?;
            Ok(mask.overlaps(&mask::TransformedMask::new(other, &other_by)?))
        };
        self.cell.scan_pair(&other.cell, py, each_word(500), overlaps)?.map_err(mask_error)
    }

    /// Returns the colliding offsets of this mask and ``other`` as a mask, and the offset of its top-left pixel. A pixel
    /// at ``(x, y)`` of the result is solid if the masks overlap at the offset ``(x, y)`` plus that offset.
    ///
    /// :raises ValueError: if the result would be too large.
    fn colliding_offsets<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<MaskAt<'py>> {
        mask_at(
            slf,
            slf.get()
                .cell
                .scan_pair(&other.cell, slf.py(), at_all_offsets, |mask, other| mask.colliding_offsets(other))?,
        )
    }

    /// Returns the convolution of this mask with ``other``: the colliding offsets in a mask of
    /// ``width + other.width - 1`` x ``height + other.height - 1`` pixels. If either mask has no pixels, the result is 0 x 0.
    ///
    /// :raises ValueError: if the result would be too large.
    fn convolve<'py>(slf: &Bound<'py, Self>, other: &Mask) -> PyResult<Bound<'py, PyAny>> {
        Mask::like(slf, slf.get().cell.scan_pair(&other.cell, slf.py(), at_all_offsets, convolve)?)
    }
}
