//! The node `PixelWorld`.

mod bulk;
mod chain;
mod defaults;
mod masks;
mod motion;
mod options;
mod pose;
mod query;
mod results;
mod state;
mod step;
mod swarm;

pub(crate) use defaults::world_for;
pub(crate) use masks::SharedMasks;
pub(crate) use pose::Drawn;
pub(crate) use results::{contact, id_of, motion};
pub(crate) use state::{Change, Link, State};
pub(crate) use step::emit;

use crate::convert::Fault;
use crate::log;
use godot::classes::{Engine, Object};
use godot::prelude::*;
use world::View;

/// The world in which colliders and swarms collide: its step, its queries, and sprites without nodes.
///
/// A [PixelCollider2D] finds its world by itself: the nearest PixelWorld above it, or else the world of its canvas, which is
/// made when the first collider needs it ([method of] returns it). All viewports that share a [World2D] share this world; a
/// [SubViewport] with a canvas of its own has a world of its own. As for Godot's areas, a [CanvasLayer] does not move what is
/// in it.
///
/// The world steps at the beginning of each physics frame: it looks where all nodes stand, tests them, and emits the
/// signals. So the signals come before [method Node._physics_process], for what the last frame showed. Queries answer for that
/// state and for later moves by this add-on; [method update] reads all moved nodes at once.
///
/// Coordinates are global pixels of the canvas, y down. A place of a sprite is rounded to the nearest pixel, a point of a query
/// lies in its pixel. [code]layers[/code] of a query are bits of [member PixelCollider2D.collision_layer]; -1 is all. A
/// missing record is an empty dictionary, a missing vector [code]null[/code].
///
/// A sprite without a node has an id, a whole number of 64 bits, which is never given out again. Colliders have ids too.
#[derive(GodotClass)]
#[class(init, base=Node2D)]
pub struct PixelWorld {
    /// Whether the world steps by itself, at the beginning of each physics frame, unless the tree is paused.
    #[export]
    #[init(val = true)]
    auto_step: bool,
    pub(crate) link: Link,
    base: Base<Node2D>,
}

#[godot_api]
impl INode2D for PixelWorld {
    fn enter_tree(&mut self) {
        let this = self.to_gd();
        self.link.node.set(Some(this.instance_id()));
        if let Some(mut tree) = self.base().get_tree_or_null() {
            let step = this.callable("_step_in_frame");
            if !Engine::singleton().is_editor_hint() && !tree.is_connected("physics_frame", &step) {
                tree.connect("physics_frame", &step);
            }
        }
    }

    fn exit_tree(&mut self) {
        let step = self.to_gd().callable("_step_in_frame");
        if let Some(mut tree) = self.base().get_tree_or_null()
            && tree.is_connected("physics_frame", &step)
        {
            tree.disconnect("physics_frame", &step);
        }
    }
}

#[godot_api]
impl PixelWorld {
    /// Emitted after each step, after the signals of the colliders.
    #[signal]
    fn stepped();

    /// Returns the world in which a collider below this node collides.
    #[func]
    fn of(node: Gd<Node>) -> Option<Gd<PixelWorld>> {
        log::ok("PixelWorld.of", world_for(&node))
    }

    /// Steps the world, whether the tree is paused or not, and emits the signals. Call it only if [member auto_step] is
    /// [code]false[/code].
    #[func(gd_self)]
    fn step(mut this: Gd<Self>) {
        let link = this.bind().link.clone();
        link.step();
        if this.is_instance_valid() {
            this.emit_signal("stepped", &[]);
        }
    }

    /// Looks where all nodes that have moved stand now, without a step. Colliders that have moved in this frame are then found
    /// by queries.
    #[func(gd_self)]
    fn update(this: Gd<Self>) {
        let link = this.bind().link.clone();
        link.note_all(&link.state.borrow(), Change::Place);
        emit(link.read()); // (those that move are among all)
    }

    /// Forgets the masks of a texture whose pixels were changed without a signal, so that they are made again.
    #[func]
    fn forget_texture(&self, texture: Gd<Object>) {
        self.forget_texture_id(texture.instance_id().to_i64());
    }

    /// Returns the number of sprites: colliders with a picture, and sprites without nodes.
    #[func]
    fn count(&self) -> i64 {
        self.link.state.borrow().world.len() as i64
    }

    /// Returns the number of different masks that the world knows now.
    #[func]
    fn mask_count(&self) -> i64 {
        self.link.state.borrow().world.mask_ids().count() as i64
    }

    /// The physics frame begins.
    #[func(gd_self, rename = _step_in_frame)]
    fn step_in_frame(this: Gd<Self>) {
        if this.bind().auto_step && this.can_process() {
            PixelWorld::step(this);
        }
    }

    /// The pixels of a texture have changed.
    #[func(rename = _forget_texture_id)]
    fn forget_texture_id(&self, texture: i64) {
        let mut state = self.link.state.borrow_mut();
        state.masks.forget(texture);
        self.link.note_all(&state, Change::Picture);
    }
}

impl PixelWorld {
    /// Calls `ask` with the world as it stands now. Errors go to the log.
    fn ask<R>(
        &self,
        call: &str,
        layers: i64,
        with_sensors: bool,
        ask: impl FnOnce(View<'_>) -> Result<R, Fault>,
    ) -> Option<R> {
        self.settle();
        let mut state = self.link.state.borrow_mut();
        log::ok(call, state.view(layers, with_sensors).and_then(ask))
    }

    /// Reads what has changed so far, so that a query knows of colliders that were just added, and of edited masks.
    fn settle(&self) {
        emit(self.link.read());
    }
}
