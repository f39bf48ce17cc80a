//! Pictures that are truncated, damaged, or declare a wrong size: the result is an error that names the file, or the
//! original pixels. The command never panics and stays within its memory limit.

use crate::common::bad_files::{assert_error, huge_png, png, png_header, stored};
use crate::common::{Folder, Ran};
use image::{ColorType, DynamicImage, ExtendedColorType, ImageEncoder, Rgba, RgbaImage};
use std::io::Cursor;

/// The memory limit in MiB of address space, program included: small pictures fit, large ones are refused.
const MEMORY_LIMIT: u32 = 64;

/// Small pictures of several kinds of PNG: palette with transparent entries, with and without alpha, gray.
fn small_pngs() -> Vec<(&'static str, Vec<u8>)> {
    let pixels = |bytes: usize| (0..5 * 4 * bytes).map(|i| (i * 37 % 251) as u8).collect::<Vec<_>>();
    let encoded = |color: ExtendedColorType, bytes: usize| {
        let mut png = Vec::new();
        let encoder = image::codecs::png::PngEncoder::new(&mut png);
        encoder.write_image(&pixels(bytes), 5, 4, color).unwrap();
        png
    };
    let palette = [9, 9, 9, 200, 0, 0, 0, 200, 0, 0, 0, 200];
    let rows = [0, 0b00_01_10_11, 0, 0b11_10_01_00]; // a filter and four pixels of two bits each
    vec![
        ("rgba", encoded(ColorType::Rgba8.into(), 4)),
        ("rgb", encoded(ColorType::Rgb8.into(), 3)),
        ("gray", encoded(ColorType::L8.into(), 1)),
        ("deep", encoded(ColorType::Rgba16.into(), 8)),
        (
            "palette",
            png(&[
                (b"IHDR", &png_header(4, 2, 2, 3)),
                (b"PLTE", &palette),
                (b"tRNS", &[255, 0, 128, 127]),
                (b"IDAT", &stored(&rows)),
                (b"IEND", &[]),
            ]),
        ),
    ]
}

/// Runs `show` for every damage to every small picture. The result must be the output of the picture or an error that
/// names the file.
#[track_caller]
fn check_damages<I: Iterator<Item = (String, Vec<u8>)>>(what: &str, damages: impl Fn(Vec<u8>) -> I) {
    let (mut cases, mut shown) = (0, 0);
    for (name, png) in small_pngs() {
        let folder = Folder::new();
        let good = folder.write("p.png", &png).run(&["show", "p.png"]).fine().out;
        for (damage, bytes) in damages(png) {
            folder.write("p.png", bytes);
            let Ran { status, out, err } = folder.run_within(MEMORY_LIMIT, &["show", "p.png"]);
            if status == 0 {
                assert_eq!(out, good, "{name} {damage}: other pixels without an error");
                shown += 1;
            } else {
                assert_eq!((status, out.as_str()), (1, ""), "{name} {damage}: {err}");
                assert_error(&err, &["p.png: "]);
            }
            cases += 1;
        }
    }
    println!("{cases} {what} pictures, {shown} of them shown unchanged");
}

#[test]
fn png_truncated_at_every_byte() {
    check_damages("truncated", |png| {
        let every = if cfg!(debug_assertions) { 3 } else { 1 };
        (0..png.len())
            .step_by(every)
            .map(move |length| (format!("truncated to {length} bytes"), png[..length].to_vec()))
    });
}

#[test]
fn png_with_every_bit_flipped() {
    // A release build flips every bit, a debug build one bit in 24.
    let every = if cfg!(debug_assertions) { 24 } else { 1 };
    check_damages("damaged", |png| {
        let bits = (0..8 * png.len()).filter(move |bit| (bit / 8 + bit % 8) % every == 0);
        bits.map(move |bit| {
            let mut bad = png.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            (format!("with bit {bit} flipped"), bad)
        })
    });
}

