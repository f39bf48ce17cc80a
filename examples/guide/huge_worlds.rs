pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region chunks
    use hitmask::{Mask, Motion, Sprite, World};

    const WALLS: u32 = 1;
    const HERO: u32 = 2;
    let mut world = World::new();
    let chunk = world.add_mask(Mask::filled(512, 512)?)?;
    let body = world.add_mask(Mask::filled(16, 24)?)?;
    for number in 0..2000 {
        let at = [512 * (number % 100), 512 * (number / 100) + 1000];
        let sprite = Sprite::new(chunk, at).fixed(true);
        world.spawn(sprite.layers(WALLS).collides_with(HERO))?;
    }

    let hero = world.spawn(Sprite::new(body, [25_000, 900]).layers(HERO))?;
    // Fixed sprites never pair.
    println!("pairs: {}", world.step()?.pairs().len());
    // Only near chunks are tested.
    println!("lands at {:?}", world.move_until(hero, [25_000, 5000], Motion::STOP)?.at);
    // #endregion chunks
    Ok(())
}
