//! The module of `hitmask/sheets`: sprite sheets and maps.
//!
//! JavaScript gets the values of a sheet as one text in JSON, and its masks as bytes, because the masks that users see live in
//! another module.

mod files;
mod map;
mod sheet;
mod values;

use crate::errors::range_error;
use crate::solid::SolidKind;
use ::sheets::{Options, SheetError};
use files::RawFiles;
use mask::Mask;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

fn sheet_error(error: SheetError) -> wasm_bindgen::JsValue {
    range_error(&error.to_string())
}

/// Returns the options of a reader.
fn options(kind: SolidKind, value: u32, tile_shapes: bool, strict: bool) -> Options {
    Options::default().solid(kind.solid(value)).tile_shapes(tile_shapes).strict(strict)
}

/// A mask as bytes, and its position.
#[wasm_bindgen]
pub struct RawTerrain {
    bytes: Vec<u8>,
    #[wasm_bindgen(readonly)]
    pub x: i32,
    #[wasm_bindgen(readonly)]
    pub y: i32,
}

#[wasm_bindgen]
impl RawTerrain {
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

impl RawTerrain {
    fn new((mask, [x, y]): (Mask, [i32; 2])) -> RawTerrain {
        RawTerrain { bytes: mask.to_bytes(), x, y }
    }
}

/// The masks of frames. Equal frames share one.
#[derive(Default)]
struct Masks(Vec<Arc<Mask>>);

impl Masks {
    /// Returns the index of a mask, and adds it if it is not there.
    fn index(&mut self, mask: &Arc<Mask>) -> usize {
        let known = self.0.iter().rev().position(|other| Arc::ptr_eq(other, mask));
        match known {
            Some(back) => self.0.len() - 1 - back,
            None => {
                self.0.push(Arc::clone(mask));
                self.0.len() - 1
            }
        }
    }
}
