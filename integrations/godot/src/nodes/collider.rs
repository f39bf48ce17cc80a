//! The node `PixelCollider2D`: its properties, signals and constants.

use super::collider_lifecycle::{Kept, Preview};
use crate::convert::{bits, natural, side};
use crate::pixel_mask::{PixelMask, threshold};
use crate::{convert, log, thread};
use godot::prelude::*;

/// Makes its parent collide by the solid pixels of its picture, and tells when they begin and cease to share pixels
/// with those of another collider.
///
/// Add it below a [Sprite2D], an [AnimatedSprite2D] or a [TileMapLayer]: it follows the texture, frame, region, flips,
/// offset, rotation and scale. Below another node, or alone, give it a [member mask]. It needs no shape, and it works
/// beside Godot's own areas and bodies, which do not see it.
///
/// A pixel is solid if its alpha is greater than [member alpha_above]. It collides by the pixels that a camera without
/// smoothing draws, at any rotation, scale and skew. Visibility and modulation do not matter: a hidden sprite collides,
/// unless [member disabled].
///
/// The cells of a [TileMapLayer] are compared once a step; in a layer of more than 10,000 cells, once in several steps:
/// one more for each 10,000. [method PixelWorld.update] compares them at once. A layer that is not enabled does not
/// collide.
///
/// Two colliders meet only if each is on a layer that the other's [member collision_mask] has. (Godot's areas ask only
/// the one that looks.) The default mask has all layers.
///
/// A scene with colliders can be loaded, instanced, changed and freed on any thread while it is out of the tree.
/// Questions and moves belong to the main thread: on another one, they log an error and return an empty value.
#[derive(GodotClass)]
#[class(tool, init, base=Node2D)]
pub struct PixelCollider2D {
    /// The layers that the collider is on.
    #[export(flags_2d_physics)]
    #[var(set)]
    #[init(val = 1)]
    pub(super) collision_layer: i64,
    /// The layers that the collider meets. Both colliders of a pair must meet a layer of the other, or they never meet:
    /// [method PixelWorld.one_sided_layers] finds whom only one side names.
    #[export(flags_2d_physics)]
    #[var(set)]
    #[init(val = u32::MAX.into())]
    pub(super) collision_mask: i64,
    /// Pixels of the picture with an alpha greater than this are solid, 0 to 255.
    #[export(range = (0.0, 255.0, 1.0))]
    #[var(set)]
    #[init(val = 127)]
    pub(super) alpha_above: i64,
    /// Rounds the rotation to this many equal angles of a circle, at most 65536, and the place to whole pixels: a
    /// choice of speed over truth, for crowds that rotate. Colliders with the same picture and number share the masks
    /// of their angles. With 64, an angle is up to 2.8 degrees off. If it is 0, the collider collides as it is drawn.
    #[export(range = (0.0, 65536.0, 1.0))]
    #[var(set)]
    pub(super) angle_steps: i64,
    /// The solid pixels, instead of those of the picture. A mask of another size than the picture has the same middle,
    /// moved by [member offset]. If the parent draws none, [member centered] and [member offset] say where it is.
    #[export]
    #[var(set)]
    pub(super) mask: Option<Gd<PixelMask>>,
    /// Whether the middle of [member mask] is at this node, if the parent draws no picture.
    #[export]
    #[var(set)]
    #[init(val = true)]
    pub(super) centered: bool,
    /// How far [member mask] is moved from there: the feet of a crouching mask stay on the ground with half of what it
    /// is lower.
    #[export]
    #[var(set)]
    pub(super) offset: Vector2,
    /// Whether the collider does not collide.
    #[export]
    #[var(set)]
    pub(super) disabled: bool,
    /// Whether it is scenery that seldom moves. Two fixed colliders never meet.
    #[export]
    #[var(set)]
    pub(super) fixed: bool,
    /// Whether it blocks nobody: coins, doors, water. It still emits signals, and is found.
    #[export]
    #[var(set)]
    pub(super) sensor: bool,
    /// The only side from which it blocks others ([constant ANY_SIDE], or [constant TOP] of a platform to jump
    /// through). Godot's own [code]SIDE_TOP[/code] is another number.
    #[export(enum = (AnySide = 0, Left = 1, Right = 2, Top = 3, Bottom = 4))]
    #[var(set)]
    pub(super) one_way: i64,
    /// Whether each step tests it along the straight path from where it stood at the last step, so that a fast bullet
    /// passes through nothing. Two that share pixels only in passing emit [signal pixel_entered] now and
    /// [signal pixel_exited] in the next step. [method jump_to] moves without a path. Questions see where it stands.
    #[export]
    #[var(set)]
    pub(super) continuous: bool,
    /// The node that moves when the collider is moved ([method move_until], [method push_out], [method carry] and
    /// others): the root of the character. If it is empty, it is the parent if that is a [Node2D], else this node.
    /// [method get_body] returns it.
    #[export]
    #[var(get = get_body_path, set = set_body_path)]
    pub(super) body: NodePath,
    /// How many pixels a walk climbs for each pixel. It is 0 by default, so a walk climbs nothing. An animated picture
    /// may put a foot into a ledge that is higher, which the walk then leaves upwards: walk with a collider with a
    /// [member mask] below the root, and give the one below the picture [member sensor], to be hit.
    #[export(range = (0.0, 64.0, 1.0, or_greater))]
    #[var(set)]
    pub(super) step_up: i64,
    /// How many pixels a walk goes down for each pixel without leaving the ground: it snaps to the floor. It is 0 by
    /// default.
    #[export(range = (0.0, 64.0, 1.0, or_greater))]
    #[var(set)]
    pub(super) step_down: i64,
    /// Whether it is a platform: what stands on it moves with it, and others are pushed out of its way, if a [Tween],
    /// an [AnimationPlayer] or a script sets its position or that of a node above it. [method carry] does the same at
    /// once, and returns who rides. [method jump_to] and [method move_until] of the platform carry nobody, nor does a
    /// rotation.
    #[export]
    #[var(set)]
    pub(super) carries: bool,
    /// The color of the solid pixels in the editor, and in the game with "Visible Collision Shapes". Its alpha counts.
    #[export]
    #[var(set)]
    #[init(val = Color::from_rgba(0.0, 0.6, 0.7, 0.42))]
    pub(super) debug_color: Color,

