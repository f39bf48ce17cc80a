//! The node `PixelWorld`: its step, how its methods reach its state, and which world a node belongs to.

use super::world_state::{Change, Link, State, link_of};
use super::world_step::emit;
use crate::convert::{Fault, ids_of};
use crate::log::given;
use crate::pixel_query::Query;
use crate::{log, pixel_query, thread};
use godot::classes::node::InternalMode;
use godot::classes::{CanvasItem, Engine, Object, Viewport};
use godot::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use world::{SpriteId, View};

/// The world in which colliders and swarms collide: its step, its queries, and sprites without nodes.
///
/// A [PixelCollider2D] finds its world by itself: the nearest PixelWorld above it, or else the world of its canvas,
/// which is made when the first collider needs it ([method of] returns it). All viewports that share a [World2D] share
/// this world; a [SubViewport] with a canvas of its own has a world of its own. As for Godot's areas, a [CanvasLayer]
/// does not move what is in it.
///
/// The world steps at the beginning of each physics frame: it looks where all nodes stand, tests them, and emits the
/// signals. So the signals come before [method Node._physics_process], for what the last frame showed. Queries answer
/// for that state and for later moves by this add-on; [method update] reads all moved nodes at once.
///
/// Coordinates are global pixels of the canvas, y down. A place of a sprite is rounded to the nearest pixel, a point of
/// a query lies in its pixel. [code]layers[/code] of a query are bits of [member PixelCollider2D.collision_layer]; -1
/// is all. They narrow what a sprite collides with: a move, a sweep or a free place of a sprite that collides with none
/// of them is an error, unless they are 0. [code]flags[/code] are [constant WITH_SENSORS] and [constant HIT_FROM_INSIDE], or both with [code]|[/code];
/// a flag that would change nothing is an error. [code]without[/code] is an id that is left out, or 0. A missing record
/// is an empty dictionary, a missing vector [code]null[/code].
///
/// A sprite without a node has an id, a whole number of 64 bits, which is never given out again. Colliders have ids
/// too.
///
/// A world belongs to the main thread. On another thread, each method logs an error and returns an empty value, or
/// [code]null[/code], 0 or [code]false[/code].
#[derive(GodotClass)]
#[class(base=Node2D)]
pub struct PixelWorld {
    /// Whether the world steps by itself, at the beginning of each physics frame, unless the tree is paused.
    #[export]
    #[var(get, set)]
    auto_step: PhantomVar<bool>,
    inner: Inner,
    base: Base<Node2D>,
}

/// What the node has of its own.
struct Inner {
    steps: AtomicBool,
    /// Whether the log was told that the world steps by itself too.
    warned: AtomicBool,
    id: InstanceId,
}

const _: () = thread::is_shared::<Inner>();

impl Drop for Inner {
    fn drop(&mut self) {
        super::world_state::forget_link(self.id);
    }
}

#[godot_api]
impl INode2D for PixelWorld {
    fn init(base: Base<Node2D>) -> PixelWorld {
        let inner = Inner {
            steps: AtomicBool::new(true),
            warned: AtomicBool::new(false),
            id: base.to_init_gd().instance_id_unchecked(),
        };
        PixelWorld { auto_step: PhantomVar::default(), inner, base }
    }

    #[func(gd_self)]
    fn enter_tree(this: Gd<Self>) {
        if let Some(mut tree) = this.get_tree_or_null() {
            let step = this.callable("_step_in_frame");
            if !Engine::singleton().is_editor_hint() && !tree.is_connected("physics_frame", &step) {
                tree.connect("physics_frame", &step);
            }
        }
    }

    #[func(gd_self)]
    fn exit_tree(this: Gd<Self>) {
        let step = this.callable("_step_in_frame");
        if let Some(mut tree) = this.get_tree_or_null()
            && tree.is_connected("physics_frame", &step)
        {
            tree.disconnect("physics_frame", &step);
        }
    }
}

#[godot_api]
impl PixelWorld {
    /// A flag of queries for what is in the way, and of moves: sensors stop rays, sweeps and moves, and take places,
    /// like others.
    #[constant]
    pub(crate) const WITH_SENSORS: i64 = pixel_query::WITH_SENSORS;
    /// A flag of sweeps, moves and [method touching]: what is overlapped at the start is hit, for shots from
    /// point-blank range. The move then stays where it is.
    #[constant]
    pub(crate) const HIT_FROM_INSIDE: i64 = pixel_query::HIT_FROM_INSIDE;

