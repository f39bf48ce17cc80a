//! The [`Shape`] trait: a set of pixels, given as spans in each row.

use crate::{Line, Mask, MaskError, Rect};
use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::ops::Range;

/// The largest absolute value of a coordinate or a radius, in pixels.
const FURTHEST: f64 = (1 << 30) as f64;

/// Consecutive pixels of a row: `left <= x < right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// The row, with y down.
    pub y: i64,
    /// The first column.
    pub left: i64,
    /// The column after the last one.
    pub right: i64,
}

/// A set of pixels, given as spans in each row.
///
/// [`Mask::fill_shape`] draws or erases a shape, and [`Mask::overlaps`] tests a mask against it. Both use the same
/// pixels.
///
/// [`Mask`], [`Rect`], [`Circle`](crate::Circle), [`Polygon`](crate::Polygon) and [`Line`] are shapes with exactly
/// defined pixels, and so are references, `Box`, `Rc` and `Arc` of shapes. Other types become shapes by implementing
/// the two functions of this trait:
///
/// ```
/// use core::ops::Range;
/// use hitmask::{Mask, Shape, Span};
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
/// mask.fill_shape(&Beam, [2, 0], true)?;
/// assert_eq!(mask.to_string(), "..#..\n.###.\n#####");
/// # Ok::<(), hitmask::MaskError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a mask nor another shape",
    label = "expected `&Mask`, `&Rect`, `&Circle`, `&Polygon`, `&Line` or a reference to another shape",
    note = "write `&*pointer` for a pointer to a mask, such as the guard of a lock"
)]
pub trait Shape {
    /// Returns a range of rows that contains every row of the shape.
    fn rows(&self) -> Range<i64>;

    /// Returns the spans of the shape in a range of rows.
    ///
    /// The spans must be ordered from top to bottom and from left to right, and must not overlap.
    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span>;

    /// Returns the spans of [`Shape::spans`] for edits, or an error if an allocation fails.
    #[doc(hidden)]
    fn try_spans(&self, rows: Range<i64>) -> Result<impl Iterator<Item = Span>, MaskError> {
        Ok(self.spans(rows))
    }

    /// Returns the shape itself if a test has a faster way than its spans.
    #[doc(hidden)]
    #[inline(always)]
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Spans
    }
}

/// How tests read a shape. It is part of a static choice: each test is compiled for one kind.
#[doc(hidden)]
#[derive(Debug)]
pub enum ShapeKind<'a> {
    /// By its words.
    Mask(&'a Mask),
    /// As a box in which every pixel is solid.
    Rect(Rect),
    /// By [`Shape::spans`].
    Spans,
}

/// The pixels of the rectangle.
impl Shape for Rect {
    fn rows(&self) -> Range<i64> {
        self.top.into()..self.bottom()
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        rows.map(|y| Span { y, left: self.left.into(), right: self.right() })
    }

    #[inline(always)]
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Rect(*self)
    }
}

/// The pixels of the line, including both ends.
impl Shape for Line {
    fn rows(&self) -> Range<i64> {
        let [from, to] = [self.start()[1], self.end()[1]];
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

/// The pixels of the shape behind a pointer.
macro_rules! shape_of_pointer {
    ($($(#[$when:meta])? $pointer:ty),*) => {$(
        $(#[$when])?
        impl<S: Shape + ?Sized> Shape for $pointer {
            fn rows(&self) -> Range<i64> {
                (**self).rows()
            }

            fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
                (**self).spans(rows)
            }

            fn try_spans(&self, rows: Range<i64>) -> Result<impl Iterator<Item = Span>, MaskError> {
                (**self).try_spans(rows)
            }

            #[inline(always)]
            fn kind(&self) -> ShapeKind<'_> {
                (**self).kind()
            }
        }
    )*};
}

shape_of_pointer!(&S, &mut S, Box<S>, Rc<S>, #[cfg(target_has_atomic = "ptr")] Arc<S>);

/// Checks that a coordinate is within [`FURTHEST`] of 0.
pub(crate) fn coordinate(value: f64) -> Result<f64, MaskError> {
    if value.abs() <= FURTHEST { Ok(value) } else { Err(MaskError::Coordinate { value }) }
}

/// Checks that a radius is from 0 to [`FURTHEST`].
pub(crate) fn radius(radius: f64) -> Result<f64, MaskError> {
    if (0.0..=FURTHEST).contains(&radius) { Ok(radius) } else { Err(MaskError::CircleRadius { radius }) }
}
