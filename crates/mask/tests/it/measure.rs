//! Centroid, angle, runs, pixels and rescaled masks against the oracle.

use mask::{Mask, MaskError};
use testkit::oracle::measures::{self, ends};
use testkit::oracle::{SIDES, Subject, copies, sizes};
use testkit::{Rng, shape};

const RANDOM: u32 = if cfg!(debug_assertions) { 500 } else { 10_000 };

/// Calls `check` with grids of every pair of sides at three densities, then with random ones.
fn for_grids(seed: u64, mut check: impl FnMut(&Subject)) {
    let mut rng = Rng::new(seed);
    for (width, height) in sizes() {
        for percent in [3, 50, 100] {
            check(&Subject::noise(width, height, percent, &mut rng));
        }
    }
    for _ in 0..RANDOM {
        let (width, height, percent) = (rng.below(140), rng.below(40), rng.below(101));
        check(&Subject::noise(width, height, percent, &mut rng));
    }
}

#[test]
fn centroid_and_angle_agree_with_the_pixels() {
    for_grids(1, measures::moments);
}

#[test]
fn a_diagonal_is_at_exactly_45_degrees_and_a_disc_has_no_angle() {
    for side in [2, 3, 64, 65, 200, 3000] {
        let falling = Mask::from_fn(side, side, |x, y| x == y).unwrap();
        assert_eq!(falling.angle(), Some(-45.0));
        assert_eq!(falling.flipped_x().angle(), Some(45.0));
        assert_eq!(Mask::filled(side, side).unwrap().angle(), None);
        assert_eq!(shape::mask(&shape::disc(side)).angle(), None);
        assert_eq!(Mask::filled(side, side + 1).unwrap().angle(), Some(90.0));
        let flat = Mask::filled(side + 1, side).unwrap().angle().unwrap();
        assert!(flat == 0.0 && flat.is_sign_positive());
    }
    assert_eq!(Mask::filled(1, 1).unwrap().angle(), None);
}

#[test]
fn moments_do_not_overflow_at_the_limit_of_a_mask() {
    let mut line = Mask::new(1 << 26, 1).unwrap();
    line.fill();
    let middle = f64::from((1 << 26) - 1) / 2.0;
    let n = 1u128 << 26;
    let sums = line.moments();
    assert_eq!((sums.count, u128::from(sums.x), sums.y), (1 << 26, n * (n - 1) / 2, 0));
    assert_eq!((sums.xx, sums.xy, sums.yy), (n * (n - 1) * (2 * n - 1) / 6, 0, 0));
    assert_eq!(line.centroid(), Some([middle, 0.0]));
    assert_eq!(line.angle(), Some(0.0));
    let upright = line.rotated_90();
    assert_eq!((upright.width(), upright.height()), (1, 1 << 26));
    let tall = upright.moments();
    assert_eq!((tall.count, tall.x, tall.y, tall.yy), (sums.count, sums.y, sums.x, sums.xx));
    assert_eq!((upright.centroid(), upright.angle()), (Some([0.0, middle]), Some(90.0)));
    assert!(line.runs().map(ends).eq([[0, 0, 1 << 26]]));
}

#[test]
fn runs_and_pixels_are_all_there_in_raster_order() {
    for_grids(2, measures::runs);
}

#[test]
fn cropping_keeps_the_pixels_in_their_places() {
    for_grids(3, copies::cropped);
}

#[test]
fn scaled_masks_agree_with_the_pixels() {
    let mut rng = Rng::new(4);
    let check = |subject: &Subject, width: u32, height: u32, k: u32| {
        copies::scales(subject, [width, height]);
        copies::blocks(subject, k);
    };
    for (width, height) in SIDES.iter().flat_map(|&width| [0, 1, 2, 5].map(|height| (width, height))) {
        for new in SIDES {
            check(&Subject::noise(width, height, 4, &mut rng), new, 3, new.max(1));
        }
    }
    for _ in 0..RANDOM {
        let (width, height, percent) = (rng.below(140), rng.below(9), rng.below(10));
        let subject = Subject::noise(width, height, percent, &mut rng);
        check(&subject, rng.below(140), rng.below(9), 1 + rng.below(9));
    }
}

#[test]
fn blocks_of_powers_of_two_agree_with_the_pixels() {
    let mut rng = Rng::new(5);
    for power in (0..=6).flat_map(|power| [power; 12]) {
        let [width, height] = [0; 2].map(|_| [1, 63, 64, 65, 128, 130][rng.below(6) as usize]);
        let percent = [3, 60, 98][rng.below(3) as usize];
        copies::blocks(&Subject::noise(width, height, percent, &mut rng), 1 << power);
    }
    // Some large blocks are solid, and some are not.
    copies::blocks(&Subject::from_fn(200, 150, |x, y| [x, y] != [70, 70]), 64);
}

#[test]
fn invalid_sizes_and_blocks_are_refused() {
    let mask = Mask::filled(3, 3).unwrap();
    let (width, height) = (u32::MAX, u32::MAX);
    assert_eq!(mask.scaled(width, height).unwrap_err(), MaskError::TooLarge { width, height });
    assert_eq!(mask.scaled_any(width, height).unwrap_err(), MaskError::TooLarge { width, height });
    assert_eq!(mask.coarsened(0).unwrap_err(), MaskError::NoBlock);
    assert_eq!(mask.coarsened(u32::MAX).unwrap(), Mask::filled(1, 1).unwrap());
    assert_eq!(mask.scaled(0, 7).unwrap(), Mask::new(0, 7).unwrap());
    assert!(Mask::new(0, 3).unwrap().scaled(9, 9).unwrap().is_empty());
}
