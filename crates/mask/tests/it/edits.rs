//! Edits and copies against the oracle. The padding and the bounds are checked after each edit.

use mask::bitvec::prelude::*;
use mask::{Mask, Rect};
use testkit::oracle::edits::{Combine, Edit, check_with_mask};
use testkit::oracle::{SIDES, Subject, copies, sizes};
use testkit::{Rng, shape};

pub(crate) fn noise(width: u32, height: u32, percent: u32, seed: u64) -> Subject {
    Subject::noise(width, height, percent, &mut Rng::new(seed ^ u64::from(width * 10_000 + height)))
}

#[test]
fn edits_with_a_mask_on_both_sides_of_every_word_boundary() {
    let heights: &[u32] = if cfg!(debug_assertions) { &[3] } else { &[0, 1, 3, 20] };
    for (wide, narrow) in SIDES.iter().flat_map(|&wide| SIDES.map(|narrow| (wide, narrow))) {
        for (&height, percent) in heights.iter().flat_map(|height| [(height, 3), (height, 60), (height, 100)]) {
            let (subject, over) = (noise(wide, height, percent, 1), noise(narrow, 4, percent, 2));
            let (wide, narrow) = (wide as i32, narrow as i32);
            for dx in [-narrow - 1, -narrow, 1 - narrow, -64, -1, 0, 1, 63, 64, 65, wide - 1, wide, wide + 1] {
                check_with_mask(&subject, &over, [dx, dx.rem_euclid(6) - 4]);
            }
        }
    }
}

#[test]
fn edits_at_the_ends_of_i32_change_nothing() {
    let subject = noise(70, 9, 50, 3);
    for x in [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX] {
        for y in [i32::MIN, 0, i32::MAX] {
            check_with_mask(&subject, &noise(65, 9, 50, 4), [x, y]);
            let mut mask = subject.mask.clone();
            mask.fill_rect(Rect { left: x, top: y, width: 5, height: 5 }, true);
            assert_eq!(mask, subject.mask);
        }
    }
}

#[test]
fn a_rectangle_from_beyond_all_sides_covers_everything() {
    let mut mask = Mask::new(130, 5).unwrap();
    let whole = Rect { left: i32::MIN, top: i32::MIN, width: u32::MAX, height: u32::MAX };
    mask.fill_rect(whole, true);
    assert_eq!(mask, Mask::filled(130, 5).unwrap());
    assert!(mask.overlaps(&whole, [0, 0]));
    mask.fill_rect(whole, false);
    assert!(mask.is_empty());
    assert!(!mask.overlaps(&whole, [0, 0]));
}

/// A long random sequence: each step changes a pixel, a rectangle, or the pixels that another mask covers.
#[test]
fn bounds_stay_tight_through_random_edits() {
    let mut rng = Rng::new(5);
    for (width, height) in [(1, 1), (64, 64), (65, 3), (200, 90)] {
        let mut subject = Subject::from_fn(width, height, |_, _| false);
        let brush = Subject::new(shape::disc(17));
        for _ in 0..if cfg!(debug_assertions) { 300 } else { 2000 } {
            let at = [rng.within(-20..width as i32), rng.within(-20..height as i32)];
            let solid = rng.below(2) == 0;
            subject.edit(match rng.below(4) {
                0 => Edit::Pixel(at.map(|c| c.max(0)), solid),
                1 => Edit::Rect(Rect::new(at[0], at[1], rng.below(90), rng.below(40)), solid),
                2 => Edit::Mask(Combine::Erase, &brush, at),
                _ => Edit::Mask(Combine::Toggle, &brush, at),
            });
            subject.check();
        }
    }
}

#[test]
fn whole_mask_edits() {
    // Masks of 464 rows and more have a row-group summary.
    let tall =
        [1, 63, 64, 65, 130].into_iter().flat_map(|width| [463, 464, 479, 480, 481].map(|height| (width, height)));
    for (width, height) in sizes().chain(tall) {
        let mut subject = noise(width, height, 50, 6);
        for edit in [Edit::Invert, Edit::All(true), Edit::Invert, Edit::Invert, Edit::All(false), Edit::Invert] {
            subject.edit(edit);
            subject.check();
            if let Edit::All(solid) = edit {
                let whole = if solid { Mask::filled(width, height) } else { Mask::new(width, height) };
                assert_eq!(subject.mask, whole.unwrap());
            }
        }
    }
}

#[test]
fn a_cleared_tall_mask_has_no_stale_row_group_summary() {
    let mut mask = Mask::filled(70, 1000).unwrap();
    mask.clear();
    mask.validate();
    mask.invert();
    mask.validate();
    mask.intersect(&Mask::filled(9, 900).unwrap(), [30, 5]);
    mask.validate();
    assert_eq!(mask.count(), 9 * 900);
}

#[test]
fn flips_and_turns_carry_every_pixel() {
    for (width, height) in sizes() {
        let subject = noise(width, height, 50, 7);
        copies::turns(&subject);
        let mask = &subject.mask;
        assert_eq!(mask.rotated_90().rotated_90(), mask.rotated_180());
        assert_eq!(mask.rotated_90().rotated_180(), mask.rotated_270());
        assert_eq!(&mask.flipped_x().flipped_x(), mask);
    }
}

#[test]
fn bits_and_text_come_back() {
    for (width, height) in sizes() {
        let Subject { grid, mask } = noise(width, height, 50, 8);
        let bits = mask.to_bits();
        assert!(bits.iter().by_vals().eq(grid.solid.iter().copied()));
        assert_eq!(Mask::from_bits(width, height, &bits).unwrap(), mask);
        // Other storage types, and a slice that begins within an element.
        let bytes: BitVec<u8, Lsb0> = [true, false, true].into_iter().chain(bits.iter().by_vals()).collect();
        assert_eq!(Mask::from_bits(width, height, &bytes[3..]).unwrap(), mask);
        if width > 0 && height > 0 {
            assert_eq!(mask.to_string().parse::<Mask>().unwrap(), mask);
        }
    }
}
