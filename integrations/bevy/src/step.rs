//! The step of the world, its messages and its observers.

use crate::units::{Units, direction};
use crate::{CollisionBegan, CollisionEnded, CollisionEvents, PixelWorld};
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use world::Collision;

/// The number of pairs whose contacts one thread computes at a time: some 100 microseconds of work.
const PART: usize = 256;

/// Steps the world, and keeps the events for [`report`].
pub(crate) fn step(mut pixels: ResMut<PixelWorld>) {
    let PixelWorld { world, units, began, ended, has_failed, .. } = &mut *pixels;
    began.clear();
    ended.clear();
    let step = match world.step() {
        Ok(step) => step,
        Err(error) => {
            // The next steps fail too, until the app does something about it.
            if !std::mem::replace(has_failed, true) {
                tracing::error!("the pixel world could not step: {error}");
            }
            return;
        }
    };
    *has_failed = false;
    let view = step.view();
    let entity = |id| view.data(id).and_then(Entity::try_from_bits);
    let event = |collision: Collision| {
        let pair = collision.pair();
        Some(began_of([entity(pair.a)?, entity(pair.b)?], collision, *units))
    };
    let contacts = step.began().par_chunks(PART).map(|pairs| view.map_pairs(pairs, event));
    began.extend(contacts.collect::<Vec<_>>().into_iter().flatten().flatten().flatten());
    ended
        .extend(step.ended().iter().filter_map(|pair| Some(CollisionEnded { a: entity(pair.a)?, b: entity(pair.b)? })));
}

/// Returns the event of a collision.
fn began_of([a, b]: [Entity; 2], collision: Collision, units: Units) -> CollisionBegan {
    let first = collision.pair().a;
    // Both are `Some` for every collision.
    let normal = collision.normal_of(first).unwrap_or_default();
    let [x, y] = collision.penetration_of(first).unwrap_or_default().map(f64::from);
    let depth = (x.hypot(y) / units.pixels_per_unit) as f32;
    CollisionBegan { a, b, point: units.center(collision.first()), normal: direction(normal), depth }
}

/// Writes the messages, and triggers the observers of entities with [`CollisionEvents`].
pub(crate) fn report(
    mut pixels: ResMut<PixelWorld>,
    mut began: MessageWriter<CollisionBegan>,
    mut ended: MessageWriter<CollisionEnded>,
    observed: Query<(), With<CollisionEvents>>,
    mut commands: Commands,
) {
    if !observed.is_empty() {
        for event in pixels.began.iter().flat_map(|event| [*event, event.reversed()]) {
            if observed.contains(event.a) {
                commands.queue(move |world: &mut World| trigger(world, event.a, event));
            }
        }
        for event in pixels.ended.iter().flat_map(|event| [*event, event.reversed()]) {
            if observed.contains(event.a) {
                commands.queue(move |world: &mut World| trigger(world, event.a, event));
            }
        }
    }
    // The lists are empty afterwards: an app may pause the step, but not this system.
    began.write_batch(pixels.began.drain(..));
    ended.write_batch(pixels.ended.drain(..));
}

/// Triggers an event, unless the observer of an earlier event has despawned the entity or removed its component.
fn trigger<'a>(world: &mut World, entity: Entity, event: impl Event<Trigger<'a>: Default>) {
    if world.get::<CollisionEvents>(entity).is_some() {
        world.trigger(event);
    }
}
