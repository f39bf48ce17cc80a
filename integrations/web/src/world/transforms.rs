//! Sprites that are drawn under affine maps, as engines and canvases have them.

use super::RawWorld;
use crate::errors::JsResult;
use ::mask::Affine;
use ::world::bindings::PictureTransform;
use ::world::{MaskId, SpriteId, WorldError};
use wasm_bindgen::prelude::wasm_bindgen;

/// What a sprite is after [`RawWorld::show`]. `ts/stage.ts` has the numbers too.
const UPRIGHT: f64 = 0.0;
const MAPPED: f64 = 1.0;
const REFUSED: f64 = 2.0;

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
    /// Lets sprites show masks under maps of six numbers each. The translation of a map is the fraction of the sprite, if it
    /// is not upright. Positions stay, because JavaScript sets those of all sprites in one call.
    ///
    /// Returns three numbers for each sprite: the place of its corner if the map sends the corner of its picture to the origin
    /// (0 if it is not upright), and whether it is upright, not upright, or cannot be shown and stays as it is.
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
    fn show_one(&mut self, id: SpriteId, mask: MaskId, map: [f64; 6]) -> Result<[f64; 3], WorldError> {
        let picture = self.world.mask(mask).expect("the id is the id of a mask");
        let [a, b, c, d, fraction @ ..] = map;
        let by = PictureTransform::new(&affine([a, b, c, d, 0.0, 0.0]), [picture.width(), picture.height()])?;
        let (at, state) = if by.is_upright() { ([0.0; 2], UPRIGHT) } else { (fraction, MAPPED) };
        let before = self.get_sprite(id);
        let sprite = by.sprite(before.mask(mask), at)?;
        self.world.set_sprite(id, sprite.position(before.position))?;
        let [x, y] = sprite.position.map(f64::from);
        Ok([x, y, state])
    }
}
