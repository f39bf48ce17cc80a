//! Pictures that are cut short, damaged, or lie about themselves: an error that names the file, or the same
//! pixels; never a panic, and never more memory than the command promises.
#![cfg(unix)]

mod common;

use common::faults::{png, png_header, says, stored};
use common::{Folder, Ran};
use image::{ColorType, DynamicImage, ExtendedColorType, ImageEncoder, Rgba, RgbaImage};
use std::io::Cursor;

/// The memory, in MiB of addresses with the program itself, in which a small picture must be shown, and a large
/// one refused.
const CAP: u32 = 64;

/// Small pictures of every kind that PNG has: with a palette and transparent entries, with and without alpha, grey.
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
        ("grey", encoded(ColorType::L8.into(), 1)),
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

/// Shows a picture; it is an error that names it, or what was shown before.
#[track_caller]
fn shown_or_refused(folder: &Folder, bytes: &[u8], good: &str, what: &str) -> bool {
    folder.write("p.png", bytes);
    let Ran { status, out, err } = folder.run_within(CAP, &["show", "p.png"]);
    match status {
        0 => assert_eq!(out, good, "{what}: other pixels, and no word of it"),
        status => {
            assert_eq!((status, out.as_str()), (1, ""), "{what}: {err}");
            says(&err, &["p.png: "]);
        }
    }
    status == 0
}

#[test]
fn a_png_cut_at_every_byte() {
    let (mut cases, mut shown) = (0, 0);
    for (name, png) in small_pngs() {
        let folder = Folder::new();
        let good = folder.write("p.png", &png).run(&["show", "p.png"]).fine().out;
        for length in 0..png.len() {
            let what = format!("{name} cut to {length} of {} bytes", png.len());
            shown += u32::from(shown_or_refused(&folder, &png[..length], &good, &what));
            cases += 1;
        }
    }
    println!("{cases} cut pictures, {shown} of them shown in full");
}

#[test]
fn a_png_with_every_bit_flipped() {
    let (mut cases, mut shown) = (0, 0);
    // Each bit of each byte in release, in debug a different bit of each.
    let every = if cfg!(debug_assertions) { 8 } else { 1 };
    for (name, png) in small_pngs() {
        let folder = Folder::new();
        let good = folder.write("p.png", &png).run(&["show", "p.png"]).fine().out;
        for (at, bit) in (0..png.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            if (at + bit) % every != 0 {
                continue;
            }
            let mut bad = png.clone();
            bad[at] ^= 1 << bit;
            shown += u32::from(shown_or_refused(
                &folder,
                &bad,
                &good,
                &format!("{name} with bit {bit} of byte {at} flipped"),
            ));
            cases += 1;
        }
    }
    println!("{cases} damaged pictures, {shown} of them shown as they were");
}

/// The decoder panicked where a palette was not of whole colours.
#[test]
fn a_png_whose_palette_ends_within_a_colour() {
    let folder = Folder::new();
    for length in (1..20).chain([28, 29, 255, 256, 766, 767, 769]).filter(|length| length % 3 != 0) {
        let palette = vec![7; length];
        let rows = [0, 0, 0, 0];
        folder.write(
            "p.png",
            png(&[(b"IHDR", &png_header(4, 2, 2, 3)), (b"PLTE", &palette), (b"IDAT", &stored(&rows)), (b"IEND", &[])]),
        );
        let ran = folder.run_within(CAP, &["show", "p.png"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
        says(&ran.err, &["p.png: ", &format!("palette of {length} bytes")]);
    }
}

/// Damage that somebody meant: the checksums are right, what they are of is not. It may show, but it ends in a picture
/// or an error.
#[test]
fn a_png_damaged_everywhere_under_right_checksums() {
    let folder = Folder::new();
    let every = if cfg!(debug_assertions) { 16 } else { 1 };
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
                let Ran { status, err, .. } = folder.run_within(CAP, &["show", "p.png"]);
                let fine = status == 0 && err.is_empty() || status == 1 && err.starts_with("error: ");
                assert!(fine, "{name}, {} as {bad:02x?}: {status} {err}", kind.escape_ascii());
                cases += 1;
            }
        }
    }
    println!("{cases} pictures with right checksums");
}

/// The chunks of a PNG, each a kind and its data.
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