    /// Emitted after each step, after the signals of the colliders.
    #[signal]
    fn stepped();

    #[func]
    fn get_auto_step(&self) -> bool {
        self.inner.steps.load(Ordering::Relaxed)
    }

    #[func]
    fn set_auto_step(&self, auto_step: bool) {
        self.inner.steps.store(auto_step, Ordering::Relaxed);
    }

    /// Steps the world, whether the tree is paused or not, and emits the signals. Call it only if [member auto_step] is
    /// [code]false[/code].
    #[func(gd_self)]
    fn step(this: Gd<Self>) {
        if thread::is_main() && this.is_inside_tree() {
            let (steps, warned) = (this.bind().get_auto_step(), this.bind().inner.warned.swap(true, Ordering::Relaxed));
            if steps && !warned {
                godot_warn!(
                    "PixelWorld.step: the world steps by itself too, so events of one step may be missed: set auto_step to false"
                );
            }
        }
        PixelWorld::step_now(this);
    }

    #[func(gd_self, rename = _step_now)]
    fn step_now(mut this: Gd<Self>) {
        let Some(link) = PixelWorld::link(&this, "PixelWorld.step") else { return };
        link.step();
        if this.is_instance_valid() {
            this.emit_signal("stepped", &[]);
        }
    }

    /// Looks where all nodes that have moved stand now, and which cells of layers of tiles have changed, without a
    /// step. Queries then find colliders that have moved in this frame, and new cells.
    #[func(gd_self)]
    fn update(this: Gd<Self>) {
        let Some(link) = PixelWorld::link(&this, "PixelWorld.update") else { return };
        link.note_all(&link.state.borrow(), Change::Place);
        link.note_cells(false);
        emit(link.read()); // (those that move are among all)
    }

    /// Forgets the masks of a texture whose pixels were changed without a signal, so that they are made again.
    #[func(gd_self)]
    fn forget_texture(this: Gd<Self>, texture: Option<Gd<Object>>) {
        given!("PixelWorld.forget_texture", texture);
        if let Some(link) = PixelWorld::link(&this, "PixelWorld.forget_texture") {
            link.forget_texture(texture.instance_id().to_i64());
        }
    }

    /// Returns the number of sprites: colliders with a picture, and sprites without nodes.
    #[func(gd_self)]
    fn count(this: Gd<Self>) -> i64 {
        PixelWorld::look(&this, "PixelWorld.count", |state| state.world.len() as i64)
    }

    /// Returns the number of different masks that the world knows now.
    #[func(gd_self)]
    fn mask_count(this: Gd<Self>) -> i64 {
        PixelWorld::look(&this, "PixelWorld.mask_count", |state| state.world.mask_ids().count() as i64)
    }

    /// Returns examples of sprites that never meet because only one collides with a layer of the other: two ids for
    /// each pair, first the one that does. It finds a forgotten layer, but lists pairs that you intend too, as long as
    /// one side keeps the default mask.
    #[func(gd_self)]
    fn one_sided_layers(this: Gd<Self>) -> PackedInt64Array {
        PixelWorld::settle(&this, "PixelWorld.one_sided_layers", |state| {
            Ok(ids_of(state.world.one_sided_layers().into_iter().flat_map(|(a, b)| [a, b])))
        })
    }

    /// The physics frame begins.
    #[func(gd_self, rename = _step_in_frame)]
    fn step_in_frame(this: Gd<Self>) {
        if this.bind().get_auto_step() && this.can_process() {
            PixelWorld::step_now(this);
        }
    }

    /// The pixels of a texture have changed, perhaps on another thread.
    #[func(gd_self, rename = _forget_texture_id)]
    fn forget_texture_id(mut this: Gd<Self>, texture: i64) {
        if thread::is_main() {
            link_of(this.instance_id_unchecked()).forget_texture(texture);
        } else {
            this.call_deferred("_forget_texture_id", &[texture.to_variant()]);
        }
    }
}

impl PixelWorld {
    /// Returns the state of a world. On another thread than the main thread, the log gets an error.
    ///
    /// It binds nothing: to bind a node, a thread may wait for another one.
    pub(super) fn link(this: &Gd<Self>, call: &str) -> Option<Link> {
        thread::on_main(call).then(|| link_of(this.instance_id_unchecked()))
    }

