//! Files in memory.

use ::sheets::{FileError, Files};
use std::cell::RefCell;
use std::collections::HashMap;
use wasm_bindgen::prelude::wasm_bindgen;

/// The files of a sheet, by their names.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawFiles {
    files: HashMap<String, Vec<u8>>,
    /// The first name that a reader has asked for since the last file came, and that is not there.
    missing: RefCell<Option<String>>,
}

#[wasm_bindgen]
impl RawFiles {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawFiles {
        RawFiles::default()
    }

    pub fn insert(&mut self, name: String, bytes: Vec<u8>) {
        self.files.insert(name, bytes);
        self.missing.take();
    }

    pub fn missing(&self) -> Option<String> {
        self.missing.borrow().clone()
    }
}

impl Files for RawFiles {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        let read = self.files.read(name, limit);
        if matches!(read, Err(FileError::NotFound(_))) {
            // A reader that misses a file asks for it under other names, too.
            self.missing.borrow_mut().get_or_insert_with(|| name.to_owned());
        }
        read
    }
}
