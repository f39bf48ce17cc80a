//! The step of the world, its messages and its observers.

use crate::resource::Pixels;
use crate::state::PixelState;
use crate::units::{Units, direction};
use crate::{CollidingWith, CollisionBegan, CollisionEnded, CollisionEvents, PixelWorld};
use bevy_ecs::observer::{CachedObservers, ObservedBy};
use bevy_ecs::prelude::*;
use world::bindings::touches;
use world::{Contact, SpriteId};

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
    let event =
        |contact: Contact, fraction: f64| began_of([entity(contact.a), entity(contact.b)], contact, fraction, *units);
    began.extend(touches(step, step.began(), event).into_iter().flatten());
    began.sort_by(|one, other| one.fraction.total_cmp(&other.fraction));
    ended.extend(step.ended().iter().map(|pair| CollisionEnded { a: entity(pair.a), b: entity(pair.b) }));
}

/// Returns the event of a contact, and of the fraction of the path before it.
fn began_of([a, b]: [Entity; 2], contact: Contact, fraction: f64, units: Units) -> CollisionBegan {
    let [x, y] = contact.penetration().map(f64::from);
    CollisionBegan {
        a,
        b,
        point: units.center(contact.first()),
        normal: direction(contact.normal()),
        depth: (x.hypot(y) / units.pixels_per_unit) as f32,
        fraction: fraction as f32,
    }
}

/// The entities that may hear events: with the marker, or with observers of their own.
type Heard = Or<(With<CollisionEvents>, With<ObservedBy>)>;

/// Writes the messages, keeps the lists of [`CollidingWith`], and triggers the observers.
pub(crate) fn report(
    mut pixels: ResMut<PixelWorld>,
    mut began: MessageWriter<CollisionBegan>,
    mut ended: MessageWriter<CollisionEnded>,
    heard: Query<(), Heard>,
    marked: Query<(), With<CollisionEvents>>,
    mut lists: Query<(&PixelState, &mut CollidingWith)>,
    mut commands: Commands,
) {
    let pixels = pixels.get_mut();
    if !heard.is_empty() {
        let is_heard = |entities: [Entity; 2]| entities.iter().any(|&entity| heard.contains(entity));
        for event in pixels.began.iter().copied().filter(|event| is_heard([event.a, event.b])) {
            commands.queue(move |world: &mut World| {
                // An earlier observer has despawned one of the two: a bullet that the wall has stopped.
                if [event.a, event.b].iter().all(|&entity| world.get_entity(entity).is_ok()) {
                    trigger(world, event.a, event);
                    trigger(world, event.b, event.reversed());
                }
            });
        }
        for event in pixels.ended.iter().copied().filter(|event| is_heard([event.a, event.b])) {
            commands.queue(move |world: &mut World| {
                trigger(world, event.a, event);
                trigger(world, event.b, event.reversed());
            });
        }
    }
    if marked.is_empty() && !pixels.has_unheard && !(pixels.began.is_empty() && pixels.ended.is_empty()) {
        commands.queue(warn_of_unheard);
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

/// Returns the observers of an event.
fn observers<E: Event>(world: &World) -> Option<&CachedObservers> {
    world.observers().try_get_observers(world.event_key::<E>()?)
}

/// Triggers an event for an entity that still exists, if it is marked or has an observer of the event, and applies the
/// commands of the observers.
fn trigger<'a, E: Event<Trigger<'a>: Default>>(world: &mut World, entity: Entity, event: E) {
    let is_observed = || observers::<E>(world).is_some_and(|of| of.entity_observers().contains_key(&entity));
    if world.get_entity(entity).is_ok_and(|entity| entity.contains::<CollisionEvents>() || is_observed()) {
        world.trigger(event);
        world.flush();
    }
}

/// Warns once of observers of the whole app that hear nothing, because no entity is marked.
fn warn_of_unheard(world: &mut World) {
    let is_global = |of: Option<&CachedObservers>| of.is_some_and(|of| !of.global_observers().is_empty());
    if is_global(observers::<CollisionBegan>(world)) || is_global(observers::<CollisionEnded>(world)) {
        tracing::warn!(
            "an observer of the whole app hears of no collision, because no entity has the component CollisionEvents: \
             add it to the entities, observe them with `entity.observe`, or read the messages"
        );
        world.resource_mut::<PixelWorld>().get_mut().has_unheard = true;
    }
}
