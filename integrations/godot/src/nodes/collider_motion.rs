//! Moves of nodes. The world finds the place; the body of the node, which moves with the collider, moves by as many
//! pixels.

use super::collider::PixelCollider2D;
use super::world::PixelWorld;
use super::world_results::motion;
use super::world_state::{Link, State};
use crate::convert::{Fault, corner, optional, push, reach};
use crate::pixel_moved::PixelMoved;
use crate::pixel_query::Query;
use crate::{log, thread};
use godot::classes::{AnimatedSprite2D, Sprite2D, Window};
use godot::prelude::*;
use world::{Blocked, Motion, SpriteId, SpriteSweepHit, View, WorldError};

/// The start of a move: the world, the sprite of the node, its body, and where the two are.
pub(super) struct Start {
    pub(super) link: Link,
    pub(super) id: SpriteId,
    pub(super) body: Gd<Node2D>,
    /// The global position of the body.
    pub(super) from: Vector2,
    /// The position of the sprite.
    at: [i32; 2],
    number: u32,
}

impl Start {
    pub(super) fn of(this: &Gd<PixelCollider2D>, call: &str) -> Option<Start> {
        let (link, number) = PixelCollider2D::fresh(this, call)?;
        let body = log::ok(call, PixelCollider2D::body_of(this))?;
        let (id, at) = {
            let state = &mut *link.state.borrow_mut();
            state.check_body(number);
            let id = log::ok(call, state.sprite_of(this, number))?;
            (id, state.world.get(id)?.position)
        };
        Some(Start { from: body.get_global_position(), link, id, body, at, number })
    }

    /// Where the sprite stands if the body is at a global position.
    pub(super) fn place(&self, this: &Gd<PixelCollider2D>, state: &State, to: Vector2) -> Result<[i32; 2], Fault> {
        let origin = this.get_global_transform().origin + (to - self.from);
        let collider = state.colliders.get(self.number as usize).and_then(Option::as_ref);
        collider.ok_or_else(|| Fault::Text("it has left its world".into()))?.position_at(origin)
    }

    /// Returns the axes on which a move to a goal goes by less than a pixel, into an obstacle beside the sprite at `at`,
    /// and the obstacle. Such a move goes no step, so the obstacle would block it only in some frames.
    fn small_hits(
        &self,
        view: View<'_>,
        at: [i32; 2],
        (goal, place): (Vector2, [i32; 2]),
    ) -> Result<Vec<(Vector2Axis, bool, SpriteSweepHit)>, WorldError> {
        let mut hits = Vec::new();
        for (index, axis) in [Vector2Axis::X, Vector2Axis::Y].into_iter().enumerate() {
            let way = goal[axis] - self.from[axis];
            if way != 0.0 && place[index] == self.at[index] {
                let mut beside = at;
                beside[index] += if way > 0.0 { 1 } else { -1 };
                hits.extend(view.sweep(self.id, beside)?.hit.map(|hit| (axis, way > 0.0, hit)));
            }
        }
        Ok(hits)
    }

    /// Returns the global position of the body without the fractions that lead the sprite into an obstacle, after a move
    /// to where it stands now. Only a sprite that is scaled, rotated or skewed shows a fraction.
    fn without_bad_fractions(
        &self,
        this: &Gd<PixelCollider2D>,
        state: &mut State,
        motion: Motion,
        (mut body, at): (Vector2, [i32; 2]),
    ) -> Result<Vector2, Fault> {
        let origin = this.get_global_transform().origin + (body - self.from);
        let collider = state.colliders.get(self.number as usize).and_then(Option::as_ref);
        let wanted = collider.and_then(|collider| collider.fraction_at(origin));
        if let Some((_, wanted)) = wanted.filter(|(position, _)| *position == at) {
            let free = motion.view(state.world.refresh()?).free_fraction(self.id, wanted)?;
            let whole = self.body_at(at, None);
            if free[0] != wanted[0] {
                body.x = whole.x;
            }
            if free[1] != wanted[1] {
                body.y = whole.y;
            }
        }
        Ok(body)
    }

