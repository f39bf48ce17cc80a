//! What a shape is: spans of pixels, row after row.

use crate::{Line, MaskError, Rect};
use core::ops::Range;

/// The furthest from 0 that a coordinate or a radius may be, in pixels.
const FURTHEST: f64 = (1 << 30) as f64;

/// Pixels of a row that follow each other: `left <= x < right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The row, y down.
    pub y: i64,
    /// The first column.
    pub left: i64,
    /// One past the last column.
    pub right: i64,
}

/// Something that covers pixels: what [`Mask::fill_shape`](crate::Mask::fill_shape) draws and cuts, and
/// [`Mask::overlaps_shape`](crate::Mask::overlaps_shape) asks about.
///
/// [`Rect`], [`Circle`](crate::Circle), [`Polygon`](crate::Polygon) and [`Line`] are shapes. They have
/// exact pixels, the same whether they are drawn or asked about. Others need only say their spans:
///
/// ```
/// use core::ops::Range;
/// use mask::{Mask, Shape, Span};
///
/// /// A triangle with its tip at [0, 0] that widens by a pixel to both sides with each row.
/// struct Beam;
///
/// impl Shape for Beam {
///     fn rows(&self) -> Range<i64> {
///         0..5
///     }
///     fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
///         rows.map(|y| Span { y, left: -y, right: y + 1 })
///     }
/// }
///
/// let mut mask = Mask::new(5, 3)?;
/// mask.fill_shape(&Beam, [2, 0], true);
/// assert_eq!(mask.to_string(), "..#..\n.###.\n#####");
/// # Ok::<(), mask::MaskError>(())
/// ```
pub trait Shape {
    /// Rows outside which it covers nothing.
    fn rows(&self) -> Range<i64>;

    /// The spans in some of its rows: from top to bottom, from left to right, none over another.
    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span>;
}

/// Its pixels.
impl Shape for Rect {
    fn rows(&self) -> Range<i64> {
        self.top.into()..self.bottom()
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        rows.map(|y| Span { y, left: self.left.into(), right: self.right() })
    }
}

/// Its pixels, both ends included.
impl Shape for Line {
    fn rows(&self) -> Range<i64> {
        let [from, to] = [self.from()[1], self.to()[1]];
        from.min(to).into()..i64::from(from.max(to)) + 1
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        rows.filter_map(|y| {
            let steps = self.steps_in(&[i64::MIN..i64::MAX, y..y + 1]);
            let last = steps.end.checked_sub(1).filter(|&last| steps.start <= last)?;
            let [from, to] = [self.place(steps.start)[0], self.place(last)[0]];
            Some(Span { y, left: from.min(to), right: from.max(to) + 1 })
        })
    }
}

/// A coordinate that is a number and not too far out.
pub(super) fn coordinate(value: f64) -> Result<f64, MaskError> {
    if value.abs() <= FURTHEST { Ok(value) } else { Err(MaskError::Coordinate { value }) }
}

/// A radius from 0 to the furthest coordinate.
pub(super) fn radius(radius: f64) -> Result<f64, MaskError> {
    if (0.0..=FURTHEST).contains(&radius) { Ok(radius) } else { Err(MaskError::CircleRadius { radius }) }
}
