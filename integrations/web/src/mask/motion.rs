//! Rays, sweeps and penetration.

use super::RawMask;
use crate::flat::Flat;
use ::mask::{RayHit, SweepHit};
use wasm_bindgen::prelude::wasm_bindgen;

/// Adds a ray hit to a list: `at`, `before`, `step`, `normal`.
pub(crate) fn ray_hit(flat: Flat, at: [i32; 2], before: Option<[i32; 2]>, step: u32, normal: Option<[f64; 2]>) -> Flat {
    flat.point(at).optional_point(before).number(step).optional_point(normal)
}

#[wasm_bindgen]
impl RawMask {
    pub fn cast_ray(&self, from_x: i32, from_y: i32, to_x: i32, to_y: i32) -> Option<Vec<f64>> {
        let RayHit { at, before, step, normal, .. } = self.0.cast_ray([from_x, from_y], [to_x, to_y])?;
        Some(ray_hit(Flat::default(), at, before, step, normal).0)
    }

    pub fn sweep(&self, other: &RawMask, from_x: i32, from_y: i32, to_x: i32, to_y: i32) -> Option<Vec<f64>> {
        let SweepHit { at, before, step, normal, .. } = self.0.sweep(&other.0, [from_x, from_y], [to_x, to_y]).hit?;
        // The normals of this package point to the mask at rest.
        Some(ray_hit(Flat::default(), at, before, step, Some(normal.map(|c| -c))).0)
    }

    /// The move of `other`, as this package has it.
    pub fn penetration(&self, other: &RawMask, dx: i32, dy: i32) -> Option<Vec<f64>> {
        Some(Flat::default().point(other.0.penetration(&self.0, [dx, dy].map(i32::wrapping_neg))?).0)
    }
}
