//! Bullets: a sweep tests every pixel of their way, so no bullet flies through what it hits.

use crate::input::Pressed;
use crate::pictures::Pictures;
use crate::rocks_and_ship::{Flight, Ground, Rock, Ship, break_rock, heading};
use crate::{BULLET, GROUND, ROCK};
use bevy::prelude::*;
use hitmask_bevy::prelude::*;
use rocks::field;

/// A bullet, with its velocity in pixels per tick and the ticks that it still flies.
#[derive(Component)]
struct Bullet {
    velocity: Vec2,
    life: u32,
}

/// The hits of all bullets.
#[derive(Resource, Default)]
pub(crate) struct Hits {
    pub(crate) rocks: u32,
    /// The centers of the holes in the ground, in pixels of the field, y down.
    pub(crate) holes: Vec<[i32; 2]>,
}

/// The place of a hit, shown for some ticks.
#[derive(Component)]
pub(crate) struct Flash {
    pub(crate) at: Vec2,
    pub(crate) age: u32,
}

/// The ticks for which a hit is shown.
pub(crate) const FLASH: u32 = 12;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Hits>().add_systems(FixedUpdate, (fire, fly, fade).chain());
}

fn fire(
    mut commands: Commands,
    pressed: Res<Pressed>,
    pictures: Res<Pictures>,
    ship: Single<(&Flight, &Transform), With<Ship>>,
    mut reload: Local<u32>,
) {
    *reload = reload.saturating_sub(1);
    if !pressed.0.fire || *reload > 0 {
        return;
    }
    *reload = field::RELOAD;
    let (flight, transform) = *ship;
    let ahead = heading(transform);
    let nose = pictures.size("ship").y / 2.0 + 10.0;
    let translation = transform.translation + (nose * ahead).extend(-1.0);
    commands.spawn((
        Bullet { velocity: flight.velocity + field::BULLET_SPEED as f32 * ahead, life: field::BULLET_LIFE },
        pictures.sprite("bullet"),
        PixelCollider { layers: BULLET, collides_with: ROCK | GROUND, ..default() },
        Transform { translation, ..*transform },
    ));
}

fn fly(
    mut commands: Commands,
    pictures: Res<Pictures>,
    mut hits: ResMut<Hits>,
    mut images: ResMut<Assets<Image>>,
    mut mover: PixelMover,
    mut bullets: Query<(Entity, &mut Bullet, &mut Transform), Without<Rock>>,
    rocks: Query<(&Rock, &Flight, &Transform), Without<Bullet>>,
    ground: Single<(Entity, &Transform), (With<Ground>, Without<Bullet>)>,
) {
    for (entity, mut bullet, mut transform) in &mut bullets {
        // A new bullet is not in the world before its first step.
        let Ok(moved) = mover.move_until(entity, &mut transform, bullet.velocity, Motion::STOP.hit_from_inside())
        else {
            continue;
        };
        bullet.life -= 1;
        if moved.hits.is_empty() && bullet.life > 0 {
            continue;
        }
        commands.entity(entity).despawn();
        let Some(hit) = moved.hits.first() else { continue };
        commands.spawn(Flash { at: hit.point, age: 0 });
        if let Ok(rock) = rocks.get(hit.entity) {
            hits.rocks += 1;
            break_rock(&mut commands, &pictures, hit.entity, rock, bullet.velocity);
        } else if hit.entity == ground.0 {
            let [left, top] = [-(field::SIZE[0] as f32) / 2.0, field::SIZE[1] as f32 / 2.0];
            hits.holes.push([(hit.point.x - left) as i32, (top - hit.point.y) as i32]);
            if let Some(mut image) = images.get_mut(&pictures.ground) {
                dig(&mut image, hit.point - ground.1.translation.truncate());
            }
        }
    }
}

/// Makes a disc of an image transparent. The plugin sees the change and makes the mask again.
///
/// `from` is the center of the disc, from the middle of the image, y up.
fn dig(image: &mut Image, from: Vec2) {
    let middle = image.size_f32() / 2.0;
    let center = Vec2::new(middle.x + from.x, middle.y - from.y) - 0.5;
    let reach = field::HOLE as f32;
    let (low, high) = (
        (center - reach).max(Vec2::ZERO).as_uvec2(),
        (center + reach).min(2.0 * middle - 1.0).max(Vec2::ZERO).as_uvec2(),
    );
    for y in low.y..=high.y {
        for x in low.x..=high.x {
            let is_inside = Vec2::new(x as f32, y as f32).distance(center) <= reach;
            if let Some(pixel) = image.pixel_bytes_mut(UVec3::new(x, y, 0)).ok().filter(|_| is_inside) {
                pixel[3] = 0;
            }
        }
    }
}

fn fade(mut commands: Commands, mut flashes: Query<(Entity, &mut Flash)>) {
    for (entity, mut flash) in &mut flashes {
        flash.age += 1;
        if flash.age >= FLASH {
            commands.entity(entity).despawn();
        }
    }
}
