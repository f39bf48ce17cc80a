//! What a PNG is made of, looked at before it is decoded.
//!
//! The decoder leaves out a damaged chunk where it can do without it. One of these is the list of transparent
//! colours: without it every pixel is solid, and nobody would know.

use anyhow::{Result, bail};
use crc32fast::Hasher;
use std::io::{BufRead, BufReader, Read};

/// Bytes before the first chunk.
const SIGNATURE: u64 = 8;

/// The width that the file says it has, or an error where a part of it is not as it was written. What else may be
/// wrong is left to the decoder to say.
pub(super) fn check(file: impl Read) -> Result<u32> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut header = Vec::new();
    skip(&mut file, SIGNATURE, |_| {})?;
    while let (Some(length), Some(kind)) = (number(&mut file)?, number(&mut file)?) {
        // The decoder would panic in the midst of the last colour.
        if &kind == b"PLTE" && u32::from_be_bytes(length) % 3 != 0 {
            bail!("is damaged: its palette of {} bytes ends within a colour", u32::from_be_bytes(length));
        }
        let mut sum = Hasher::new();
        sum.update(&kind);
        skip(&mut file, u32::from_be_bytes(length).into(), |part| {
            sum.update(part);
            header.extend(part.iter().take(4_usize.saturating_sub(header.len())));
        })?;
        let Some(expected) = number(&mut file)? else { break };
        if sum.finalize() != u32::from_be_bytes(expected) {
            bail!("is damaged: the part {} does not have its checksum", kind.escape_ascii());
        }
        if &kind == b"IEND" {
            break;
        }
    }
    Ok(header.first_chunk().map_or(0, |&width| u32::from_be_bytes(width)))
}

/// The next four bytes; `None` where the file ends before.
fn number(file: &mut impl Read) -> Result<Option<[u8; 4]>> {
    let mut bytes = Vec::with_capacity(4);
    file.take(4).read_to_end(&mut bytes)?;
    Ok(bytes.try_into().ok())
}

/// Goes over so many bytes, or to the end of the file, and shows them.
fn skip(file: &mut impl BufRead, mut count: u64, mut show: impl FnMut(&[u8])) -> Result<()> {
    while count > 0 {
        let ready = file.fill_buf()?;
        if ready.is_empty() {
            break;
        }
        let part = ready.len().min(usize::try_from(count).unwrap_or(usize::MAX));
        show(&ready[..part]);
        file.consume(part);
        count -= part as u64;
    }
    Ok(())
}