    pub(super) kept: Kept,
    pub(super) preview: Preview,
    /// The pixels of this collider alone, if it digs or shows tiles.
    pub(super) own: Option<Gd<PixelMask>>,
    pub(super) base: Base<Node2D>,
}

#[godot_api]
impl PixelCollider2D {
    /// Emitted when it begins to share a pixel with another collider. [param point] is the middle of the topmost shared
    /// pixel, in global coordinates; if one of the two is [member continuous], where they touched first. In a step,
    /// what a continuous collider touches first comes first.
    #[signal]
    fn pixel_entered(other: Gd<PixelCollider2D>, point: Vector2);

    /// Emitted when it ceases to share pixels with another collider, also because one of them leaves the tree.
    #[signal]
    fn pixel_exited(other: Gd<PixelCollider2D>);

    /// It blocks from all sides.
    #[constant]
    const ANY_SIDE: i64 = 0;
    /// It blocks who comes from the left.
    #[constant]
    const LEFT: i64 = 1;
    /// It blocks who comes from the right.
    #[constant]
    const RIGHT: i64 = 2;
    /// It blocks who comes from above.
    #[constant]
    const TOP: i64 = 3;
    /// It blocks who comes from below.
    #[constant]
    const BOTTOM: i64 = 4;
    /// A motion: stop at the first obstacle.
    #[constant]
    pub(crate) const STOP: i64 = 0;
    /// A motion: slide along obstacles.
    #[constant]
    pub(crate) const SLIDE: i64 = 1;
    /// A motion: walk along x, up and down slopes.
    #[constant]
    pub(crate) const WALK: i64 = 2;

