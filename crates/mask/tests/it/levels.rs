//! Every level of the kernels, and the row-group summaries of tall masks, against the scalar oracle.
//!
//! A level is forced for the whole process, so the test runs in a process of its own.

use crate::edits::noise;
use mask::shared::dispatch::{Instructions, instructions};
use mask::{Mask, Rect, SimdLevel};
use testkit::oracle::edits::{Combine, Edit};
use testkit::oracle::{Subject, pair};
use testkit::{Rng, is_alone};

/// Checks every answer at one offset, and counts the placement.
fn check(a: &Subject, b: &Subject, at: [i32; 2], tried: &mut usize) {
    pair::check(a, b, at);
    *tried += 1;
}

/// Widths 0 to 130 and about 512, all offsets; the heights cycle through the sizes of vectors and blocks.
fn placements(tried: &mut usize) {
    let about_words: Vec<u32> = (0..=130).filter(|w| (w + 2) % 64 < 5).chain([511, 512, 513]).collect();
    let (ours, theirs): (Vec<u32>, Vec<u32>) = if cfg!(debug_assertions) {
        (vec![0, 1, 63, 64, 65, 130, 513], vec![1, 64, 65, 129])
    } else {
        ((0..=130).chain([511, 512, 513]).collect(), about_words)
    };
    let tall = [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65];
    for (turn, (wide, narrow)) in ours.iter().flat_map(|&w| theirs.iter().map(move |&n| (w, n))).enumerate() {
        let (a, b) = (noise(wide, tall[turn % tall.len()], 6, 1), noise(narrow, tall[turn % 7 * 2], 8, 2));
        let rows = [-1, 0, 1, -(b.grid.height as i32) / 2, a.grid.height as i32 / 2];
        for dx in -(narrow as i32) - 1..=wide as i32 + 1 {
            check(&a, &b, [dx, rows[(turn + dx.unsigned_abs() as usize) % rows.len()]], tried);
        }
    }
}

/// Tall masks that defeat the row-group summaries: every summary or none overlaps, or only at its edge rows.
fn tall_masks(tried: &mut usize) {
    let mut rng = Rng::new(3);
    let tall = [463, 464, 465, 479, 480, 481, 640];
    for (turn, &height) in tall.iter().enumerate() {
        let width = [1, 64, 65, 130, 200, 129, 70][turn];
        let subjects = [
            Subject::from_fn(width, height, |x, y| (x + y) % 2 == 0),
            Subject::from_fn(width, height, |x, y| x % 8 == 7 * (y / 8 % 2) && y % 16 == 15 * (x / 8 % 2)),
            Subject::from_fn(width, height, |x, y| (x, y) != (width / 2, height / 2)),
            Subject::from_fn(width, height, |x, y| x == width - 1 && y == height - 1 || x == 0 && y == 0),
            Subject::from_fn(width, height, |x, y| y / 3 == x * height / width / 3),
            noise(width, height, 1, 4),
            Subject::from_fn(width, height, |_, _| false),
        ];
        let rounds = if cfg!(debug_assertions) { 4 } else { 60 };
        for (a, b) in subjects.iter().flat_map(|a| subjects.iter().map(move |b| (a, b))) {
            for _ in 0..rounds {
                let (w, h) = (width as i32, height as i32);
                check(a, b, [rng.within(-w..w + 1), rng.within(-h..h + 1)], tried);
                let at_edges = [rng.within(-1..2) * w, rng.within(-h / 16..h / 16) * 16 + rng.within(-1..2)];
                check(a, b, at_edges, tried);
            }
        }
    }
}

/// Random edits of a tall mask; `validate` rebuilds the row-group summaries and compares them after each edit.
fn edits(tried: &mut usize) {
    let mut rng = Rng::new(5);
    for (width, height) in [(70, 464), (200, 523)] {
        let mut subject = Subject::from_fn(width, height, |_, _| false);
        let brush = noise(37, 41, 50, 6);
        for _ in 0..if cfg!(debug_assertions) { 60 } else { 600 } {
            let at = [rng.within(-40..width as i32), rng.within(-45..height as i32)];
            let solid = rng.below(2) == 0;
            subject.edit(match rng.below(9) {
                0 => Edit::Invert,
                1..4 => Edit::Rect(Rect::new(at[0], at[1], rng.below(90), rng.below(120)), solid),
                _ => Edit::Mask(if solid { Combine::Draw } else { Combine::Erase }, &brush, at),
            });
            subject.mask.validate();
            assert_eq!(subject.mask.count(), subject.grid.solid.iter().filter(|&&solid| solid).count() as u64);
            *tried += 1;
        }
        subject.check();
        let mask = &subject.mask;
        for turned in [mask.rotated_90(), mask.flipped_x(), mask.flipped_y(), mask.overlap_mask(mask, [3, 17])] {
            turned.validate();
        }
    }
}

/// Alpha values side by side and four bytes apart.
fn alpha(tried: &mut usize) {
    let mut rng = Rng::new(7);
    let bytes: Vec<u8> = (0..4 * 140 * 5).map(|_| rng.below(256) as u8).collect();
    for (width, threshold) in (0..140).flat_map(|width| [0, 127, 200, 255].map(|threshold| (width, threshold))) {
        for right in [1, 4] {
            let down = width * right;
            let solid = |x, y| bytes[x as usize * right + y as usize * down] > threshold;
            let expected = Mask::from_fn(width as u32, 5, solid).unwrap();
            let mask = Mask::from_alpha(width as u32, 5, &bytes[..5 * down], [right, down], threshold);
            assert_eq!(mask.unwrap(), expected, "{width} {threshold} {right}, {}", SimdLevel::current());
            *tried += 1;
        }
    }
}

#[test]
fn every_level_gives_the_answers_of_the_scalar_code() {
    if !is_alone("levels::every_level_gives_the_answers_of_the_scalar_code") {
        return;
    }
    for level in SimdLevel::ALL {
        if !level.force() {
            println!("{level}: NOT TESTED, this processor lacks it");
            continue;
        }
        assert_eq!(SimdLevel::current(), level);
        // Every mask that is created prepares the choice. `world` chooses its instructions by the same function.
        let _ = Mask::new(1, 1).unwrap();
        let chosen = match instructions(SimdLevel::Avx512) {
            Instructions::Portable => SimdLevel::Portable,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => SimdLevel::Avx2,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => SimdLevel::Avx512,
        };
        assert_eq!(chosen, level);
        let mut tried = 0;
        placements(&mut tried);
        tall_masks(&mut tried);
        edits(&mut tried);
        alpha(&mut tried);
        println!("{level}: {tried} cases");
        assert!(tried > if cfg!(debug_assertions) { 1_000 } else { 200_000 });
    }
}
