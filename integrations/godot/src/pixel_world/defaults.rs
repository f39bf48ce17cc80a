//! Which world a node belongs to.

use super::PixelWorld;
use crate::convert::Fault;
use crate::log::{self, given};
use crate::thread;
use godot::classes::node::InternalMode;
use godot::classes::{CanvasItem, Viewport};
use godot::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;

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
