//! Components, outlines, runs and pixels.

use super::{Component, Contour, Mask};
use crate::arrays;
use crate::background::words;
use crate::convert::{MaxCorners, RectTuple, Truth, integer, offset_or_zero, point, rect_tuple};
use crate::errors::mask_error;
use crate::shapes::AnyShape;
use mask::{Connectivity, PartLimits, Simplify};
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The neighbors of a pixel that are connected with it: 4 or 8.
struct Neighbors(Connectivity);

impl Neighbors {
    const DEFAULT: Neighbors = Neighbors(Connectivity::Eight);
}

impl<'py> FromPyObject<'_, 'py> for Neighbors {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Neighbors> {
        match integer(value)? {
            4 => Ok(Neighbors(Connectivity::Four)),
            8 => Ok(Neighbors(Connectivity::Eight)),
            other => Err(PyValueError::new_err(format!("connectivity must be 4 or 8, got {other}"))),
        }
    }
}

fn components(py: Python<'_>, list: Vec<mask::Component>) -> PyResult<Vec<Component>> {
    list.into_iter().map(|component| Component::of(py, component)).collect()
}

#[pymethods]
impl Mask {
    /// Returns the connected components, a list of :class:`Component`, in the order of their first pixels. Pixels that
    /// share a side are connected, and if ``connectivity`` is 8, pixels that share a corner too.
    #[pyo3(signature = (connectivity=Neighbors::DEFAULT), text_signature = "($self, connectivity=8)")]
    fn connected_components(&self, py: Python<'_>, connectivity: Neighbors) -> PyResult<Vec<Component>> {
        components(py, self.cell.scan(py, 500, move |mask| mask.connected_components(connectivity.0))?)
    }

    /// Returns the component with the most pixels, or ``None`` if no pixel is solid.
    #[pyo3(signature = (connectivity=Neighbors::DEFAULT), text_signature = "($self, connectivity=8)")]
    fn largest_component(&self, py: Python<'_>, connectivity: Neighbors) -> PyResult<Option<Component>> {
        let largest = self.cell.scan(py, 500, move |mask| mask.largest_component(connectivity.0))?;
        largest.map(|component| Component::of(py, component)).transpose()
    }

    /// Returns the component that has a pixel, or ``None`` if the pixel is not solid.
    #[pyo3(signature = (at, connectivity=Neighbors::DEFAULT), text_signature = "($self, at, connectivity=8)")]
    fn component_at(
        &self,
        py: Python<'_>,
        at: &Bound<'_, PyAny>,
        connectivity: Neighbors,
    ) -> PyResult<Option<Component>> {
        let at = point(at, "at")?;
        let component = self.cell.scan(py, 500, move |mask| mask.component_at(at, connectivity.0))?;
        component.map(|component| Component::of(py, component)).transpose()
    }

    /// Returns the bounds and the number of pixels of each component, a list of ``((left, top, width, height), count)``.
    #[pyo3(signature = (connectivity=Neighbors::DEFAULT), text_signature = "($self, connectivity=8)")]
    fn component_bounds(&self, py: Python<'_>, connectivity: Neighbors) -> PyResult<Vec<(RectTuple, u64)>> {
        let list = self.cell.scan(py, 500, move |mask| mask.component_bounds(connectivity.0))?;
        Ok(list.into_iter().map(|(rect, count)| (rect_tuple(rect), count)).collect())
    }

