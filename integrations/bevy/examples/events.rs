//! The events of the guide: a ship takes a coin and flies through a rock.

// #region game
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

const SHIP: u32 = 1;
const COIN: u32 = 2;
const ROCK: u32 = 4;

#[derive(Component)]
struct Ship;

#[derive(Component)]
struct Coin;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, HitmaskPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, fly)
        .add_systems(Update, (began, ended))
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let ship = PixelCollider { layers: SHIP, ..default() };
    commands.spawn((Ship, Sprite::from_image(assets.load("ship.png")), ship));
    // Coins and rocks look for the ship only. A sensor blocks nobody.
    let only_ship = PixelCollider { collides_with: SHIP, ..default() };
    let coin = PixelCollider { layers: COIN, sensor: true, ..only_ship };
    let at = Transform::from_xyz(100.0, 0.0, 0.0);
    commands.spawn((Coin, Sprite::from_image(assets.load("hero.png")), coin, at));
    let rock = PixelCollider { layers: ROCK, ..only_ship };
    let at = Transform::from_xyz(200.0, 10.0, 0.0);
    commands.spawn((Sprite::from_image(assets.load("rock.png")), rock, at));
}

fn fly(mut ship: Single<&mut Transform, With<Ship>>) {
    ship.translation.x += 1.5;
}

fn began(
    mut events: MessageReader<CollisionBegan>,
    ship: Single<Entity, With<Ship>>,
    coins: Query<&Coin>,
    mut commands: Commands,
) {
    for event in events.read() {
        // `a` and `b` are in no particular order: ask for the other one.
        let Some(other) = event.other(*ship) else { continue };
        if coins.contains(other) {
            println!("coin taken");
            commands.entity(other).despawn();
        } else {
            println!("rock hit at {}, {} deep", event.point, event.depth);
        }
    }
}

fn ended(mut events: MessageReader<CollisionEnded>, ship: Single<Entity, With<Ship>>) {
    for event in events.read().filter(|event| event.other(*ship).is_some()) {
        println!("free again: {} and {}", event.a, event.b);
    }
}
// #endregion game
