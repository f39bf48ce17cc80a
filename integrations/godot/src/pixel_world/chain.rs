//! Colliders that move.
//!
//! Godot keeps global transforms until a node moves, and tells of a move only if somebody has asked for the transform
//! since the last one. Both are slow for thousands of nodes: 500 ns for a question after a move, 200 ns for a
//! notification. So a collider that has moved is looked at in each step through the transforms that nobody has to
//! compute, until it rests.

use crate::collider::PixelCollider2D;
use godot::classes::CanvasItem;
use godot::prelude::*;

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
