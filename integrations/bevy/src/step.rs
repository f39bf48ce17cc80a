//! The step of the world, its messages and its observers.

use crate::collider::PixelState;
use crate::resource::Pixels;
use crate::units::{Units, direction};
use crate::{CollidingWith, CollisionBegan, CollisionEnded, CollisionEvents, PixelWorld};
use bevy_ecs::prelude::*;
use rayon::prelude::*;
use world::{Contact, SpriteId};

/// The number of pairs whose contacts one thread computes at a time: some 100 microseconds of work.
const PART: usize = 256;

/// Steps the world, and keeps the events for [`report`].
pub(crate) fn step(mut pixels: ResMut<PixelWorld>) {
    let Pixels { world, units, entities, began, ended, has_failed, .. } = pixels.get_mut();
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
    let entity = |id: SpriteId| entities[id.index()];
    let event = |contact: Contact| began_of([entity(contact.a), entity(contact.b)], contact, *units);
    let contacts = step.began().par_chunks(PART).map(|pairs| step.map_pairs(pairs, event));
    began.extend(contacts.collect::<Vec<_>>().into_iter().flatten().flatten());
    ended.extend(step.ended().iter().map(|pair| CollisionEnded { a: entity(pair.a), b: entity(pair.b) }));
}

/// Returns the event of a contact.
fn began_of([a, b]: [Entity; 2], contact: Contact, units: Units) -> CollisionBegan {
    let [x, y] = contact.penetration().map(f64::from);
    let depth = (x.hypot(y) / units.pixels_per_unit) as f32;
    CollisionBegan { a, b, point: units.center(contact.first()), normal: direction(contact.normal()), depth }
}

/// Writes the messages, keeps the lists of [`CollidingWith`], and triggers the observers of entities with
/// [`CollisionEvents`].
pub(crate) fn report(
    mut pixels: ResMut<PixelWorld>,
    mut began: MessageWriter<CollisionBegan>,
    mut ended: MessageWriter<CollisionEnded>,
    observed: Query<(), With<CollisionEvents>>,
    mut lists: Query<(&PixelState, &mut CollidingWith)>,
    mut commands: Commands,
) {
    let pixels = pixels.get_mut();
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
    if !lists.is_empty() {
        for event in pixels.ended.iter().flat_map(|event| [*event, event.reversed()]) {
            if let Ok((_, mut list)) = lists.get_mut(event.a) {
                list.0.retain(|&other| other != event.b);
            }
        }
        for event in pixels.began.iter().flat_map(|event| [*event, event.reversed()]) {
            if let Ok((_, mut list)) = lists.get_mut(event.a)
                && !list.0.contains(&event.b)
            {
                list.0.push(event.b);
            }
        }
        // A list that is new has missed the events before.
        let view = pixels.world.view();
        for (state, mut list) in lists.iter_mut().filter(|(_, list)| list.is_added()) {
            let ids = view.zip(state.sprite).map(|(view, sprite)| view.overlapping(sprite));
            list.0 = ids.into_iter().flatten().filter_map(|id| pixels.entity(id)).collect();
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
