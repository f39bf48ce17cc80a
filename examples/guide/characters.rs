pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region hero
    use hitmask::{Mask, Motion, Remainder, Side, Sprite, World};

    let mut world = World::new();
    let body = world.add_mask(Mask::filled(16, 24)?)?;
    let floor = world.add_mask(Mask::filled(400, 40)?)?;
    let stair = world.add_mask(Mask::filled(100, 3)?)?;
    let hero = world.spawn(Sprite::new(body, [20, 60]))?;
    world.spawn(Sprite::new(floor, [0, 100]).fixed(true))?;
    world.spawn(Sprite::new(stair, [60, 97]).fixed(true))?;
    let mut velocity = [1.5, 0.0]; // pixels a frame
    // Turns them into whole pixels, and keeps the rest.
    let mut remainder = Remainder::default();

    for frame in 0..60 {
        let [x, y] = world.get(hero).expect("it lives").position;
        if velocity[1] >= 0.0 && !world.refresh()?.touching(hero, [0, 1])?.is_empty() {
            // `refresh`: after changes, before questions.
            // Walk: up and down slopes and steps of 4 pixels.
            let [dx, _] = remainder.take([velocity[0], 0.0])?;
            world.move_until(hero, [x + dx, y], Motion::walk(4, 4))?;
            velocity[1] = if frame == 50 { -4.0 } else { 0.0 }; // jump
        } else {
            velocity[1] += 0.3; // fall
            let [dx, dy] = remainder.take(velocity)?;
            let moved = world.move_until(hero, [x + dx, y + dy], Motion::SLIDE)?;
            if moved.blocked.down || moved.blocked.up {
                velocity[1] = 0.0;
            }
        }
    }
    println!("the hero is at {:?}", world.get(hero).unwrap().position);
    // #endregion hero

    // #region platforms
    let plank = world.add_mask(Mask::filled(60, 4)?)?;
    // Jump through it from below.
    let lift = Sprite::new(plank, [200, 60]).fixed(true).one_way(Side::Top);
    let lift = world.spawn(lift)?;
    world.jump_to(hero, [220, 36])?;
    // It takes along who stands on it.
    let carried = world.carry(lift, [200, 20], None)?;
    println!("riders: {}", carried.riders.len());
    println!("the hero is at {:?}", world.get(hero).unwrap().position);
    // #endregion platforms
    Ok(())
}
