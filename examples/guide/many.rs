pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region many
    use hitmask::{Mask, Sprite, World, place};

    let mut world = World::new();
    let disc = world.add_mask(".##.\n####\n####\n.##.".parse::<Mask>()?)?;
    let (mut places, mut ids) = (Vec::new(), Vec::new());
    for i in 0..10_000 {
        let at = [5.0 * f64::from(i % 100), 5.0 * f64::from(i / 100)];
        places.push(at);
        ids.push(world.spawn(Sprite::new(disc, place(at)?))?);
    }

    for _frame in 0..3 {
        for at in places.iter_mut().step_by(2) {
            // Your own movement, with fractions.
            *at = [at[0] + 0.6, at[1] + 0.2];
        }
        let rounded: Result<Vec<_>, _> = places.iter().map(|&at| place(at)).collect();
        // Once a frame, all in one call.
        world.sync(ids.iter().copied().zip(rounded?))?;
        // Every collision once.
        println!("pairs: {}", world.step()?.pairs().len());
    }
    // #endregion many
    Ok(())
}
