//! Sprites that are drawn under affine maps, as engines have them.

use super::RawWorld;
use crate::errors::JsResult;
use ::mask::Affine;
use ::world::Pose;
use wasm_bindgen::prelude::wasm_bindgen;

/// The state of a sprite after [`RawWorld::show`].
const SHOWN: f64 = 0.0;
const SHEARED: f64 = 1.0;
const REFUSED: f64 = 2.0;

#[wasm_bindgen]
impl RawWorld {
    /// Lets sprites show masks under linear maps: `x' = a*x + c*y` and `y' = b*x + d*y`, four numbers for each sprite.
    ///
    /// Returns three numbers for each: the position of the sprite if the map sends the corner of its picture to the origin,
    /// and whether the sprite shows it, the map shears, or the sprite cannot be shown. In the last two cases, it stays as it is.
    pub fn show(&mut self, ids: &[u32], masks: &[u32], maps: &[f64], exact: bool) -> JsResult<Vec<f64>> {
        let mut states = Vec::with_capacity(3 * ids.len());
        for ((&id, &mask), &[a, b, c, d]) in ids.iter().zip(masks).zip(maps.as_chunks().0) {
            let (id, mask) = (self.sprite(id)?, self.mask_id(mask)?);
            let shown = self.world.mask(mask).expect("the id is the id of a mask");
            let by = Affine::from([[a, c, 0.0], [b, d, 0.0]]);
            let Ok(pose) = Pose::from_affine(&by, [shown.width(), shown.height()], exact) else {
                states.extend([0.0, 0.0, REFUSED]);
                continue;
            };
            let [x, y] = pose.corner;
            let Pose { flip_x, flip_y, turn, angle, scale, exact, .. } = pose;
            let sprite = self.get_sprite(id).mask(mask).flip_x(flip_x).flip_y(flip_y).turn(turn);
            let sprite = sprite.angle(angle).scale(scale).exact(exact);
            let state = match () {
                () if pose.sheared => SHEARED,
                () if self.world.set_sprite(id, sprite).is_ok() => SHOWN,
                () => REFUSED,
            };
            states.extend([x, y, state]);
        }
        Ok(states)
    }
}