    /// Calls `look` with the state as it is.
    pub(super) fn look<R: Default>(this: &Gd<Self>, call: &str, look: impl FnOnce(&State) -> R) -> R {
        PixelWorld::link(this, call).map(|link| look(&link.state.borrow())).unwrap_or_default()
    }

    /// Calls `change` with the state. An error goes to the log, and the result is then empty, here and in what follows.
    pub(super) fn change<R: Default>(
        this: &Gd<Self>,
        call: &str,
        change: impl FnOnce(&mut State) -> Result<R, Fault>,
    ) -> R {
        PixelWorld::link(this, call).map(|link| link.change(call, change)).unwrap_or_default()
    }

    /// Reads what has changed so far, so that a query knows of colliders that were just added, and of edited masks.
    /// Then it calls `change`.
    pub(super) fn settle<R: Default>(
        this: &Gd<Self>,
        call: &str,
        change: impl FnOnce(&mut State) -> Result<R, Fault>,
    ) -> R {
        let Some(link) = PixelWorld::link(this, call) else { return R::default() };
        emit(link.read()); // may free the world
        link.change(call, change)
    }

    /// Calls `ask` with the world as it stands now.
    pub(super) fn ask<R: Default>(
        this: &Gd<Self>,
        call: &str,
        query: &Query,
        ask: impl FnOnce(View<'_>) -> Result<R, Fault>,
    ) -> R {
        PixelWorld::settle(this, call, |state| ask(state.view(query)?))
    }

    /// Returns the ids of the sprites that `find` finds in the world as it stands now.
    pub(super) fn find_ids(
        this: &Gd<Self>,
        call: &str,
        query: &Query,
        find: impl FnOnce(View<'_>) -> Result<Vec<SpriteId>, Fault>,
    ) -> PackedInt64Array {
        ids_of(PixelWorld::ask(this, call, query, find))
    }
}

thread_local! {
    /// The world of each canvas, by the instance of its `World2D`. The scene tree owns the nodes.
    static DEFAULTS: RefCell<HashMap<i64, Gd<PixelWorld>>> = RefCell::default();
}

#[godot_api(secondary)]
impl PixelWorld {
    /// Returns the world in which a collider below this node collides.
    #[func]
    fn of(node: Option<Gd<Node>>) -> Option<Gd<PixelWorld>> {
        given!("PixelWorld.of", node);
        const CALL: &str = "PixelWorld.of";
        if thread::on_main(CALL) { log::ok(CALL, world_for(&node)) } else { None }
    }
}

/// Returns the nearest world above a node, or else the world of its canvas, which is made if there is none.
///
/// # Errors
/// Returns an error if the node is not in the tree, or has no canvas.
pub(crate) fn world_for(node: &Gd<Node>) -> Result<Gd<PixelWorld>, Fault> {
    let mut above = Some(node.clone());
    while let Some(node) = above {
        above = node.get_parent();
        if let Ok(world) = node.try_cast::<PixelWorld>() {
            return Ok(world);
        }
    }
    if !node.is_inside_tree() {
        return Err(Fault::Text(format!("the node '{}' is not in the tree: add it first", node.get_name())));
    }
    let canvas = match node.clone().try_cast::<CanvasItem>() {
        Ok(item) => item.get_world_2d(),
        Err(node) => node.get_viewport().and_then(|viewport: Gd<Viewport>| viewport.find_world_2d()),
    };
    let root = node.get_tree_or_null().and_then(|tree| tree.get_root());
    let (Some(canvas), Some(mut root)) = (canvas, root) else {
        return Err(Fault::Text(format!("the node '{}' has no canvas", node.get_path())));
    };
    let canvas = canvas.instance_id();
    DEFAULTS.with_borrow_mut(|worlds| {
        if let Some(world) = worlds.get(&canvas.to_i64()).filter(|world| world.is_instance_valid()) {
            return Ok(world.clone());
        }
        // The worlds of canvases that are gone go too.
        worlds.retain(|&canvas, world| {
            let is_used = InstanceId::from_i64(canvas).lookup_validity();
            if !is_used && world.is_instance_valid() {
                world.queue_free();
            }
            is_used
        });
        let mut world = PixelWorld::new_alloc();
        world.set_name("PixelWorld");
        // The root may be busy with children of its own, so it takes this one later.
        let add = [world.to_variant(), false.to_variant(), InternalMode::BACK.to_variant()];
        root.call_deferred("add_child", &add);
        worlds.insert(canvas.to_i64(), world.clone());
        Ok(world)
    })
}
