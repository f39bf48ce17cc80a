//! Rays, sweeps and penetration.

use super::RawMask;
use crate::flat::Flat;
use mask::{RayHit, Reach, Rect, SweepHit};
use wasm_bindgen::prelude::wasm_bindgen;

/// Adds a ray hit to a list: `at`, `before`, `step`, `normal`.
pub(crate) fn ray_hit(flat: Flat, at: [i32; 2], before: Option<[i32; 2]>, step: u32, normal: Option<[f64; 2]>) -> Flat {
    flat.point(at).optional_point(before).number(step).optional_point(normal)
}

/// Returns a reach in a rectangle, given as left, top, width and height. No numbers are no rectangle.
pub(crate) fn reach(limit: u32, within: &[f64]) -> Reach {
    let reach = Reach::new(limit);
    let [left, top, width, height] = *within else { return reach };
    reach.inside(Rect::new(left as i32, top as i32, width as u32, height as u32))
}

#[wasm_bindgen]
impl RawMask {
    pub fn cast_ray(&self, from_x: i32, from_y: i32, to_x: i32, to_y: i32) -> Option<Vec<f64>> {
        let RayHit { at, before, step, normal, .. } = self.0.cast_ray([from_x, from_y], [to_x, to_y])?;
        Some(ray_hit(Flat::default(), at, before, step, normal).0)
    }

    /// Returns whether the masks overlap at the start, and the numbers of the hit if there is one.
    pub fn sweep(&self, other: &RawMask, from_x: i32, from_y: i32, to_x: i32, to_y: i32) -> Vec<f64> {
        let sweep = self.0.sweep(&other.0, [from_x, from_y], [to_x, to_y]);
        let flat = Flat::default().number(u8::from(sweep.started_inside));
        match sweep.hit {
            Some(SweepHit { at, before, step, normal, .. }) => ray_hit(flat, at, before, step, Some(normal)).0,
            None => flat.0,
        }
    }

    pub fn penetration(&self, other: &RawMask, x: i32, y: i32) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.penetration(&other.0, [x, y])?).0)
    }

    pub fn penetration_along(&self, other: &RawMask, x: i32, y: i32, along_x: i32, along_y: i32) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.penetration_along(&other.0, [x, y], [along_x, along_y])?).0)
    }

    pub fn distance(&self, other: &RawMask, x: i32, y: i32) -> Option<f64> {
        self.0.distance(&other.0, [x, y])
    }

    pub fn nearest_free(&self, other: &RawMask, x: i32, y: i32, limit: u32, within: &[f64]) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.nearest_free(&other.0, [x, y], reach(limit, within))?).0)
    }
}
