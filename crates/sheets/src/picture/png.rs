//! Checks the chunks of a PNG before the picture is decoded.
//!
//! The decoder skips a damaged chunk if it can decode the picture without the chunk. One such chunk lists the
//! transparent colors. Without the list every pixel is solid, and the mask is silently wrong.

use super::read::PictureError;
use crc32fast::Hasher;
use std::io;
use std::io::{BufRead, Read};

/// Bytes before the first chunk.
const SIGNATURE_BYTES: u64 = 8;

/// The chunks that decide about pixels.
const NEEDED: [&[u8; 4]; 4] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT"];

/// Returns the width in the header of a PNG, and the first damage that changes no pixel.
///
/// Returns an error if a chunk with pixels does not match its checksum, or if the palette ends within a color. All
/// other faults are left to the decoder.
pub(super) fn check_chunks(mut file: impl BufRead) -> Result<(u32, Option<PictureError>), PictureError> {
    let (mut header, mut damage) = (Vec::new(), None);
    read_through(&mut file, SIGNATURE_BYTES, |_| {})?;
    while let (Some(length), Some(chunk)) = (read_four(&mut file)?, read_four(&mut file)?) {
        let length = u32::from_be_bytes(length);
        if &chunk == b"CgBI" {
            let reason = "PNG has the form of Apple's devices (CgBI): use the PNG that Xcode made it from";
            return Err(PictureError::Decoder(reason.into()));
        }
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
            let error = PictureError::Checksum { chunk, stored, computed };
            // The name itself may be damaged.
            if NEEDED.iter().any(|name| (0..4).filter(|&at| name[at] == chunk[at]).count() >= 3) {
                return Err(error);
            }
            damage.get_or_insert(error);
        }
        if &chunk == b"IEND" {
            break;
        }
    }
    Ok((header.first_chunk().map_or(0, |&width| u32::from_be_bytes(width)), damage))
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
