//! Masks from pixels in every order and at every stride, and from rows of bits in both orders, against plain loops.

use mask::bitvec::field::BitField;
use mask::bitvec::prelude::*;
use mask::{Mask, MaskError, PixelLayout, SimdLevel, Solid};
use testkit::{Rng, is_alone};

/// The layouts, with the place of red, green, blue and alpha in a pixel.
const LAYOUTS: [(PixelLayout, &str); 6] = [
    (PixelLayout::RGBA, "rgba"),
    (PixelLayout::BGRA, "bgra"),
    (PixelLayout::ARGB, "argb"),
    (PixelLayout::ABGR, "abgr"),
    (PixelLayout::RGB, "rgb"),
    (PixelLayout::BGR, "bgr"),
];

/// Widths around the borders of words and of vectors.
const WIDTHS: [u32; 24] =
    [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 128, 129, 191, 192, 193];

/// Bytes of which many are at the borders of thresholds, and few differ.
fn bytes(count: usize, rng: &mut Rng) -> Vec<u8> {
    (0..count).map(|_| [0, 1, 126, 127, 128, 254, 255, 255][rng.below(8) as usize]).collect()
}

/// The pixels, one by one.
fn slow(width: u32, height: u32, bytes: &[u8], order: &str, stride: usize, solid: Solid) -> Mask {
    Mask::from_fn(width, height, |x, y| {
        let pixel = &bytes[y as usize * stride + x as usize * order.len()..];
        solid.is_solid(['r', 'g', 'b', 'a'].map(|channel| order.find(channel).map_or(255, |place| pixel[place])))
    })
    .unwrap()
}

fn surfaces(tried: &mut usize) {
    let mut rng = Rng::new(71);
    let height = 10; // more rows than a block of the kernel has
    let all = bytes(11 * (4 * 193 + 64), &mut rng);
    for (width, (layout, order)) in WIDTHS.into_iter().flat_map(|width| LAYOUTS.map(|layout| (width, layout))) {
        let row = width as usize * order.len();
        let rules = [
            Solid::AlphaAbove([0, 127, 254, 255][width as usize % 4]),
            Solid::AlphaAbove(126),
            Solid::LumaAbove([0, 127, 128, 254, 255][width as usize % 5]),
            Solid::LumaAbove(126),
            Solid::ColorKey([255, 0, 127]),
            Solid::ColorKey([0, 1, 2].map(|channel| all[5 + channel])),
            Solid::ColorKey([255; 3]),
        ];
        for (first, stride) in [(0, row), (1, row + 1), (5, row + 16), (3, row + 61)] {
            let data = &all[first..];
            let end = if width == 0 { 0 } else { (height as usize - 1) * stride + row };
            for solid in rules {
                let expected = slow(width, height, data, order, stride, solid);
                // The pixels end at the last one, at the end of its row, and later.
                for end in [end, (end + stride - row).min(data.len()), data.len()] {
                    let mask = Mask::from_pixels(width, height, &data[..end], layout.stride(stride), solid).unwrap();
                    mask.validate();
                    let level = SimdLevel::current();
                    assert_eq!(mask, expected, "{width} {order} {stride} {solid:?} {level}");
                    *tried += 1;
                }
                if stride == row {
                    assert_eq!(Mask::from_pixels(width, height, &data[..end], layout, solid).unwrap(), expected);
                }
            }
        }
    }
}

/// The bits of many rows. `order` is that of the bits in an element of any type.
fn rows_of_bits<T: BitStore, O: BitOrder>(bits: &BitSlice<T, O>, tried: &mut usize)
where
    BitSlice<T, O>: BitField,
{
    let height = 5;
    for width in WIDTHS.into_iter().chain(if cfg!(debug_assertions) { 60..70 } else { 0..200 }) {
        let padded = (width as usize).next_multiple_of(8);
        for (first, stride) in [0, 1, 3, 7, 8, 31, 63, 65]
            .into_iter()
            .flat_map(|first| [width as usize, padded, padded + 32, width as usize + 1].map(|stride| (first, stride)))
        {
            let bits = &bits[first..];
            let expected = Mask::from_fn(width, height, |x, y| bits[y as usize * stride + x as usize]).unwrap();
            let end = if width == 0 { 0 } else { (height as usize - 1) * stride + width as usize };
            for end in [end, end + 9] {
                let mask = Mask::from_bit_rows(width, height, &bits[..end], stride).unwrap();
                mask.validate();
                assert_eq!(mask, expected, "{width} from {first} at {stride}");
                *tried += 1;
            }
            if stride == width as usize {
                assert_eq!(Mask::from_bits(width, height, &bits[..end]).unwrap(), expected);
            }
        }
    }
}

