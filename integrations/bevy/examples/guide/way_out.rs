use crate::{app, play};

// #region way_out
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Hero;

#[derive(Component)]
struct Wall;

fn setup(mut commands: Commands) -> Result {
    let body = PixelMask::new(Mask::filled(16, 24)?);
    let at = Transform::from_xyz(48.0, 8.0, 0.0);
    commands.spawn((Hero, body, PixelCollider::default(), at));
    let block = PixelMask::new(Mask::filled(200, 40)?);
    let wall = PixelCollider { fixed: true, ..default() };
    let at = Transform::from_xyz(100.0, -20.0, 0.0);
    commands.spawn((Wall, block, wall, at));
    Ok(())
}

// In `FixedUpdate`.
fn leave(
    mut mover: PixelMover,
    hero: Single<(Entity, &mut Transform), With<Hero>>,
    wall: Single<Entity, With<Wall>>,
) -> Result {
    let (hero, mut transform) = hero.into_inner();
    let Some(contact) = mover.view().contact(hero, *wall) else {
        return Ok(());
    };
    println!("shortest way out: {}", contact.penetration);
    println!("normal: {}", contact.normal);

    // Frees the hero from everything at once, up to 64 pixels away.
    if let Some(moved) = mover.push_out(hero, &mut transform, 64.0)? {
        println!("pushed by {moved}");
    }
    Ok(())
}
// #endregion way_out

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedUpdate, leave);
    play(&mut app, 5, &["shortest way out: [0, 4]", "normal: [0, 1]", "pushed by [0, 4]"]);
}
