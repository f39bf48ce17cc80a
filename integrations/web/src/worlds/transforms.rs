//! Sprites that are drawn under affine maps, as engines and canvases have them.

use super::RawWorld;
use crate::errors::JsResult;
use mask::Affine;
use wasm_bindgen::prelude::wasm_bindgen;
use world::bindings::{PictureTransform, angle_steps};
use world::{MaskId, SpriteId, WorldError};

/// What a sprite is after [`RawWorld::show`]. `ts/engine-world.ts` has the numbers too.
const WHOLE: f64 = 0.0;
const MAPPED: f64 = 1.0;
const REFUSED: f64 = 2.0;

/// Corners are multiples of 1 / GRID pixels, so that the noise of products does not decide about halves.
const GRID: f64 = 1_048_576.0;

/// Returns the map `x' = a*x + c*y + e` and `y' = b*x + d*y + f`, in the order of a canvas.
pub(super) fn affine([a, b, c, d, e, f]: [f64; 6]) -> Affine {
    Affine::from([[a, c, e], [b, d, f]])
}

/// Returns the numbers of a map in the order of a canvas.
pub(super) fn numbers(by: Affine) -> [f64; 6] {
    let [[a, c, e], [b, d, f]] = by.into();
    [a, b, c, d, e, f]
}

#[wasm_bindgen]
impl RawWorld {
    /// Lets sprites show masks under linear maps, four numbers for each. Positions stay, because JavaScript sets those
    /// of all sprites in one call.
    ///
    /// Returns three numbers for each sprite: where it stands if the map sends the corner of its picture to the origin
    /// (0 if it is not at whole pixels), and whether it is at whole pixels, keeps its fraction, or cannot be shown and
    /// stays as it is.
    pub fn show(&mut self, ids: &[u32], masks: &[u32], maps: &[f64]) -> JsResult<Vec<f64>> {
        let mut states = Vec::with_capacity(3 * ids.len());
        for ((&id, &mask), &map) in ids.iter().zip(masks).zip(maps.as_chunks().0) {
            let (id, mask) = (self.sprite(id)?, self.mask_id(mask)?);
            states.extend(self.show_one(id, mask, map).unwrap_or([0.0, 0.0, REFUSED]));
        }
        Ok(states)
    }

    /// Returns the map under which to draw the picture of a sprite so that it covers what collides.
    pub fn draw_transform(&mut self, id: u32) -> JsResult<Vec<f64>> {
        let id = self.sprite(id)?;
        Ok(numbers(self.view()?.draw_transform(id).expect("the id is the id of a sprite")).to_vec())
    }
}

impl RawWorld {
    fn show_one(&mut self, id: SpriteId, mask: MaskId, [a, b, c, d]: [f64; 4]) -> Result<[f64; 3], WorldError> {
        let picture = self.world.mask(mask).expect("the id is the id of a mask");
        let size = [picture.width(), picture.height()];
        let linear = affine([a, b, c, d, 0.0, 0.0]);
        let mut shown = PictureTransform::new(&linear, size)?;
        let mut at = [0.0; 2];
        if angle_steps(&self.world, mask).is_some() && !shown.is_whole() {
            // The middle of the picture stays where it is.
            let middle = size.map(|side| f64::from(side) / 2.0);
            let about = Affine::translation(middle.map(|c| -c)).then(&linear);
            shown = PictureTransform::of_mask(&self.world, mask, &about)?;
            at = linear.apply(middle);
        }
        let sprite = shown.show(self.get_sprite(id).mask(mask));
        if !shown.is_whole() {
            self.world.set_sprite(id, sprite)?;
            return Ok([0.0, 0.0, MAPPED]);
        }
        self.world.set_sprite(id, sprite.fraction([0.0; 2]))?;
        let [x, y] = shown.real_position(at).map(|c| (c * GRID).round() / GRID);
        Ok([x, y, WHOLE])
    }
}
