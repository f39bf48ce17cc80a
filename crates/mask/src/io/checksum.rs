//! The checksum of saved bytes: the CRC-32 of Ethernet, gzip and PNG.
//!
//! It finds every single changed bit, and every change within 32 neighboring bits.

use crc32fast::Hasher;

/// The number of bytes of a checksum.
#[doc(hidden)]
pub const LEN: usize = 4;

/// The checksum of all bytes but the [`LEN`] at `at`, where the checksum itself stands.
fn checksum(bytes: &[u8], at: usize) -> [u8; LEN] {
    let mut hasher = Hasher::new();
    hasher.update(&bytes[..at]);
    hasher.update(&bytes[at + LEN..]);
    hasher.finalize().to_le_bytes()
}

/// Writes the checksum to its place.
#[doc(hidden)]
pub fn seal(bytes: &mut [u8], at: usize) {
    let sum = checksum(bytes, at);
    bytes[at..at + LEN].copy_from_slice(&sum);
}

/// Whether the checksum at its place is right.
#[doc(hidden)]
pub fn is_sealed(bytes: &[u8], at: usize) -> bool {
    bytes[at..at + LEN] == checksum(bytes, at)
}
