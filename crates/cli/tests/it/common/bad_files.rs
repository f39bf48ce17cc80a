//! Invalid files, and a check of the error message.

use super::{AIR, Folder, SOLID};

/// Creates a folder with valid and invalid pictures and a valid scene.
pub(crate) fn folder() -> Folder {
    let folder = Folder::new();
    folder.picture("dot.png", 4, 3, |_, _| SOLID).picture("wide.png", 5, 3, |_, _| AIR);
    folder.picture("noise.png", 64, 64, |x, y| [(x * y) as u8, (x * 7 + y * y) as u8, (x ^ y) as u8, 255]);
    let noise = folder.bytes("noise.png");
    folder.write("cut.png", &noise[..noise.len() / 2]);
    folder.write("words.png", "these are words");
    folder.write("huge.png", huge_png());
    folder.write("good.json", scene(r#""image": "dot.png""#, r#""mask": "m", "x": 0, "y": 0"#));
    folder
}

/// Creates a folder with a scene of `count` sprites in which every pair collides.
pub(crate) fn heap(count: usize) -> Folder {
    let folder = Folder::new();
    folder.picture("dot.png", 1, 1, |_, _| SOLID);
    let sprites = "m,0,0\n".repeat(count);
    folder.write("heap.csv", format!("mask,x,y\n{sprites}"));
    folder.write("heap.json", r#"{"masks": {"m": {"image": "dot.png"}}, "sprites": "heap.csv"}"#);
    folder
}

/// Returns a PNG of a few bytes that declares 100,000 x 100,000 pixels.
pub(crate) fn huge_png() -> Vec<u8> {
    png(&[(b"IHDR", &png_header(100_000, 100_000, 8, 6)), (b"IDAT", &[0x78, 1]), (b"IEND", &[])])
}

/// Returns a PNG of these chunks, each a type and its data.
pub(crate) fn png(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let chunk = |&(kind, data): &(&[u8; 4], &[u8])| {
        let body = [kind, data].concat();
        [&(data.len() as u32).to_be_bytes(), body.as_slice(), &crc32fast::hash(&body).to_be_bytes()].concat()
    };
    b"\x89PNG\r\n\x1a\n".iter().copied().chain(chunks.iter().flat_map(chunk)).collect()
}

/// Returns the data of the IHDR chunk: size, bit depth, color type.
pub(crate) fn png_header(width: u32, height: u32, bits: u8, color: u8) -> Vec<u8> {
    [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, color, 0, 0, 0]].concat()
}

/// Returns bytes as a zlib stream of one uncompressed block.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u16).to_le_bytes();
    let (low, high) = bytes.iter().fold((1u32, 0u32), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    let block = [&[0x78, 1, 1][..], &length, &length.map(|byte| !byte), bytes].concat();
    [block, (high << 16 | low).to_be_bytes().to_vec()].concat()
}

/// Returns a scene of one mask and one sprite with these fields.
pub(crate) fn scene(mask: &str, sprite: &str) -> String {
    format!("{{\"masks\": {{\"m\": {{{mask}}}}},\n \"sprites\": [{{{sprite}}}]}}")
}

pub(crate) const DOT: &str = r#""image": "dot.png""#;
pub(crate) const AT: &str = r#""mask": "m", "x": 0, "y": 0"#;

/// Checks that an error is one line with these parts in this order, the first at the start.
#[track_caller]
pub(crate) fn assert_error(error: &str, parts: &[&str]) {
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with(&format!("error: {}", parts[0])), "{error:?} should begin with {:?}", parts[0]);
    let mut rest = error;
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{error:?} should contain {part:?}")).1;
    }
}
