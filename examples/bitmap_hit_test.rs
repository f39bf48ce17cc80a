//! Overlap of two scaled and rotated pictures: the modern form of `ActionScript`'s `BitmapHitTestPlus`.
//!
//! `BitmapHitTestPlus` drew both pictures, scaled and rotated, into one bitmap. A chosen accuracy made the bitmap
//! smaller, and its colors gave the bounds of the overlap: details thinner than a pixel of the bitmap were lost, and
//! the bounds were as coarse as its pixels. This example draws nothing. Blocks of pixels are mapped back into both
//! masks, blocks that may be solid in both are halved, and the answer is exact.
//!
//!     cargo run --release -p show --example bitmap_hit_test

use hitmask::mask::{Affine, TransformedMask};
use hitmask::{Mask, MaskError, Rect};
use std::time::Instant;

fn main() -> Result<(), MaskError> {
    // A ring with a gap to the right, and an arrow that points to the right.
    let ring = Mask::from_fn(200, 200, |x, y| {
        let square = x.abs_diff(100).pow(2) + y.abs_diff(100).pow(2);
        (6400..=10_000).contains(&square) && !(x > 100 && y.abs_diff(100) < 25)
    })?;
    let arrow = Mask::from_fn(120, 41, |x, y| y.abs_diff(20) <= if x < 80 { 3 } else { (119 - x) / 2 })?;

    // Each picture is scaled and rotated about its center, then moved to its place on the stage.
    let put = |scale: f64, degrees: f64, middle: [f64; 2], to: [f64; 2]| {
        let centred = Affine::translation([-middle[0], -middle[1]]);
        centred.then(&Affine::scale([scale; 2])).then(&Affine::rotation(degrees)).then(&Affine::translation(to))
    };
    let by_ring = put(1.5, 60.0, [100.5, 100.5], [300.0, 300.0]);
    let ring_there = TransformedMask::new(&ring, &by_ring)?;
    let ask = |degrees: f64, to: [f64; 2]| -> Result<Option<Rect>, MaskError> {
        let by_arrow = put(0.9, degrees, [60.0, 20.5], to);
        let arrow_there = TransformedMask::new(&arrow, &by_arrow)?;
        let start = Instant::now();
        let shared = ring_there.overlap_bounds(&arrow_there);
        let asked = start.elapsed();

        // The long way: both masks are transformed, then intersected.
        let start = Instant::now();
        let ((a, at_a), (b, at_b)) = (ring.transformed(&by_ring)?, arrow.transformed(&by_arrow)?);
        let made = a.overlap_bounds(&b, [at_b[0] - at_a[0], at_b[1] - at_a[1]]);
        let made = made.map(|rect| Rect { left: rect.left + at_a[0], top: rect.top + at_a[1], ..rect });
        println!("{shared:?}: queried in {asked:?}, transformed in {:?}", start.elapsed());
        assert_eq!(shared, made);
        assert_eq!(shared, arrow_there.overlap_bounds(&ring_there), "the order of the masks does not matter");
        assert_eq!(shared.is_some(), ring_there.overlaps(&arrow_there));
        Ok(shared)
    };

    // Inside the ring, its box deep in the ring's box: no pixel is shared.
    assert_eq!(ask(60.0, [300.0, 300.0])?, None);
    // Out through the gap, which now points down and to the right.
    assert_eq!(ask(60.0, [350.0, 386.6])?, None);
    // Straight up, the tip enters the ring's upper arc.
    let hit = ask(-90.0, [300.0, 200.0])?.expect("the arc is closed above");
    assert_eq!(hit, Rect { left: 282, top: 150, width: 36, height: 32 });
    Ok(())
}
