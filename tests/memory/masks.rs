//! The memory that masks take, and that queries of a pair take none.

use crate::ALLOCATOR;
use hitmask::mask::SimdLevel;
use hitmask::{Affine, Mask, MaskError, Rect};
use stats_alloc::Region;
use std::hint::black_box;

pub(crate) fn masks_take_their_bits_and_questions_take_nothing() {
    masks_take_their_bits();
    questions_take_nothing();
    pictures_of_the_wrong_height_take_nothing();
}

/// Pictures of the wrong height are refused without an allocation. An earlier version allocated a list of rows for a
/// picture a few pixels wide and far too long.
fn pictures_of_the_wrong_height_take_nothing() {
    let mut thin = Mask::new(1, 1 << 20).expect("the mask is small");
    for width in [1.0, 2.0, 3.5, 0.25] {
        let region = Region::new(ALLOCATOR);
        for by in [Affine::scale([width, 65.0]), Affine::scale([width, 65.0]).then(&Affine::shear([1e-9, 0.0]))] {
            let refused = thin.transformed(&by);
            assert!(matches!(refused, Err(MaskError::TooLarge { .. }) | Ok((_, [0, 0]))), "{refused:?}");
        }
        let taken = region.change().bytes_allocated;
        assert!(taken < 1 << 10, "{width}: {taken} bytes");
        thin.fill();
    }
}

/// Rows are padded to whole words, and seven words of zeros follow. Beyond these a mask larger than 64 x 64 takes at
/// most 7 %, a narrower one at most one word, and others nothing.
fn masks_take_their_bits() {
    let widths = [1, 8, 64, 65, 128, 129, 192, 500, 1024, 4096];
    let heights = (1..130).chain(250..260).chain(380..1100).chain([2048, 4095, 4096, 4097]);
    let mut seen = 0;
    for (width, height) in heights.flat_map(|height| widths.map(|width| (width, height))) {
        let take = || {
            let region = Region::new(ALLOCATOR);
            let mut mask = Mask::filled(width, height).expect("the mask is small");
            mask.fill_rect(Rect { left: 3, top: 3, width: 5, height: 70 }, false);
            let change = region.change();
            change.bytes_allocated as isize - change.bytes_deallocated as isize + change.bytes_reallocated
        };
        // Measures twice: the counter covers all threads, and the test harness has one of its own.
        let taken = take().min(take());
        let bits = 8 * (width.div_ceil(64) as usize * height as usize + 7);
        let most = match (width > 64, height > 64) {
            (true, true) => bits + bits * 7 / 100,
            (false, true) => bits + bits * 7 / 100 + 8,
            (_, false) => bits,
        };
        assert!((bits..=most).contains(&(taken as usize)), "{width} x {height} takes {taken} bytes for {bits} of bits");
        seen += 1;
    }
    assert!(seen > 8000, "{seen} sizes");
}

fn questions_take_nothing() {
    // The first query of the process reads the level from the environment.
    let _ = SimdLevel::current();
    for level in SimdLevel::available() {
        level.force();
        for side in [1, 8, 63, 64, 65, 130, 500, 1100] {
            let disc =
                |x: u32, y: u32| (2 * x + 1).abs_diff(side).pow(2) + (2 * y + 1).abs_diff(side).pow(2) <= side * side;
            let a = Mask::from_fn(side, side, disc).expect("the mask is small");
            let b = Mask::from_fn(side, side, |x, y| (x + y) % 2 == 0).expect("the mask is small");
            let region = Region::new(ALLOCATOR);
            for at in (-3..4).flat_map(|x| (-3..4).map(move |y| [x, y].map(|place| place * side as i32 / 3 + place))) {
                black_box(a.overlaps(&b, at));
                black_box(b.overlaps(&b, at));
                black_box(a.overlap_first(&b, at));
                black_box(a.overlap_area(&b, at));
                black_box(a.overlap_bounds(&b, at));
                black_box(a.overlaps(&Rect { left: at[0], top: at[1], width: side, height: side }, [0, 0]));
                black_box(a.count());
            }
            let change = region.change();
            assert_eq!((change.allocations, change.reallocations), (0, 0), "{level}, {side} px");
        }
    }
}
