//! The first game of the book: a ship flies through a rock.

// #region game
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Ship;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, HitmaskPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, fly)
        .add_systems(Update, hit)
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let ship = Sprite::from_image(assets.load("ship.png"));
    commands.spawn((Ship, ship, PixelCollider::default()));
    let at = Transform::from_xyz(200.0, 10.0, 0.0);
    let rock = Sprite::from_image(assets.load("rock.png"));
    commands.spawn((rock, PixelCollider::default(), at));
}

fn fly(mut ship: Single<&mut Transform, With<Ship>>) {
    ship.translation.x += 1.5;
}

fn hit(mut began: MessageReader<CollisionBegan>) {
    for event in began.read() {
        println!("hit at {}, {} deep", event.point, event.depth);
    }
}
// #endregion game
