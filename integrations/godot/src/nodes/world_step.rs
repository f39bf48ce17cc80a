//! The step: colliders are read, the world steps, signals are emitted. What the last step has found.
//!
//! Godot keeps global transforms until a node moves, and tells of a move only if somebody has asked for the transform
//! since the last one. Both are slow for thousands of nodes: 500 ns for a question after a move, 200 ns for a
//! notification. So a collider that has moved is looked at in each step through the transforms that nobody has to
//! compute, until it rests.

use super::collider::PixelCollider2D;
use super::collider_carry::apply;
use super::world::PixelWorld;
use super::world_contacts::pairs_of;
use super::world_state::{Event, News, Shared, State};
use crate::convert::{Fault, bits, center, corner, id_of, ids_of, optional, real_vector, record, sprite_id};
use godot::classes::CanvasItem;
use godot::prelude::*;
use world::bindings::touches;
use world::{Contact, Impact, Pair, Step};

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
                let touch = |contact: Contact, fraction| (fraction, [contact.a, contact.b], center(contact.first()));
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

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the ids of the pairs that began to collide in the last step, two for each pair.
    #[func(gd_self)]
    fn began(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::look(&this, "PixelWorld.began", |state| {
            ids_of(state.began.iter().flat_map(|pair| [pair.a, pair.b]))
        })
    }

    /// Returns the ids of the pairs that ceased to collide in the last step, two for each pair.
    #[func(gd_self)]
    fn ended(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::look(&this, "PixelWorld.ended", |state| {
            ids_of(state.ended.iter().flat_map(|pair| [pair.a, pair.b]))
        })
    }

    /// Returns the pairs that began to collide in the last step and of which one sprite is on [param layers_a] and the
    /// other on [param layers_b], two ids for each pair, in this order: [code]began_between(BULLETS, ENEMIES)[/code].
    #[func(gd_self)]
    fn began_between(this: Gd<Self>, layers_a: i64, layers_b: i64) -> PackedInt64Array {
        PixelWorld::between(&this, "PixelWorld.began_between", [layers_a, layers_b], |state| Ok(&state.began))
    }

    /// Returns the pairs that collided in the last step, as [method began_between] does: lava hurts for as long as it
    /// is touched. Ask before anything moves again.
    #[func(gd_self)]
    fn pairs_between(this: Gd<Self>, layers_a: i64, layers_b: i64) -> PackedInt64Array {
        PixelWorld::between(&this, "PixelWorld.pairs_between", [layers_a, layers_b], |state| {
            Ok(last_step(&state.world)?.pairs())
        })
    }

    /// Returns where pairs of the last step touched first, as [method began] returns them: packed arrays
    /// [code]fraction[/code] (of the path in this step that lies before the touch, 0 to 1), [code]places[/code] (of
    /// both sprites at the touch, two for each pair), [code]before[/code] (their last free places, or -2^31 if they
    /// touch where the path begins), [code]first[/code] and [code]normal[/code] of the first sprite, with an element
    /// for each pair. Only [code]continuous[/code] sprites have a path; others touch where they stand. A pair that is
    /// not of the last step has NaN and -2^31. Ask before anything moves again.
    #[func(gd_self)]
    fn impacts(this: Gd<Self>, pairs: PackedInt64Array) -> VarDictionary {
        PixelWorld::change(&this, "PixelWorld.impacts", |state| {
            let pairs = pairs_of(&pairs)?;
            let step = last_step(&state.world)?;
            Ok(impact_arrays(&pairs.into_iter().map(|pair| step.impact(pair)).collect::<Vec<_>>()))
        })
    }

    /// Returns what a sprite touched first in the last step, of several the one with the smallest fraction of the path:
    /// the [code]id[/code] and the [code]collider[/code] of the other, [code]fraction[/code] (0 to 1),
    /// [code]place[/code] of the sprite at the touch, [code]before[/code] (its last free place, or [code]null[/code] if
    /// they touch where the path begins), [code]first[/code], [code]point[/code] and [code]normal[/code]. It is empty
    /// if the sprite touched nothing. Ask before anything moves again.
    #[func(gd_self)]
    fn first_impact(this: Gd<Self>, id: i64) -> VarDictionary {
        PixelWorld::change(&this, "PixelWorld.first_impact", |state| {
            let Some(impact) = last_step(&state.world)?.first_impact(sprite_id(id)) else {
                return Ok(VarDictionary::new());
            };
            let first = impact.contact.first();
            Ok(record! {
                "id" => id_of(impact.b),
                "collider" => optional(state.node(impact.b)),
                "fraction" => impact.fraction,
                "place" => corner(impact.places[0]),
                "before" => optional(impact.before.map(|[at, _]| corner(at))),
                "first" => corner(first),
                "point" => center(first),
                "normal" => real_vector(impact.contact.normal()),
            })
        })
    }
}

