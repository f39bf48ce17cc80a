//! The tiles of a layer: numbers, or text in one of Tiled's encodings.

use super::lenient::RawGid;
use super::raw::RawData;
use crate::Reason;
use crate::limits::Budget;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;

/// The bytes of a zstd window that are always allowed.
const LEAST_WINDOW: u64 = 8 << 20;

/// The base64 that Qt reads: the end may be padded or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Unpacks base64. Like Qt, skips all characters that mean nothing in it.
pub(super) fn base64(text: &str) -> Result<Vec<u8>, Reason> {
    let packed: Vec<u8> =
        text.bytes().filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).collect();
    BASE64.decode(packed).map_err(|error| Reason::Syntax(format!("damaged base64: {error}")))
}

/// Returns the global tile ids of `width` times `height` cells. A list may end early.
///
/// The number of cells is known before, so no more is ever unpacked.
pub(super) fn gids(
    data: RawData,
    [encoding, compression]: [&str; 2],
    [width, height]: [u32; 2],
    [tiles, unpacked]: [&mut Budget; 2],
) -> Result<Vec<u32>, Reason> {
    let count = u64::from(width) * u64::from(height);
    tiles.take(count)?;
    let wrong = |got: u64| Reason::invalid(format_args!("{width} x {height} tiles"), format_args!("{got} tiles"));
    let gids: Vec<u32> = match (data, encoding, compression) {
        (RawData::Gids(gids), ..) if gids.len() as u64 <= count => {
            return Ok(gids.into_iter().map(|RawGid(gid)| gid).collect());
        }
        (RawData::Gids(gids), ..) => return Err(wrong(gids.len() as u64)),
        // An element without tiles.
        (RawData::Text(text), ..) if text.trim().is_empty() => return Ok(Vec::new()),
        (RawData::Text(text), "csv", _) => {
            // No text between two commas is an empty cell.
            let number = |text: &str| match text.trim() {
                "" => Ok(0),
                gid => gid.parse().map_err(|_| Reason::invalid("a list of global tile ids", format_args!("{text:?}"))),
            };
            // A count of commas costs no memory.
            let commas = text.bytes().filter(|&byte| byte == b',').count() as u64;
            if commas > count {
                return Err(wrong(commas + 1));
            }
            let text = text.trim();
            text.strip_suffix(',').unwrap_or(text).split(',').map(number).collect::<Result<_, _>>()?
        }
        (RawData::Text(text), "base64", compression) => {
            let packed = base64(&text)?;
            unpacked.take(count.saturating_mul(4))?;
            let bytes = unpack(&packed, compression, count.saturating_mul(4))?;
            if bytes.len() % 4 != 0 {
                return Err(Reason::invalid("4 bytes for each tile", format_args!("{} bytes", bytes.len())));
            }
            bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect()
        }
        (_, encoding, _) => return Err(Reason::invalid("encoded as csv or base64", format_args!("{encoding:?}"))),
    };
    if gids.len() as u64 == count { Ok(gids) } else { Err(wrong(gids.len() as u64)) }
}

/// Unpacks at most one byte more than expected.
fn unpack(packed: &[u8], compression: &str, expected: u64) -> Result<Vec<u8>, Reason> {
    let damaged = |error: String| Reason::Syntax(format!("damaged {compression} data: {error}"));
    let read = |source: &mut dyn Read| {
        let mut bytes = Vec::new();
        source.take(expected + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        Ok(bytes)
    };
    match compression {
        "" => Ok(packed.to_vec()),
        // Tiled looks at the bytes, too.
        "zlib" | "gzip" if packed.starts_with(&[0x1f, 0x8b]) => read(&mut GzDecoder::new(packed)),
        "zlib" | "gzip" => read(&mut ZlibDecoder::new(packed)),
        "zstd" => {
            // A file may ask for a window that is larger than its content.
            let window = expected.max(LEAST_WINDOW).next_power_of_two();
            let decoder = StreamingDecoder::new_with_max_window_size(packed, window);
            read(&mut decoder.map_err(|error| damaged(error.to_string()))?)
        }
        other => Err(Reason::invalid("compressed with zlib, gzip, zstd or nothing", format_args!("{other:?}"))),
    }
}
