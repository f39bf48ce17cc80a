//! Generated masks in shapes that are common in games: convex and hollow, round and thin.

use super::rng::Rng;
use super::shapes::{invader, ring, rock, ship};
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
