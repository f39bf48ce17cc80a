//! Walks from chunk to chunk and checks every declared length against the bytes that are there.

use crate::limits::{Limits, at_most};
use crate::{Reason, SheetError};
use std::fmt::Display;

const HEADER_BYTES: usize = 128;
const FRAME_HEADER_BYTES: usize = 16;
const CHUNK_HEADER_BYTES: usize = 6;
const FRAME_MAGIC: u16 = 0xf1fa;

/// The place of a chunk, for messages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) frame: usize,
    pub(super) chunk: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "frame {}, chunk {}", self.frame, self.chunk)
    }
}

/// The type and the contents of a chunk.
pub(super) type Chunk<'a> = (u16, &'a [u8]);

/// A frame: its duration in milliseconds, 0 for the default of the file, and its chunks.
pub(super) struct RawFrame<'a> {
    pub(super) duration: u16,
    pub(super) chunks: Vec<Chunk<'a>>,
}

/// Splits a file into its header and its frames.
pub(super) fn frames<'a>(
    name: &str,
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<(&'a [u8; HEADER_BYTES], Vec<RawFrame<'a>>), SheetError> {
    let Some((header, mut rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(SheetError::at(name, "header", too_short(HEADER_BYTES, bytes.len())));
    };
    let count = usize::from(u16_at(header, 6));
    at_most("frames", count as u64, limits.frames).map_err(|error| SheetError::at(name, "header, frames", error))?;
    let mut frames = Vec::new();
    for frame in 0..count {
        let at = |field: &str, reason| SheetError::at(name, format_args!("frame {frame}{field}"), reason);
        if rest.len() < FRAME_HEADER_BYTES {
            return Err(at("", too_short(FRAME_HEADER_BYTES, rest.len())));
        }
        let length = u32_at(rest, 0) as usize;
        if !(FRAME_HEADER_BYTES..=rest.len()).contains(&length) {
            let expected =
                format_args!("from {FRAME_HEADER_BYTES} to {}, the bytes of the file after here", rest.len());
            return Err(at(", length", Reason::invalid(expected, length)));
        }
        if u16_at(rest, 4) != FRAME_MAGIC {
            return Err(at(", magic number", Reason::invalid("0xf1fa", format_args!("{:#06x}", u16_at(rest, 4)))));
        }
        let chunks = match u32_at(rest, 12) {
            0 => u32::from(u16_at(rest, 6)),
            chunks => chunks,
        };
        let (bytes, after) = rest.split_at(length);
        let chunks = self::chunks(&bytes[FRAME_HEADER_BYTES..], chunks)
            .map_err(|(chunk, reason)| SheetError::at(name, Place { frame, chunk }, reason))?;
        frames.push(RawFrame { duration: u16_at(bytes, 8), chunks });
        rest = after;
    }
    Ok((header, frames))
}

/// Splits the bytes of a frame into chunks. An error comes with the index of the chunk.
fn chunks(mut rest: &[u8], count: u32) -> Result<Vec<Chunk<'_>>, (usize, Reason)> {
    let mut chunks = Vec::new();
    for _ in 0..count {
        if rest.len() < CHUNK_HEADER_BYTES {
            return Err((chunks.len(), too_short(CHUNK_HEADER_BYTES, rest.len())));
        }
        let length = u32_at(rest, 0) as usize;
        if !(CHUNK_HEADER_BYTES..=rest.len()).contains(&length) {
            let expected = format_args!("from {CHUNK_HEADER_BYTES} to {} bytes long", rest.len());
            return Err((chunks.len(), Reason::invalid(expected, length)));
        }
        let (chunk, after) = rest.split_at(length);
        chunks.push((u16_at(chunk, 4), &chunk[CHUNK_HEADER_BYTES..]));
        rest = after;
    }
    Ok(chunks)
}

fn too_short(expected: usize, got: usize) -> Reason {
    Reason::Syntax(format!("the file ends too early: expected {expected} bytes, got {got}; save the file again"))
}

/// Returns the number at a place that the caller has checked.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
