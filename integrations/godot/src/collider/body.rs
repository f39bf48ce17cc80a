//! The node that moves with a collider.

use super::PixelCollider2D;
use crate::convert::Fault;
use crate::log;
use crate::pixel_world::PixelWorld;
use godot::classes::{AnimatedSprite2D, Sprite2D, Window};
use godot::prelude::*;

#[godot_api(secondary)]
impl PixelCollider2D {
    /// Returns the node that moves with the collider: that of [member body], or if it is empty, the parent if that is a
    /// [Node2D], else the collider itself. Use it in handlers of [signal pixel_entered] to reach the character behind a
    /// collider. Returns [code]null[/code] after an error, if [member body] names no [Node2D].
    #[func(gd_self)]
    fn get_body(this: Gd<Self>) -> Option<Gd<Node2D>> {
        log::ok("PixelCollider2D.get_body", PixelCollider2D::body_of(&this))
    }
}

impl PixelCollider2D {
    /// Returns the node that moves with a collider.
    ///
    /// # Errors
    /// Returns an error if its path leads to no `Node2D`.
    pub(super) fn body_of(this: &Gd<Self>) -> Result<Gd<Node2D>, Fault> {
        let path = PixelCollider2D::with(this, |node| node.body.clone());
        if path.is_empty() {
            return Ok(node_2d(this.get_parent()).unwrap_or_else(|| this.clone().upcast()));
        }
        let named = node_2d(this.get_node_or_null(&path));
        named.ok_or_else(|| {
            Fault::Text(format!(
                "body of '{}' must be the path of a Node2D, seen from the collider, got '{path}': for example \"../..\"",
                path_of(this)
            ))
        })
    }

    /// Returns what is unclear about an empty `body`: in a character of a root, a sprite and a collider, the sprite
    /// moves and leaves the root behind. A sprite with a script, and one of several sprites with colliders, moves for
    /// itself.
    pub(crate) fn doubt_of_body(this: &Gd<Self>) -> Option<String> {
        let sprite = node_2d(this.get_parent()).filter(|_| PixelCollider2D::with(this, |node| node.body.is_empty()))?;
        let is_sprite =
            sprite.clone().try_cast::<Sprite2D>().is_ok() || sprite.clone().try_cast::<AnimatedSprite2D>().is_ok();
        let root = node_2d(sprite.get_parent()).filter(|root| root.clone().try_cast::<PixelWorld>().is_err())?;
        let is_level = root.get_parent().is_none_or(|above| above.try_cast::<Window>().is_ok());
        let has_collider =
            |node: &Gd<Node>| node.get_children().iter_shared().any(|child| child.is_class("PixelCollider2D"));
        let is_one_of_several = root.get_children().iter_shared().filter(has_collider).nth(1).is_some();
        if !is_sprite || is_level || is_one_of_several || sprite.get_script().is_some() {
            return None;
        }
        let [sprite, root] = [sprite.get_name(), root.get_name()];
        Some(format!(
            "moves '{sprite}' and leaves '{root}' where it is: set body to \"../..\" to move '{root}', or to \"..\" if '{sprite}' is to \
             move"
        ))
    }
}

fn node_2d(node: Option<Gd<Node>>) -> Option<Gd<Node2D>> {
    node?.try_cast::<Node2D>().ok()
}

/// The path of a node in the tree, or its name.
fn path_of(node: &Node) -> String {
    if node.is_inside_tree() { node.get_path().to_string() } else { node.get_name().to_string() }
}
