//! The places where a query looks for entities.

use crate::units::Units;
use bevy_math::{Rect, Vec2};
use mask::{Circle, Line, Polygon};
use world::Probe;

/// A place where [`PixelView::find`](crate::PixelView::find) looks for entities, in Bevy's units, y up.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum PixelProbe<'p> {
    /// The pixel that contains a point.
    Point(Vec2),
    /// The pixels that a rectangle overlaps. A pixel that it only touches does not count.
    Rect(Rect),
    /// The pixels whose centers are in a circle.
    Circle {
        /// The center.
        center: Vec2,
        /// The radius, in units.
        radius: f32,
    },
    /// The line of pixels between two points, both included.
    Line(Vec2, Vec2),
    /// The pixels whose centers are in a polygon, convex or not, by the even-odd rule. Fewer than three points find
    /// nothing.
    Polygon(&'p [Vec2]),
}

impl PixelProbe<'_> {
    /// Calls `ask` with the probe of the world, unless a point is not finite or out of range.
    pub(super) fn ask<R>(self, units: Units, ask: impl FnOnce(Probe<'_>) -> R) -> Option<R> {
        let polygon;
        let probe = match self {
            PixelProbe::Point(point) => Probe::Point(units.pixel(point)?),
            PixelProbe::Rect(rect) => Probe::Rect(units.pixels_of(rect)?),
            PixelProbe::Circle { center, radius } => {
                Probe::Circle(Circle::new(units.to_pixels(center), units.length(radius)).ok()?)
            }
            PixelProbe::Line(from, to) => Probe::Line(Line::new(units.pixel(from)?, units.pixel(to)?)),
            PixelProbe::Polygon(points) => {
                polygon = Polygon::new(points.iter().map(|&point| units.to_pixels(point))).ok()?;
                Probe::Polygon(&polygon)
            }
        };
        Some(ask(probe))
    }
}

impl From<Vec2> for PixelProbe<'_> {
    fn from(point: Vec2) -> Self {
        PixelProbe::Point(point)
    }
}

impl From<Rect> for PixelProbe<'_> {
    fn from(rect: Rect) -> Self {
        PixelProbe::Rect(rect)
    }
}

impl<'p> From<&'p [Vec2]> for PixelProbe<'p> {
    fn from(points: &'p [Vec2]) -> Self {
        PixelProbe::Polygon(points)
    }
}