    /// The global position of the body if the sprite stands at a place. An axis that has reached the place of `to`
    /// keeps the fraction of `to`; the other moves by whole pixels.
    pub(super) fn body_at(&self, at: [i32; 2], to: Option<(Vector2, [i32; 2])>) -> Vector2 {
        let by = corner([at[0].wrapping_sub(self.at[0]), at[1].wrapping_sub(self.at[1])]);
        let mut body = self.from + by;
        if let Some((to, place)) = to {
            if at[0] == place[0] {
                body.x = to.x;
            }
            if at[1] == place[1] {
                body.y = to.y;
            }
        }
        body
    }
}

#[godot_api(secondary)]
impl PixelCollider2D {
    /// Moves the [member body] to a [b]global[/b] position, until something is in its way: it stops, slides along it,
    /// or walks over it ([constant SLIDE] and the other motions; a walk climbs [member step_up] and goes down
    /// [member step_down] pixels for each pixel). Returns [code]null[/code] after an error.
    ///
    /// It goes through whole pixels, so nothing is passed through, however fast it is. An axis that reaches its goal
    /// keeps the fraction of the goal, so slow moves add up.
    #[func(gd_self)]
    fn move_until(
        this: Gd<Self>,
        to: Vector2,
        #[opt(default = 1)] mode: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
    ) -> Option<Gd<PixelMoved>> {
        PixelCollider2D::go(&this, "PixelCollider2D.move_until", |_| to, mode, &Query::of_moves(layers, flags, 0))
    }

    /// Moves the [member body] by a vector, as [method move_until] does: [code]move_by(velocity * delta)[/code]. The
    /// body keeps the fractions, so slow moves add up.
    #[func(gd_self)]
    fn move_by(
        this: Gd<Self>,
        by: Vector2,
        #[opt(default = 1)] mode: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
    ) -> Option<Gd<PixelMoved>> {
        PixelCollider2D::go(
            &this,
            "PixelCollider2D.move_by",
            |from| from + by,
            mode,
            &Query::of_moves(layers, flags, 0),
        )
    }

    /// Moves the [member body] to a global position without a path, if the collider is [member continuous]: a
    /// teleporter, a respawn, a world that wraps around at its edges. The next path begins there, so put a bullet to
    /// the muzzle with it, if it moves in the frame in which it is added.
    #[func(gd_self)]
    fn jump_to(this: Gd<Self>, to: Vector2) {
        let call = "PixelCollider2D.jump_to";
        if !thread::on_main(call) {
            return;
        }
        let Some(mut body) = log::ok(call, PixelCollider2D::body_of(&this)) else { return };
        body.set_global_position(to);
        if let Some(joined) = PixelCollider2D::with(&this, |node| node.kept.joined)
            && let Some(link) = joined.link()
        {
            link.state.borrow_mut().let_riders_go(joined.number);
        }
        let Some(start) = Start::of(&this, call) else { return };
        let world = &mut start.link.state.borrow_mut().world;
        let jumped = world.jump_to(start.id, start.at);
        log::ok(call, jumped.and_then(|()| world.set_last_place(start.id, start.at)));
    }

