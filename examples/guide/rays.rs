pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region rays
    use hitmask::{Mask, Sprite, World};

    let mut world = World::new();
    let ring: Mask = "####\n#..#\n#..#\n####".parse()?;
    let ring = world.add_mask(ring.scaled(32, 32)?)?;
    world.spawn(Sprite::new(ring, [50, 0]))?;
    world.spawn(Sprite::new(ring, [100, 0]))?;
    let view = world.refresh()?;

    // Which sprites are under the pointer?
    println!("in the hole: {}", view.find([66, 16]).len());
    println!("on the ring: {}", view.find([52, 16]).len());

    if let Some(hit) = view.cast_ray([0, 16], [200, 16]) {
        // A laser.
        println!("the ray hits {:?} normal {:?}", hit.at, hit.normal);
    }
    println!("nearest ring: {} pixels away", view.nearest([140, 16], 1)[0].distance());
    // #endregion rays
    Ok(())
}
