//! The checksum of saved bytes: the CRC-32 of Ethernet, gzip and PNG.
//!
//! It finds every single changed bit, and every change within 32 neighboring bits.

#[cfg(not(target_family = "wasm"))]
use crc32fast::Hasher;

/// A CRC-32 with a table of 64 bytes. The 16 KB of tables in `crc32fast` do not compress: they would add 18 KB with
/// gzip to each module for the web.
#[cfg(target_family = "wasm")]
struct Hasher(u32);

#[cfg(target_family = "wasm")]
impl Hasher {
    /// The remainder of each nibble.
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut nibble = 0;
        while nibble < 16 {
            let mut rest = nibble as u32;
            let mut bit = 0;
            while bit < 4 {
                rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
                bit += 1;
            }
            table[nibble] = rest;
            nibble += 1;
        }
        table
    };

    fn new() -> Hasher {
        Hasher(!0)
    }

    fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            for nibble in [byte & 15, byte >> 4] {
                self.0 = self.0 >> 4 ^ Hasher::TABLE[(self.0 as usize ^ usize::from(nibble)) & 15];
            }
        }
    }

    fn finalize(self) -> u32 {
        !self.0
    }
}

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
#[must_use]
pub fn is_sealed(bytes: &[u8], at: usize) -> bool {
    bytes[at..at + LEN] == checksum(bytes, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Targets have two implementations.
    #[test]
    fn the_checksum_is_the_crc_32_of_ethernet() {
        let mut bytes = *b"....123456789";
        seal(&mut bytes, 0);
        assert_eq!(bytes[..LEN], 0xcbf4_3926_u32.to_le_bytes());
        assert!(is_sealed(&bytes, 0));
        bytes[9] ^= 4;
        assert!(!is_sealed(&bytes, 0));
    }
}
