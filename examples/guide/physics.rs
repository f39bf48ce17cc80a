pub(crate) fn run() -> Result<(), Box<dyn std::error::Error>> {
    // #region parts
    use hitmask::{Mask, Solid};
    let picture = image::open("ship.png")?.to_rgba8();
    let ship = Mask::from_image(&picture, Solid::AlphaAbove(127))?;
    for contour in &ship.simplified_contours(1.0)? {
        if !contour.is_hole() {
            // At most 1 pixel off.
            println!("a polygon of {} corners", contour.points().len());
        }
    }
    // Convex polygons: a shape of parry or Rapier each.
    let parts = ship.convex_parts(1.0)?;
    // #endregion parts
    assert!(parts.len() > 1);
    Ok(())
}
