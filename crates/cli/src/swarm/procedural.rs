//! Generated masks in shapes that are common in games: convex and hollow, round and thin.
//!
//! The shapes are drawn with integers, so that they are equal on every platform.

use super::rng::Rng;
use mask::{Mask, MaskError};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Sides in pixels, in steps of half an octave. Shapes under 8 px look alike; one over 256 px fills the picture.
const SIDES: [u32; 11] = [8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256];
/// The median of the log-normal distribution of sides. Two thirds of the sides are within an octave of the median.
const MEDIAN_SIDE: f64 = 24.0;
/// The number of sprites for each giant. A smaller swarm has no giant.
const GIANT_EVERY: u32 = 10_000;
/// The side of a giant, a thin ring: a filled giant would hide the other sprites of the picture.
const GIANT_SIDE: u32 = 1024;

/// Returns the masks of a swarm of `sprites` sprites with their weights. The seed determines the rocks and the invaders.
pub(crate) fn masks(sprites: u32, seed: u64) -> Result<Vec<(Arc<Mask>, f64)>, MaskError> {
    let mut rng = Rng::new(seed);
    let (mut masks, mut total) = (Vec::new(), 0.0);
    for side in SIDES {
        let octaves = (f64::from(side) / MEDIAN_SIDE).log2();
        let weight = (-octaves * octaves / 2.0).exp();
        // Their number is odd, so that each shape has every color of the palette.
        let shapes: [&dyn Fn(u32, u32) -> bool; 11] = [
            &ship(side),
            &rock(side, rng.bits()),
            &ring(side, 66),
            &star(side),
            &invader(side, rng.bits()),
            &crescent(side),
            &saucer(side),
            &cross(side),
            &ring(side, 0),
            &dart(side),
            &beam(side),
        ];
        for solid in shapes {
            masks.push((Arc::new(Mask::from_fn(side, side, solid)?), weight));
            total += weight;
        }
    }
    if sprites >= GIANT_EVERY {
        let giant = Mask::from_fn(GIANT_SIDE, GIANT_SIDE, ring(GIANT_SIDE, 98))?;
        masks.push((Arc::new(giant), total / f64::from(GIANT_EVERY)));
    }
    Ok(masks)
}

/// Returns a shape that is given by its pixel centers in coordinates from -1 to 1.
fn scaled(side: u32, solid: impl Fn(f64, f64) -> bool) -> impl Fn(u32, u32) -> bool {
    let scaled = move |c: u32| (2.0 * f64::from(c) + 1.0) / f64::from(side) - 1.0;
    move |x, y| solid(scaled(x), scaled(y))
}

/// A star with five points.
fn star(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| {
        let fifth = TAU / 5.0;
        let angle = (x.atan2(-y).rem_euclid(fifth) - fifth / 2.0).abs();
        // The edge from a point, at half a fifth and radius 1, to a notch at radius 0.45.
        let (point_x, point_y) = ((fifth / 2.0).cos(), (fifth / 2.0).sin());
        let (along, off) = (x.hypot(y) * angle.cos(), x.hypot(y) * angle.sin());
        (point_x - 0.45) * off > point_y * (along - 0.45)
    })
}

/// A disc without an overlapping smaller disc.
fn crescent(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| x.hypot(y) < 1.0 && (x - 0.45).hypot(y) > 0.8)
}

/// A dome on a flat ellipse.
fn saucer(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| x.hypot((y - 0.1) * 3.4) < 1.0 || (y < 0.1 && x.hypot((y - 0.05) * 0.9) < 0.48))
}

/// Two crossed bars.
fn cross(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| x.abs() < 0.26 || y.abs() < 0.26)
}

/// An arrow head with a notch at its back.
fn dart(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| x.abs() < 0.36 * (1.0 + y) && y < 0.35 + 0.9 * x.abs())
}

/// A thin diagonal line: a large box with few solid pixels.
fn beam(side: u32) -> impl Fn(u32, u32) -> bool {
    scaled(side, |x, y| (x - y).abs() < 0.1)
}

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
