//! Contacts: where pairs of sprites overlap, and how they separate.

use super::RawWorld;
use crate::errors::JsResult;
use crate::flat::Flat;
use crate::mask::{PlacedMask, RawMask};
use ::mask::Mask;
use ::world::{Collision, Overlap, Pair};
use wasm_bindgen::prelude::wasm_bindgen;

/// The numbers of a contact: the first pixel, the area, the bounds, the normal and the penetration.
const WIDTH: usize = 11;

#[wasm_bindgen]
impl RawWorld {
    /// Returns the contacts of pairs, a row of 11 numbers for each. The normal and the penetration are those of the first
    /// sprite of the pair. Without `ways_out`, they are NaN. A pair that does not collide has zeros and NaN.
    pub fn contacts(&mut self, pairs: &[u32], ways_out: bool) -> JsResult<Vec<f64>> {
        let pair = |&[a, b]: &[u32; 2]| Ok(Pair { a: self.sprite(a)?, b: self.sprite(b)? });
        let pairs = pairs.as_chunks().0.iter().map(pair).collect::<JsResult<Vec<_>>>()?;
        let row = |collision: Collision<'_>, first| {
            let overlap = collision.overlap();
            let normal = if ways_out { collision.normal_of(first) } else { None };
            let penetration = if ways_out { collision.penetration_of(first) } else { None };
            Flat::default()
                .point(overlap.first)
                .count(overlap.area)
                .rect(overlap.bounds)
                .optional_point(normal)
                .optional_point(penetration)
                .0
        };
        let view = self.view(None)?;
        let mut rows = Vec::with_capacity(WIDTH * pairs.len());
        for Pair { a, b } in pairs {
            match view.collision(a, b) {
                Some(collision) => rows.extend(row(collision, a)),
                None => rows.extend([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0].into_iter().chain([f64::NAN; 4])),
            }
        }
        Ok(rows)
    }

    pub fn overlap(&mut self, a: u32, b: u32) -> JsResult<Option<Vec<f64>>> {
        let (a, b) = (self.sprite(a)?, self.sprite(b)?);
        let flat = |Overlap { first, area, bounds, .. }| Flat::default().point(first).count(area).rect(bounds).0;
        Ok(self.view(None)?.overlap(a, b).map(flat))
    }

    /// Returns the rectangle around the solid pixels of a sprite.
    pub fn bounds(&mut self, id: u32) -> JsResult<Option<Vec<f64>>> {
        let id = self.sprite(id)?;
        Ok(self.view(None)?.bounds(id).map(|bounds| Flat::default().rect(bounds).0))
    }

    /// Returns the mask that a sprite shows, flipped, turned, scaled and rotated, and its position.
    pub fn shape(&mut self, id: u32) -> JsResult<PlacedMask> {
        let id = self.sprite(id)?;
        let placed = self.view(None)?.shape(id).expect("the id is the id of a sprite");
        let mask: Mask = placed.mask.try_clone().map_err(crate::errors::mask_error)?;
        Ok(PlacedMask::new(RawMask::from(mask), placed.at))
    }
}
