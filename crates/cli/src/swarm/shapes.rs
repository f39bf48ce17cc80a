//! Shapes that are common in games, as functions that say whether a pixel is solid.
//!
//! The shapes are drawn with integers, so that they are equal on every platform.

use super::rng::Rng;

/// Twice the distance of a pixel's center from the middle, along one axis.
pub(crate) fn twice_off(place: u32, side: u32) -> i64 {
    2 * i64::from(place) + 1 - i64::from(side)
}

/// A disc that touches all four sides, with a hole of `hole` percent of its diameter.
pub(crate) fn ring(side: u32, hole: i64) -> impl Fn(u32, u32) -> bool {
    let outer = i64::from(side).pow(2);
    move |x, y| {
        let off = twice_off(x, side).pow(2) + twice_off(y, side).pow(2);
        off <= outer && 100 * 100 * off >= hole.pow(2) * outer
    }
}

/// A ship that flies upwards: a hull from top to bottom, and swept wings.
pub(crate) fn ship(side: u32) -> impl Fn(u32, u32) -> bool {
    let n = i64::from(side);
    move |x, y| {
        let (out, down) = (twice_off(x, side).abs(), 2 * i64::from(y) + 1);
        let hull = 5 * out <= n.min(2 * down) || out <= 1;
        let wing = 5 * out <= 5 * down - 3 * n && 2 * out >= 3 * (down - 3 * n / 2);
        hull || wing
    }
}

/// A rock: five discs, different for each seed.
pub(crate) fn rock(side: u32, seed: u64) -> impl Fn(u32, u32) -> bool {
    let mut rng = Rng::new(seed);
    let discs: Vec<[i64; 3]> = (0..5)
        .map(|_| {
            let radius = side / 8 + 1 + rng.below(side / 5 + 1);
            let mut center = || i64::from(radius + rng.below((side + 1).saturating_sub(2 * radius)));
            [center(), center(), radius.into()]
        })
        .collect();
    move |x, y| {
        let off = |place: u32, center: i64| (i64::from(place) - center).pow(2);
        discs.iter().any(|&[cx, cy, radius]| off(x, cx) + off(y, cy) < radius.pow(2))
    }
}

/// A creature of the arcades: blocks in an 8 x 8 pattern, left and right alike.
pub(crate) fn invader(side: u32, seed: u64) -> impl Fn(u32, u32) -> bool {
    let mut rng = Rng::new(seed);
    let mut blocks = [[false; 4]; 8];
    blocks.as_flattened_mut().fill_with(|| rng.below(100) < 55);
    blocks[3] = [true; 4];
    move |x, y| {
        let [column, row] = [x, y].map(|place| (u64::from(place) * 8 / u64::from(side)) as usize);
        blocks[row][column.min(7 - column)]
    }
}
