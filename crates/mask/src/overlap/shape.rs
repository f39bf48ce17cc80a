//! Shapes over a mask: the rasterizer behind all drawing, erasing and testing of shapes.

use crate::geometry::Area;
use crate::kernel::{WORD_BITS, span_bits};
use crate::{Mask, MaskError, Rect, Shape, Span};
use core::ops::Range;

/// Tests of this mask and a shape moved by `at`, without a mask of the shape.
///
/// A test covers exactly the pixels that [`Mask::fill_shape`] draws.
///
/// Cost: in proportion to the words under the shape's spans, within the bounds of the solid pixels.
impl Mask {
    /// Returns whether the mask shares a solid pixel with the shape. The search stops at the first shared pixel.
    ///
    /// ```
    /// # use mask::{Circle, Line, Mask, Polygon, Rect};
    /// let ship: Mask = "..#..\n.###.\n#####".parse()?;
    /// assert!(!ship.overlaps_shape(&Circle::new([0.0, 0.0], 1.2)?, [0, 0]));
    /// assert!(ship.overlaps_shape(&Circle::new([0.0, 0.0], 1.2)?, [1, 1]));
    /// assert!(ship.overlaps_shape(&Line::new([0, -9], [0, 9]), [2, 0]));
    /// assert!(!ship.overlaps_shape(&Rect { left: 0, top: 0, width: 1, height: 2 }, [0, 0]));
    /// assert!(ship.overlaps_shape(&Polygon::new([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])?, [0, 0]));
    /// # Ok::<(), mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlaps_shape(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> bool {
        self.shared_words(shape, at.into()).next().is_some()
    }

    /// Returns the topmost shared pixel, and of several in that row the leftmost. Returns `None` if no pixel is shared.
    #[must_use]
    pub fn overlap_shape_first(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let (column, y, bits) = self.shared_words(shape, at.into()).next()?;
        Some([(column * WORD_BITS + bits.trailing_zeros()) as i32, y as i32])
    }

    /// Counts the solid pixels that the mask shares with the shape.
    #[must_use]
    pub fn overlap_shape_area(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> u64 {
        self.shared_words(shape, at.into()).map(|(_, _, bits)| u64::from(bits.count_ones())).sum()
    }

    /// Returns the smallest box around the pixels shared with the shape, or `None` if no pixel is shared.
    #[must_use]
    pub fn overlap_shape_bounds(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<Rect> {
        let boxes = self.shared_words(shape, at.into()).map(|(column, y, bits)| {
            let [left, right] = [bits.trailing_zeros(), WORD_BITS - bits.leading_zeros()];
            Rect { left: (column * WORD_BITS + left) as i32, top: y as i32, width: right - left, height: 1 }
        });
        boxes.reduce(|hull, word| hull.union(&word))
    }

    /// The words that share pixels with a shape, from top to bottom and from left to right: the column, the row and the
    /// shared bits.
    fn shared_words(&self, shape: &impl Shape, at: [i32; 2]) -> impl Iterator<Item = (u32, u32, u64)> {
        let spans = self.bounds.into_iter().flat_map(move |bounds| clipped_spans(shape, at, bounds));
        spans.flat_map(move |ClippedSpan { y, left, right }| {
            let columns = left / WORD_BITS..right.div_ceil(WORD_BITS);
            let shared = move |column: u32| {
                let word = self.words[self.word_index(column, y)];
                (column, y, word & span_bits(column, left, right))
            };
            columns.map(shared).filter(|&(_, _, bits)| bits != 0)
        })
    }
}

/// A span that lies inside a mask and is not empty.
pub(crate) struct ClippedSpan {
    pub(crate) y: u32,
    pub(crate) left: u32,
    pub(crate) right: u32,
}

/// The spans of a shape moved by `at`, clipped to a rectangle inside a mask.
pub(crate) fn clipped_spans<S: Shape>(
    shape: &S,
    at: [i32; 2],
    within: Area,
) -> impl Iterator<Item = ClippedSpan> + use<'_, S> {
    let rows = rows_within(shape, at, &within);
    shape.spans(rows.clone()).filter_map(clip(at, within, rows))
}

/// The spans of [`clipped_spans`], or an error if the shape cannot allocate its working memory.
pub(crate) fn try_clipped_spans<S: Shape>(
    shape: &S,
    at: [i32; 2],
    within: Area,
) -> Result<impl Iterator<Item = ClippedSpan> + use<'_, S>, MaskError> {
    let rows = rows_within(shape, at, &within);
    Ok(shape.try_spans(rows.clone())?.filter_map(clip(at, within, rows)))
}

/// The rows of a shape, before it moves by `at`, that lie in an area after the move.
fn rows_within(shape: &impl Shape, at: [i32; 2], within: &Area) -> Range<i64> {
    let (own, dy) = (shape.rows(), i64::from(at[1]));
    let rows = own.start.max(i64::from(within.top) - dy)..own.end.min(i64::from(within.bottom) - dy);
    if rows.is_empty() { 0..0 } else { rows }
}

/// A function that moves a span by `at` and clips it. It drops spans outside `rows`, which a user's shape may return.
fn clip(at: [i32; 2], within: Area, rows: Range<i64>) -> impl Fn(Span) -> Option<ClippedSpan> {
    let [dx, dy] = at.map(i64::from);
    let (first, end) = (i64::from(within.left), i64::from(within.right));
    move |Span { y, left, right }| {
        let [left, right] = [left, right].map(|x| x.saturating_add(dx).clamp(first, end));
        let inside = rows.contains(&y) && left < right;
        inside.then(|| ClippedSpan { y: (y + dy) as u32, left: left as u32, right: right as u32 })
    }
}
