//! Masks saved and loaded again: bytes, serde, pictures. Hostile input is refused.

use hitmask::Mask;
use hitmask::mask::MaskError;
use serde_json::json;
use testkit::Rng;
use testkit::oracle::Subject;
use testkit::saved::reseal;

const SIDES: [u32; 13] = [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 127, 128, 130];

fn for_masks(mut check: impl FnMut(&Mask)) {
    let mut rng = Rng::new(1);
    for (width, height) in SIDES.iter().flat_map(|&width| SIDES.map(|height| (width, height))) {
        for percent in [0, 50, 100] {
            check(&Subject::noise(width, height, percent, &mut rng).mask);
        }
    }
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 10_000 } {
        let (width, height) = (rng.below(140), rng.below(20));
        check(&Subject::noise(width, height, 50, &mut rng).mask);
    }
}

/// The CRC-32 of bytes, bit by bit.
fn crc<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    !bytes.fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// The documented layout, built bit by bit.
fn layout(mask: &Mask) -> Vec<u8> {
    let mut bytes = b"mask\x02\0\0\0".to_vec();
    bytes.extend(mask.width().to_le_bytes());
    bytes.extend(mask.height().to_le_bytes());
    bytes.extend([0; 4]);
    let (width, count) = (mask.width() as usize, mask.width() as usize * mask.height() as usize);
    let solid = |i: usize| i < count && mask.contains([(i % width) as i32, (i / width) as i32]);
    bytes.extend(
        (0..count.div_ceil(8)).map(|byte| (0..8).fold(0, |bits, bit| bits | u8::from(solid(byte * 8 + bit)) << bit)),
    );
    let sum = crc(bytes[..16].iter().chain(&bytes[20..]));
    bytes[16..20].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn bytes_come_back() {
    for_masks(|mask| {
        let bytes = mask.to_bytes();
        assert_eq!(bytes, layout(mask));
        let again = Mask::from_bytes(&bytes).unwrap();
        again.validate();
        assert_eq!(&again, mask);
    });
}

#[test]
fn serde_comes_back_in_formats_for_people_and_for_machines() {
    for_masks(|mask| {
        let text = serde_json::to_string(mask).unwrap();
        let again: Mask = serde_json::from_str(&text).unwrap();
        again.validate();
        assert_eq!(&again, mask);
        let mut bytes = Vec::new();
        ciborium::into_writer(mask, &mut bytes).unwrap();
        let again: Mask = ciborium::from_reader(&bytes[..]).unwrap();
        assert_eq!(&again, mask);
        let pixels = &mask.to_bytes()[20..];
        assert!(bytes.windows(pixels.len().max(1)).any(|window| window == pixels) || pixels.is_empty());
    });
}

#[test]
fn pictures_come_back() {
    for_masks(|mask| {
        let picture = mask.to_image();
        assert_eq!(picture.dimensions(), (mask.width(), mask.height()));
        assert!(picture.pixels().all(|pixel| matches!(pixel.0, [0 | 255])));
        let again = Mask::from_fn(mask.width(), mask.height(), |x, y| picture.get_pixel(x, y).0 == [255]).unwrap();
        assert_eq!(&again, mask);
    });
}

#[test]
fn invalid_bytes_are_refused() {
    let good = "#..\n.##".parse::<Mask>().unwrap().to_bytes();
    for length in 0..20 {
        assert_eq!(Mask::from_bytes(&good[..length]), Err(MaskError::NotAMask));
    }
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = good.clone();
        changed.splice(at..at + bytes.len(), bytes.iter().copied());
        reseal(&mut changed);
        Mask::from_bytes(&changed).unwrap_err()
    };
    assert_eq!(with(0, b"Mask"), MaskError::NotAMask);
    assert_eq!(with(4, &[1]), MaskError::UnknownVersion { expected: 2, version: 1 });
    assert_eq!(Mask::from_bytes(&good[..20]), Err(MaskError::WrongChecksum));
    assert_eq!(with(20, &[0b1111_0001]), MaskError::SurplusBits { width: 3, height: 2, bits: 0b1100_0000 });
    let length = |width, height, expected, got| MaskError::WrongLength { width, height, unit: "bytes", expected, got };
    assert_eq!(with(8, &[9]), length(9, 2, 3, 1));
    assert_eq!(with(8, &[255; 8]), length(u32::MAX, u32::MAX, (u64::MAX - 2 * u64::from(u32::MAX)).div_ceil(8), 1));
    let mut short = good[..20].to_vec();
    reseal(&mut short);
    assert_eq!(Mask::from_bytes(&short).unwrap_err(), length(3, 2, 1, 0));
    // A size over the limit is an error even if it has no pixels.
    assert_eq!(with(8, &[0, 0, 0, 0]), length(0, 2, 0, 1));
    let mut wide = b"mask\x02\0\0\0".to_vec();
    wide.extend([0, 0, 0, 5, 1, 0, 0, 0]);
    wide.resize(20 + (5 << 24) / 8, 0);
    reseal(&mut wide);
    assert_eq!(Mask::from_bytes(&wide).unwrap_err(), MaskError::TooLarge { width: 5 << 24, height: 1 });
}