    /// Returns the components without a pixel in a shape, such as pieces of terrain that an explosion cut off from the
    /// floor. ``anchor`` is a :class:`Circle`, a :class:`Line`, a :class:`Polygon` or a rectangle
    /// ``(left, top, width, height)``, with its origin at ``at``.
    #[pyo3(
        signature = (anchor, at=None, connectivity=Neighbors::DEFAULT),
        text_signature = "($self, anchor, at=(0, 0), connectivity=8)"
    )]
    fn detached_components(
        &self,
        py: Python<'_>,
        anchor: AnyShape,
        at: Option<&Bound<'_, PyAny>>,
        connectivity: Neighbors,
    ) -> PyResult<Vec<Component>> {
        let at = offset_or_zero(at, "at")?;
        let of_shape = anchor.time_in();
        let time = |mask: &mask::Mask| of_shape(mask).saturating_add(500 * words(mask));
        components(py, self.cell.scan_for(py, time, move |mask| mask.detached_components(&anchor, at, connectivity.0))?)
    }

    /// Returns the outermost pixels of the component of the first solid pixel, in the order of a walk around it: int32 of
    /// shape (N, 2). The last pixel repeats the first, unless the component is a single pixel. The array is empty if no pixel
    /// is solid.
    fn outline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        arrays::rows(py, &self.cell.scan(py, 50, mask::Mask::outline)?)
    }

    /// Returns the outlines of all components and holes as polygons along the edges of pixels, a list of
    /// :class:`Contour`.
    fn contours(&self, py: Python<'_>) -> PyResult<Vec<Contour>> {
        Ok(Contour::list(&self.cell.scan(py, 2000, mask::Mask::contours)?))
    }

    /// Returns the contours with fewer points: each point left out is at most ``tolerance`` pixels from the new outline.
    ///
    /// With ``covering=True``, no solid pixel is cut, not even in part: the outlines lie outside of the exact ones or on them, at most
    /// ``tolerance`` pixels away. No point is outside the bounds of the solid pixels.
    ///
    /// :raises ValueError: if ``tolerance`` is negative, infinite or NaN.
    #[pyo3(signature = (tolerance, *, covering=Truth(false)), text_signature = "($self, tolerance, *, covering=False)")]
    fn simplified_contours(&self, py: Python<'_>, tolerance: f64, covering: Truth) -> PyResult<Vec<Contour>> {
        let plain = Simplify::new(tolerance);
        let how = if covering.0 { plain.covering() } else { plain };
        let contours = self.cell.scan(py, 20_000, move |mask| mask.simplified_contours(how))?.map_err(mask_error)?;
        Ok(Contour::list(&contours))
    }

    /// Returns the convex hull of the solid pixels, the smallest convex polygon that contains all of them: int32 of shape (N, 2).
    ///
    /// Its points are corners of pixels: ``(x, y)`` is the top-left corner of the pixel ``(x, y)``. They run clockwise on the
    /// screen, from the left corner of the top side. The hull of an empty mask has no points.
    fn convex_hull<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        arrays::rows(py, &self.cell.scan(py, 200, mask::Mask::convex_hull)?)
    }

    /// Returns convex polygons that together have the shape of the solid pixels, as physics engines want them: a list of arrays,
    /// int32 of shape (N, 2). They share sides and corners, and nothing else.
    ///
    /// The points are corners of pixels, as those of :meth:`convex_hull`. With a ``tolerance`` of 0, the parts cover exactly the
    /// solid pixels. With a larger one, in pixels, the center of every solid pixel is in a part, and the center of no empty pixel is
    /// farther inside a part than the tolerance. No part leaves the bounds of the solid pixels. With a larger tolerance there are
    /// never more parts, and never more points in total. For that, it is rounded down to one of 0, 0.25, 0.375, 0.5, 0.75, 1, 1.5, 2,
    /// 3, 4, 6, 8, and so on.
    ///
    /// With ``max_corners``, at least 3, no part has more points: a part with more is split, so the shape stays as near. Box2D takes 8.
    /// If you want one part of few points instead, raise the tolerance.
    ///
    /// :raises ValueError: if ``tolerance`` is negative, infinite or NaN, or if ``max_corners`` is below 3.
    #[pyo3(signature = (tolerance, *, max_corners=None))]
    fn convex_parts<'py>(
        &self,
        py: Python<'py>,
        tolerance: f64,
        max_corners: Option<MaxCorners>,
    ) -> PyResult<Vec<Bound<'py, PyArray2<i32>>>> {
        let plain = PartLimits::new(tolerance);
        let limits = max_corners.map_or(plain, |most| plain.max_corners(most.0));
        let parts = self.cell.scan(py, 20_000, move |mask| mask.convex_parts(limits))?.map_err(mask_error)?;
        parts.iter().map(|part| arrays::rows(py, part)).collect()
    }

    /// Returns the solid pixels row by row: int32 of shape (N, 2), with the columns x and y.
    fn pixels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        arrays::rows(py, &self.cell.scan(py, 400, |mask| arrays::list(mask.pixels()))??)
    }

    /// Returns the runs of solid pixels row by row: int32 of shape (N, 3), with the columns y, left and right. ``right`` is
    /// one past the last pixel.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let list = |mask: &mask::Mask| arrays::list(mask.runs().map(|run| [run.y, run.left, run.right]));
        arrays::rows(py, &self.cell.scan(py, 200, list)??)
    }
}
