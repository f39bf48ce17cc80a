//! Offset tables: a crowd of sprites, so close together that tables are made, and bytes that choose the changes. Masks
//! are edited, added and removed, sprites turn, rotate and become fixed, and the budget changes; then everything is
//! compared, pixel by pixel.

use crate::bytes::Bytes;
use testkit::model::Crowd;

/// The maximum number of changes.
const ROUNDS: usize = 64;

/// Runs the target.
pub fn check(data: &[u8]) {
    Crowd::new(Bytes::new(data)).rounds(ROUNDS);
}
