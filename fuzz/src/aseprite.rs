//! Bytes as an Aseprite file: a sheet within the limits, or an error with a message.

use crate::frames;
use mask::Solid;
use sheets::Sheet;
use std::collections::HashMap;

/// Runs the target.
pub fn check(data: &[u8]) {
    let solid = Solid::AlphaAbove(data.len() as u8);
    let mut bytes = data.to_vec();
    // Almost no random bytes have the magic number.
    if let Some(magic) = bytes.get_mut(4..6) {
        magic.copy_from_slice(&[0xe0, 0xa5]);
    }
    let files = HashMap::from([("a.ase".to_owned(), bytes)]);
    match Sheet::read(&files, "a.ase", &frames::options(solid)) {
        Ok(sheet) => frames::check(&sheet, solid, None),
        Err(error) => assert!(error.to_string().starts_with("a.ase: ")),
    }
}
