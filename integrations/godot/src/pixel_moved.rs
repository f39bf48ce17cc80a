//! The result of a move.

use godot::prelude::*;

/// How far a move went ([method PixelCollider2D.move_by], [method PixelCollider2D.move_until] and
/// [method PixelWorld.move_until]).
#[derive(GodotClass)]
#[class(init, base=RefCounted)]
pub struct PixelMoved {
    /// The new place: the global position of the body, or the place of the sprite.
    #[var]
    pub(crate) at: Vector2,
    /// The move that was made.
    #[var]
    pub(crate) by: Vector2,
    /// The move that is left, because something was in the way. A walk ignores y, so its y is 0.
    #[var]
    pub(crate) remainder: Vector2,
    /// What was in the way, each with [code]id, collider[/code] (null without a node)[code], step, before, first,
    /// point, normal[/code]. [code]before[/code] is its own top-left pixel before the touch, [code]first[/code] the
    /// first shared pixel, [code]step[/code] the number of pixels that it had gone.
    #[var]
    pub(crate) hits: Array<VarDictionary>,
    /// The ids of those that it overlapped at the start. It has got no deeper into them.
    #[var]
    pub(crate) started_inside: PackedInt64Array,
    /// Whether something blocks it on its left.
    #[var]
    pub(crate) blocked_left: bool,
    /// Whether something blocks it on its right.
    #[var]
    pub(crate) blocked_right: bool,
    /// Whether something blocks it above.
    #[var]
    pub(crate) blocked_up: bool,
    /// Whether something blocks it below: it stands.
    #[var]
    pub(crate) blocked_down: bool,
}

#[godot_api]
impl PixelMoved {
    /// Returns what is left of a velocity: without the parts that lead into an obstacle.
    /// [code]velocity = moved.slowed(velocity)[/code].
    #[func]
    fn slowed(&self, velocity: Vector2) -> Vector2 {
        let is_blocked = |v: f32, [low, high]: [bool; 2]| (v < 0.0 && low) || (v > 0.0 && high);
        Vector2::new(
            if is_blocked(velocity.x, [self.blocked_left, self.blocked_right]) { 0.0 } else { velocity.x },
            if is_blocked(velocity.y, [self.blocked_up, self.blocked_down]) { 0.0 } else { velocity.y },
        )
    }
}
