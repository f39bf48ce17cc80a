//! Masks drawn by the program: what flies about in games, convex and hollow, round and thin.

use super::rng::Rng;
use mask::{Mask, MaskError};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Sides in pixels: half octaves. Below 8 px all shapes look alike, beyond 256 one fills the picture.
const SIDES: [u32; 11] = [8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256];
/// Sides are log-normal: half of all are smaller than this, two thirds within an octave of it.
const MEDIAN_SIDE: f64 = 24.0;
/// One giant flies among so many sprites, and none in a smaller swarm, which it would dwarf.
const GIANT_EVERY: u32 = 10_000;
/// Thin and hollow, so that a picture with a giant in it is still one of the others.
const GIANT_SIDE: u32 = 1024;

/// The masks of a swarm of so many sprites, and how often each is shown, relative to the others. The seed
/// shapes the rocks.
pub(crate) fn masks(sprites: u32, seed: u64) -> Result<Vec<(Arc<Mask>, f64)>, MaskError> {
    let mut rng = Rng::new(seed);
    let (mut masks, mut all) = (Vec::new(), 0.0);
    for side in SIDES {
        let octaves = (f64::from(side) / MEDIAN_SIDE).log2();
        let share = (-octaves * octaves / 2.0).exp();
        let shapes = [
            ship(side),
            rock(side, &mut rng),
            ring(side, 0.66),
            star(side),
            rock(side, &mut rng),
            crescent(side),
            saucer(side),
            cross(side),
            ring(side, 0.0),
            dart(side),
            beam(side),
        ];
        for shape in shapes {
            masks.push((Arc::new(shape?), share));
            all += share;
        }
    }
    if sprites >= GIANT_EVERY {
        masks.push((Arc::new(ring(GIANT_SIDE, 0.98)?), all / f64::from(GIANT_EVERY)));
    }
    Ok(masks)
}

/// A square mask of the points for which `solid(x, y)` holds, both from -1 to 1 over the pixel centres.
fn shape(side: u32, solid: impl Fn(f64, f64) -> bool) -> Result<Mask, MaskError> {
    let scaled = |c: u32| (2.0 * f64::from(c) + 1.0) / f64::from(side) - 1.0;
    Mask::from_fn(side, side, |x, y| solid(scaled(x), scaled(y)))
}

/// A fuselage with swept wings and two engines.
fn ship(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| {
        let x = x.abs();
        let fuselage = x < 0.22 * (1.0 + y).min(1.0) && y < 0.75;
        let wing = y > 0.9 * x - 0.25 && y < 0.25 * x + 0.4;
        let engine = (x - 0.4).abs() < 0.11 && (0.3..0.95).contains(&y);
        fuselage || wing || engine
    })
}

/// A lump, its radius a sum of waves around it.
fn rock(side: u32, rng: &mut Rng) -> Result<Mask, MaskError> {
    let waves: Vec<_> = (2..7).map(|turns| (f64::from(turns), rng.unit() * TAU, rng.unit() * 0.5)).collect();
    let radius = |angle: f64| {
        let wave = |&(turns, phase, height): &(f64, f64, f64)| height / turns * (turns * angle + phase).cos();
        0.74 + 0.8 * waves.iter().map(wave).sum::<f64>()
    };
    shape(side, |x, y| x.hypot(y) < radius(y.atan2(x)))
}

/// A ring; a disc where the hole has no radius.
fn ring(side: u32, hole: f64) -> Result<Mask, MaskError> {
    shape(side, |x, y| (hole..1.0).contains(&x.hypot(y)))
}

/// Five points.
fn star(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| {
        let fifth = TAU / 5.0;
        let angle = (x.atan2(-y).rem_euclid(fifth) - fifth / 2.0).abs();
        // The edge from a point, at half a fifth and radius 1, to a notch at radius 0.45.
        let (point_x, point_y) = ((fifth / 2.0).cos(), (fifth / 2.0).sin());
        let (along, off) = (x.hypot(y) * angle.cos(), x.hypot(y) * angle.sin());
        (point_x - 0.45) * off > point_y * (along - 0.45)
    })
}

/// A disc with a bite.
fn crescent(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| x.hypot(y) < 1.0 && (x - 0.45).hypot(y) > 0.8)
}

/// A dome on a flat body.
fn saucer(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| x.hypot((y - 0.1) * 3.4) < 1.0 || (y < 0.1 && x.hypot((y - 0.05) * 0.9) < 0.48))
}

/// Two bars.
fn cross(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| x.abs() < 0.26 || y.abs() < 0.26)
}

/// An arrow head, notched behind.
fn dart(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| x.abs() < 0.36 * (1.0 + y) && y < 0.35 + 0.9 * x.abs())
}

/// A thin line from corner to corner: a large box with next to nothing in it.
fn beam(side: u32) -> Result<Mask, MaskError> {
    shape(side, |x, y| (x - y).abs() < 0.1)
}
