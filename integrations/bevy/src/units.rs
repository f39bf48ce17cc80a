//! Bevy's coordinates (units, y up) and the pixels of a world (y down).

use bevy_math::{Rect, Vec2};

/// The conversion between Bevy's units and pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Units {
    /// The number of pixels in a unit. Finite and greater than 0.
    pub(crate) pixels_per_unit: f64,
}

impl Default for Units {
    fn default() -> Units {
        Units { pixels_per_unit: 1.0 }
    }
}

impl Units {
    /// Returns a point in pixels, y down.
    pub(crate) fn to_pixels(self, point: Vec2) -> [f64; 2] {
        [f64::from(point.x) * self.pixels_per_unit, -f64::from(point.y) * self.pixels_per_unit]
    }

    /// Returns the pixel that contains a point, if it is within the range of a world.
    pub(crate) fn pixel(self, point: Vec2) -> Option<[i32; 2]> {
        world::pixel(self.to_pixels(point)).ok()
    }

    /// Returns the width of a pixel in units.
    #[cfg(feature = "gizmos")]
    pub(crate) fn pixel_size(self) -> f32 {
        (1.0 / self.pixels_per_unit) as f32
    }

    /// Returns a length in pixels.
    pub(crate) fn length(self, units: f32) -> f64 {
        f64::from(units) * self.pixels_per_unit
    }

    /// Returns a length in whole pixels, rounded down. A length that is negative or not a number is 0.
    pub(crate) fn whole_length(self, units: f32) -> u32 {
        // The conversion saturates, and turns NaN into 0.
        self.length(units) as u32
    }

    /// Returns a vector in pixels as a vector in units.
    pub(crate) fn vector(self, [x, y]: [f64; 2]) -> Vec2 {
        Vec2::new((x / self.pixels_per_unit) as f32, (0.0 - y / self.pixels_per_unit) as f32)
    }

    /// Returns the center of a pixel.
    pub(crate) fn center(self, pixel: [i32; 2]) -> Vec2 {
        self.vector(pixel.map(|c| f64::from(c) + 0.5))
    }

    /// Returns a rectangle of pixels as a rectangle in units.
    pub(crate) fn rect(self, rect: mask::Rect) -> Rect {
        let [left, top] = [rect.left, rect.top].map(f64::from);
        let [right, bottom] = [rect.right(), rect.bottom()].map(|c| c as f64);
        Rect::from_corners(self.vector([left, top]), self.vector([right, bottom]))
    }

    /// Returns the pixels that a rectangle in units overlaps. Returns `None` if there are none in range.
    pub(crate) fn pixels_of(self, rect: Rect) -> Option<mask::Rect> {
        let ([left, top], [right, bottom]) =
            (self.to_pixels(Vec2::new(rect.min.x, rect.max.y)), self.to_pixels(Vec2::new(rect.max.x, rect.min.y)));
        let limit = f64::from(world::MAX_POSITION);
        let [left, top] = [left, top].map(|c| c.floor().clamp(-limit, limit));
        let [right, bottom] = [right, bottom].map(|c| c.ceil().clamp(-limit, limit));
        // A comparison with NaN is false.
        (left < right && top < bottom)
            .then(|| mask::Rect::new(left as i32, top as i32, (right - left) as u32, (bottom - top) as u32))
    }
}

/// Returns a direction with y up.
pub(crate) fn direction([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as f32, (0.0 - y) as f32)
}
