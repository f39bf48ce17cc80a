//! The step: colliders are read, the world steps, signals are emitted.

use super::state::{Event, News, Shared, State};
use crate::collider::apply;
use crate::convert::{Fault, center};
use godot::prelude::*;
use world::Contact;
use world::bindings::touches;

impl Shared {
    /// Steps the world, then emits the signals. Nothing is borrowed while they are emitted, so that handlers may do
    /// anything.
    pub(crate) fn step(&self) {
        self.note_cells(true);
        let mut news = self.read();
        {
            let state = &mut *self.state.borrow_mut();
            state.follow_moving(&mut news.events);
            state.step(&mut news.events);
            news.moves.append(&mut state.moves);
        }
        emit(news);
    }
}

/// Moves nodes, and emits the signals of those that still exist.
pub(crate) fn emit(News { moves, events }: News) {
    apply(moves);
    if events.is_empty() {
        return;
    }
    let (entered, exited) = (StringName::from("pixel_entered"), StringName::from("pixel_exited"));
    for Event { mut who, other, entered: point } in events {
        if who.is_instance_valid() && other.is_instance_valid() {
            match point {
                Some(point) => who.emit_signal(&entered, &[other.to_variant(), point.to_variant()]),
                None => who.emit_signal(&exited, &[other.to_variant()]),
            };
        }
    }
}

impl State {
    fn step(&mut self, events: &mut Vec<Event>) {
        self.began.clear();
        self.ended.clear();
        // (`Step` borrows the world, and the lists of colliders change with the pairs.)
        let mut touches: Vec<_> = match self.world.step() {
            Ok(step) => {
                self.began.extend_from_slice(step.began());
                self.ended.extend_from_slice(step.ended());
                self.has_failed = false;
                let touch = |contact: Contact, share| (share, [contact.a, contact.b], center(contact.first()));
                touches(step, step.began(), touch).into_iter().flatten().collect()
            }
            Err(error) => {
                if !std::mem::replace(&mut self.has_failed, true) {
                    godot_error!(
                        "PixelWorld: a step has failed, and no signals come until one succeeds: {}",
                        Fault::from(error)
                    );
                }
                return;
            }
        };
        for index in 0..self.ended.len() {
            let pair = self.ended[index];
            let (Some(a), Some(b)) = (self.number(pair.a), self.number(pair.b)) else { continue };
            self.colliders[a as usize].iter_mut().for_each(|collider| collider.partners.retain(|&other| other != b));
            self.colliders[b as usize].iter_mut().for_each(|collider| collider.partners.retain(|&other| other != a));
            self.push_both([a, b], None, events);
        }
        // A bullet tells first of what it touches first.
        touches.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
        for (_, [a, b], point) in touches {
            let (Some(a), Some(b)) = (self.number(a), self.number(b)) else { continue };
            self.colliders[a as usize].iter_mut().for_each(|collider| collider.partners.push(b));
            self.colliders[b as usize].iter_mut().for_each(|collider| collider.partners.push(a));
            self.push_both([a, b], Some(point), events);
        }
        self.masks.end_step(&mut self.world);
    }

    /// Adds the signals of both colliders.
    fn push_both(&self, [a, b]: [u32; 2], entered: Option<Vector2>, events: &mut Vec<Event>) {
        let node = |number: u32| self.colliders[number as usize].as_ref().map(|collider| collider.node.clone());
        if let (Some(a), Some(b)) = (node(a), node(b)) {
            events.push(Event { who: a.clone(), other: b.clone(), entered });
            events.push(Event { who: b, other: a, entered });
        }
    }
}