    #[func]
    fn set_collision_layer(&mut self, collision_layer: i64) {
        let bits = bits("collision_layer", collision_layer);
        if let Some(bits) = log::ok("PixelCollider2D.collision_layer", bits) {
            self.collision_layer = bits.into();
            self.note_picture();
        }
    }

    #[func]
    fn set_collision_mask(&mut self, collision_mask: i64) {
        let bits = bits("collision_mask", collision_mask);
        if let Some(bits) = log::ok("PixelCollider2D.collision_mask", bits) {
            self.collision_mask = bits.into();
            self.note_picture();
        }
    }

    #[func]
    fn set_alpha_above(&mut self, alpha_above: i64) {
        if log::ok("PixelCollider2D.alpha_above", threshold(alpha_above)).is_some() {
            self.alpha_above = alpha_above;
            self.note_picture();
        }
    }

    #[func]
    fn set_angle_steps(&mut self, angle_steps: i64) {
        let steps = convert::angle_steps("angle_steps", angle_steps);
        if log::ok("PixelCollider2D.angle_steps", steps).is_some() {
            self.angle_steps = angle_steps;
            self.note_picture();
        }
    }

    #[func]
    fn set_mask(&mut self, mask: Option<Gd<PixelMask>>) {
        let before = std::mem::replace(&mut self.mask, mask.clone());
        if self.base().is_inside_tree() {
            self.follow_mask(before, mask);
        }
        self.note_picture();
    }

    #[func]
    fn set_centered(&mut self, centered: bool) {
        self.centered = centered;
        self.note_picture();
    }

    #[func]
    fn set_offset(&mut self, offset: Vector2) {
        self.offset = offset;
        self.note_picture();
    }

    #[func]
    fn set_disabled(&mut self, disabled: bool) {
        self.disabled = disabled;
        self.note_picture();
    }

    #[func]
    fn set_fixed(&mut self, fixed: bool) {
        self.fixed = fixed;
        self.note_picture();
    }

    #[func]
    fn set_sensor(&mut self, sensor: bool) {
        self.sensor = sensor;
        self.note_picture();
    }

    #[func]
    fn set_one_way(&mut self, one_way: i64) {
        if log::ok("PixelCollider2D.one_way", side(one_way)).is_some() {
            self.one_way = one_way;
            self.note_picture();
        }
    }

    #[func]
    fn set_step_up(&mut self, step_up: i64) {
        if log::ok("PixelCollider2D.step_up", natural("step_up", step_up)).is_some() {
            self.step_up = step_up;
        }
    }

    #[func]
    fn set_step_down(&mut self, step_down: i64) {
        if log::ok("PixelCollider2D.step_down", natural("step_down", step_down)).is_some() {
            self.step_down = step_down;
        }
    }

    #[func]
    fn set_continuous(&mut self, continuous: bool) {
        self.continuous = continuous;
        self.note_picture();
    }

    #[func(rename = _get_body_path)]
    fn get_body_path(&self) -> NodePath {
        self.body.clone()
    }

    #[func(rename = _set_body_path)]
    fn set_body_path(&mut self, body: NodePath) {
        self.body = body;
        if thread::is_main() {
            self.refresh_preview(); // and the warnings
        }
    }

    #[func]
    fn set_carries(&mut self, carries: bool) {
        self.carries = carries;
        self.note_picture();
        self.read_before_it_moves();
    }

    #[func]
    fn set_debug_color(&mut self, debug_color: Color) {
        self.debug_color = debug_color;
        self.base_mut().queue_redraw();
    }
}

impl PixelCollider2D {
    /// Calls `f` with the fields. It must not call what may call the collider again, or may wait for a thread that
    /// does.
    pub(super) fn with<R>(this: &Gd<Self>, f: impl FnOnce(&mut PixelCollider2D) -> R) -> R {
        f(&mut this.clone().bind_mut())
    }
}
