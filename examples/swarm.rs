//! A world in a loop without a window: 100,000 balls that bounce off the walls and each other.
//!
//!     cargo run --release -p show --example swarm

use hitmask::{Mask, Sprite, World};
use std::{error::Error, time::Instant};

const SIDE: i32 = 12_800;
const BALL: i32 = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let disc = Mask::from_fn(24, 24, |x, y| x.abs_diff(12).pow(2) + y.abs_diff(12).pow(2) < 144)?;
    let ball = world.add_mask(disc)?;
    let mut speeds = Vec::new(); // the velocity of each sprite, by the index of its id
    for n in 0..100_000 {
        world.spawn(Sprite::new(ball, [n % 320 * 40, n / 320 * 40]))?;
        speeds.push([1 + n % 4, 2 - n % 5]);
    }
    for number in 1..=60 {
        let start = Instant::now();
        for mut sprite in world.sprites_mut() {
            let (at, speed) = (sprite.position(), &mut speeds[sprite.id().index()]);
            for axis in 0..2 {
                let inside = (0..=SIDE - BALL).contains(&(at[axis] + speed[axis]));
                speed[axis] *= if inside { 1 } else { -1 };
            }
            sprite.move_by(*speed)?;
        }
        let step = world.step()?;
        for pair in step.began() {
            speeds.swap(pair.a.index(), pair.b.index()); // equal balls exchange their velocities
        }
        let (pairs, began, took) = (step.pairs().len(), step.began().len(), start.elapsed());
        println!("step {number:2}: {pairs:6} pairs touch, {began:6} of them new, {took:.1?}");
    }
    Ok(())
}
