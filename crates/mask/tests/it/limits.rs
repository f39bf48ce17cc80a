//! Arguments that are refused; a refused call changes nothing.

use mask::bitvec::prelude::*;
use mask::{Mask, MaskError, Solid};
use testkit::Rng;

fn refused(error: &MaskError, text: &str) {
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn masks_over_the_limit_are_refused_before_memory_is_asked_for() {
    for (width, height) in [(1024, 1 << 28), (u32::MAX, u32::MAX), (1, (1 << 26) + 1), ((1 << 26) + 1, 1)] {
        assert_eq!(Mask::new(width, height).unwrap_err(), MaskError::TooLarge { width, height });
        assert_eq!(Mask::filled(width, height).unwrap_err(), MaskError::TooLarge { width, height });
        let never = |_, _| -> bool { panic!("the closure of a refused mask must not be called") };
        assert_eq!(Mask::from_fn(width, height, never).unwrap_err(), MaskError::TooLarge { width, height });
    }
    refused(
        &Mask::new(1024, 1 << 28).unwrap_err(),
        "1024 x 268435456 pixels is too large: as given and rotated by 90 degrees it may have at most 67108864 words",
    );
}

#[test]
fn the_default_is_a_mask_without_pixels() {
    let mask = Mask::default();
    mask.validate();
    assert_eq!(mask, Mask::new(0, 0).unwrap());
    assert_eq!((mask.width(), mask.height(), mask.bounds(), (&mask).into_iter().count()), (0, 0, None, 0));
}

#[test]
fn masks_without_pixels_are_valid_and_never_collide() {
    let solid = Mask::filled(70, 70).unwrap();
    for (width, height) in [(0, 0), (0, 70), (70, 0), (0, u32::MAX), (u32::MAX, 0)] {
        let mut empty = Mask::filled(width, height).unwrap();
        assert!(empty.is_empty() && empty.bounds().is_none() && empty.count() == 0);
        assert!(!empty.contains([0, 0]));
        for (a, b) in [(&empty, &solid), (&solid, &empty), (&empty, &empty)] {
            assert!(!a.overlaps(b, [0, 0]));
            assert_eq!(a.overlap_first(b, [0, 0]), None);
            assert_eq!(a.overlap_bounds(b, [0, 0]), None);
            assert_eq!(a.overlap_area(b, [0, 0]), 0);
            assert!(a.overlap_mask(b, [0, 0]).is_empty());
        }
        empty.draw(&solid, [0, 0]);
        empty.invert();
        empty.fill();
        empty.validate();
        // A loop over rows would write gigabytes.
        assert_eq!((empty.to_string().as_str(), empty.to_bits().len(), empty.to_bytes().len()), ("", 0, 20));
        let turned = empty.rotated_90();
        assert_eq!((turned.width(), turned.height()), (height, width));
        assert_eq!((empty.flipped_x().width(), empty.flipped_y().height()), (width, height));
    }
}

#[test]
fn pixels_and_bits_of_the_wrong_length_are_refused() {
    let error = Mask::from_rgba8(2, 2, &[0; 15], Solid::default()).unwrap_err();
    refused(&error, "2 x 2 pixels need 16 bytes, got 15");
    let error = Mask::from_rgba8(u32::MAX, u32::MAX, &[0; 16], Solid::default()).unwrap_err();
    refused(&error, "bytes, got 16");
    let error = Mask::from_bits(3, 3, bits![0; 8]).unwrap_err();
    refused(&error, "3 x 3 pixels need 9 bits, got 8");
}

#[test]
fn invalid_text_is_refused_with_its_position() {
    refused(&"#.\n#x".parse::<Mask>().unwrap_err(), "line 2, column 2: expected '#' or '.', found 'x'");
    refused(&"#.\n#\n".parse::<Mask>().unwrap_err(), "line 2 must be as long as the first line, 2 characters, got 1");
    refused(&"#é".parse::<Mask>().unwrap_err(), "line 1, column 2");
    assert_eq!("".parse::<Mask>().unwrap(), Mask::new(0, 0).unwrap());
    assert_eq!("#.\r\n.#\r\n".parse::<Mask>().unwrap().to_string(), "#.\n.#");
}

#[test]
fn the_three_rules_for_solid_pixels() {
    let pixels: Vec<u8> = (0..=255).flat_map(|n: u8| [n, n, n, n]).collect();
    let count = |solid| Mask::from_rgba8(256, 1, &pixels, solid).unwrap().count();
    for threshold in [0, 20, 127, 254, 255] {
        assert_eq!(count(Solid::AlphaAbove(threshold)), 255 - u64::from(threshold));
        assert_eq!(count(Solid::LumaAbove(threshold)), 255 - u64::from(threshold));
    }
    assert_eq!(count(Solid::ColorKey([7, 7, 7])), 255);
    assert_eq!(count(Solid::ColorKey([7, 7, 8])), 256);
}

#[test]
fn pixels_by_eights_equal_single_pixels() {
    let mut rng = Rng::new(17);
    for width in (0..140).chain([255, 256, 300]) {
        let pixels: Vec<[u8; 4]> = (0..3 * width)
            .map(|_| [(); 4].map(|()| [0, 1, 126, 127, 128, 129, 254, 255][rng.below(8) as usize]))
            .collect();
        let key = [
            pixels.first().map_or(0, |p| p[0]),
            pixels.first().map_or(0, |p| p[1]),
            pixels.first().map_or(0, |p| p[2]),
        ];
        let rules =
            [0, 1, 126, 127, 128, 254, 255].into_iter().flat_map(|t| [Solid::AlphaAbove(t), Solid::LumaAbove(t)]);
        for solid in rules.chain([Solid::ColorKey(key), Solid::ColorKey([255; 3])]) {
            let mask = Mask::from_rgba8(width, 3, pixels.as_flattened(), solid).unwrap();
            let expected = Mask::from_fn(width, 3, |x, y| solid.is_solid(pixels[(y * width + x) as usize])).unwrap();
            assert_eq!(mask, expected, "{width} {solid:?}");
            mask.validate();
        }
    }
}

#[test]
#[should_panic(expected = "pixel [3, 0] is outside a mask of 3 x 2 pixels")]
fn setting_a_pixel_outside_panics_as_indexing_does() {
    Mask::new(3, 2).unwrap().set([3, 0], true);
}

#[test]
fn the_alpha_of_a_picture_follows_the_mask() {
    let mut rng = Rng::new(31);
    for width in [0, 1, 3, 63, 64, 65, 130] {
        let mask = Mask::from_fn(width, 5, |_, _| rng.below(2) == 0).unwrap();
        let mut picture: Vec<[u8; 4]> = (0..5 * width).map(|_| [0; 4].map(|_| rng.below(256) as u8)).collect();
        let expected: Vec<[u8; 4]> = (0..)
            .zip(&picture)
            .map(|(index, &[r, g, b, a])| {
                let solid = mask.contains([(index % width) as i32, (index / width) as i32]);
                [r, g, b, if solid { a } else { 0 }]
            })
            .collect();
        mask.clear_alpha(picture.as_flattened_mut()).unwrap();
        assert_eq!(picture, expected);
        let error = mask.clear_alpha(&mut [0; 7]).unwrap_err();
        assert_eq!(
            error,
            MaskError::WrongLength { width, height: 5, unit: "bytes", expected: 20 * u64::from(width), got: 7 }
        );
    }
}
