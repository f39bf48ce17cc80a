//! Run lengths and label images against loops over pixels.

use mask::{Mask, MaskError, RunLengths};
use std::collections::BTreeMap;
use testkit::Rng;

/// Sides around the borders of words.
const SIDES: [u32; 14] = [0, 1, 2, 3, 31, 32, 63, 64, 65, 100, 127, 128, 129, 193];

/// Counts of a picture, pixel by pixel.
fn slow_counts(width: u32, height: u32, solid: impl Fn(u32, u32) -> bool) -> Vec<u32> {
    let (mut counts, mut last, mut count) = (Vec::new(), false, 0);
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        if solid(x, y) != last {
            counts.push(count);
            (last, count) = (!last, 0);
        }
        count += 1;
    }
    if count > 0 {
        counts.push(count);
    }
    counts
}

/// Pictures that are empty, full, striped, noisy, and made of a few boxes.
fn picture(width: u32, height: u32, kind: u32, rng: &mut Rng) -> Mask {
    let mut boxes = [0; 3].map(|_| [0; 4].map(|_: u32| rng.below(width.max(height).max(1))));
    boxes.iter_mut().for_each(|b| b.sort_unstable());
    Mask::from_fn(width, height, |x, y| match kind {
        0 => false,
        1 => true,
        2 => x % 3 == 1,
        3 => y % 2 == 0,
        4 => rng.below(2) == 0,
        5 => rng.below(40) == 0,
        6 => x == 0 && y + 1 == height || x == 1 && y == 0, // one run over two columns
        _ => boxes.iter().any(|&[a, b, c, d]| (a..c).contains(&x) && (b..d).contains(&y)),
    })
    .unwrap()
}

#[test]
fn run_lengths_there_and_back_equal_loops() {
    let mut rng = Rng::new(72);
    for (width, height) in SIDES.into_iter().flat_map(|width| SIDES.map(|height| (width, height))) {
        for kind in 0..9 {
            let mask = picture(width, height, kind, &mut rng);
            let rle = mask.to_run_lengths([0, 0], width, height).unwrap();
            assert_eq!(rle.counts(), slow_counts(width, height, |x, y| mask.contains([x as i32, y as i32])));
            let (cropped, at) = Mask::from_run_lengths(&rle).unwrap();
            cropped.validate();
            assert_eq!((cropped, at), mask.cropped(), "{width} x {height}, kind {kind}");
            let bytes = rle.to_coco().unwrap();
            assert_eq!(RunLengths::from_coco(width, height, &bytes).unwrap(), rle);
            assert_eq!(RunLengths::new(width, height, rle.counts()).unwrap(), rle);
        }
    }
}

#[test]
fn a_mask_is_cut_at_the_edges_of_the_picture() {
    let mut rng = Rng::new(73);
    for _ in 0..600 {
        let [w, h, width, height] = [0; 4].map(|_: u32| SIDES[rng.below(SIDES.len() as u32) as usize].min(130));
        let mask = picture(w, h, 4 + rng.below(5), &mut rng);
        let at = [rng.within(-140..140), rng.within(-140..140)];
        let rle = mask.to_run_lengths(at, width, height).unwrap();
        let solid = |x: u32, y: u32| mask.contains([x as i32 - at[0], y as i32 - at[1]]);
        assert_eq!(rle.counts(), slow_counts(width, height, solid), "{w} x {h} at {at:?} in {width} x {height}");
    }
    let dot = Mask::filled(1, 1).unwrap();
    for at in [[i32::MIN; 2], [i32::MAX; 2], [-1, 0], [0, -1], [3, 0], [0, 2]] {
        assert_eq!(dot.to_run_lengths(at, 3, 2).unwrap().counts(), [6], "{at:?}");
    }
}

/// The counts and texts are those of pycocotools 2.0.11.
#[test]
fn cocos_compressed_counts_are_read_and_written() {
    let cases: [(u32, u32, &[u32], &str); 4] = [
        (3, 2, &[2, 3, 1], "231"),
        (
            9,
            7,
            &[
                0, 2, 2, 1, 2, 4, 2, 1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 3, 4, 4, 1, 1, 5, 1,
                1, 2, 1,
            ],
            "022O030M000000O100000O00001221MM40L10",
        ),
        (300, 1, &[17, 273, 10], "a0a8:"),
        (
            9,
            700,
            &[720, 630, 70, 630, 70, 40, 1, 589, 70, 40, 1, 589, 70, 630, 70, 630, 70, 630, 749, 1],
            "`f0fc0V200b]OkMUa0U2k^OkMUa0U2Y10000We0[\\O",
        ),
    ];
    for (width, height, counts, text) in cases {
        let rle = RunLengths::new(width, height, counts).unwrap();
        assert_eq!(rle.to_coco().unwrap(), text.as_bytes());
        assert_eq!(RunLengths::from_coco(width, height, text.as_bytes()).unwrap(), rle);
    }
}

