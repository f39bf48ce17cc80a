pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    {
        // #region five
        use hitmask::{Mask, Solid};
        let [ship, rock] = ["ship.png", "rock.png"].map(|name| {
            let picture = image::open(name).expect("a picture").to_rgba8();
            Mask::from_image(&picture, Solid::AlphaAbove(127)).expect("a mask")
        });
        let hit = ship.overlap_first(&rock, [38, -6]); // the first shared pixel, or None
        // #endregion five
        assert!(hit.is_some());
    }
    // #region ask
    use hitmask::{Mask, Solid};
    let [ship, rock] = ["ship.png", "rock.png"].map(|name| {
        let picture = image::open(name).expect("a picture").to_rgba8();
        Mask::from_image(&picture, Solid::AlphaAbove(127)).expect("a mask")
    });
    let at = [38, -6]; // the rock's top-left pixel, counted from the ship's
    if ship.overlaps(&rock, at) {
        println!("first shared pixel: {:?}", ship.overlap_first(&rock, at));
        println!("shared pixels: {}", ship.overlap_area(&rock, at));
        println!("the ship is free after a move by {:?}", ship.penetration(&rock, at));
    }
    // #endregion ask
    Ok(())
}
