//! The patterns in which enemies shoot.

use crate::things::Thing;

/// A bullet that is to be shot: its thing, its middle, and its velocity in pixels a tick.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shot {
    pub(crate) thing: Thing,
    pub(crate) at: [f64; 2],
    pub(crate) velocity: [f64; 2],
}

/// A vector of a length, at an angle in degrees: 0 to the right, 90 down.
pub(crate) fn polar(degrees: f64, length: f64) -> [f64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [cos * length, sin * length]
}

/// How far from the middle of an enemy the bullets of a ring start, in pixels.
const MUZZLE: f64 = 30.0;

/// A ring of bullets, the first at an angle in degrees.
pub(crate) fn ring(thing: Thing, at: [f64; 2], count: u32, first: f64, speed: f64) -> impl Iterator<Item = Shot> {
    (0..count).map(move |n| {
        let degrees = first + 360.0 * f64::from(n) / f64::from(count);
        let out = polar(degrees, MUZZLE);
        Shot { thing, at: [at[0] + out[0], at[1] + out[1]], velocity: polar(degrees, speed) }
    })
}

/// What the boss shoots in a tick: two spirals that turn against each other, and a ring now and then. `more` multiplies
/// the arms of the spirals.
pub(crate) fn boss(tick: u32, at: [f64; 2], more: u32) -> Vec<Shot> {
    let time = f64::from(tick);
    let mut shots = Vec::new();
    if tick.is_multiple_of(5) {
        shots.extend(ring(Thing::Rose, at, 14 * more, 1.3 * time, 1.4));
        shots.extend(ring(Thing::Violet, at, 14 * more, -0.9 * time, 1.0));
    }
    if tick.is_multiple_of(90) {
        shots.extend(ring(Thing::Amber, at, 60 * more, 0.5 * time, 1.9));
    }
    shots
}

/// What a drone shoots in a tick: a ring now and then, and needles at the ship.
pub(crate) fn drone(tick: u32, at: [f64; 2], ship: [f64; 2]) -> Vec<Shot> {
    let mut shots = Vec::new();
    if tick.is_multiple_of(48) {
        shots.extend(ring(Thing::Amber, at, 18, f64::from(tick), 1.3));
    }
    if tick % 120 < 20 && tick.is_multiple_of(5) {
        let aim = (ship[1] - at[1]).atan2(ship[0] - at[0]).to_degrees();
        shots.extend([-6.0, 0.0, 6.0].map(|off| Shot { thing: Thing::Needle, at, velocity: polar(aim + off, 7.0) }));
    }
    shots
}
