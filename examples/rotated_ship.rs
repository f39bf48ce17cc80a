//! A rotated ship against terrain: whether it touches, the normal there, and how far it can fly.
//!
//!     cargo run -p show --example rotated_ship

use hitmask::{Affine, Mask, MaskError, TransformedMask};

fn main() -> Result<(), MaskError> {
    let mut ship = Mask::new(40, 24)?;
    ship.fill_polygon([[0.0, 0.0], [40.0, 12.0], [0.0, 24.0], [10.0, 12.0]], true)?;
    let mut terrain = Mask::new(400, 200)?;
    terrain.fill_polygon([[0.0, 200.0], [0.0, 120.0], [200.0, 160.0], [400.0, 60.0], [400.0, 200.0]], true)?;

    // The ship rotated by 30 degrees about its center, as a separate mask: `origin` is the mask's top-left pixel in the
    // ship's frame.
    let turn = Affine::rotation(30.0).about([20.0, 12.0]);
    let (turned, origin) = ship.transformed(&turn)?;
    println!(
        "{} pixels before the rotation, {} after it, the top-left at {origin:?}:\n{turned}",
        ship.count(),
        turned.count()
    );

    // Without a rotated mask: both masks under their own maps.
    let at = [240.0, 110.0];
    let flying = TransformedMask::new(&ship, &turn.then(&Affine::translation(at)))?;
    let ground = TransformedMask::new(&terrain, &Affine::translation([0.0, 0.0]))?;
    let place = [at[0] as i32 + origin[0], at[1] as i32 + origin[1]];
    assert_eq!(ground.overlaps(&flying), terrain.overlaps(&turned, place));
    assert_eq!(ground.overlap_bounds(&flying), terrain.overlap_bounds(&turned, place));
    println!("at {place:?} they share {:?}", ground.overlap_bounds(&flying));

    // From the left at a height of 70, the ship flies until it would touch the slope.
    let flight = terrain.sweep(&turned, [0, 70], [360, 70]);
    let hit = flight.hit.expect("the slope is in the way");
    println!("it touches at {:?}, after {} of 360 steps", hit.at, hit.step);
    let free = hit.before.expect("it began in the air");
    assert!(!terrain.overlaps(&turned, free) && terrain.overlaps(&turned, hit.at));

    // The normal points out of the terrain, to the ship: up the slope, to the left.
    let [x, y] = hit.normal;
    println!("normal [{x:.2}, {y:.2}]");
    assert!(x < 0.0 && y < 0.0 && (x.hypot(y) - 1.0).abs() < 1e-9);
    Ok(())
}
