//! Shapes drawn and cut.

use crate::kernel::{WORD_BITS, span_bits};
use crate::memory::{self, AllocError, or_panic};
use crate::overlap::{ClippedSpan, clipped_spans};
use crate::{Circle, Line, Mask, MaskError, Polygon, Rect, Shape};

/// Shapes drawn and cut. What lies outside this mask's rectangle is left out silently.
///
/// Cost: the shape's spans, and the words of the box around them.
impl Mask {
    /// Makes the pixels of a shape solid, or not, with the shape moved by `at`.
    ///
    /// ```
    /// # use mask::{Line, Mask};
    /// let mut mask = Mask::filled(4, 3)?;
    /// mask.fill_shape(&Line::new([0, 0], [9, 9]), [1, 0], false);
    /// assert_eq!(mask.to_string(), "#.##\n##.#\n###.");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    pub fn fill_shape(&mut self, shape: &impl Shape, at: impl Into<[i32; 2]>, solid: bool) {
        or_panic(self.try_fill_shape(shape, at.into(), solid));
    }

    /// The same, with an error where there is no memory.
    fn try_fill_shape(&mut self, shape: &impl Shape, at: [i32; 2], solid: bool) -> Result<(), MaskError> {
        let Some(frame) = self.frame() else { return Ok(()) };
        // On a mask of its own and drawn at once, so that bounds and coarse levels are made true once.
        let spans = memory::try_collect(clipped_spans(shape, at, frame))
            .map_err(AllocError::for_mask(self.width, self.height))?;
        if let Some((brush, at)) = brush(&spans)? {
            if solid { self.draw(&brush, at) } else { self.erase(&brush, at) }
        }
        Ok(())
    }

    /// Makes the pixels of a circle solid, or not: those whose middle is no further than `radius` from the
    /// center. The middle of the pixel `[x, y]` is (x + 0.5, y + 0.5); see [`Circle`].
    ///
    /// ```
    /// # use mask::Mask;
    /// let mut ground = Mask::filled(5, 3)?;
    /// ground.fill_circle([2.5, 0.5], 1.0, false)?;
    /// assert_eq!(ground.to_string(), "#...#\n##.##\n#####");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Circle::new`], and [`MaskError::OutOfMemory`]; the mask is unchanged.
    pub fn fill_circle(&mut self, center: impl Into<[f64; 2]>, radius: f64, solid: bool) -> Result<(), MaskError> {
        self.try_fill_shape(&Circle::new(center, radius)?, [0, 0], solid)
    }

    /// Makes the pixels of a polygon solid, or not: those whose middle is inside an odd number of times.
    /// The middle of the pixel `[x, y]` is (x + 0.5, y + 0.5); see [`Polygon`].
    ///
    /// ```
    /// # use mask::Mask;
    /// let mut mask = Mask::new(4, 3)?;
    /// mask.fill_polygon([[1.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 2.0]], true)?;
    /// assert_eq!(mask.to_string(), ".##.\n.##.\n....");
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Polygon::new`], and [`MaskError::OutOfMemory`]; the mask is unchanged.
    ///
    /// # Panics
    /// Where the system refuses the memory for the edges of one row.
    pub fn fill_polygon(&mut self, points: impl IntoIterator<Item = [f64; 2]>, solid: bool) -> Result<(), MaskError> {
        self.try_fill_shape(&Polygon::new(points)?, [0, 0], solid)
    }

    /// Makes the pixels of a line solid, or not, both ends included; see [`Line`].
    pub fn draw_line(&mut self, from: impl Into<[i32; 2]>, to: impl Into<[i32; 2]>, solid: bool) {
        self.fill_shape(&Line::new(from, to), [0, 0], solid);
    }
}

/// Spans as a mask, and where it stands: its words lie over those of the mask that the spans are of.
fn brush(spans: &[ClippedSpan]) -> Result<Option<(Mask, [i32; 2])>, MaskError> {
    let Some(Rect { left, top, width, height }) = spans_bounds(spans) else { return Ok(None) };
    let words = memory::try_zeros(width.div_ceil(WORD_BITS) as usize * height as usize);
    let mut words = words.map_err(AllocError::for_mask(width, height))?;
    let (left, top) = (left as u32, top as u32);
    for span in spans {
        let (left, right) = (span.left - left, span.right - left);
        for column in left / WORD_BITS..right.div_ceil(WORD_BITS) {
            let word = column as usize * height as usize + (span.y - top) as usize;
            words[word] |= span_bits(column as usize, left, right);
        }
    }
    Ok(Some((Mask::from_columns(width, height, words)?, [left as i32, top as i32])))
}

/// The box around spans, from the beginning of a column of words on.
fn spans_bounds(spans: &[ClippedSpan]) -> Option<Rect> {
    let [left, right] = [spans.iter().map(|span| span.left).min()?, spans.iter().map(|span| span.right).max()?];
    let [top, bottom] = [spans.iter().map(|span| span.y).min()?, spans.iter().map(|span| span.y).max()?];
    let left = left / WORD_BITS * WORD_BITS;
    Some(Rect { left: left as i32, top: top as i32, width: right - left, height: bottom - top + 1 })
}
