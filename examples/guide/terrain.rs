pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region dig
    use hitmask::{
        Mask, Solid, Sprite, World,
        mask::{Circle, Rect},
    };

    let mut picture = image::open("ground.png")?.to_rgba8();
    let mask = Mask::from_image(&picture, Solid::AlphaAbove(127))?;
    let before = mask.count();
    let mut world = World::new();
    let shape = world.add_mask(mask)?;
    let ground = world.spawn(Sprite::new(shape, [0, 200]).fixed(true))?;

    // Every sprite under the circle loses these pixels.
    let lost = world.erase(Circle::new([300.0, 260.0], 30.0)?, u32::MAX)?;
    // Its mask now.
    let dug = world.mask(world.get(ground).unwrap().mask).unwrap();
    dug.clear_alpha(&mut picture)?; // the picture loses them too
    println!("sprites hit: {} pixels lost: {}", lost.len(), before - dug.count());
    // #endregion dig

    // #region split
    // A cut through the ground.
    world.erase(Rect::new(500, 0, 4, 400), u32::MAX)?;
    let parts = world.split(ground)?; // the largest part keeps the id
    for &part in &parts {
        world.get_mut(part).unwrap().set_fixed(false); // let it fall
    }
    println!("loose parts: {}", parts.len());
    // #endregion split
    Ok(())
}
