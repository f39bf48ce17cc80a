use crate::{app, play};

// #region chunks
use bevy::prelude::*;
use hitmask_bevy::prelude::*;

const WALLS: u32 = 1;
const HERO: u32 = 2;

#[derive(Component)]
struct Hero;

fn setup(mut commands: Commands) -> Result {
    let chunk = PixelMask::new(Mask::filled(512, 512)?);
    let scenery = PixelCollider {
        fixed: true, // two fixed entities never collide
        layers: WALLS,
        collides_with: HERO,
        ..default()
    };
    for number in 0..2000 {
        let [x, y] = [number % 100, number / 100].map(|i| 512.0 * i as f32);
        let at = Transform::from_xyz(x, -y, 0.0);
        commands.spawn((chunk.clone(), scenery, at));
    }
    let body = PixelMask::new(Mask::filled(16, 24)?);
    let hero = PixelCollider { layers: HERO, ..default() };
    let at = Transform::from_xyz(25_000.0, 400.0, 0.0);
    commands.spawn((Hero, body, hero, at));
    Ok(())
}

// In `FixedUpdate`.
fn fall(
    mut mover: PixelMover,
    world: Res<PixelWorld>, // knows the pairs of the last step
    hero: Single<(Entity, &mut Transform), With<Hero>>,
) {
    let (hero, mut transform) = hero.into_inner();
    let down = Vec2::new(0.0, -5000.0);
    // Only near chunks are tested. It is an error before the first step.
    if mover.move_until(hero, &mut transform, down, Motion::STOP).is_ok() {
        println!("lands at {}", transform.translation.truncate());
        println!("pairs: {}", world.pairs().len());
    }
}
// #endregion chunks

pub(crate) fn check() {
    let mut app = app();
    app.add_systems(Startup, setup).add_systems(FixedUpdate, fall);
    play(&mut app, 2, &["lands at [25000, 268]", "pairs: 0"]);
}
