//! Shapes over a mask: the one rasterizer behind every drawing, cut and question.

use crate::kernel::{WORD_BITS, span_bits};
use crate::{Mask, Rect, Shape, Span};

/// Questions about this mask and a shape that is moved by `at`, without a mask of the shape. They agree
/// with the shape drawn: the pixels are the same.
///
/// Cost: the words under the shape's spans, within the bounds of the solid pixels.
impl Mask {
    /// Whether any solid pixel is shared. Stops at the first.
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

    /// The shared pixel that is topmost, and leftmost in its row.
    #[must_use]
    pub fn overlap_shape_first(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let (column, y, bits) = self.shared_words(shape, at.into()).next()?;
        Some([(column * WORD_BITS + bits.trailing_zeros()) as i32, y as i32])
    }

    /// How many solid pixels are shared.
    #[must_use]
    pub fn overlap_shape_area(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> u64 {
        self.shared_words(shape, at.into()).map(|(_, _, bits)| u64::from(bits.count_ones())).sum()
    }

    /// The smallest box around the shared pixels.
    #[must_use]
    pub fn overlap_shape_bounds(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<Rect> {
        let boxes = self.shared_words(shape, at.into()).map(|(column, y, bits)| {
            let [left, right] = [bits.trailing_zeros(), WORD_BITS - bits.leading_zeros()];
            Rect { left: (column * WORD_BITS + left) as i32, top: y as i32, width: right - left, height: 1 }
        });
        boxes.reduce(|hull, word| hull.union(&word))
    }

    /// The words that share pixels with a shape: column, row, and the bits shared. From top to bottom,
    /// from left to right.
    fn shared_words(&self, shape: &impl Shape, at: [i32; 2]) -> impl Iterator<Item = (u32, u32, u64)> {
        let bounds = self.bounds.unwrap_or(Rect { left: 0, top: 0, width: 0, height: 0 });
        clipped_spans(shape, at, bounds).flat_map(move |ClippedSpan { y, left, right }| {
            let columns = left / WORD_BITS..right.div_ceil(WORD_BITS);
            let shared = move |column: u32| {
                let word = self.words[self.index(column * WORD_BITS, y)];
                (column, y, word & span_bits(column as usize, left, right))
            };
            columns.map(shared).filter(|&(_, _, bits)| bits != 0)
        })
    }
}

/// A span inside a mask; it is not empty.
pub(crate) struct ClippedSpan {
    pub(crate) y: u32,
    pub(crate) left: u32,
    pub(crate) right: u32,
}

/// The spans of a shape that is moved by `at`, cut to a rectangle inside a mask.
pub(crate) fn clipped_spans<S: Shape>(
    shape: &S,
    at: [i32; 2],
    within: Rect,
) -> impl Iterator<Item = ClippedSpan> + use<'_, S> {
    let [dx, dy] = at.map(i64::from);
    let own = shape.rows();
    let (top, bottom) = (i64::from(within.top), within.bottom());
    let rows = own.start.max(top - dy)..own.end.min(bottom - dy);
    let rows = if rows.is_empty() { 0..0 } else { rows };
    // What a shape says is not taken on trust: spans beyond the rows asked for are left out.
    shape.spans(rows.clone()).filter_map(move |Span { y, left, right }| {
        let [left, right] = [left, right].map(|x| x.saturating_add(dx).clamp(within.left.into(), within.right()));
        let inside = rows.contains(&y) && left < right;
        inside.then(|| ClippedSpan { y: (y + dy) as u32, left: left as u32, right: right as u32 })
    })
}
