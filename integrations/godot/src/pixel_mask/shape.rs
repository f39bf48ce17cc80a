//! Questions about a mask and a shape.

use crate::convert::{Fault, pixels, real};
use crate::log;
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use mask::{Circle, Polygon};

#[godot_api(secondary)]
impl PixelMask {
    /// Returns whether a pixel in a rectangle is solid.
    #[func]
    fn overlaps_rect(&self, rect: Rect2i) -> bool {
        let rect = log::ok("PixelMask.overlaps_rect", pixels(rect));
        rect.is_some_and(|rect| self.mask().overlaps(&rect, [0, 0]))
    }

    /// Returns whether a solid pixel has its center in a circle.
    #[func]
    fn overlaps_circle(&self, center: Vector2, radius: f64) -> bool {
        let circle = log::ok("PixelMask.overlaps_circle", Circle::new(real(center), radius));
        circle.is_some_and(|circle| self.mask().overlaps(&circle, [0, 0]))
    }

    /// Returns whether a solid pixel has its center in a polygon.
    #[func]
    fn overlaps_polygon(&self, points: PackedVector2Array) -> bool {
        let polygon = Polygon::new(points.as_slice().iter().map(|&point| real(point))).map_err(Fault::from);
        let polygon = log::ok("PixelMask.overlaps_polygon", polygon);
        polygon.is_some_and(|polygon| self.mask().overlaps(&polygon, [0, 0]))
    }
}
