use crate::{app, play};

// #region spawn
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

// In `FixedUpdate`.
fn spawn(pixels: PixelQuery, mut commands: Commands) -> Result {
    // A shape that is in no world yet, and its top-left corner.
    let block = PixelMask::new(Mask::filled(20, 20)?);
    let corner = Vec2::new(40.0, -5.0);
    let shape = (&*block.0, corner);
    if let Some(by) = pixels.view().nearest_free(shape, 64.0)? {
        println!("free at {}", corner + by);
        let middle = corner + by + Vec2::new(10.0, -10.0);
        let at = Transform::from_translation(middle.extend(0.0));
        commands.spawn((block, PixelCollider::default(), at));
    }
    Ok(())
}
// #endregion spawn

fn setup(mut commands: Commands) -> Result {
    let block = PixelMask::new(Mask::filled(20, 20)?);
    for x in 0..5 {
        let at = Transform::from_xyz(20.0 * x as f32 + 10.0, -10.0, 0.0);
        commands.spawn((block.clone(), PixelCollider::default(), at));
    }
    Ok(())
}

fn pack() -> Result {
    // #region pack
    use hitmask_bevy::mask::{Mask, Reach, Rect};

    let mut board = Mask::new(64, 64)?; // solid where it is taken
    let piece = "###\n#..".parse::<Mask>()?.scaled(24, 16)?;
    let within = Reach::new(64).inside(Rect::new(0, 0, 64, 64));
    for _number in 0..6 {
        let free = board.nearest_free(&piece, [20, 24], within);
        board.draw(&piece, free.expect("there is space"));
    }
    println!("taken pixels: {}", board.count());
    // #endregion pack
    Ok(())
}

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, (setup, pack)).add_systems(FixedLast, spawn);
    play(&mut app, 1, &["taken pixels: 1536", "free at [40, -20]"]);
    app.update();
    assert!(app.world().resource::<PixelWorld>().pairs().is_empty());
    crate::PRINTED.take(); // it spawns another in each step
}
