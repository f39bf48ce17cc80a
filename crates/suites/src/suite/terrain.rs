//! A landscape of hills and caves, bullets that fly through it, and holes that are cut into it.

use super::pairs::{Pair, SEED, Shape};
use crate::case::Case;
use crate::columns::Columns;
use crate::recomputed::Recomputed;
use mask::Mask;
use std::rc::Rc;
use testkit::{Rng, shape};

/// The width of the landscape.
pub(super) const WIDTH: u32 = 16_384;
/// The height of the landscape.
const HEIGHT: u32 = 2048;
/// The radius of a hole.
const RADIUS: u32 = 40;

/// Bullets of 4 x 4 pixels anywhere in the landscape.
pub(super) fn bullets() -> Vec<Pair> {
    let land = Shape::new(shape::terrain(WIDTH, HEIGHT, SEED));
    let bullet = Shape::new(shape::solid(4));
    let mut rng = Rng::new(SEED);
    let any = || {
        let at = [WIDTH, HEIGHT].map(|side| rng.within(-3..side as i32));
        Pair { a: Rc::clone(&land), b: Rc::clone(&bullet), at }
    };
    std::iter::repeat_with(any).take(4096).collect()
}

/// Round holes cut anywhere, each followed by a query for the bounds. The answer is the bounds, and the number of
/// pixels left around the hole.
pub(super) fn holes() -> Case {
    let land = shape::mask(&shape::terrain(WIDTH, HEIGHT, SEED));
    let hole = shape::mask(&shape::disc(2 * RADIUS + 1));
    let side = 2 * hole.width();
    let about = shape::mask(&shape::solid(side));
    let mut rng = Rng::new(SEED);
    let any = || [WIDTH, HEIGHT].map(|side| rng.below(side - 2 * RADIUS));
    let places: Vec<[u32; 2]> = std::iter::repeat_with(any).take(128).collect();
    // The top-left pixel of the square around a hole.
    let around = move |at: [u32; 2]| at.map(|place| place as i32 - side as i32 / 4);
    let (cut, probe) = (Columns::from(&hole), Columns::from(&about));
    Case::asking(places)
        .row_with(
            "hitmask",
            land.clone(),
            move |land: &mut Mask, &at| {
                land.erase(&hole, at.map(|place| place as i32));
                (at, land.bounds())
            },
            move |land, (at, bounds)| Ok((land.overlap_area(&about, around(at)), bounds)),
        )
        .row_with(
            "recompute-all",
            Recomputed::from(&land),
            move |land: &mut Recomputed, &at| {
                land.erase(&cut, at);
                (at, land.bounds())
            },
            move |land, (at, bounds)| Ok((land.columns().area(&probe, around(at)), bounds)),
        )
        .done()
}
