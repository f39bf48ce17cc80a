//! The program of the book's guide: bullets that never pass a thin wall.

// #region game
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Bullet;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, HitmaskPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, fly)
        .add_systems(FixedPostUpdate, hit.after(PixelSystems::Messages))
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let bullet = PixelCollider { continuous: true, ..default() };
    commands.spawn((Bullet, Sprite::from_image(assets.load("bullet.png")), bullet));
    for x in [300.0, 310.0] {
        let wall = PixelCollider { fixed: true, ..default() };
        let picture = Sprite::from_image(assets.load("wall.png"));
        commands.spawn((picture, wall, Transform::from_xyz(x, 0.0, 0.0)));
    }
}

fn fly(mut bullets: Query<&mut Transform, With<Bullet>>) {
    for mut transform in &mut bullets {
        transform.translation.x += 40.0; // the wall has 2 pixels
    }
}

fn hit(
    mut began: MessageReader<CollisionBegan>,
    bullets: Query<&Bullet>, // tells which of a pair is a bullet
    mut commands: Commands,
) {
    let mut spent = Vec::new();
    for event in began.read() {
        for bullet in [event.a, event.b] {
            // Once: the later messages of this bullet are skipped.
            if bullets.contains(bullet) && !spent.contains(&bullet) {
                println!("hit at {}", event.point);
                spent.push(bullet);
                commands.entity(bullet).despawn();
            }
        }
    }
}
// #endregion game
