//! Spans over a mask: the one rasteriser behind every drawing, cut and question.

use super::span::{Shape, Span};
use super::{Circle, Polygon};
use crate::line::Line;
use crate::memory::{self, Refused, given};
use crate::store::{WORD, span_bits};
use crate::{Mask, MaskError, Rect};

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
        given(self.try_fill_shape(shape, at.into(), solid));
    }

    /// The same, with an error where there is no memory.
    fn try_fill_shape(&mut self, shape: &impl Shape, at: [i32; 2], solid: bool) -> Result<(), MaskError> {
        let Some(frame) = self.frame() else { return Ok(()) };
        // On a mask of its own and drawn at once, so that bounds and coarse levels are made true once.
        let spans = memory::list(clipped(shape, at, frame)).map_err(Refused::mask(self.width, self.height))?;
        if let Some((brush, at)) = brush(&spans)? {
            if solid { self.draw(&brush, at) } else { self.erase(&brush, at) }
        }
        Ok(())
    }

    /// Makes the pixels of a circle solid, or not: those whose middle is no further than `radius` from the
    /// centre. The middle of the pixel `[x, y]` is (x + 0.5, y + 0.5); see [`Circle`].
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
    pub fn fill_circle(&mut self, centre: impl Into<[f64; 2]>, radius: f64, solid: bool) -> Result<(), MaskError> {
        self.try_fill_shape(&Circle::new(centre, radius)?, [0, 0], solid)
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
        self.under(shape, at.into()).next().is_some()
    }

    /// The shared pixel that is topmost, and leftmost in its row.
    #[must_use]
    pub fn overlap_shape_first(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<[i32; 2]> {
        let (column, y, bits) = self.under(shape, at.into()).next()?;
        Some([(column * WORD + bits.trailing_zeros()) as i32, y as i32])
    }

    /// How many solid pixels are shared.
    #[must_use]
    pub fn overlap_shape_area(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> u64 {
        self.under(shape, at.into()).map(|(_, _, bits)| u64::from(bits.count_ones())).sum()
    }

    /// The smallest box around the shared pixels.
    #[must_use]
    pub fn overlap_shape_bounds(&self, shape: &impl Shape, at: impl Into<[i32; 2]>) -> Option<Rect> {
        let boxes = self.under(shape, at.into()).map(|(column, y, bits)| {
            let [left, right] = [bits.trailing_zeros(), WORD - bits.leading_zeros()];
            Rect { left: (column * WORD + left) as i32, top: y as i32, width: right - left, height: 1 }
        });
        boxes.reduce(|hull, word| hull.hull(&word))
    }

    /// The words that share pixels with a shape: column, row, and the bits shared. From top to bottom,
    /// from left to right.
    fn under(&self, shape: &impl Shape, at: [i32; 2]) -> impl Iterator<Item = (u32, u32, u64)> {
        let bounds = self.bounds.unwrap_or(Rect { left: 0, top: 0, width: 0, height: 0 });
        clipped(shape, at, bounds).flat_map(move |Clipped { y, left, right }| {
            let columns = left / WORD..right.div_ceil(WORD);
            let shared = move |column: u32| {
                let word = self.words[self.index(column * WORD, y)];
                (column, y, word & span_bits(column as usize, left, right))
            };
            columns.map(shared).filter(|&(_, _, bits)| bits != 0)
        })
    }
}

/// A span inside a mask; it is not empty.
struct Clipped {
    y: u32,
    left: u32,
    right: u32,
}

/// The spans of a shape that is moved by `at`, cut to a rectangle inside a mask.
fn clipped<S: Shape>(shape: &S, at: [i32; 2], within: Rect) -> impl Iterator<Item = Clipped> + use<'_, S> {
    let [dx, dy] = at.map(i64::from);
    let own = shape.rows();
    let (top, bottom) = (i64::from(within.top), within.bottom());
    let rows = own.start.max(top - dy)..own.end.min(bottom - dy);
    let rows = if rows.is_empty() { 0..0 } else { rows };
    // What a shape says is not taken on trust: spans beyond the rows asked for are left out.
    shape.spans(rows.clone()).filter_map(move |Span { y, left, right }| {
        let [left, right] = [left, right].map(|x| x.saturating_add(dx).clamp(within.left.into(), within.right()));
        let inside = rows.contains(&y) && left < right;
        inside.then(|| Clipped { y: (y + dy) as u32, left: left as u32, right: right as u32 })
    })
}

/// Spans as a mask, and where it stands: its words lie over those of the mask that the spans are of.
fn brush(spans: &[Clipped]) -> Result<Option<(Mask, [i32; 2])>, MaskError> {
    let Some(Rect { left, top, width, height }) = around(spans) else { return Ok(None) };
    let words = memory::zeros(width.div_ceil(WORD) as usize * height as usize);
    let mut words = words.map_err(Refused::mask(width, height))?;
    let (left, top) = (left as u32, top as u32);
    for span in spans {
        let (left, right) = (span.left - left, span.right - left);
        for column in left / WORD..right.div_ceil(WORD) {
            let word = column as usize * height as usize + (span.y - top) as usize;
            words[word] |= span_bits(column as usize, left, right);
        }
    }
    Ok(Some((Mask::from_columns(width, height, words)?, [left as i32, top as i32])))
}

/// The box around spans, from the beginning of a column of words on.
fn around(spans: &[Clipped]) -> Option<Rect> {
    let [left, right] = [spans.iter().map(|span| span.left).min()?, spans.iter().map(|span| span.right).max()?];
    let [top, bottom] = [spans.iter().map(|span| span.y).min()?, spans.iter().map(|span| span.y).max()?];
    let left = left / WORD * WORD;
    Some(Rect { left: left as i32, top: top as i32, width: right - left, height: bottom - top + 1 })
}
