//! The program of the book's guide: a bomb that digs a crater.

// #region game
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Bomb;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, HitmaskPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, fall)
        .add_systems(FixedPostUpdate, explode.after(PixelSystems::Messages))
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let at = Transform::from_xyz(0.0, 100.0, 0.0);
    let rock = Sprite::from_image(assets.load("rock.png"));
    commands.spawn((Bomb, rock, PixelCollider::default(), at));
    let ground = PixelCollider { fixed: true, ..default() };
    commands.spawn((Sprite::from_image(assets.load("ground.png")), ground));
}

fn fall(mut bomb: Single<&mut Transform, With<Bomb>>) {
    bomb.translation.y -= 2.0;
}

fn explode(
    mut began: MessageReader<CollisionBegan>,
    bomb: Single<Entity, With<Bomb>>,
    mut mover: PixelMover,
    mut commands: Commands,
) -> Result {
    for event in began.read() {
        if event.other(*bomb).is_none() {
            continue;
        }
        let hole = PixelProbe::Circle { center: event.point, radius: 30.0 };
        mover.erase(hole, u32::MAX)?; // out of all layers
        println!("a crater at {}", event.point);
        commands.entity(*bomb).despawn();
    }
    Ok(())
}
// #endregion game
