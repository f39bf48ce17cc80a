use crate::{app, play};

// #region picture
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    // The plugin makes the mask: solid where alpha is above 127.
    let ship = Sprite::from_image(assets.load("ship.png"));
    commands.spawn((ship, PixelCollider::default()));
    let coin = Sprite {
        rect: Some(Rect::new(16.0, 0.0, 32.0, 16.0)), // or a `texture_atlas`
        ..Sprite::from_image(assets.load("coins.png"))
    };
    let collider = PixelCollider { alpha_above: 20, ..default() };
    commands.spawn((coin, collider, Transform::from_xyz(100.0, 0.0, 0.0)));
}
// #endregion picture

// #region drawn
fn draw(mut commands: Commands) -> Result {
    let arrow: Mask = "..#.\n####\n..#.".parse()?;
    let large = arrow.scaled(40, 30)?;
    let plate = Mask::filled(64, 8)?;
    println!("{} {}", large.count(), plate.count());
    // With or without a `Sprite`: the `PixelMask` counts.
    commands.spawn((PixelMask::new(large), PixelCollider::default()));
    let at = Transform::from_xyz(0.0, -50.0, 0.0);
    commands.spawn((PixelMask::new(plate), PixelCollider::default(), at));
    Ok(())
}
// #endregion drawn

pub(crate) fn check() {
    let mut app = app();
    // Every pixel of the pictures is solid here.
    let count = |pixels: PixelQuery, sprites: Query<Entity, With<Sprite>>| {
        let counts = sprites.iter().map(|sprite| pixels.view().pixels(sprite).len());
        println!("{:?}", counts.collect::<Vec<_>>());
    };
    app.add_systems(Startup, (setup, draw)).add_systems(FixedPostUpdate, count.after(PixelSystems::Step));
    play(&mut app, 1, &["600 512", "[1024, 256]"]);
}