    /// Returns how far the [member body] could move to a global position, without a move: [code]at[/code],
    /// [code]hit[/code] (an empty dictionary, or as of [member PixelMoved.hits]) and [code]started_inside[/code] (an
    /// id, or null).
    ///
    /// [method PixelWorld.sweep] asks about it as something else.
    #[func(gd_self)]
    fn sweep(
        this: Gd<Self>,
        to: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> VarDictionary {
        let call = "PixelCollider2D.sweep";
        let Some(start) = Start::of(&this, call) else { return VarDictionary::new() };
        start.link.change(call, |state| {
            let place = start.place(&this, state, to)?;
            let swept = state.view(&Query::of_moves(layers, flags, without))?.sweep(start.id, place)?;
            Ok(state.swept(&swept, start.body_at(swept.at, Some((to, place)))))
        })
    }

    /// Returns whether it would be free with its [member body] at a global position.
    #[func(gd_self)]
    fn is_free(
        this: Gd<Self>,
        at: Vector2,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
    ) -> bool {
        let call = "PixelCollider2D.is_free";
        let Some(start) = Start::of(&this, call) else { return false };
        start.link.change(call, |state| {
            let place = start.place(&this, state, at)?;
            Ok(state.view(&Query::of_blockers(layers, flags, without))?.is_free(start.id.at(place))?)
        })
    }

    /// Returns the global position of the [member body] nearest to [param at] at which it is free, up to [param limit]
    /// pixels away, or [code]null[/code]: with its solid pixels in the rectangle [param within], unless that is empty.
    #[func(gd_self)]
    fn nearest_free(
        this: Gd<Self>,
        at: Vector2,
        limit: i64,
        #[opt(default = -1)] layers: i64,
        #[opt(default = 0)] flags: i64,
        #[opt(default = 0)] without: i64,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        let call = "PixelCollider2D.nearest_free";
        let Some(start) = Start::of(&this, call) else { return Variant::nil() };
        start.link.change(call, |state| {
            let place = start.place(&this, state, at)?;
            let view = state.view(&Query::of_blockers(layers, flags, without))?;
            let free = view.nearest_free(start.id.at(place), reach(limit, within)?)?;
            Ok(optional(free.map(|free| start.body_at(free, Some((at, place))))))
        })
    }

    /// Moves the [member body] to the nearest place at which it is free, up to [param limit] pixels away, with its
    /// solid pixels in the rectangle [param within] unless that is empty; if [param along] is not 0, to the first free
    /// place in this direction. Returns the move, or [code]null[/code] if there is none.
    #[func(gd_self)]
    fn push_out(
        this: Gd<Self>,
        limit: i64,
        #[opt(default = Vector2::default())] along: Vector2,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        let call = "PixelCollider2D.push_out";
        let Some(mut start) = Start::of(&this, call) else { return Variant::nil() };
        let pushed =
            start.link.change(call, |state| Ok(state.world.push_out(start.id, push(limit, along, within)?)?));
        if let Some(by) = pushed {
            let at = start.from + corner(by);
            start.body.set_global_position(at);
        }
        optional(pushed.map(corner))
    }
}

impl PixelCollider2D {
    /// Moves the body from where it is to what `goal` makes of it.
    fn go(
        this: &Gd<Self>,
        call: &str,
        goal: impl FnOnce(Vector2) -> Vector2,
        mode: i64,
        query: &Query,
    ) -> Option<Gd<PixelMoved>> {
        let mut start = Start::of(this, call)?;
        let (from, goal) = (start.from, goal(start.from));
        let (step_up, step_down) = PixelCollider2D::with(this, |node| (node.step_up, node.step_down));
        let walks = mode == PixelCollider2D::WALK;
        let (result, at, blocked) = {
            let state = &mut *start.link.state.borrow_mut();
            let moved = start.place(this, state, goal).and_then(|place| {
                let motion = query.motion(motion(mode, step_up, step_down)?)?;
                let stops = mode == PixelCollider2D::STOP;
                let is_stopped = stops && !start.small_hits(state.view(query)?, start.at, (goal, place))?.is_empty();
                let end = if is_stopped { start.at } else { place };
                let (mut to, mut moved) = (goal, state.world.move_until(start.id, end, motion)?);
                let small = match walks {
                    true => Vec::new(),
                    false => start.small_hits(state.view(query)?, moved.at, (goal, place))?,
                };
                for (axis, is_positive, hit) in small {
                    to[axis] = from[axis];
                    let Blocked { left, right, up, down, .. } = &mut moved.blocked;
                    *match (axis, is_positive) {
                        (Vector2Axis::X, false) => left,
                        (Vector2Axis::X, true) => right,
                        (Vector2Axis::Y, false) => up,
                        (Vector2Axis::Y, true) => down,
                    } = true;
                    if moved.hits.iter().all(|other| other.id != hit.id) {
                        moved.hits.push(hit);
                    }
                }
                let keeps_fractions = !stops || moved.hits.is_empty();
                let at = start.body_at(moved.at, keeps_fractions.then_some((to, place)));
                let at = start.without_bad_fractions(this, state, motion, (at, moved.at))?;
                Ok((moved, at))
            });
            let (moved, at) = log::ok(call, moved)?;
            let goal = if walks { Vector2::new(goal.x, at.y) } else { goal };
            (state.moved(&moved, [from, at, goal]), at, moved.blocked)
        };
        PixelCollider2D::with(this, |node| node.kept.blocked = blocked);
        start.body.set_global_position(at);
        Some(result)
    }
}

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
