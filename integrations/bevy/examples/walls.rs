//! The second game of the book: a hero walks over the ground, jumps and falls.

// #region game
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

const PLATFORMS: u32 = 0b10;

#[derive(Component, Default)]
struct Hero {
    fall: f32,
    jumps: bool,
    drops: bool,
}

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, HitmaskPlugin::default()))
        .add_systems(Startup, setup)
        .add_systems(Update, read_keys)
        .add_systems(FixedUpdate, walk)
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>) {
    commands.spawn(Camera2d);
    let hero = Sprite::from_image(assets.load("hero.png"));
    let at = Transform::from_xyz(0.0, 60.0, 0.0);
    commands.spawn((Hero::default(), hero, PixelCollider::default(), at));
    let ground = PixelCollider { fixed: true, ..default() };
    let hills = Sprite::from_image(assets.load("ground.png"));
    commands.spawn((hills, ground, Transform::from_xyz(0.0, -40.0, 0.0)));
    let rock = Sprite::from_image(assets.load("rock.png"));
    let platform = PixelCollider { layers: PLATFORMS, one_way: Some(Side::Top), ..ground };
    commands.spawn((rock.clone(), platform, Transform::from_xyz(-60.0, 20.0, 0.0)));
    let coin = PixelCollider { sensor: true, ..default() };
    commands.spawn((rock, coin, Transform::from_xyz(100.0, 20.0, 0.0)));
}

/// A key is just pressed for one frame, which may have no fixed step: the hero keeps it until the next step.
fn read_keys(mut hero: Single<&mut Hero>, keys: Res<ButtonInput<KeyCode>>) {
    hero.jumps |= keys.just_pressed(KeyCode::ArrowUp);
    hero.drops |= keys.just_pressed(KeyCode::ArrowDown);
}

fn walk(
    mut mover: PixelMover,
    hero: Single<(Entity, &mut Hero, &mut Transform)>,
    keys: Res<ButtonInput<KeyCode>>,
) -> Result {
    let (id, mut hero, mut transform) = hero.into_inner();
    if !mover.view().overlapping(id).is_empty() {
        println!("a coin"); // it blocks nobody
    }
    let pressed = |key| f32::from(keys.pressed(key));
    let run = 1.7 * (pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft));
    let Ok(ground) = mover.view().touching(id, Vec2::NEG_Y) else {
        return Ok(()); // not in the world before its first step
    };
    let stands = hero.fall <= 0.0 && !ground.is_empty();
    let jumps = std::mem::take(&mut hero.jumps);
    if std::mem::take(&mut hero.drops) && stands {
        // Through a platform, by a whole pixel: less would move nothing.
        mover.move_until(id, &mut transform, Vec2::NEG_Y, Motion::SLIDE.on_layers(!PLATFORMS))?;
        return Ok(());
    }
    if stands && !jumps {
        hero.fall = 0.0;
        mover.move_until(id, &mut transform, Vec2::new(run, 0.0), Motion::walk(3, 3))?;
        return Ok(());
    }
    hero.fall = if stands { 5.0 } else { hero.fall - 0.2 }; // y goes up
    let moved = mover.move_until(id, &mut transform, Vec2::new(run, hero.fall), Motion::SLIDE)?;
    if moved.blocked.down || moved.blocked.up {
        hero.fall = 0.0;
    }
    Ok(())
}
// #endregion game
