//! Shapes, as JavaScript passes them: a kind and a list of numbers.

use crate::errors::{JsResult, mask_error};
use mask::{Circle, Line, Polygon, Rect, Shape, Span};
use std::ops::Range;
use wasm_bindgen::prelude::wasm_bindgen;

/// The kinds of shapes, and the numbers of each.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum ShapeKind {
    /// x, y.
    Point,
    /// left, top, width, height.
    Rect,
    /// x and y of the center, radius.
    Circle,
    /// x and y of one end, x and y of the other.
    Line,
    /// x and y of each corner.
    Polygon,
}

/// A shape. A point is the rectangle of one pixel.
pub(crate) enum AnyShape {
    Rect(Rect),
    Circle(Circle),
    Line(Line),
    Polygon(Polygon),
}

impl AnyShape {
    /// Reads a shape. The numbers of points, rectangles and lines are whole and in range.
    pub(crate) fn new(kind: ShapeKind, numbers: &[f64]) -> JsResult<AnyShape> {
        let int = |index: usize| numbers[index] as i32;
        Ok(match kind {
            ShapeKind::Point => AnyShape::Rect(Rect { left: int(0), top: int(1), width: 1, height: 1 }),
            ShapeKind::Rect => {
                AnyShape::Rect(Rect { left: int(0), top: int(1), width: numbers[2] as u32, height: numbers[3] as u32 })
            }
            ShapeKind::Circle => {
                AnyShape::Circle(Circle::new([numbers[0], numbers[1]], numbers[2]).map_err(mask_error)?)
            }
            ShapeKind::Line => AnyShape::Line(Line::new([int(0), int(1)], [int(2), int(3)])),
            ShapeKind::Polygon => {
                AnyShape::Polygon(Polygon::new(numbers.as_chunks().0.iter().copied()).map_err(mask_error)?)
            }
        })
    }
}

impl Shape for AnyShape {
    fn rows(&self) -> Range<i64> {
        match self {
            AnyShape::Rect(rect) => rect.rows(),
            AnyShape::Circle(circle) => circle.rows(),
            AnyShape::Line(line) => line.rows(),
            AnyShape::Polygon(polygon) => polygon.rows(),
        }
    }

    fn spans(&self, rows: Range<i64>) -> impl Iterator<Item = Span> {
        // Boxed: the spans of each shape are of another type.
        match self {
            AnyShape::Rect(rect) => Box::new(rect.spans(rows)) as Box<dyn Iterator<Item = Span>>,
            AnyShape::Circle(circle) => Box::new(circle.spans(rows)),
            AnyShape::Line(line) => Box::new(line.spans(rows)),
            AnyShape::Polygon(polygon) => Box::new(polygon.spans(rows)),
        }
    }
}
