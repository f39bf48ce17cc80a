//! Masks from words and from strided alpha values, against the pixels one by one.

use mask::shared::{as_columns, from_columns};
use mask::{Mask, MaskError};
use testkit::oracle::{SIDES, Subject, assert_equals_grid, sizes};
use testkit::{Rng, shape};

/// The words of a grid, pixel by pixel. `index(x, y)` is the word of a pixel, and `padding` fills the other bits.
fn words(Subject { grid, .. }: &Subject, index: impl Fn(u32, u32) -> usize, padding: u64) -> Vec<u64> {
    let stride = grid.width.div_ceil(64);
    let mut words = vec![padding; (stride * grid.height) as usize];
    for (y, x) in (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (y, x))) {
        let solid = grid.solid[(y * grid.width + x) as usize];
        let word = &mut words[index(x, y)];
        *word = *word & !(1 << (x % 64)) | u64::from(solid) << (x % 64);
    }
    words
}

#[test]
fn words_by_rows_and_by_columns_come_back() {
    let mut rng = Rng::new(1);
    for (width, height) in sizes().chain([(200, 470), (64, 470), (70, 464)]) {
        for percent in [0, 3, 50, 100] {
            let subject = Subject::noise(width, height, percent, &mut rng);
            let stride = width.div_ceil(64);
            let by_row = |x: u32, y: u32| (y * stride + x / 64) as usize;
            let by_column = |x: u32, y: u32| (x / 64 * height + y) as usize;
            assert_eq!(subject.mask.to_words(), words(&subject, by_row, 0));
            assert_eq!(as_columns(&subject.mask), words(&subject, by_column, 0));
            for padding in [0, u64::MAX] {
                let rows = Mask::from_words(width, height, &words(&subject, by_row, padding)).unwrap();
                assert_equals_grid(&rows, &subject.grid);
                let columns = from_columns(width, height, &words(&subject, by_column, padding)).unwrap();
                assert_equals_grid(&columns, &subject.grid);
            }
        }
    }
}

#[test]
fn words_of_another_length_are_refused() {
    for make in [Mask::from_words, from_columns] {
        let length =
            |width, height, expected, got| Err(MaskError::WrongLength { width, height, unit: "words", expected, got });
        assert_eq!(make(65, 3, &[0; 5]), length(65, 3, 6, 5));
        assert_eq!(make(65, 3, &[0; 7]), length(65, 3, 6, 7));
        assert_eq!(make(0, 3, &[0]), length(0, 3, 0, 1));
        assert_eq!(make(u32::MAX, u32::MAX, &[]), length(u32::MAX, u32::MAX, (1 << 26) * u64::from(u32::MAX), 0));
        for (width, height) in [(0, u32::MAX), (u32::MAX, 0), (0, 0)] {
            let mask = make(width, height, &[]).unwrap();
            assert_eq!(mask, Mask::new(width, height).unwrap());
            assert!(mask.to_words().is_empty() && as_columns(&mask).is_empty());
        }
        // The words fit, but not the mask rotated by 90 degrees.
        assert_eq!(make(1 << 27, 1, &vec![0; 1 << 21]), Err(MaskError::TooLarge { width: 1 << 27, height: 1 }));
    }
}

#[test]
fn alpha_values_at_any_strides_agree_with_the_bytes() {
    let mut rng = Rng::new(2);
    let bytes: Vec<u8> =
        (0..130 * 130 * 5 + 4000).map(|_| [0, 1, 126, 127, 128, 254, 255][rng.below(7) as usize]).collect();
    let check = |width: u32, height: u32, first: usize, [right, down]: [usize; 2], threshold: u8| {
        let alpha = |x: u32, y: u32| bytes[first + x as usize * right + y as usize * down];
        let last =
            if width == 0 || height == 0 { 0 } else { (width - 1) as usize * right + (height - 1) as usize * down + 1 };
        let expected = shape::grid(width, height, |x, y| alpha(x, y) > threshold);
        // The list ends with the last alpha value.
        let mask = Mask::from_alpha(width, height, &bytes[first..first + last], [right, down], threshold).unwrap();
        assert_equals_grid(&mask, &expected);
        let with_more = Mask::from_alpha(width, height, &bytes[first..], [right, down], threshold).unwrap();
        assert_eq!(with_more, mask);
        if right > 0 {
            let read = |y: usize, row: &mut [u8]| row.copy_from_slice(&bytes[first + y * down..][..row.len()]);
            assert_eq!(Mask::from_alpha_rows([width, height], right, threshold, read).unwrap(), mask);
        }
        if last > 0 {
            let error = Mask::from_alpha(width, height, &bytes[..last - 1], [right, down], threshold).unwrap_err();
            let (expected, got) = (last as u64, last as u64 - 1);
            assert_eq!(error, MaskError::WrongLength { width, height, unit: "bytes", expected, got });
        }
    };
    for (turn, (width, height)) in SIDES.iter().flat_map(|&w| SIDES.map(|h| (w, h))).enumerate() {
        for right in [1, 4, 3, 2, 5, 0] {
            let row = width as usize * right;
            for (first, down) in [(0, row), (3, row + 12), (1, row + 3), (2, row / 2), (0, 0)] {
                check(width, height, first, [right, down], [0, 126, 127, 254, 255][turn % 5]);
            }
        }
    }
    for width in if cfg!(debug_assertions) { 60..70 } else { 0..140 } {
        for (right, threshold) in [1, 4].into_iter().flat_map(|right| [0, 127, 254].map(|t| (right, t))) {
            check(width, 9, 3, [right, right * width as usize + 4], threshold);
        }
    }
}

#[test]
fn every_alpha_value_is_compared_with_every_threshold() {
    let alpha: Vec<u8> = (0..=255).collect();
    let pixels: Vec<u8> = alpha.iter().flat_map(|&alpha| [alpha, 255 - alpha, 255, 0]).collect();
    for threshold in 0..=255 {
        let expected = Mask::from_fn(256, 1, |x, _| x > threshold).unwrap();
        let threshold = threshold as u8;
        assert_eq!(Mask::from_alpha(256, 1, &alpha, [1, 256], threshold).unwrap(), expected);
        assert_eq!(Mask::from_alpha(256, 1, &pixels, [4, 1024], threshold).unwrap(), expected);
    }
}

#[test]
fn strides_beyond_memory_are_an_error() {
    let expected = 2u64.pow(32) - 2;
    let error = Mask::from_alpha(u32::MAX, 1, &[0; 9], [1, 0], 0).unwrap_err();
    let (width, height, unit) = (u32::MAX, 1, "bytes");
    assert_eq!(error, MaskError::WrongLength { width, height, unit, expected: expected + 1, got: 9 });
    let error = Mask::from_alpha(u32::MAX, u32::MAX, &[0; 9], [usize::MAX; 2], 0).unwrap_err();
    assert!(matches!(error, MaskError::WrongLength { got: 9, .. }));
    let error = Mask::from_alpha(u32::MAX, u32::MAX, &[0; 9], [0, 0], 0).unwrap_err();
    assert_eq!(error, MaskError::TooLarge { width: u32::MAX, height: u32::MAX });
    for (width, height) in [(0, u32::MAX), (u32::MAX, 0), (0, 0)] {
        assert!(Mask::from_alpha(width, height, &[], [usize::MAX; 2], 0).unwrap().is_empty());
    }
}
