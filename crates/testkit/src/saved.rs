//! Saved bytes that are damaged on purpose.

use mask::shared::checksum;

/// Makes the checksum of a saved mask or world right again, so that a test reaches the checks behind it. Other bytes
/// stay as they are.
pub fn reseal(bytes: &mut [u8]) {
    let at = match bytes.get(..4) {
        Some(b"mask") => 16,
        Some(b"wrld" | b"wrlo") => 8,
        _ => return,
    };
    if bytes.len() >= at + checksum::LEN {
        checksum::seal(bytes, at);
    }
}
