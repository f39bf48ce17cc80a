pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region save
    use hitmask::{Mask, Sprite, World};
    let mut world = World::new();
    let ball = world.add_mask(Mask::filled(8, 8)?)?;
    let hero = world.spawn(Sprite::new(ball, [0, 0]).data(42))?;
    world.spawn(Sprite::new(ball, [40, 0]))?;
    let saved = world.to_bytes()?; // to a file
    let loaded = World::from_bytes(&saved)?; // ids are the same
    println!("hero's number: {:?}", loaded.data(hero));
    // #endregion save

    // #region rollback
    let before = world.try_clone()?; // cheap: masks are shared
    world.move_by(hero, [36, 0])?;
    println!("began: {}", world.step()?.began().len());
    world = before; // the move did not happen
    println!("began: {}", world.step()?.began().len());
    // #endregion rollback
    Ok(())
}
