//! The program of the README: from a picture to a hit.

use hitmask::{Mask, Solid, Sprite, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let picture = image::open("examples/scene/ship.png")?.to_rgba8();
    let ship = Mask::from_image(&picture, Solid::AlphaAbove(127))?;
    println!("{:?}", ship.overlap_first(&ship, [5, 3])); // the first pixel shared with one 5 right, 3 down

    let mut world = World::new();
    let ship = world.add_mask(ship)?; // one mask, shown by many sprites
    let hero = world.spawn(Sprite::new(ship, [0, 0]))?;
    world.spawn(Sprite::new(ship, [30, 6]))?;
    for _frame in 0..20 {
        world.move_by(hero, [1, 0])?;
        let step = world.step()?;
        // Who collides now, and did not before?
        for pair in step.began() {
            let contact = step.view().contact(pair.a, pair.b).expect("they collide");
            println!("hit at {:?}, {} pixels", contact.first(), contact.area());
        }
    }
    Ok(())
}
