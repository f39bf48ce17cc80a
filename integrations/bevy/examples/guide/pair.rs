use crate::{app, play};

// #region ask
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Ship;

#[derive(Component)]
struct Rock;

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    let ship = Sprite::from_image(assets.load("ship.png"));
    commands.spawn((Ship, ship, PixelCollider::default()));
    let at = Transform::from_xyz(20.0, 10.0, 0.0);
    let rock = Sprite::from_image(assets.load("rock.png"));
    commands.spawn((Rock, rock, PixelCollider::default(), at));
}

// In `FixedUpdate`. Two masks without entities are asked as in Rust.
fn ask(
    pixels: PixelQuery, // about the last step
    ship: Single<Entity, With<Ship>>,
    rock: Single<Entity, With<Rock>>,
) {
    if let Some(contact) = pixels.view().contact(*ship, *rock) {
        println!("first shared pixel: {}", contact.point);
        println!("shared pixels: {}", contact.area);
        println!("the ship is free after a move by {}", contact.penetration);
    }
}
// #endregion ask

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedUpdate, ask);
    let lines = ["first shared pixel: [4.5, 15.5]", "shared pixels: 264", "the ship is free after a move by [-12, 0]"];
    play(&mut app, 2, &lines);
}