fn bits(tried: &mut usize) {
    let mut rng = Rng::new(72);
    let random: Vec<u32> = (0..48).map(|_| rng.bits() as u32).collect();
    let bytes: Vec<u8> = random.iter().flat_map(|word| word.to_le_bytes()).collect();
    let halves: Vec<u16> = random.iter().flat_map(|&word| [word as u16, (word >> 16) as u16]).collect();
    let words: Vec<usize> = bytes.as_chunks().0.iter().map(|&bytes| usize::from_ne_bytes(bytes)).collect();
    rows_of_bits(bytes.view_bits::<Lsb0>(), tried);
    rows_of_bits(bytes.view_bits::<Msb0>(), tried);
    rows_of_bits(halves.view_bits::<Lsb0>(), tried);
    rows_of_bits(halves.view_bits::<Msb0>(), tried);
    rows_of_bits(random.view_bits::<Lsb0>(), tried);
    rows_of_bits(random.view_bits::<Msb0>(), tried);
    rows_of_bits(words.view_bits::<Lsb0>(), tried);
    rows_of_bits(words.view_bits::<Msb0>(), tried);
}

#[test]
fn every_order_and_stride_agrees_with_the_pixels_at_every_level() {
    if !is_alone("surfaces::every_order_and_stride_agrees_with_the_pixels_at_every_level") {
        return;
    }
    for level in SimdLevel::ALL {
        if !level.force() {
            println!("{level}: NOT TESTED, this processor lacks it");
            continue;
        }
        let mut tried = 0;
        surfaces(&mut tried);
        println!("{level}: {tried} surfaces");
    }
}

#[test]
fn rows_of_bits_agree_with_the_bits() {
    let mut tried = 0;
    bits(&mut tried);
    println!("{tried} pictures of bits");
}

#[test]
fn bits_come_back_in_the_other_order() {
    let mask = testkit::shape::mask(&testkit::shape::noise(67, 50, 9));
    let other: BitVec<u8, Msb0> = mask.to_bits().iter().by_vals().collect();
    assert_eq!(Mask::from_bits(67, 67, &other).unwrap(), mask);
}

#[test]
fn every_alpha_and_every_luma_is_compared_with_every_threshold() {
    for (layout, order) in LAYOUTS {
        let pixels: Vec<u8> =
            (0..256 * order.len()).map(|index| (index / order.len()) as u8 ^ (index % 2) as u8).collect();
        for solid in (0..=255).flat_map(|threshold| [Solid::AlphaAbove(threshold), Solid::LumaAbove(threshold)]) {
            let mask = Mask::from_pixels(256, 1, &pixels, layout, solid).unwrap();
            assert_eq!(mask, slow(256, 1, &pixels, order, 0, solid), "{order} {solid:?}");
        }
    }
}

