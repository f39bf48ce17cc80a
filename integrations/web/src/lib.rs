//! The WebAssembly module.
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub fn hi() -> u32 { 1 }
