//! Rocks, pebbles and the ship. They drift, and bounce where their pixels meet.

use crate::input::Pressed;
use crate::pictures::Pictures;
use crate::{GROUND, ROCK, SHIP, to_world, vector};
use bevy::prelude::*;
use hitmask_bevy::prelude::*;
use rocks::field;

/// The motion of an entity, in pixels and radians per tick, y up.
#[derive(Component, Clone, Copy)]
pub(crate) struct Flight {
    pub(crate) velocity: Vec2,
    spin: f32,
    mass: f32,
}

/// A rock or a pebble, with the name of its frame.
#[derive(Component, Clone)]
pub(crate) struct Rock(pub(crate) String);

#[derive(Component)]
pub(crate) struct Ship;

#[derive(Component)]
pub(crate) struct Ground;

#[derive(Component)]
struct Flame;

/// Marks the pebbles that the key M adds and removes.
#[derive(Component)]
pub(crate) struct Pebble;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_field)
        // `bounce` reads the messages of the step at the end of the last tick.
        .add_systems(FixedUpdate, (bounce, steer, drift).chain())
        .add_systems(Update, toggle_pebbles.run_if(bevy::input::common_conditions::input_just_pressed(KeyCode::KeyM)));
}

fn spawn_field(mut commands: Commands, pictures: Res<Pictures>) {
    commands.spawn((Camera2d, Msaa::Off)); // sprites of pixels need none
    let middle = f64::from(field::SIZE[1] - field::GROUND_HEIGHT / 2);
    commands.spawn((
        Ground,
        Sprite::from_image(pictures.ground.clone()),
        PixelCollider { layers: GROUND, fixed: true, ..default() },
        Transform::from_translation(to_world([f64::from(field::SIZE[0]) / 2.0, middle]).extend(0.0)),
    ));
    let ship = commands.spawn((
        Ship,
        pictures.sprite("ship"),
        PixelCollider { layers: SHIP, collides_with: ROCK | GROUND, ..default() },
        Transform::from_translation(to_world(field::SHIP).extend(3.0)),
        Flight { velocity: Vec2::ZERO, spin: 0.0, mass: 3000.0 },
    ));
    let ship = ship.id();
    let behind = Transform::from_xyz(0.0, -40.0, -1.0);
    commands.spawn((Flame, pictures.sprite("flame"), behind, Visibility::Hidden, ChildOf(ship)));
    for rock in field::rocks() {
        commands.spawn(new_rock(&pictures, format!("rock {}", rock.frame), rock));
    }
    for pebble in field::pebbles() {
        commands.spawn(new_rock(&pictures, format!("pebble {}", pebble.frame), pebble));
    }
}

pub(crate) fn toggle_pebbles(mut commands: Commands, pebbles: Query<Entity, With<Pebble>>, pictures: Res<Pictures>) {
    if pebbles.is_empty() {
        for rock in field::more_pebbles() {
            commands.spawn((Pebble, new_rock(&pictures, format!("pebble {}", rock.frame), rock)));
        }
    }
    for pebble in &pebbles {
        commands.entity(pebble).despawn();
    }
}

/// The components of a rock.
fn new_rock(pictures: &Pictures, frame: String, rock: field::Rock) -> impl Bundle {
    let rotation = Quat::from_rotation_z(-rock.angle.to_radians() as f32);
    let size = pictures.size(&frame) * rock.scale as f32;
    (
        pictures.sprite(&frame),
        PixelCollider { layers: ROCK, ..default() },
        Transform { translation: to_world(rock.at).extend(1.0), rotation, scale: Vec3::splat(rock.scale as f32) },
        Flight { velocity: vector(rock.velocity), spin: -rock.spin.to_radians() as f32, mass: size.x * size.y },
        Rock(frame),
    )
}

/// Breaks a rock in two, or removes it if it is small.
pub(crate) fn break_rock(
    commands: &mut Commands,
    pictures: &Pictures,
    entity: Entity,
    (rock, flight, transform): (&Rock, &Flight, &Transform),
    bullet: Vec2,
) {
    commands.entity(entity).despawn();
    let scale = transform.scale.x * field::SHRINK as f32;
    if rock.0.starts_with("pebble") || scale < field::SMALLEST as f32 {
        return;
    }
    // The halves part at right angles to the bullet.
    for side in [-1.0, 1.0] {
        let away = side * bullet.perp().normalize_or_zero();
        let size = pictures.size(&rock.0) * scale;
        let flight =
            Flight { velocity: flight.velocity + 0.5 * away, spin: flight.spin + 0.02 * side, mass: size.x * size.y };
        let translation = transform.translation + (0.5 * size.x * away).extend(0.0);
        commands.spawn((
            pictures.sprite(&rock.0),
            PixelCollider { layers: ROCK, ..default() },
            Transform { translation, rotation: transform.rotation, scale: Vec3::splat(scale) },
            flight,
            rock.clone(),
        ));
    }
}

fn steer(
    pressed: Res<Pressed>,
    mut ship: Single<(&mut Flight, &mut Transform), With<Ship>>,
    mut flame: Single<&mut Visibility, With<Flame>>,
) {
    let (flight, transform) = &mut *ship;
    let keys = pressed.0;
    let turn = f32::from(u8::from(keys.left)) - f32::from(u8::from(keys.right));
    transform.rotate_z(turn * (field::SHIP_TURN as f32).to_radians());
    if keys.thrust {
        flight.velocity += field::SHIP_THRUST as f32 * heading(transform);
    }
    flight.velocity *= field::SHIP_DRAG as f32;
    **flame = if keys.thrust { Visibility::Inherited } else { Visibility::Hidden };
}

/// The unit vector in which the nose of the ship points.
pub(crate) fn heading(transform: &Transform) -> Vec2 {
    (transform.rotation * Vec3::Y).truncate()
}

/// Moves what flies. It wraps around at the sides and bounces at the top.
fn drift(mut flying: Query<(&mut Flight, &mut Transform)>) {
    let [width, height] = field::SIZE.map(|c| c as f32);
    for (mut flight, mut transform) in &mut flying {
        transform.translation += flight.velocity.extend(0.0);
        transform.translation.x = (transform.translation.x + width / 2.0).rem_euclid(width) - width / 2.0;
        if transform.translation.y > height / 2.0 {
            flight.velocity.y = -flight.velocity.y.abs();
        }
        transform.rotate_z(flight.spin);
    }
}

/// Lets two that began to collide bounce off each other, along the normal of their contact.
fn bounce(mut began: MessageReader<CollisionBegan>, mut flying: Query<(&mut Flight, &mut Transform)>) {
    for &CollisionBegan { a, b, normal, depth, .. } in began.read() {
        // The ground does not fly: its mass is infinite.
        let [(va, ma), (vb, mb)] = [a, b].map(|entity| {
            flying.get(entity).map_or((Vec2::ZERO, f32::INFINITY), |(flight, _)| (flight.velocity, flight.mass))
        });
        let approach = (vb - va).dot(normal).max(0.0); // the normal points from b to a
        let share = 1.0 / (1.0 / ma + 1.0 / mb);
        for (entity, sign, mass) in [(a, 1.0, ma), (b, -1.0, mb)] {
            let Ok((mut flight, mut transform)) = flying.get_mut(entity) else { continue };
            flight.velocity += sign * 2.0 * approach * share / mass * normal;
            transform.translation += (sign * depth * share / mass * normal).extend(0.0);
        }
    }
}
