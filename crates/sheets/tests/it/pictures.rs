//! Pictures of sheets: damage that changes no pixel is a warning, and the formats of the feature `pictures`.

use crate::common::{art, png, rows, strict};
use sheets::image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use sheets::{Options, Sheet, SheetError, WarningKind, read_picture};
use std::collections::HashMap;
use std::io::Cursor;

/// Reads a sheet of one frame of 2 x 1 pixels.
fn read(picture: &[u8], options: &Options) -> Result<Sheet, SheetError> {
    let json = r#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 2, "h": 1}}], "meta": {"image": "p.png"}}"#;
    let files = HashMap::from([("s.json".to_owned(), json.into()), ("p.png".to_owned(), picture.to_vec())]);
    Sheet::read(&files, "s.json", options)
}

fn chunk(name: &[u8; 4], data: &[u8], damage: u32) -> Vec<u8> {
    let mut hasher = flate2::Crc::new();
    hasher.update(name);
    hasher.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length[..], name, data, &(hasher.sum() ^ damage).to_be_bytes()].concat()
}

/// Returns a PNG with a chunk after its header.
fn with(chunk: &[u8]) -> Vec<u8> {
    let good = png(&art(&["#."]));
    [&good[..33], chunk, &good[33..]].concat()
}

#[test]
fn damage_that_changes_no_pixel_is_a_warning() {
    for name in [b"tEXt", b"iCCP", b"eXIf", b"gAMA", b"zzZz", b"iDOT"] {
        let sheet = read(&with(&chunk(name, b"Title\0a", 7)), &Options::default()).unwrap();
        assert_eq!(rows(&sheet.frames()[0]), "#.");
        let [warning] = sheet.warnings() else { panic!("{:?}", sheet.warnings()) };
        let text = warning.to_string();
        let name = name.escape_ascii().to_string();
        assert!(text.starts_with(&format!("p.png: PNG is damaged: the chunk {name} has checksum")), "{text}");
        assert!(text.ends_with("; the chunk is ignored") && warning.kind == WarningKind::Damaged, "{text}");
        assert!(read(&with(&chunk(b"tEXt", b"a", 7)), &strict()).is_err());
    }
    for fine in [chunk(b"zzZz", b"abc", 0), chunk(b"iCCP", b"x\0\0garbage", 0), chunk(b"eXIf", b"garbage", 0)] {
        assert_eq!(read(&with(&fine), &strict()).unwrap().warnings(), []);
    }
    let trailing = [png(&art(&["#."])), b"extra".repeat(10)].concat();
    assert_eq!(rows(&read(&trailing, &strict()).unwrap().frames()[0]), "#.");
}

#[test]
fn damage_that_can_change_pixels_is_an_error() {
    let error = |picture: &[u8]| read(picture, &Options::default()).unwrap_err().to_string();
    // The name of the list of transparent colors, with one letter damaged, is a name that decoders skip.
    for name in [b"tRNS", b"tRNs", b"vRNS", b"PLTE", b"IDAT", b"IDAt"] {
        let error = error(&with(&chunk(name, &[0; 3], 7)));
        assert!(error.starts_with("p.png: PNG is damaged: the chunk "), "{error}");
    }
    let mut damaged = png(&art(&["#."]));
    let end = damaged.len() - 13;
    damaged[end] ^= 1;
    assert!(error(&damaged).contains("the chunk IDAT has checksum"), "{}", error(&damaged));
    let good = png(&art(&["#."]));
    let apple = [&good[..8], &chunk(b"CgBI", b"\x50\0\x20\x06", 0), &good[8..]].concat();
    assert!(error(&apple).contains("use the PNG that Xcode made it from"), "{}", error(&apple));
}

#[test]
fn pictures_of_every_format_of_the_feature_are_read() {
    let picture = art(&["#.", "##"]);
    for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP, ImageFormat::Bmp] {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(picture.clone()).write_to(&mut bytes, format).unwrap();
        let sheet = read(&bytes.into_inner(), &strict()).unwrap();
        assert_eq!(rows(&sheet.frames()[0]), "#.", "{format:?}");
    }
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(picture).into_rgb8().write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    assert_eq!(rows(&read(&bytes.into_inner(), &strict()).unwrap().frames()[0]), "##");
}

/// Returns a BMP of two pixels, with a header of `size` bytes and the masks of red, green, blue and alpha.
fn bmp(size: u32, bits: u16, compression: u32, masks: [u32; 4], pixels: &[u8]) -> Vec<u8> {
    let mut header = vec![0; size as usize - 4];
    header[..16].copy_from_slice(
        &[
            &2_u32.to_le_bytes()[..],
            &1_u32.to_le_bytes(),
            &1_u16.to_le_bytes(),
            &bits.to_le_bytes(),
            &compression.to_le_bytes(),
        ]
        .concat(),
    );
    for (at, mask) in masks.iter().enumerate() {
        header[36 + 4 * at..][..4].copy_from_slice(&mask.to_le_bytes());
    }
    let start = 14 + size;
    let length = start + u32::try_from(pixels.len()).unwrap();
    [b"BM", &length.to_le_bytes()[..], &[0; 4], &start.to_le_bytes(), &size.to_le_bytes(), &header, pixels].concat()
}

