use crate::{app, play};

// #region platforms
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

#[derive(Component)]
struct Lift;

#[derive(Component)]
struct Hero;

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    // Jump through it from below.
    let one_way = Some(Side::Top);
    let collider = PixelCollider { fixed: true, one_way, ..default() };
    let plank = Sprite::from_image(assets.load("rock.png"));
    commands.spawn((Lift, plank, collider));
    let at = Transform::from_xyz(0.0, 28.0, 0.0);
    let hero = Sprite::from_image(assets.load("hero.png"));
    commands.spawn((Hero, hero, PixelCollider::default(), at));
}

// In `FixedUpdate`.
fn lift(
    mut mover: PixelMover,
    lift: Single<Entity, With<Lift>>,
    mut transforms: Query<&mut Transform>, // of the lift and its riders
) -> Result {
    let mut transform = transforms.get_mut(*lift)?;
    let up = Vec2::new(0.0, 0.4);
    // It takes along who stands on it.
    let Ok(carried) = mover.carry(*lift, &mut transform, up, None) else {
        return Ok(()); // not in the world before its first step
    };
    println!("riders: {}", carried.riders.len());
    mover.move_riders(&carried, &mut transforms)?;
    Ok(())
}
// #endregion platforms

pub(crate) fn check() {
    let mut app = app();
    let place = |hero: Single<&Transform, With<Hero>>| println!("the hero is at {:.1}", hero.translation.y);
    app.add_systems(Startup, setup).add_systems(FixedUpdate, (lift, place).chain());
    let [rides, at] = ["riders: 1", "the hero is at 28.0"];
    play(&mut app, 3, &[at, rides, "the hero is at 28.4", rides, "the hero is at 28.8"]);
}
