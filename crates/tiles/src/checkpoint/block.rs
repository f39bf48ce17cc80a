//! Writes and reads the blocks of a checkpoint.

use super::error::CheckpointError;
use std::io;
use std::io::{Read, Write};

fn checksum(kind: u8, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[kind]);
    hasher.update(&(content.len() as u32).to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// Writes a block.
pub(super) fn write(out: &mut impl Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(|_| io::Error::other("block is longer than 4 GiB"))?;
    out.write_all(&[kind])?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&checksum(kind, content).to_le_bytes())?;
    out.write_all(content)
}

/// Reads a block into `content`, and returns its kind.
pub(super) fn read(input: &mut impl Read, content: &mut Vec<u8>) -> Result<u8, CheckpointError> {
    let mut head = [0; 9];
    read_exact(input, &mut head)?;
    let [kind, length @ .., _, _, _, _] = head;
    let [.., c0, c1, c2, c3] = head;
    content.clear();
    let length = u32::from_le_bytes(length);
    // A length that lies takes no more memory than the file has bytes.
    input.take(length.into()).read_to_end(content).map_err(|error| CheckpointError::damaged(error.to_string()))?;
    if content.len() != length as usize {
        return Err(CheckpointError::damaged(format!("it ends early, in a block of {length} bytes")));
    }
    if checksum(kind, content) != u32::from_le_bytes([c0, c1, c2, c3]) {
        return Err(CheckpointError::damaged(format!("the checksum of a block of kind {kind} is wrong")));
    }
    Ok(kind)
}

pub(super) fn read_exact(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), CheckpointError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointError::damaged("it ends early"),
        _ => CheckpointError::damaged(error.to_string()),
    })
}
