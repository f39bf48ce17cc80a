pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region spawn
    use hitmask::{
        Mask, Sprite, World,
        mask::{Reach, Rect},
    };

    let mut world = World::new();
    let block = world.add_mask(Mask::filled(20, 20)?)?;
    for x in (0..100).step_by(20) {
        world.spawn(Sprite::new(block, [x, 0]))?;
    }
    // A sprite that is not in the world yet.
    let free = world.refresh()?.nearest_free(&Sprite::new(block, [40, 5]), 64)?;
    println!("free at {free:?}");
    if let Some(at) = free {
        world.spawn(Sprite::new(block, at))?;
    }
    // #endregion spawn

    // #region pack
    let mut board = Mask::new(64, 64)?; // solid where it is taken
    let piece = "###\n#..".parse::<Mask>()?.scaled(24, 16)?;
    let within = Reach::new(64).inside(Rect::new(0, 0, 64, 64));
    for _number in 0..6 {
        let at = board.nearest_free(&piece, [20, 24], within).expect("there is space");
        board.draw(&piece, at);
    }
    println!("taken pixels: {}", board.count());
    // #endregion pack
    Ok(())
}