impl PixelWorld {
    /// The pairs between two sets of layers, the sprite on the first one first.
    fn between(
        this: &Gd<Self>,
        call: &str,
        [layers_a, layers_b]: [i64; 2],
        pairs: impl for<'s> FnOnce(&'s State) -> Result<&'s [Pair], Fault>,
    ) -> PackedInt64Array {
        PixelWorld::change(this, call, |state| {
            let layers = [bits("layers_a", layers_a)?, bits("layers_b", layers_b)?];
            Ok(ids_of(state.world.pairs_between(pairs(state)?, layers[0], layers[1]).flatten()))
        })
    }
}

/// Impacts as packed arrays.
fn impact_arrays(impacts: &[Option<Impact<'_>>]) -> VarDictionary {
    let (none, nan) = (corner([i32::MIN; 2]), Vector2::new(f32::NAN, f32::NAN));
    let of = |get: fn(&Impact<'_>) -> Vector2, none: Vector2| -> PackedVector2Array {
        impacts.iter().map(|impact| impact.as_ref().map_or(none, get)).collect()
    };
    let both = |get: fn(&Impact<'_>) -> Option<[[i32; 2]; 2]>| -> PackedVector2Array {
        let corners = |impact: &Option<Impact<'_>>| impact.as_ref().and_then(get).map(|at| at.map(corner));
        impacts.iter().flat_map(|impact| corners(impact).unwrap_or([none; 2])).collect()
    };
    let fraction = |impact: &Option<Impact<'_>>| impact.map_or(f32::NAN, |impact| impact.fraction as f32);
    record! {
        "fraction" => impacts.iter().map(fraction).collect::<PackedFloat32Array>(),
        "places" => both(|impact| Some(impact.places)),
        "before" => both(|impact| impact.before),
        "first" => of(|impact| corner(impact.contact.first()), none),
        "normal" => of(|impact| real_vector(impact.contact.normal()), nan),
    }
}

/// Returns the last step, if nothing has changed since.
fn last_step(world: &world::World) -> Result<Step<'_>, Fault> {
    let moved = "something has changed since the last step: ask before anything moves";
    world.last_step().ok_or_else(|| Fault::Text(moved.into()))
}

/// After this many steps without a move, a collider rests.
pub(super) const REST: u8 = 8;

/// The nodes above a collider, up to one that seldom moves.
pub(super) struct Chain {
    parent: Gd<Node2D>,
    above: Option<Gd<CanvasItem>>,
    /// The transform of the collider itself, which tells of its changes.
    local: Transform2D,
}

/// A collider that moves.
pub(super) struct Moving {
    /// Its place in the list of those that move.
    pub(super) index: usize,
    /// The number of steps without a move.
    pub(super) idle: u8,
}

impl Chain {
    /// Returns `None` if the parent is no [`Node2D`], or does not move the collider.
    pub(super) fn of(node: &Gd<PixelCollider2D>) -> Option<Chain> {
        if node.is_set_as_top_level() {
            return None;
        }
        let parent = node.get_parent()?.try_cast::<Node2D>().ok()?;
        let above = if parent.is_set_as_top_level() { None } else { parent.get_parent() };
        let above = above.and_then(|above| above.try_cast::<CanvasItem>().ok());
        Some(Chain { parent, above, local: node.get_transform() })
    }

    /// Returns the global transform of the collider, as Godot computes it.
    pub(super) fn transform(&self) -> Transform2D {
        let parent = self.parent.get_transform();
        let parent = self.above.as_ref().map_or(parent, |above| above.get_global_transform() * parent);
        if self.local == Transform2D::IDENTITY { parent } else { parent * self.local }
    }
}
