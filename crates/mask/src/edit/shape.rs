//! Drawing and erasing of shapes.

use crate::geometry::{Area, ShapeKind};
use crate::kernel::WORD_BITS;
use crate::memory;
use crate::overlap::{ClippedSpan, try_clipped_spans};
use crate::{Circle, IntoPoint, Line, Mask, MaskError, Polygon, Shape};

/// Drawing and erasing of shapes. Parts of shapes that lie outside this mask have no effect.
///
/// Cost: in proportion to the spans of the shape and the words in the box around them.
impl Mask {
    /// Makes the pixels of a shape solid if `solid` is `true`, else empty. The shape is moved by `at`.
    ///
    /// ```
    /// # use hitmask::{Line, Mask};
    /// let mut mask = Mask::filled(4, 3)?;
    /// mask.fill_shape(&Line::new([0, 0], [9, 9]), [1, 0], false)?;
    /// assert_eq!(mask.to_string(), "#.##\n##.#\n###.");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MaskError::OutOfMemory`] or [`MaskError::NoMemory`] if the allocation fails. The mask is then
    /// unchanged.
    pub fn fill_shape(&mut self, shape: &impl Shape, at: impl Into<[i32; 2]>, solid: bool) -> Result<(), MaskError> {
        if let ShapeKind::Mask(other) = shape.kind() {
            if solid {
                self.draw(other, at);
            } else {
                self.erase(other, at);
            }
            return Ok(());
        }
        let Some(frame) = self.frame() else { return Ok(()) };
        // The spans are drawn as one mask, so the bounds and the summary are updated only once.
        let spans = memory::try_collect(try_clipped_spans(shape, at.into(), frame)?)
            .map_err(memory::for_mask(self.width, self.height))?;
        if let Some((brush, at)) = mask_of_spans(&spans)? {
            if solid { self.draw(&brush, at) } else { self.erase(&brush, at) }
        }
        Ok(())
    }

    /// Makes the pixels of a circle solid if `solid` is `true`, else empty.
    ///
    /// The center and the radius are in pixels, whole or real. [`Circle`] says which pixels the circle covers.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut ground = Mask::filled(5, 3)?;
    /// ground.fill_circle([2.5, 0.5], 1, false)?;
    /// assert_eq!(ground.to_string(), "#...#\n##.##\n#####");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Circle::new`] and of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_circle<N>(
        &mut self,
        center: impl IntoPoint<N>,
        radius: impl Into<f64>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Circle::new(center, radius)?, [0, 0], solid)
    }

    /// Makes the pixels of a polygon solid if `solid` is `true`, else empty.
    ///
    /// The points are in pixels. [`Polygon`] says which pixels the polygon covers.
    ///
    /// ```
    /// # use hitmask::Mask;
    /// let mut mask = Mask::new(4, 3)?;
    /// mask.fill_polygon([[1.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 2.0]], true)?;
    /// assert_eq!(mask.to_string(), ".##.\n.##.\n....");
    /// # Ok::<(), hitmask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`Polygon::new`] and of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_polygon<N>(
        &mut self,
        points: impl IntoIterator<Item: IntoPoint<N>>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Polygon::new(points)?, [0, 0], solid)
    }

    /// Makes the pixels of a line, including both ends, solid if `solid` is `true`, else empty. See [`Line`].
    ///
    /// # Errors
    /// Returns the errors of [`Mask::fill_shape`]. The mask is then unchanged.
    pub fn fill_line(
        &mut self,
        from: impl Into<[i32; 2]>,
        to: impl Into<[i32; 2]>,
        solid: bool,
    ) -> Result<(), MaskError> {
        self.fill_shape(&Line::new(from, to), [0, 0], solid)
    }
}

/// The spans as a mask, and the offset of this mask, a multiple of 64 in x, so that its words line up with the words of
/// the edited mask. `None` if there are no spans.
fn mask_of_spans(spans: &[ClippedSpan]) -> Result<Option<(Mask, [i32; 2])>, MaskError> {
    let Some(bounds) = spans_bounds(spans) else { return Ok(None) };
    let mut mask = Mask::new(bounds.width(), bounds.height())?;
    for span in spans {
        mask.or_span(span.y - bounds.top, span.left - bounds.left..span.right - bounds.left);
    }
    Ok(Some((mask.measured(), bounds.origin())))
}

/// The box around the spans, with its left side moved left to the start of a column of words.
fn spans_bounds(spans: &[ClippedSpan]) -> Option<Area> {
    let [left, right] = [spans.iter().map(|span| span.left).min()?, spans.iter().map(|span| span.right).max()?];
    let [top, bottom] = [spans.iter().map(|span| span.y).min()?, spans.iter().map(|span| span.y).max()?];
    Some(Area { left: left / WORD_BITS * WORD_BITS, top, right, bottom: bottom + 1 })
}
