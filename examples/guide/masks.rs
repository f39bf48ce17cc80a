pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region picture
    use hitmask::{Mask, Solid, mask::Rect};

    let picture = image::open("ship.png")?.to_rgba8();
    let ship = Mask::from_image(&picture, Solid::AlphaAbove(127))?;
    let coins = image::open("coins.png")?.to_rgba8();
    let frame = Rect::new(16, 0, 16, 16);
    let coin = Mask::from_frame(&coins, frame, Solid::AlphaAbove(20))?;
    println!("{:?} {} {}", [ship.width(), ship.height()], ship.count(), coin.count());
    // #endregion picture

    // #region drawn
    let arrow: Mask = "..#.\n####\n..#.".parse()?;
    let large = arrow.scaled(40, 30)?;
    let plate = Mask::filled(64, 8)?;
    println!("{} {}", large.count(), plate.count());
    // #endregion drawn
    Ok(())
}
