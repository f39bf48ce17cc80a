//! One pair of masks, without a world: whether they overlap, where, and by how many pixels.
//!
//!     cargo run -p show --example one_pair

use hitmask::{Mask, MaskError, Rect};

fn main() -> Result<(), MaskError> {
    let ship: Mask = "\
...##...
..####..
.######.
########"
        .parse()?;
    let ring = Mask::from_fn(11, 11, |x, y| {
        let square = x.abs_diff(5).pow(2) + y.abs_diff(5).pow(2);
        (12..=30).contains(&square)
    })?;

    // The offset is the ring's top-left pixel minus the ship's; y points down.
    for at in [[8, 0], [-1, -10], [-2, -4], [3, 2]] {
        match ship.overlap_first(&ring, at) {
            Some(first) => println!("at {at:?}: they share {} pixels, first {first:?}", ship.overlap_area(&ring, at)),
            None => println!("at {at:?}: they share no pixel"),
        }
    }
    // Side by side, the boxes touch and do not overlap.
    assert!(!ship.overlaps(&ring, [8, 0]));
    // The ring's lowest row overlaps the ship's nose.
    assert_eq!(ship.overlap_first(&ring, [-1, -10]), Some([3, 0]));
    assert_eq!(ship.overlap_area(&ring, [-1, -10]), 2);

    let shared = ship.overlap_mask(&ring, [3, 2]);
    println!("the pixels of the ship that the ring covers at [3, 2]:\n{shared}");
    assert_eq!(shared.bounds(), ship.overlap_bounds(&ring, [3, 2]));
    assert_eq!(shared.bounds(), Some(Rect { left: 5, top: 2, width: 3, height: 2 }));

    // A hole is empty: a dot inside the ring does not collide. Every offset is valid.
    let dot = Mask::filled(2, 2)?;
    assert!(!ring.overlaps(&dot, [5, 5]));
    assert!(!ring.overlaps(&dot, [i32::MIN, i32::MAX]));
    Ok(())
}
