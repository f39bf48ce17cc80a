//! The places where a query looks for entities.

use crate::PixelError;
use crate::units::Units;
use bevy_math::{Rect, Vec2};
use mask::{Circle, Line, Polygon};
use world::{Probe, WorldError};

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
    /// Calls `ask` with the probe of the world.
    ///
    /// # Errors
    /// - Returns [`PixelError::OutOfRange`] if a point is not finite or out of range.
    /// - Returns [`PixelError::World`] if the shape is not valid in another way.
    pub(super) fn ask<R>(self, units: Units, ask: impl FnOnce(Probe<'_>) -> R) -> Result<R, PixelError> {
        let pixel = |at| units.pixel(at).ok_or(PixelError::OutOfRange { at });
        let fault = |points: &[Vec2], error| match points.iter().find(|&&point| units.pixel(point).is_none()) {
            Some(&at) => PixelError::OutOfRange { at },
            None => PixelError::World(WorldError::Mask(error)),
        };
        let polygon;
        let probe = match self {
            PixelProbe::Point(point) => Probe::Point(pixel(point)?),
            PixelProbe::Rect(Rect { min, max }) if min.is_nan() || max.is_nan() => {
                return Err(PixelError::OutOfRange { at: if min.is_nan() { min } else { max } });
            }
            // A rectangle without an area, or beyond the world, has no pixels.
            PixelProbe::Rect(rect) => Probe::Rect(units.pixels_of(rect).unwrap_or(mask::Rect::new(0, 0, 0, 0))),
            PixelProbe::Circle { center, radius } => {
                let circle = Circle::new(units.to_pixels(center), units.length(radius));
                Probe::Circle(circle.map_err(|error| fault(&[center], error))?)
            }
            PixelProbe::Line(from, to) => Probe::Line(Line::new(pixel(from)?, pixel(to)?)),
            PixelProbe::Polygon(points) => {
                polygon = Polygon::new(points.iter().map(|&point| units.to_pixels(point)))
                    .map_err(|error| fault(points, error))?;
                Probe::Polygon(&polygon)
            }
        };
        Ok(ask(probe))
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