/// The decoder panics on such a palette.
#[test]
fn png_with_a_palette_that_ends_within_a_color() {
    let folder = Folder::new();
    for length in (1..20).chain([28, 29, 255, 256, 766, 767, 769]).filter(|length| length % 3 != 0) {
        let palette = vec![7; length];
        let rows = [0, 0, 0, 0];
        folder.write(
            "p.png",
            png(&[(b"IHDR", &png_header(4, 2, 2, 3)), (b"PLTE", &palette), (b"IDAT", &stored(&rows)), (b"IEND", &[])]),
        );
        let ran = folder.run_within(MEMORY_LIMIT, &["show", "p.png"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
        assert_error(&ran.err, &["p.png: ", &format!("palette has {length} bytes")]);
    }
}

/// Deliberate damage with valid checksums: the pixels may differ, but the result is a picture or an error.
#[test]
fn png_damaged_everywhere_with_valid_checksums() {
    let folder = Folder::new();
    let every = if cfg!(debug_assertions) { 64 } else { 1 };
    let mut cases = 0;
    for (name, good) in small_pngs() {
        let chunks = chunks_of(&good);
        for (at, (kind, data)) in chunks.iter().enumerate() {
            let flipped = (0..8 * data.len()).step_by(every).map(|bit| {
                let mut bad = data.clone();
                bad[bit / 8] ^= 1 << (bit % 8);
                bad
            });
            let longer = [data.as_slice(), &[0]].concat();
            let shorter = data[..data.len().saturating_sub(1)].to_vec();
            for bad in flipped.chain([longer, shorter, Vec::new()]) {
                let mut all: Vec<(&[u8; 4], &[u8])> = chunks.iter().map(|(kind, data)| (kind, &data[..])).collect();
                all[at].1 = &bad;
                folder.write("p.png", png(&all));
                let Ran { status, err, .. } = folder.run_within(MEMORY_LIMIT, &["show", "p.png"]);
                let is_valid = status == 0 && err.is_empty() || status == 1 && err.starts_with("error: ");
                assert!(is_valid, "{name}, {} as {bad:02x?}: {status} {err}", kind.escape_ascii());
                cases += 1;
            }
        }
    }
    println!("{cases} pictures with valid checksums");
}

/// Splits a PNG into chunks of type and data.
fn chunks_of(png: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let (mut rest, mut chunks) = (&png[8..], Vec::new());
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (kind, after) = after.split_first_chunk::<4>().unwrap();
        let (data, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        chunks.push((*kind, data.to_vec()));
        rest = &after[4..];
    }
    chunks
}

/// Other formats have no checksums: the pixels may differ, but the result is a picture or an error.
#[test]
fn other_formats_truncated_and_damaged_everywhere() {
    use image::ImageFormat::{Bmp, Gif, Ico, Jpeg, Pnm, Qoi, Tga, Tiff, WebP};
    let folder = Folder::new();
    let mut cases = 0;
    let (usual, rare) = ([Bmp, Gif, Jpeg, WebP], [Ico, Pnm, Qoi, Tga, Tiff]);
    let formats = usual.into_iter().chain(rare.into_iter().filter(|_| cfg!(feature = "formats")));
    for format in formats {
        let mut good = Cursor::new(Vec::new());
        let picture = RgbaImage::from_fn(5, 4, |x, y| Rgba([(x * 50) as u8, (y * 60) as u8, 9, (x * y * 20) as u8]));
        let picture = DynamicImage::from(picture);
        let written = picture.write_to(&mut good, format);
        written.or_else(|_| picture.to_rgb8().write_to(&mut good, format)).unwrap();
        let (good, name) = (good.into_inner(), format!("p.{}", format.extensions_str()[0]));
        let truncated = (0..good.len()).map(|length| good[..length].to_vec());
        // Inverts all bits, the highest bit and the lowest bit of each byte.
        let damaged = [0xff, 0x80, 0x01].into_iter().flat_map(|bits| {
            let damage = |at: usize| [&good[..at], &[good[at] ^ bits], &good[at + 1..]].concat();
            (0..good.len()).map(damage).collect::<Vec<_>>()
        });
        for bytes in truncated.chain(damaged).step_by(if cfg!(debug_assertions) { 21 } else { 1 }) {
            folder.write(&name, bytes);
            let Ran { status, err, .. } = folder.run_within(MEMORY_LIMIT, &["show", &name]);
            assert!(status == 0 && err.is_empty() || status == 1 && err.starts_with("error: "), "{status} {err}");
            cases += 1;
        }
    }
    println!("{cases} pictures");
}

#[test]
fn oversized_pictures_are_refused_by_their_header() {
    let folder = Folder::new();
    let zeros = [0; 2];
    let gif = |width: u16, height: u16| {
        let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
        [b"GIF89a", &size[..], &[0, 0, 0, 0x2c, 0, 0, 0, 0], &size, &[0, 2, 0, 0x3b]].concat()
    };
    let bmp = |width: i32, height: i32| {
        let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
        let rest = [&[1, 0, 32, 0][..], &[0; 24]].concat();
        [b"BM", &[0; 8][..], &54u32.to_le_bytes(), &40u32.to_le_bytes(), &size, &rest].concat()
    };
    let tga = [&[0, 0, 2][..], &[0; 9], &[255, 255, 255, 255, 32, 8]].concat();
    let qoi = [b"qoif", &100_000u32.to_be_bytes()[..], &100_000u32.to_be_bytes(), &[4, 0], &[0; 8]].concat();
    let rare = [("b.pgm", b"P5 100000 100000 255\n".to_vec()), ("b.tga", tga), ("b.qoi", qoi)];
    let mut bombs: Vec<(&str, Vec<u8>)> = vec![
        ("b.png", huge_png()),
        ("deep.png", png(&[(b"IHDR", &png_header(1 << 15, (1 << 13) + 1, 16, 6)), (b"IDAT", &zeros), (b"IEND", &[])])),
        ("b.gif", gif(65_535, 65_535)),
        ("b.bmp", bmp(100_000, 100_000)),
    ];
    bombs.extend(rare.into_iter().filter(|_| cfg!(feature = "formats")));
    for (name, bytes) in &bombs {
        folder.write(name, bytes);
        let ran = folder.run_within(MEMORY_LIMIT, &["show", name]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{name}");
        // Some decoders limit width and height themselves.
        let reasons = ["over the limit of 268435456 pixels", "too large", "invalid image dimensions"];
        assert_error(&ran.err, &[&format!("{name}: ")]);
        assert!(reasons.iter().any(|reason| ran.err.contains(reason)), "{}", ran.err);
    }
    println!("{} bombs", bombs.len());
}

/// A build without the rare formats names them, and says how to get them.
#[cfg(not(feature = "formats"))]
#[test]
fn rare_formats_are_named() {
    let folder = Folder::new();
    folder.write("p.qoi", [b"qoif", &[0, 0, 0, 1, 0, 0, 0, 1, 4, 0][..]].concat());
    folder.write("p.txt", "no picture");
    for name in ["p.qoi", "p.txt"] {
        assert_error(&folder.run(&["show", name]).err, &[name, "TIFF need a build with --features formats"]);
    }
}

/// Pictures under the size limit that do not fit the memory are an error, not an abort.
#[test]
fn insufficient_memory_is_an_error() {
    let folder = Folder::new();
    let header = png_header(1 << 14, 1 << 14, 8, 6);
    folder.write("large.png", png(&[(b"IHDR", &header), (b"IDAT", &stored(&[0; 9])), (b"IEND", &[])]));
    folder.write("large.ppm", "P6 16384 16384 255\n");
    folder.write("large.pgm", "P5 16384 16384 255\n");
    for name in ["large.png", "large.ppm", "large.pgm"].into_iter().take(if cfg!(feature = "formats") { 3 } else { 1 })
    {
        let ran = folder.run_within(MEMORY_LIMIT, &["show", name]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert_error(&ran.err, &[&format!("{name}: "), "not enough memory for a picture of 16384 x 16384 pixels"]);
    }
}

/// The metadata chunk unpacks to 1 GiB.
#[test]
fn compressed_metadata_is_not_unpacked_without_limit() {
    let folder = Folder::new();
    let zeros = compressed_zeros(1 << 30);
    for (kind, head) in [(b"iCCP", &b"name\0\0"[..]), (b"zTXt", b"name\0\0"), (b"iTXt", b"name\0\x01\0\0\0")] {
        let chunk = [head, &zeros].concat();
        let small = png(&[
            (b"IHDR", &png_header(1, 1, 8, 6)),
            (kind, &chunk),
            (b"IDAT", &stored(&[0, 1, 2, 3, 255])),
            (b"IEND", &[]),
        ]);
        assert!(small.len() < 7_000_000, "{} bytes", small.len());
        folder.write("p.png", small);
        let ran = folder.run_within(MEMORY_LIMIT, &["show", "p.png"]);
        assert!(ran.out.contains("size    1 x 1\nsolid   1 of 1 pixels"), "{kind:?}: {}", ran.err);
    }
}

/// Returns `count` zeros as a zlib stream with fixed Huffman codes: 13 bits for 258 zeros.
fn compressed_zeros(count: usize) -> Vec<u8> {
    let mut bits = Vec::<bool>::new();
    let mut put = |value: u32, length: u32, from_top: bool| {
        bits.extend((0..length).map(|i| value >> if from_top { length - 1 - i } else { i } & 1 == 1));
    };
    put(1, 1, false); // the last block
    put(1, 2, false); // fixed codes
    put(0x30, 8, true); // a zero
    for _ in 0..count / 258 {
        put(0b1100_0101, 8, true); // repeat 258 bytes
        put(0, 5, true); // from one byte back
    }
    put(0, 7, true); // the end
    let bytes = bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |sum, &bit| sum << 1 | u8::from(bit)));
    [0x78, 1].into_iter().chain(bytes).chain([0; 4]).collect()
}
