//! Growing and shrinking by a disc, against a loop over every pixel and every pixel of the disc.

use mask::{Mask, MaskError};
use testkit::oracle::copies::grown_and_shrunk as check;
use testkit::oracle::{SIDES, Subject};
use testkit::{Rng, shape};

#[test]
fn every_side_across_word_boundaries() {
    let radii: &[f64] =
        if cfg!(debug_assertions) { &[1.0, 8.0] } else { &[0.0, 0.9, 1.0, 1.5, 2.0, 3.0, 8.0, 12.5, 33.0] };
    let mut rng = Rng::new(1);
    for (&radius, width) in
        radii.iter().flat_map(|radius| SIDES.into_iter().chain([200]).map(move |width| (radius, width)))
    {
        for (height, percent) in [(0, 50), (1, 3), (1, 100), (5, 1), (40, 1), (40, 97), (66, 100), (150, 100)] {
            check(&Subject::noise(width, height, percent, &mut rng), radius);
        }
    }
}

/// A single empty or solid pixel at every position of two words.
#[test]
fn a_pixel_in_every_place() {
    for place in 0..130 {
        for radius in [1.0, 5.0] {
            check(&Subject::from_fn(130, 3, |x, y| x == place && y == 1), radius);
            check(&Subject::from_fn(130, 13, |x, y| x != place || y != 6), radius);
        }
    }
}

#[test]
fn random_masks_and_radii() {
    let (mut rng, mut checked) = (Rng::new(2), 0);
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 12_000 } {
        let (width, height) = (rng.below(150), rng.below(40));
        let percent = [1, 5, 50, 95, 99, 100][rng.below(6) as usize];
        let radius = f64::from(rng.below(48)) / 4.0;
        check(&Subject::noise(width, height, percent, &mut rng), radius);
        checked += 2;
    }
    println!("{checked} random masks grown or shrunk");
}

const LARGE: &[f64] = if cfg!(debug_assertions) { &[65.0] } else { &[63.0, 64.0, 65.0, 129.0, 200.5] };

/// Radii that span several words; the disc is much larger than the mask.
#[test]
fn large_radii() {
    for &radius in LARGE {
        check(&Subject::from_fn(3, 2, |x, y| (x + y) % 2 == 0), radius);
        check(&Subject::from_fn(300, 3, |_, _| true), radius);
    }
    let (grown, at) = Mask::filled(1, 1).unwrap().grown(Mask::MAX_RADIUS).unwrap();
    grown.validate();
    assert_eq!(at, [-4096; 2]);
    // Gauss's circle problem: a count of the pixels of every row.
    let rows = (-4096i64..=4096).map(|dy| 2 * (4096u64.pow(2) - dy.unsigned_abs().pow(2)).isqrt() + 1);
    assert_eq!(grown.count(), rows.sum::<u64>());
    assert!(grown.shrunk(4096).unwrap().0.contains([0, 0]));
}

#[test]
fn shapes_open_and_close() {
    for grid in shape::sprites(90, 10, 3) {
        let subject = Subject::new(grid);
        let mask = &subject.mask;
        for radius in [2.0, 4.5] {
            check(&subject, radius);
            let (closed, at) = {
                let (grown, _) = mask.grown(radius).unwrap();
                grown.shrunk(radius).unwrap()
            };
            assert_eq!((closed.width(), at), (90, [radius as i32; 2]));
            assert_eq!(&closed.overlap_mask(mask, [0, 0]), mask, "a closing keeps solid pixels");
            let (opened, _) = {
                let (shrunk, _) = mask.shrunk(radius).unwrap();
                shrunk.grown(radius).unwrap()
            };
            assert_eq!(opened.overlap_mask(mask, [0, 0]), opened, "an opening adds no pixels");
        }
    }
}

#[test]
fn any_number_is_a_radius_or_named_in_the_error() {
    let mask = Mask::filled(9, 9).unwrap();
    assert_eq!(mask.grown(3).unwrap(), mask.grown(3.0).unwrap());
    assert_eq!(mask.grown(3u32).unwrap(), mask.grown(3u8).unwrap());
    assert_eq!(mask.grown(0).unwrap(), (mask.clone(), [0, 0]));
    assert_eq!(mask.grown(-0.0).unwrap(), (mask.clone(), [0, 0]));
    assert_eq!(mask.shrunk(5).unwrap(), (Mask::new(0, 0).unwrap(), [5, 5]));
    let finite = [(-1.0, "-1"), (-1e-300, "-1e-300"), (4096.0001, "4096.0001"), (1e300, "1e300")];
    for (radius, text) in finite.into_iter().chain([(f64::INFINITY, "inf"), (f64::NEG_INFINITY, "-inf")]) {
        for error in [mask.grown(radius).unwrap_err(), mask.shrunk(radius).unwrap_err()] {
            assert_eq!(error, MaskError::RadiusOutOfRange { radius });
            assert!(error.to_string().ends_with(text), "{error}");
        }
    }
    assert!(matches!(mask.grown(f64::NAN), Err(MaskError::RadiusOutOfRange { radius }) if radius.is_nan()));
    let tall = Mask::new(1, 1 << 26).unwrap();
    assert_eq!(tall.grown(1).unwrap_err(), MaskError::TooLarge { width: 3, height: (1 << 26) + 2 });
}
