//! Results that hold masks.

use super::RawMask;
use mask::Mask;
use wasm_bindgen::prelude::wasm_bindgen;

/// A mask and its top-left pixel in the frame of another mask or of a world.
#[wasm_bindgen]
pub struct PlacedMask {
    mask: Option<RawMask>,
    /// The column of the top-left pixel.
    #[wasm_bindgen(readonly)]
    pub x: i32,
    /// The row of the top-left pixel.
    #[wasm_bindgen(readonly)]
    pub y: i32,
}

/// Solid pixels that hang together.
#[wasm_bindgen]
pub struct Component {
    placed: PlacedMask,
    count: u64,
}

impl PlacedMask {
    pub(crate) fn new(mask: impl Into<RawMask>, [x, y]: [i32; 2]) -> PlacedMask {
        PlacedMask { mask: Some(mask.into()), x, y }
    }
}

impl From<(Mask, [i32; 2])> for PlacedMask {
    fn from((mask, at): (Mask, [i32; 2])) -> PlacedMask {
        PlacedMask::new(mask, at)
    }
}

#[wasm_bindgen]
impl PlacedMask {
    /// Returns the mask. It is there once.
    pub fn take(&mut self) -> Option<RawMask> {
        self.mask.take()
    }
}

impl From<mask::Component> for Component {
    fn from(component: mask::Component) -> Component {
        Component { placed: PlacedMask::new(component.mask, component.at), count: component.count }
    }
}

#[wasm_bindgen]
impl Component {
    /// Returns the mask and its position. They are there once.
    pub fn take(&mut self) -> PlacedMask {
        let PlacedMask { mask, x, y } = &mut self.placed;
        PlacedMask { mask: mask.take(), x: *x, y: *y }
    }

    #[wasm_bindgen(getter)]
    pub fn count(&self) -> f64 {
        self.count as f64
    }
}
