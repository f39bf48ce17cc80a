use crate::{app, play};

// #region rays
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

fn setup(mut commands: Commands) -> Result {
    let ring: Mask = "####\n#..#\n#..#\n####".parse()?;
    let ring = PixelMask::new(ring.scaled(32, 32)?);
    for x in [66.0, 116.0] {
        let at = Transform::from_xyz(x, 0.0, 0.0); // the middle of the ring
        commands.spawn((ring.clone(), PixelCollider::default(), at));
    }
    Ok(())
}

// In `FixedUpdate`. Answers are those of the last step.
fn ask(pixels: PixelQuery) {
    let view = pixels.view();
    // Which sprites are under the pointer?
    println!("in the hole: {}", view.find(Vec2::new(66.0, 0.0)).len());
    println!("on the ring: {}", view.find(Vec2::new(52.0, 0.0)).len());

    if let Some(hit) = view.cast_ray(Vec2::ZERO, Vec2::new(200.0, 0.0)) {
        // A laser.
        println!("the ray hits {} normal {:?}", hit.point, hit.normal);
    }
    for near in view.nearest(Vec2::new(140.0, 0.0), 1) {
        println!("nearest ring: {} pixels away", near.distance);
    }
}
// #endregion rays

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedPostUpdate, ask.after(PixelSystems::Step));
    let lines = [
        "in the hole: 0",
        "on the ring: 1",
        "the ray hits [50.5, -0.5] normal Some(Vec2(-1.0, 0.0))",
        "nearest ring: 9 pixels away",
    ];
    play(&mut app, 1, &lines);
}
