//! Checks the chunks of a PNG before the picture is decoded.
//!
//! The decoder skips a damaged chunk if it can decode the picture without the chunk. One such chunk lists the
//! transparent colors. Without the list every pixel is solid, and the mask is silently wrong.

use super::PictureError;
use crc32fast::Hasher;
use std::io::{self, BufRead, Read};

/// Bytes before the first chunk.
const SIGNATURE_BYTES: u64 = 8;

/// Returns the width in the header of a PNG.
///
/// Returns an error if a chunk does not match its checksum, or if the palette ends within a color. All other faults
/// are left to the decoder.
pub(super) fn check_chunks(mut file: impl BufRead) -> Result<u32, PictureError> {
    let mut header = Vec::new();
    read_through(&mut file, SIGNATURE_BYTES, |_| {})?;
    while let (Some(length), Some(chunk)) = (read_four(&mut file)?, read_four(&mut file)?) {
        let length = u32::from_be_bytes(length);
        // The decoder panics on a palette that ends within a color.
        if &chunk == b"PLTE" && length % 3 != 0 {
            return Err(PictureError::Palette { length });
        }
        let mut hasher = Hasher::new();
        hasher.update(&chunk);
        read_through(&mut file, length.into(), |bytes| {
            hasher.update(bytes);
            header.extend(bytes.iter().take(4_usize.saturating_sub(header.len())));
        })?;
        let Some(stored) = read_four(&mut file)? else { break };
        let (stored, computed) = (u32::from_be_bytes(stored), hasher.finalize());
        if computed != stored {
            return Err(PictureError::Checksum { chunk, stored, computed });
        }
        if &chunk == b"IEND" {
            break;
        }
    }
    Ok(header.first_chunk().map_or(0, |&width| u32::from_be_bytes(width)))
}

/// Reads the next four bytes. Returns `None` if the file ends before the fourth.
fn read_four(file: &mut impl Read) -> io::Result<Option<[u8; 4]>> {
    let mut bytes = Vec::with_capacity(4);
    file.take(4).read_to_end(&mut bytes)?;
    Ok(bytes.try_into().ok())
}

/// Reads `count` bytes, or fewer if the file ends, and calls `visit` with each piece.
fn read_through(file: &mut impl BufRead, mut count: u64, mut visit: impl FnMut(&[u8])) -> io::Result<()> {
    while count > 0 {
        let buffered = file.fill_buf()?;
        if buffered.is_empty() {
            break;
        }
        let length = buffered.len().min(usize::try_from(count).unwrap_or(usize::MAX));
        visit(&buffered[..length]);
        file.consume(length);
        count -= length as u64;
    }
    Ok(())
}
