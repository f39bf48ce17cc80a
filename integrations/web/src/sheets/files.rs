//! The files of a sheet.

use ::sheets::{Fetched, FileError, Files};
use wasm_bindgen::prelude::wasm_bindgen;

/// The files of a sheet, by their names.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawFiles(Fetched);

#[wasm_bindgen]
impl RawFiles {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawFiles {
        RawFiles::default()
    }

    /// Adds a file; without bytes, the file does not exist.
    pub fn insert(&mut self, name: String, bytes: Option<Vec<u8>>) {
        self.0.insert(name, bytes);
    }

    /// Takes the name of the first file that a reader has asked for and that is not known.
    pub fn wanted(&mut self) -> Option<String> {
        self.0.wanted()
    }
}

impl Files for RawFiles {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        self.0.read(name, limit)
    }
}
