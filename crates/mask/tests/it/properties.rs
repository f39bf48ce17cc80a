//! Properties of every mask, tested on many: sizes about word boundaries, random pixels.
//!
//! Each case has its own seed, which a failure names.

use mask::{Line, Mask, Rect};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use testkit::oracle::{Subject, noise, pair};
use testkit::{Grid, Rng, saved, shape};

/// Cases of each property.
const CASES: u64 = if cfg!(debug_assertions) { 2_000 } else { 100_000 };

/// Tests a property on every case.
fn for_all(property: &str, holds: impl Fn(&mut Rng)) {
    for seed in 0..CASES {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| holds(&mut Rng::new(seed)))) {
            eprintln!("{property}: the property fails for seed {seed}");
            resume_unwind(panic);
        }
    }
    println!("{CASES} cases: {property}");
}

/// A side: short, about one or two words, or tall enough for row-group summaries.
fn side(rng: &mut Rng, tall: bool) -> u32 {
    match rng.below(if tall { 40 } else { 39 }) {
        0 => 0,
        1..=12 => rng.below(12) + 1,
        13..=24 => 62 + rng.below(5),
        25..=32 => 126 + rng.below(5),
        33..=38 => rng.below(140),
        _ => 460 + rng.below(60),
    }
}

fn grid(rng: &mut Rng) -> Grid {
    let (width, height) = (side(rng, false), side(rng, true) / (1 + rng.below(8)));
    let share = [1, 5, 50, 95, 100][rng.below(5) as usize];
    noise(width, height, share, rng)
}

/// An offset at which the rectangles nearly always overlap.
fn offset(rng: &mut Rng, a: &Grid, b: &Grid) -> [i32; 2] {
    let mut along = |a: u32, b: u32| rng.within(-(b as i32) - 1..a as i32 + 2);
    [along(a.width, b.width), along(a.height, b.height)]
}

/// Two subjects and an offset.
fn subjects(rng: &mut Rng) -> ([Subject; 2], [i32; 2]) {
    let subjects = [grid(rng), grid(rng)].map(Subject::new);
    let at = offset(rng, &subjects[0].grid, &subjects[1].grid);
    (subjects, at)
}

/// Two masks and an offset.
fn masks(rng: &mut Rng) -> ([Mask; 2], [i32; 2]) {
    let (subjects, at) = subjects(rng);
    (subjects.map(|subject| subject.mask), at)
}

#[test]
fn answers_agree_with_the_pixels_from_both_sides() {
    for_all("every answer about a pair equals the per-pixel loop's, also with the masks swapped", |rng| {
        let ([a, b], at) = subjects(rng);
        pair::check_all(&a, &b, at);
    });
}

#[test]
fn flips_and_turns_change_nothing_between_two() {
    for_all("two masks flipped or turned together share as many pixels", |rng| {
        let ([a, b], [x, y]) = masks(rng);
        let area = a.overlap_area(&b, [x, y]);
        let (right, below) = (a.width() as i32 - b.width() as i32 - x, a.height() as i32 - b.height() as i32 - y);
        assert_eq!(a.flipped_x().overlap_area(&b.flipped_x(), [right, y]), area);
        assert_eq!(a.flipped_y().overlap_area(&b.flipped_y(), [x, below]), area);
        assert_eq!(a.rotated_90().overlap_area(&b.rotated_90(), [below, x]), area);
        assert_eq!(a.rotated_180().overlap_area(&b.rotated_180(), [right, below]), area);
        assert_eq!(a.rotated_270().overlap_area(&b.rotated_270(), [y, right]), area);
    });
}

#[test]
fn padding_bounds_and_coarse_levels_hold_after_every_edit() {
    for_all("after every edit the padding is zero, the bounds tight, the row-group summaries right", |rng| {
        let ([mut mask, other], at) = masks(rng);
        let solid = rng.below(2) == 0;
        let far = |rng: &mut Rng| [rng.within(-20..200), rng.within(-20..200)];
        let corner = |rng: &mut Rng| far(rng).map(f64::from);
        match rng.below(12) {
            0 => mask.draw(&other, at),
            1 => mask.erase(&other, at),
            2 => mask.toggle(&other, at),
            3 => mask.intersect(&other, at),
            4 => mask.fill(),
            5 => mask.clear(),
            6 => mask.invert(),
            7 => mask.fill_rect(Rect { left: at[0], top: at[1], width: rng.below(150), height: rng.below(150) }, solid),
            8 => mask.fill_circle(corner(rng), f64::from(rng.below(80)) / 2.0, solid).unwrap(),
            9 => mask.fill_polygon([corner(rng), corner(rng), corner(rng), corner(rng)], solid).unwrap(),
            10 => mask.fill_shape(&Line::new(far(rng), far(rng)), at, solid).unwrap(),
            _ if mask.width() > 0 && mask.height() > 0 => {
                mask.set([rng.below(mask.width()) as i32, rng.below(mask.height()) as i32], solid);
            }
            _ => {}
        }
        mask.validate();
    });
}

#[test]
fn edits_undo_each_other() {
    for_all("toggling twice restores the mask; its pixels inside and outside another mask add up to it", |rng| {
        let ([mask, other], at) = masks(rng);
        let mut toggled = mask.clone();
        toggled.toggle(&other, at);
        toggled.toggle(&other, at);
        assert_eq!(toggled, mask);
        let (mut inside, mut outside) = (mask.clone(), mask.clone());
        inside.intersect(&other, at);
        outside.erase(&other, at);
        assert_eq!(inside, mask.overlap_mask(&other, at));
        assert_eq!(inside.count() + outside.count(), mask.count());
        inside.draw(&outside, [0, 0]);
        assert_eq!(inside, mask);
    });
}

#[test]
fn saved_masks_load_again() {
    for_all("bytes, bits, JSON and text load as an equal mask", |rng| {
        let mask = shape::mask(&grid(rng));
        let (width, height) = (mask.width(), mask.height());
        assert_eq!(Mask::from_bytes(&mask.to_bytes()).unwrap(), mask);
        assert_eq!(Mask::from_bits(width, height, &mask.to_bits()).unwrap(), mask);
        #[cfg(feature = "serde")]
        assert_eq!(serde_json::from_str::<Mask>(&serde_json::to_string(&mask).unwrap()).unwrap(), mask);
        assert_eq!(mask.try_clone().unwrap(), mask);
        let same = if width > 0 && height > 0 { mask.clone() } else { Mask::new(0, 0).unwrap() };
        assert_eq!(mask.to_string().parse::<Mask>().unwrap(), same);
    });
}

#[test]
fn every_mutation_of_saved_bytes_is_an_error_or_a_mask() {
    for_all("damaged bytes are an error, or a mask that saves to these bytes", |rng| {
        let mut bytes = shape::mask(&grid(rng)).to_bytes();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(4) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] ^= 1 << rng.below(8),
                2 => bytes[at] = rng.bits() as u8,
                _ => bytes.insert(at, rng.below(256) as u8),
            }
        }
        saved::reseal(&mut bytes);
        if let Ok(mask) = Mask::from_bytes(&bytes) {
            mask.validate();
            assert_eq!(mask.to_bytes(), bytes);
        }
    });
}

#[test]
fn a_changed_bit_of_a_saved_mask_is_an_error() {
    for_all("a changed bit is an error", |rng| {
        let mut bytes = shape::mask(&grid(rng)).to_bytes();
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(Mask::from_bytes(&bytes).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    });
}