#[test]
fn alpha_masks_of_bmp_are_read() {
    let pixels = |bytes: Vec<u8>| -> Vec<u8> {
        let picture: RgbaImage = read_picture(Cursor::new(bytes), "a.bmp", 100).unwrap();
        picture.pixels().map(|&Rgba([_, _, _, alpha])| alpha).collect()
    };
    let bgra = [1, 2, 3, 255, 1, 2, 3, 0];
    let masks = [0xff_0000, 0xff00, 0xff, 0xff00_0000];
    // The headers of version 3, 4 and 5.
    for size in [56, 108, 124] {
        assert_eq!(pixels(bmp(size, 32, 3, masks, &bgra)), [255, 0], "{size}");
    }
    let abgr = [255, 1, 2, 3, 0, 1, 2, 3];
    assert_eq!(pixels(bmp(108, 32, 3, [0xff00_0000, 0xff_0000, 0xff00, 0xff], &abgr)), [255, 0]);
    assert_eq!(pixels(bmp(108, 16, 3, [0x7c00, 0x3e0, 0x1f, 0x8000], &[1, 0x80, 1, 0])), [255, 0]);
    assert_eq!(pixels(bmp(108, 32, 3, [0xff_0000, 0xff00, 0xff, 0], &bgra)), [255, 255]);
}

/// The pixels that Chromium shows.
#[test]
fn alpha_masks_of_bmp_without_bit_fields_are_read() {
    let pixels = |size, bits, masks, pixels: &[u8]| -> Vec<[u8; 4]> {
        let picture = read_picture(Cursor::new(bmp(size, bits, 0, masks, pixels)), "a.bmp", 100).unwrap();
        picture.pixels().map(|pixel| pixel.0).collect()
    };
    let bgra = [1, 2, 3, 200, 4, 5, 6, 0];
    for (masks, alpha) in [
        ([0xff_0000, 0xff00, 0xff, 0xff00_0000], [200, 0]),
        // Only the mask of the alpha counts. As Chromium writes pictures to the clipboard.
        ([0, 0, 0, 0xff00_0000], [200, 0]),
        ([0xff, 0xff00, 0xff_0000, 0x8000_0000], [255, 0]),
        ([0xff_0000, 0xff00, 0xff, 0], [255, 255]),
        // A mask over a color.
        ([0xff_0000, 0xff00, 0xff, 0xff80_0000], [255, 255]),
    ] {
        for size in [56, 108, 124] {
            let shown = pixels(size, 32, masks, &bgra);
            assert_eq!(shown, [[3, 2, 1, alpha[0]], [6, 5, 4, alpha[1]]], "{size}, {masks:x?}");
        }
    }
    // A picture without any alpha is opaque.
    let masks = [0xff_0000, 0xff00, 0xff, 0xff00_0000];
    assert_eq!(pixels(108, 32, masks, &[1, 2, 3, 0, 4, 5, 6, 0]), [[3, 2, 1, 255], [6, 5, 4, 255]]);
    // 16 bits have five for each color, and one is left. Mask bits that the pixels do not have are ignored.
    let shown = pixels(108, 16, [0x7c00, 0x3e0, 0x1f, 0xffff_8000], &[0xff, 0xff, 0xff, 0x7f]);
    assert_eq!(shown, [[255; 4], [255, 255, 255, 0]]);
}

#[test]
fn alpha_masks_of_bmp_follow_the_order_of_the_rows() {
    let masks = [0, 0, 0, 0xff00_0000];
    // Three rows of a pixel: the rows begin at the bottom.
    let mut file = bmp(108, 32, 0, masks, &[0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30]);
    let alpha = |file: &[u8]| -> Vec<u8> {
        read_picture(Cursor::new(file), "a.bmp", 100).unwrap().pixels().map(|pixel| pixel.0[3]).collect()
    };
    file[18..26].copy_from_slice(&[1_i32.to_le_bytes(), 3_i32.to_le_bytes()].concat());
    assert_eq!(alpha(&file), [30, 20, 10]);
    file[22..26].copy_from_slice(&(-3_i32).to_le_bytes());
    assert_eq!(alpha(&file), [10, 20, 30]);
    // 16 bits: rows of three pixels end with two bytes that mean nothing.
    let mut file = bmp(108, 16, 0, [0, 0, 0, 0x8000], &[0, 0x80, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0, 0, 0x80, 9, 9]);
    file[18..26].copy_from_slice(&[3_i32.to_le_bytes(), 2_i32.to_le_bytes()].concat());
    assert_eq!(alpha(&file), [0, 0, 255, 255, 0, 0]);
    assert!(read_picture(Cursor::new(&file[..file.len() - 1]), "a.bmp", 100).is_err());
}
