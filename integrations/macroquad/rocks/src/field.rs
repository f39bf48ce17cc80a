//! The field at the start of the game, and the numbers of its physics.

use crate::sheet::{PEBBLES, ROCKS};

/// The size of the window and of the field. Rocks and ship wrap around at the left and the right edge.
pub const SIZE: [u32; 2] = [960, 640];

/// The height of the picture of the ground, which stands at the bottom of the field.
pub const GROUND_HEIGHT: u32 = 220;

/// The length of a tick in seconds.
pub const TICK: f64 = 1.0 / 60.0;

/// The center of the ship at the start.
pub const SHIP: [f64; 2] = [200.0, 250.0];

/// The most that the ship turns in a tick, in degrees.
pub const SHIP_TURN: f64 = 3.5;

/// The acceleration of the ship in pixels per tick and tick.
pub const SHIP_THRUST: f64 = 0.12;

/// The factor of the ship's velocity in each tick.
pub const SHIP_DRAG: f64 = 0.985;

/// The speed of a bullet in pixels per tick.
pub const BULLET_SPEED: f64 = 9.0;

/// The ticks between two bullets.
pub const RELOAD: u32 = 7;

/// The ticks for which a bullet flies.
pub const BULLET_LIFE: u32 = 90;

/// The radius of the hole that a bullet makes in the ground.
pub const HOLE: f64 = 13.0;

/// The scale of a rock that is hit, relative to the rock before. A rock smaller than [`SMALLEST`] vanishes.
pub const SHRINK: f64 = 0.62;

/// The smallest scale of a rock.
pub const SMALLEST: f64 = 0.35;

/// The number of pebbles that the key M adds.
pub const MANY: usize = 2500;

/// A rock or a pebble.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rock {
    /// The number of its frame, among the rocks or among the pebbles.
    pub frame: usize,
    /// Its center.
    pub at: [f64; 2],
    /// In pixels per tick.
    pub velocity: [f64; 2],
    /// In degrees.
    pub angle: f64,
    /// In degrees per tick.
    pub spin: f64,
    /// The factor of its size.
    pub scale: f64,
}

/// The rocks at the start.
pub fn rocks() -> impl Iterator<Item = Rock> {
    let mut random = Random(0x5eed);
    let places =
        [[470.0, 110.0], [660.0, 240.0], [840.0, 110.0], [60.0, 90.0], [640.0, 80.0], [420.0, 320.0], [850.0, 330.0]];
    (0..).zip(places).map(move |(n, at)| Rock {
        frame: n % ROCKS,
        at,
        velocity: [random.within(-0.5, 0.5), random.within(-0.25, 0.25)],
        angle: random.within(0.0, 360.0),
        spin: random.within(-0.6, 0.6),
        scale: 1.0,
    })
}

/// The stars: their places, and their light from 0 to 1.
pub fn stars() -> impl Iterator<Item = ([f64; 2], f64)> {
    let mut random = Random(0x57a2);
    (0..200).map(move |_| {
        let at = SIZE.map(|side| random.within(0.0, side.into()));
        (at, random.within(0.2, 0.9))
    })
}

/// The pebbles at the start.
pub fn pebbles() -> impl Iterator<Item = Rock> {
    some_pebbles(0xf00d, 80)
}

/// The pebbles that the key M adds.
pub fn more_pebbles() -> impl Iterator<Item = Rock> {
    some_pebbles(0xbead, MANY)
}

fn some_pebbles(seed: u64, count: usize) -> impl Iterator<Item = Rock> {
    let mut random = Random(seed);
    (0..count).map(move |n| Rock {
        frame: n % PEBBLES,
        at: [random.within(0.0, SIZE[0].into()), random.within(60.0, 420.0)],
        velocity: [random.within(-1.0, 1.0), random.within(-0.6, 0.6)],
        angle: random.within(0.0, 360.0),
        spin: random.within(-2.0, 2.0),
        scale: 1.0,
    })
}

/// A small generator of random numbers (xorshift64*), so that both games begin with one field.
struct Random(u64);

impl Random {
    fn within(&mut self, low: f64, high: f64) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        low + (high - low) * (bits as f64 / (1u64 << 53) as f64)
    }
}