#[test]
fn wrong_counts_are_errors() {
    let wrong = |result: Result<RunLengths, MaskError>| result.unwrap_err().to_string();
    assert_eq!(wrong(RunLengths::new(3, 2, &[2, 3])), "3 x 2 pixels need 6 pixels, got 5",);
    assert!(RunLengths::new(3, 2, &[u32::MAX, u32::MAX]).is_err());
    assert!(RunLengths::new(0, 0, &[]).unwrap().counts().is_empty());
    assert!(Mask::from_run_lengths(&RunLengths::new(0, 9, &[0, 0, 0]).unwrap()).unwrap().0.is_empty());
    // Counts of 0 between two runs are read, and written as one run.
    let (mask, at) = Mask::from_run_lengths(&RunLengths::new(2, 2, &[0, 1, 0, 2, 1]).unwrap()).unwrap();
    assert_eq!((mask.to_string().as_str(), at), ("##\n#.", [0, 0]));
    for (bytes, at) in [("2 1", 1), ("p", 0), ("2Q", 2), ("OOOOOOOO", 7), ("231\u{7f}", 3)] {
        let error = RunLengths::from_coco(3, 2, bytes.as_bytes()).unwrap_err();
        assert!(
            matches!(error, MaskError::NotCoco { at: byte } if byte <= at)
                || matches!(error, MaskError::WrongLength { .. }),
            "{bytes}: {error}"
        );
    }
    let mut rng = Rng::new(74);
    for _ in 0..20_000 {
        // Any bytes are an error or run lengths, and never a panic.
        let bytes: Vec<u8> = (0..rng.below(12)).map(|_| 40 + rng.below(80) as u8).collect();
        if let Ok(rle) = RunLengths::from_coco(4, 5, &bytes) {
            Mask::from_run_lengths(&rle).unwrap().0.validate();
        }
    }
    // The pixel would be at 2^32 - 2.
    assert!(matches!(RunLengths::new(u32::MAX, 1, &[u32::MAX - 1, 1]), Err(MaskError::TooLarge { .. })));
    let far = RunLengths::new(i32::MAX as u32, 1, &[i32::MAX as u32 - 1, 1]).unwrap();
    assert_eq!(Mask::from_run_lengths(&far).unwrap().1, [i32::MAX - 1, 0]);
    let huge = Mask::filled(1, 1).unwrap().to_run_lengths([0, 0], 1 << 16, 1 << 16);
    assert!(matches!(huge, Err(MaskError::TooLarge { .. })));
}

#[test]
fn label_images_become_a_mask_for_each_label() {
    let mut rng = Rng::new(75);
    for (width, height) in SIDES.into_iter().flat_map(|width| [0, 1, 5, 40].map(|height| (width, height))) {
        for (objects, far) in [(1, 0), (3, 0), (300, 0), (5, i64::from(u32::MAX)), (4, -2), (40, 1 << 40)] {
            let stride = width as usize + rng.below(3) as usize;
            let mut image = vec![0_i64; stride * height as usize + 1];
            for label in &mut image {
                *label = if rng.below(3) == 0 { far + i64::from(rng.below(objects)) } else { 0 };
            }
            for i in 1..image.len() {
                if rng.below(4) != 0 {
                    image[i] = image[i - 1]; // runs of several pixels
                }
            }
            let mut slow: BTreeMap<i64, Vec<[i32; 2]>> = BTreeMap::new();
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                slow.entry(image[y as usize * stride + x as usize]).or_default().push([x as i32, y as i32]);
            }
            slow.remove(&0);
            let found = Mask::from_labels(width, height, &image, stride).unwrap();
            assert!(found.iter().map(|(label, ..)| label).eq(slow.keys()));
            for (label, mask, at) in &found {
                mask.validate();
                assert_eq!(
                    mask.bounds().map(|b| (b.left, b.top, b.width, b.height)),
                    Some((0, 0, mask.width(), mask.height()))
                );
                let pixels = mask.pixels().map(|[x, y]| [x + at[0], y + at[1]]);
                assert!(pixels.eq(slow[label].iter().copied()), "{label}");
            }
        }
    }
}

#[test]
fn labels_of_every_type_and_wrong_strides() {
    let count = |found: Vec<(u8, Mask, [i32; 2])>| found.len();
    assert_eq!(count(Mask::from_labels(2, 2, &[255_u8, 0, 1, 255], 2).unwrap()), 2);
    assert_eq!(Mask::from_labels(2, 1, &[u64::MAX, 1], 2).unwrap()[1].0, u64::MAX);
    assert_eq!(Mask::from_labels(2, 1, &[i8::MIN, -1], 2).unwrap()[0].0, i8::MIN);
    assert!(matches!(Mask::from_labels(3, 2, &[1_u16; 6], 2), Err(MaskError::WrongStride { got: 2, .. })));
    assert!(matches!(Mask::from_labels(3, 2, &[1_u16; 6], 4), Err(MaskError::WrongLength { expected: 7, .. })));
    assert!(Mask::from_labels(3, 2, &[1_u16; 7], 4).is_ok());
    assert!(Mask::from_labels::<u32>(0, 7, &[], 0).unwrap().is_empty());
}
