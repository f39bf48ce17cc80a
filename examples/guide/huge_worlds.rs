pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region chunks
    use hitmask::{Mask, Motion, Sprite, World};

    const WALLS: u32 = 1;
    const HERO: u32 = 2;
    let mut world = World::new();
    let (chunk, body) = (world.add_mask(Mask::filled(512, 512)?)?, world.add_mask(Mask::filled(16, 24)?)?);
    for (x, y) in (0..100).flat_map(|x| (0..20).map(move |y| (512 * x, 512 * y + 1000))) {
        world.spawn(Sprite::new(chunk, [x, y]).fixed(true).layers(WALLS).collides_with(HERO))?;
    }

    let hero = world.spawn(Sprite::new(body, [25_000, 900]).layers(HERO))?;
    // Fixed sprites never pair.
    println!("pairs: {}", world.step()?.pairs().len());
    // Only near chunks are tested.
    println!("lands at {:?}", world.move_until(hero, [25_000, 5000], Motion::STOP)?.at);
    // #endregion chunks
    Ok(())
}