/// Twenty bytes can describe four billion rows without pixels; loading them takes no time.
#[test]
fn masks_without_pixels_take_no_time() {
    for (width, height) in [(0, u32::MAX), (u32::MAX, 0), (0, 0)] {
        let mask = Mask::new(width, height).unwrap();
        assert_eq!(mask.to_bytes().len(), 20);
        assert_eq!(Mask::from_bytes(&mask.to_bytes()).unwrap(), mask);
        assert_eq!(serde_json::from_str::<Mask>(&serde_json::to_string(&mask).unwrap()).unwrap(), mask);
        assert_eq!(mask.coarsened(1).unwrap(), mask);
        assert_eq!(Mask::filled(9, 9).unwrap().scaled(width, height).unwrap(), mask);
        assert_eq!(Mask::filled(9, 9).unwrap().scaled_any(width, height).unwrap(), mask);
        assert_eq!(Mask::from_contours(width, height, [[[0, 0], [9, 0], [9, 9]]]).unwrap(), mask);
        assert_eq!((mask.cropped().0.width(), mask.pixels().count(), mask.outline().len()), (0, 0, 0));
    }
}

#[test]
fn invalid_serialized_data_is_refused_with_the_reason() {
    let refused = |value: serde_json::Value, reason: &str| {
        let error = serde_json::from_value::<Mask>(value).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    let mask = |version: u32, width: u32, height: u32, bits: &str| json!({"version": version, "width": width, "height": height, "bits": bits});
    assert!(serde_json::from_value::<Mask>(mask(1, 3, 2, "31")).is_ok());
    assert!(serde_json::from_value::<Mask>(mask(1, 3, 3, "FF01")).is_ok());
    refused(mask(2, 3, 2, "31"), "version of a saved mask must be 1, got 2");
    refused(mask(1, 3, 2, "3"), "hexadecimal digits, two for each byte");
    refused(mask(1, 3, 2, "3g"), "hexadecimal digits, two for each byte");
    refused(mask(1, 3, 2, "+1"), "hexadecimal digits, two for each byte");
    refused(mask(1, 3, 2, "é"), "hexadecimal digits, two for each byte");
    refused(mask(1, 3, 2, "71"), "bits after the last of 3 x 2 pixels must be zero, got 0b01000000");
    refused(mask(1, 3, 2, "3100"), "3 x 2 pixels need 1 bytes, got 2");
    refused(mask(1, u32::MAX, u32::MAX, ""), "need 2305843008139952129 bytes, got 0");
    refused(json!({"version": 1, "width": -3, "height": 2, "bits": "31"}), "invalid value");
    refused(json!({"version": 1, "width": 3, "height": 2, "bits": [49]}), "expected the pixels of a mask");
    refused(json!({"version": 1, "width": 3, "height": 2, "bits": "31", "bounds": null}), "unknown field `bounds`");
    refused(json!({"version": 1, "width": 3, "height": 2}), "missing field `bits`");
    let twice = r#"{"version":1,"width":3,"width":3,"height":2,"bits":"31"}"#;
    assert!(serde_json::from_str::<Mask>(twice).unwrap_err().to_string().contains("duplicate field"));
}
