use crate::{app, printed};

// #region split
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Ground;

fn cut(
    mut mover: PixelMover,
    ground: Single<(Entity, &Sprite, &Transform), With<Ground>>,
    mut commands: Commands,
) -> Result {
    let (ground, picture, at) = *ground;
    // A cut through the ground.
    mover.erase(Rect::new(180.0, -200.0, 184.0, 200.0), u32::MAX)?;
    // The ground keeps the largest part.
    let parts = mover.split(ground)?;
    println!("loose parts: {}", parts.len());
    for part in parts {
        // Each is as large as the ground, so it belongs at the same place.
        let collider = PixelCollider::default();
        commands.spawn((part, picture.clone(), collider, *at));
    }
    Ok(())
}
// #endregion split

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    let fixed = PixelCollider { fixed: true, ..default() };
    commands.spawn((Ground, Sprite::from_image(assets.load("ground.png")), fixed));
}

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedLast, cut.run_if(run_once));
    bevy::start(&mut app);
    app.update();
    app.update();
    assert_eq!(app.world().resource::<PixelWorld>().len(), 2);
    printed(&["loose parts: 1"]);
}
