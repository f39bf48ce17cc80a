//! A world embedded in a simulation loop: discs and rings that bounce off each other and the walls.
//!
//!     cargo run --release --example swarm

use hitmask::{Mask, Sprite, SpriteId, World};
use std::collections::HashMap;
use std::error::Error;

const SIDE: i32 = 4000;
const STEPS: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    let round = |inner, outer| {
        Mask::from_fn(32, 32, move |x, y| (inner..=outer).contains(&(x.abs_diff(16).pow(2) + y.abs_diff(16).pow(2))))
    };
    let masks = [world.add_mask(round(0, 200)?)?, world.add_mask(round(120, 250)?)?];

    // A grid of sprites that move at speeds which differ from neighbour to neighbour.
    let mut speeds: HashMap<SpriteId, [i32; 2]> = HashMap::new();
    for n in 0..10_000 {
        let id = world.spawn(Sprite::new(masks[n as usize % 2], [n % 100 * 40, n / 100 * 40]))?;
        speeds.insert(id, [1 + n % 3, 2 - n % 5]);
    }

    let (mut pairs, mut seen) = (Vec::new(), 0);
    for _ in 0..STEPS {
        for mut sprite in world.sprites_mut() {
            let speed = speeds.get_mut(&sprite.id()).expect("every sprite has a speed");
            let at = sprite.position();
            for axis in 0..2 {
                let next = at[axis] + speed[axis];
                if !(0..=SIDE - 32).contains(&next) {
                    speed[axis] = -speed[axis];
                }
            }
            sprite.move_by(*speed)?;
        }
        // Sprites that share a solid pixel swap their speeds, as equal balls do.
        world.refresh()?.collisions_into(&mut pairs)?;
        for pair in &pairs {
            let (a, b) = (speeds[&pair.a], speeds[&pair.b]);
            speeds.extend([(pair.a, b), (pair.b, a)]);
        }
        seen += pairs.len();
    }
    println!("{} sprites, {STEPS} steps, {seen} collisions, {} of them in the last step", world.len(), pairs.len());

    assert!(seen > 0 && pairs.is_sorted());
    let view = world.refresh()?;
    assert!(pairs.iter().all(|pair| view.overlap(pair.a, pair.b).is_some()));
    assert!(world.sprites().all(|(_, sprite)| sprite.position().iter().all(|c| (-4..=SIDE).contains(c))));
    Ok(())
}
