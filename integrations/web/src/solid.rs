//! Which pixels of a picture are solid.

use mask::Solid;
use wasm_bindgen::prelude::wasm_bindgen;

/// Which pixels of a picture are solid.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum SolidKind {
    /// Pixels with an alpha value greater than a threshold.
    AlphaAbove,
    /// Pixels of another color than 0xRRGGBB.
    ColorKey,
    /// Pixels with a luma greater than a threshold.
    LumaAbove,
}

impl SolidKind {
    /// Returns the rule with a threshold or a color.
    pub(crate) fn solid(self, value: u32) -> Solid {
        let [_, red, green, blue] = value.to_be_bytes();
        match self {
            SolidKind::AlphaAbove => Solid::AlphaAbove(blue),
            SolidKind::ColorKey => Solid::ColorKey([red, green, blue]),
            SolidKind::LumaAbove => Solid::LumaAbove(blue),
        }
    }
}