/// The other formats have no checksums, so that damage may show; but it ends in a picture or an error.
#[test]
fn other_formats_cut_and_damaged_everywhere() {
    use image::ImageFormat::{Bmp, Gif, Ico, Jpeg, Pnm, Qoi, Tga, Tiff, WebP};
    let folder = Folder::new();
    let mut cases = 0;
    for format in [Bmp, Gif, Ico, Jpeg, Pnm, Qoi, Tga, Tiff, WebP] {
        let mut good = Cursor::new(Vec::new());
        let picture = RgbaImage::from_fn(5, 4, |x, y| Rgba([(x * 50) as u8, (y * 60) as u8, 9, (x * y * 20) as u8]));
        let picture = DynamicImage::from(picture);
        let written = picture.write_to(&mut good, format);
        written.or_else(|_| picture.to_rgb8().write_to(&mut good, format)).unwrap();
        let (good, name) = (good.into_inner(), format!("p.{}", format.extensions_str()[0]));
        let cut = (0..good.len()).map(|length| good[..length].to_vec());
        // Ones and zeros swapped, and numbers made as large as they can be.
        let damaged = [0xff, 0x80, 0x01].into_iter().flat_map(|bits| {
            let damage = |at: usize| [&good[..at], &[good[at] ^ bits], &good[at + 1..]].concat();
            (0..good.len()).map(damage).collect::<Vec<_>>()
        });
        for bytes in cut.chain(damaged).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
            folder.write(&name, bytes);
            let Ran { status, err, .. } = folder.run_within(CAP, &["show", &name]);
            assert!(status == 0 && err.is_empty() || status == 1 && err.starts_with("error: "), "{status} {err}");
            cases += 1;
        }
    }
    println!("{cases} pictures of nine formats");
}

/// Pictures over the limit are refused by what their first bytes say.
#[test]
fn bombs_are_refused_from_their_header() {
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
    let bombs: [(&str, Vec<u8>); 7] = [
        ("b.png", png(&[(b"IHDR", &png_header(100_000, 100_000, 8, 6)), (b"IDAT", &[0x78, 1]), (b"IEND", &[])])),
        ("deep.png", png(&[(b"IHDR", &png_header(1 << 15, (1 << 13) + 1, 16, 6)), (b"IDAT", &zeros), (b"IEND", &[])])),
        ("b.gif", gif(65_535, 65_535)),
        ("b.bmp", bmp(100_000, 100_000)),
        ("b.pgm", b"P5 100000 100000 255\n".to_vec()),
        ("b.tga", tga),
        ("b.qoi", qoi),
    ];
    for (name, bytes) in &bombs {
        folder.write(name, bytes);
        let ran = folder.run_within(CAP, &["show", name]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{name}");
        // Some decoders have a limit of their own for the sides.
        let reasons = ["over the limit of 268435456 pixels", "too large", "invalid image dimensions"];
        says(&ran.err, &[&format!("{name}: ")]);
        assert!(reasons.iter().any(|reason| ran.err.contains(reason)), "{}", ran.err);
    }
    println!("{} bombs", bombs.len());
}

/// Pictures within the limit, but over the memory there is: an error, not an abort.
#[test]
fn refused_memory_is_an_error() {
    let folder = Folder::new();
    let header = png_header(1 << 14, 1 << 14, 8, 6);
    folder.write("large.png", png(&[(b"IHDR", &header), (b"IDAT", &stored(&[0; 9])), (b"IEND", &[])]));
    folder.write("large.ppm", "P6 16384 16384 255\n");
    folder.write("large.pgm", "P5 16384 16384 255\n");
    for name in ["large.png", "large.ppm", "large.pgm"] {
        let ran = folder.run_within(CAP, &["show", name]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        says(&ran.err, &[&format!("{name}: "), "no memory for a picture of 16384 x 16384 pixels"]);
    }
}

/// A chunk of a PNG that unpacks to far more than it takes.
#[test]
fn packed_chunks_are_not_unpacked_without_end() {
    let folder = Folder::new();
    let zeros = zeros_packed(1 << 30);
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
        let ran = folder.run_within(CAP, &["show", "p.png"]);
        assert!(ran.out.contains("size    1 x 1\nsolid   1 of 1 pixels"), "{kind:?}: {}", ran.err);
    }
}

/// So many zeros as a zlib stream: fixed Huffman codes, 258 zeros to 13 bits.
fn zeros_packed(count: usize) -> Vec<u8> {
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
