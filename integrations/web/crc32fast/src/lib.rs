//! The CRC-32 of gzip and PNG with a table of 64 bytes.
//!
//! The 16 KB of tables of the usual `crc32fast` do not compress: they would add 16 KB with gzip to `hitmask/sheets`.

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

/// Advances the checksum by the low nibble of `rest` itself.
fn step(rest: u32) -> u32 {
    rest >> 4 ^ TABLE[rest as usize & 15]
}

/// A checksum that grows with the bytes, and their number.
#[derive(Clone, Debug, Default)]
pub struct Hasher(u32, u64);

impl Hasher {
    /// The checksum of no bytes.
    pub fn new() -> Hasher {
        Hasher(0, 0)
    }

    /// Goes on from the checksum of earlier bytes.
    pub fn new_with_initial(checksum: u32) -> Hasher {
        Hasher(checksum, 0)
    }

    /// Appends bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let mut rest = !self.0;
        for &byte in bytes {
            rest = step(step(rest ^ u32::from(byte)));
        }
        *self = Hasher(!rest, self.1 + bytes.len() as u64);
    }

    /// Forgets all bytes.
    pub fn reset(&mut self) {
        *self = Hasher::new();
    }

    /// Appends the bytes of another one, in as much time as they took.
    pub fn combine(&mut self, other: &Hasher) {
        let rest = (0..other.1).fold(self.0, |rest, _| step(step(rest)));
        *self = Hasher(rest ^ other.0, self.1 + other.1);
    }

    /// Returns the checksum of the bytes so far.
    pub fn finalize(self) -> u32 {
        self.0
    }
}

/// Returns the checksum of bytes.
pub fn hash(bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(bytes);
    hasher.finalize()
}

#[test]
fn the_checksum_is_that_of_gzip() {
    assert_eq!(hash(b"123456789"), 0xcbf4_3926); // the check value of the catalog of CRCs
    let mut hasher = Hasher::new_with_initial(hash(b"1234"));
    hasher.update(b"56789");
    assert_eq!(hasher.finalize(), 0xcbf4_3926);
    assert_eq!(hash(b""), 0);
    let (mut first, mut second) = (Hasher::new(), Hasher::new());
    first.update(b"12345");
    second.update(b"6789");
    first.combine(&second);
    assert_eq!(first.finalize(), 0xcbf4_3926);
}