#[test]
fn a_wrong_stride_is_named() {
    let default = Solid::default();
    for (layout, order) in LAYOUTS {
        let row = 4 * order.len();
        for stride in [0, 1, row - 1] {
            for solid in [default, Solid::ColorKey([0; 3]), Solid::LumaAbove(0)] {
                let error = Mask::from_pixels(4, 3, &[0; 64], layout.stride(stride), solid).unwrap_err();
                let (expected, got) = (row as u64, stride as u64);
                assert_eq!(error, MaskError::WrongStride { width: 4, unit: "bytes", expected, got });
            }
        }
    }
    let error = Mask::from_pixels(4, 3, &[0; 64], PixelLayout::BGRA.stride(15), default).unwrap_err();
    assert_eq!(error.to_string(), "stride must be at least 16 bytes, the length of a row of 4 pixels, got 15");
    let error = Mask::from_bit_rows(9, 3, bits![0; 64], 8).unwrap_err();
    assert_eq!(error.to_string(), "stride must be at least 9 bits, the length of a row of 9 pixels, got 8");
    // Rows without pixels fit every stride, and pictures without rows need no pixels.
    for stride in [0, 1, usize::MAX] {
        let layout = PixelLayout::RGB.stride(stride);
        assert_eq!(Mask::from_pixels(0, u32::MAX, &[], layout, default), Mask::new(0, u32::MAX));
        assert_eq!(Mask::from_bit_rows(0, u32::MAX, bits![], stride), Mask::new(0, u32::MAX));
    }
    for (layout, _) in LAYOUTS {
        for solid in [default, Solid::ColorKey([0; 3]), Solid::LumaAbove(0)] {
            for (width, height) in [(0, 0), (0, u32::MAX), (u32::MAX, 0), (5, 0)] {
                assert_eq!(Mask::from_pixels(width, height, &[], layout, solid), Mask::new(width, height));
            }
            let empty = Mask::from_pixels(5, 0, &[], layout.stride(usize::MAX), solid);
            assert_eq!(empty, Mask::new(5, 0));
        }
    }
}

#[test]
fn pixels_that_end_too_early_are_an_error() {
    let length = |width, height, unit, expected, got| MaskError::WrongLength { width, height, unit, expected, got };
    for (layout, order) in LAYOUTS {
        for solid in [Solid::default(), Solid::ColorKey([0; 3]), Solid::LumaAbove(0)] {
            let make = |height, bytes: usize, layout| Mask::from_pixels(4, height, &vec![0; bytes], layout, solid);
            let row = 4 * order.len();
            let least = 2 * (row + 5) + row;
            let got = make(3, least - 1, layout.stride(row + 5)).unwrap_err();
            assert_eq!(got, length(4, 3, "bytes", least as u64, least as u64 - 1));
            assert!(make(3, least, layout.stride(row + 5)).is_ok());
            // Without a stride, more bytes are another picture.
            for bytes in [3 * row - 1, 3 * row + 1, 0] {
                let got = make(3, bytes, layout).unwrap_err();
                assert_eq!(got, length(4, 3, "bytes", 3 * row as u64, bytes as u64));
            }
            // Numbers beyond memory.
            let got = make(2, 64, layout.stride(usize::MAX)).unwrap_err();
            assert_eq!(got, length(4, 2, "bytes", u64::MAX, 64));
            assert!(make(1, 64, layout.stride(usize::MAX)).is_ok());
            let got = make(u32::MAX, 64, layout.stride(usize::MAX / 2)).unwrap_err();
            assert_eq!(got, length(4, u32::MAX, "bytes", u64::MAX, 64));
        }
    }
    let got = Mask::from_bit_rows(9, 3, bits![0; 40], 16).unwrap_err();
    assert_eq!(got, length(9, 3, "bits", 41, 40));
    let got = Mask::from_bit_rows(9, u32::MAX, bits![0; 40], usize::MAX).unwrap_err();
    assert_eq!(got, length(9, u32::MAX, "bits", u64::MAX, 40));
    let got = Mask::from_bits(3, 3, bits![u8, Msb0; 0; 10]).unwrap_err();
    assert_eq!(got, length(3, 3, "bits", 9, 10));
}

#[test]
fn alpha_values_column_by_column_equal_a_loop() {
    let mut rng = Rng::new(77);
    for width in WIDTHS {
        for height in [0, 1, 5, 63, 64, 511, 512, 513, 1030] {
            for gap in [0, 1, 7] {
                let right = (height as usize + gap).max(5);
                let data = bytes(width as usize * right + 3, &mut rng);
                let threshold = [0, 126, 127, 255][rng.below(4) as usize];
                let slow =
                    Mask::from_fn(width, height, |x, y| data[x as usize * right + y as usize] > threshold).unwrap();
                let end = if width == 0 || height == 0 { 0 } else { (width as usize - 1) * right + height as usize };
                for end in [end, data.len()] {
                    let mask = Mask::from_alpha(width, height, &data[..end], [right, 1], threshold).unwrap();
                    mask.validate();
                    assert!(mask == slow, "{width} x {height}, stride {right}, above {threshold}");
                }
            }
        }
    }
}
