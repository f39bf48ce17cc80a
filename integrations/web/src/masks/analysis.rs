//! Questions about one mask.

use super::{Component, RawMask};
use crate::errors::{JsResult, mask_error};
use crate::flat::Flat;
use crate::shape::{AnyShape, ShapeKind};
use mask::{Connectivity, Contours, Simplify};
use wasm_bindgen::prelude::wasm_bindgen;

fn connectivity(with_corners: bool) -> Connectivity {
    if with_corners { Connectivity::Eight } else { Connectivity::Four }
}

/// Returns contours as a list: for each contour the number of its points, whether it is a hole, and the points.
fn flat_contours(contours: &Contours) -> Vec<i32> {
    let mut flat = Vec::new();
    for contour in contours {
        flat.extend([contour.points().len() as i32, i32::from(contour.is_hole())]);
        flat.extend(contour.points().as_flattened());
    }
    flat
}

#[wasm_bindgen]
impl RawMask {
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    pub fn contains(&self, x: i32, y: i32) -> bool {
        self.0.contains([x, y])
    }

    pub fn equals(&self, other: &RawMask) -> bool {
        self.0 == other.0
    }

    pub fn count(&self) -> f64 {
        self.0.count() as f64
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn bounds(&self) -> Option<Vec<f64>> {
        Some(Flat::default().rect(self.0.bounds()?).0)
    }

    pub fn centroid(&self) -> Option<Vec<f64>> {
        Some(Flat::default().point(self.0.centroid()?).0)
    }

    /// Returns x and y of each pixel.
    pub fn outline(&self) -> Vec<i32> {
        self.0.outline().into_flattened()
    }

    /// Returns the row, the first pixel and the pixel after the last one of each run.
    pub fn runs(&self) -> Vec<i32> {
        self.0.runs().flat_map(|run| [run.y, run.left, run.right]).collect()
    }

    pub fn connected_components(&self, with_corners: bool) -> Vec<Component> {
        self.0.connected_components(connectivity(with_corners)).into_iter().map(Component::from).collect()
    }

    pub fn detached_components(
        &self,
        kind: ShapeKind,
        numbers: &[f64],
        with_corners: bool,
    ) -> JsResult<Vec<Component>> {
        let anchor = AnyShape::new(kind, numbers)?;
        let components = self.0.detached_components(&anchor, [0, 0], connectivity(with_corners));
        Ok(components.into_iter().map(Component::from).collect())
    }

    pub fn contours(&self) -> Vec<i32> {
        flat_contours(&self.0.contours())
    }

    pub fn simplified_contours(&self, tolerance: f64, covering: bool) -> JsResult<Vec<i32>> {
        let plain = Simplify::new(tolerance);
        let how = if covering { plain.covering() } else { plain };
        Ok(flat_contours(&self.0.simplified_contours(how).map_err(mask_error)?))
    }
}
