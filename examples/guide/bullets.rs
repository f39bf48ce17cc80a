pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region bullets
    use hitmask::{Mask, Sprite, World};

    let mut world = World::new();
    let wall = world.add_mask(Mask::filled(2, 100)?)?;
    let dot = world.add_mask(Mask::filled(3, 3)?)?;
    world.spawn(Sprite::new(wall, [100, 0]).fixed(true))?;
    let bullet = world.spawn(Sprite::new(dot, [0, 50]).continuous(true))?;
    world.step()?;

    world.move_to(bullet, [500, 50])?; // far beyond the wall, in one frame
    if let Some(impact) = world.step()?.first_impact(bullet) {
        // What it met first.
        println!("hit at {:?}", impact.contact.first());
        println!("sparks fly along {:?}", impact.contact.normal_of(bullet));
        println!("draw the bullet at {:?}", impact.before_of(bullet));
    }
    // #endregion bullets
    Ok(())
}
