pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region way_out
    use hitmask::{Mask, Sprite, World};

    let mut world = World::new();
    let body = world.add_mask(Mask::filled(16, 24)?)?;
    let block = world.add_mask(Mask::filled(200, 40)?)?;
    let hero = world.spawn(Sprite::new(body, [40, 80]))?;
    let wall = world.spawn(Sprite::new(block, [0, 100]).fixed(true))?;

    let step = world.step()?;
    let contact = step.view().contact(hero, wall).expect("they collide");
    println!("shortest way out: {:?}", contact.penetration_of(hero));
    println!("normal: {:?}", contact.normal_of(hero));

    // Frees the hero from everything at once.
    let moved = world.push_out(hero, 64)?;
    println!("pushed by {moved:?}"); // None: no free place within 64 pixels
    // #endregion way_out
    Ok(())
}
