//! Moves of nodes. The world finds the place; the body of the node moves by as many pixels.

use super::PixelCollider2D;
use crate::convert::{Fault, corner, optional, push, reach, real_vector, record};
use crate::pixel_moved::PixelMoved;
use crate::pixel_query::Query;
use crate::pixel_world::{Link, State, motion};
use crate::{log, thread};
use godot::prelude::*;
use std::collections::HashSet;
use world::{Blocked, Carried, Motion, SpriteId, View, WorldError};

/// The largest fraction of a rider. A little more would be rounded to the next pixel, and places are `f32`.
const MOST: f64 = 0.49;

/// The moves of nodes that the world has moved.
pub(crate) type Moves = Vec<(Gd<PixelCollider2D>, Vector2)>;

/// Moves the bodies of nodes, each once, also a body with several colliders. Nothing of the world may be borrowed.
pub(crate) fn apply(moves: Moves) {
    let mut moved = HashSet::new();
    for (node, by) in moves {
        let Some(mut body) = log::ok("PixelCollider2D", PixelCollider2D::body_of(&node)) else { continue };
        if moved.insert(body.instance_id()) {
            let at = body.get_global_position() + by;
            body.set_global_position(at);
        }
    }
}

/// The start of a move: the world, the sprite of the node, its body, and where the two are.
struct Start {
    link: Link,
    id: SpriteId,
    body: Gd<Node2D>,
    /// The global position of the body.
    from: Vector2,
    /// The position of the sprite.
    at: [i32; 2],
    number: u32,
}

impl Start {
    fn of(this: &Gd<PixelCollider2D>, call: &str) -> Option<Start> {
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
    fn place(&self, this: &Gd<PixelCollider2D>, state: &State, to: Vector2) -> Result<[i32; 2], Fault> {
        let origin = this.get_global_transform().origin + (to - self.from);
        let collider = state.colliders.get(self.number as usize).and_then(Option::as_ref);
        collider.ok_or_else(|| Fault::Text("it has left its world".into()))?.position_at(origin)
    }

    /// Returns the goal without its fractions that lead into an obstacle. A collider that is moved by less than a pixel goes no step, so
    /// what it stands on would block it only in some frames.
    fn stop_fractions(&self, view: View<'_>, mut to: Vector2, place: [i32; 2], blocked: &mut Blocked) -> Vector2 {
        for axis in [Vector2Axis::X, Vector2Axis::Y] {
            let (index, way) = (axis as usize, to[axis] - self.from[axis]);
            let mut by = [0; 2];
            by[index] = if way > 0.0 { 1 } else { -1 };
            let is_small = way != 0.0 && place[index] == self.at[index];
            if is_small && view.touching(self.id, by).is_ok_and(|ids| !ids.is_empty()) {
                to[axis] = self.from[axis];
                match by {
                    [1, 0] => blocked.right = true,
                    [-1, 0] => blocked.left = true,
                    [0, 1] => blocked.down = true,
                    _ => blocked.up = true,
                }
            }
        }
        to
    }

    /// The global position of the body if the sprite stands at a place. An axis that has reached the place of `to` keeps the
    /// fraction of `to`; the other moves by whole pixels.
    fn body_at(&self, at: [i32; 2], to: Option<(Vector2, [i32; 2])>) -> Vector2 {
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
    /// Moves the [member body] to a [b]global[/b] position, until something is in its way: it stops, slides along it, or walks over it
    /// ([constant SLIDE] and the other motions; a walk climbs [member step_up] and goes down [member step_down] pixels for each
    /// pixel). Returns [code]null[/code] after an error.
    ///
    /// It goes through whole pixels, so nothing is passed through, however fast it is. An axis that reaches its goal keeps the
    /// fraction of the goal, so slow moves add up.
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

    /// Moves the [member body] by a vector, as [method move_until] does: [code]move_by(velocity * delta)[/code]. The body keeps the
    /// fractions, so slow moves add up.
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

    /// Moves the [member body] to a global position without a way, if the collider is [member continuous]: a teleporter, a
    /// respawn, a world that wraps around at its edges. The next way begins there, so put a bullet to the muzzle with it, if it moves
    /// in the frame in which it is added.
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

    /// Returns how far the [member body] could move to a global position, without a move: [code]at[/code], [code]hit[/code] (an
    /// empty dictionary, or as of [member PixelMoved.hits]) and [code]started_inside[/code] (an id, or null).
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
        let state = &mut *start.link.state.borrow_mut();
        let swept = start.place(&this, state, to).and_then(|place| {
            let swept = state.view(&Query::of_moves(layers, flags, without))?.sweep(start.id, place)?;
            Ok((swept, place))
        });
        log::ok(call, swept).map_or(VarDictionary::new(), |(swept, place)| {
            state.swept(&swept, start.body_at(swept.at, Some((to, place))))
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
        let state = &mut *start.link.state.borrow_mut();
        let free = start.place(&this, state, at).and_then(|place| {
            Ok(state.view(&Query::of_blockers(layers, flags, without))?.is_free(start.id.at(place))?)
        });
        log::ok(call, free).unwrap_or_default()
    }

    /// Returns the global position of the [member body] nearest to [param at] at which it is free, up to [param limit] pixels
    /// away, or [code]null[/code]: with its solid pixels in the rectangle [param within], unless that is empty.
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
        let state = &mut *start.link.state.borrow_mut();
        let free = start.place(&this, state, at).and_then(|place| {
            let free = state
                .view(&Query::of_blockers(layers, flags, without))?
                .nearest_free(start.id.at(place), reach(limit, within)?)?;
            Ok(free.map(|free| start.body_at(free, Some((at, place)))))
        });
        optional(log::ok(call, free).flatten())
    }

    /// Moves the [member body] to the nearest place at which it is free, up to [param limit] pixels away, with its solid pixels in the
    /// rectangle [param within] unless that is empty; if [param along] is not 0, to the first free place in this direction. Returns
    /// the move, or [code]null[/code] if there is none.
    #[func(gd_self)]
    fn push_out(
        this: Gd<Self>,
        limit: i64,
        #[opt(default = Vector2::default())] along: Vector2,
        #[opt(default = Rect2i::default())] within: Rect2i,
    ) -> Variant {
        let call = "PixelCollider2D.push_out";
        let Some(mut start) = Start::of(&this, call) else { return Variant::nil() };
        let how = push(limit, along, within);
        let pushed = how.and_then(|how| Ok(start.link.state.borrow_mut().world.push_out(start.id, how)?));
        let pushed = log::ok(call, pushed).flatten();
        if let Some(by) = pushed {
            let at = start.from + corner(by);
            start.body.set_global_position(at);
        }
        optional(pushed.map(corner))
    }

    /// Moves a platform: its [member body] goes to a global position with all that stand on it, and pushes others out of its
    /// way. Returns [code]riders, pushed[/code] and [code]crushed[/code]: lists of colliders. Those who are crushed overlap it now.
    #[func(gd_self)]
    fn carry(this: Gd<Self>, to: Vector2) -> VarDictionary {
        PixelCollider2D::carry_on(&this, "PixelCollider2D.carry", to, None)
    }

    /// Moves a platform as [method carry] does, with the given riders instead of those that stand on it.
    #[func(gd_self)]
    fn carry_riders(this: Gd<Self>, to: Vector2, riders: Array<Option<Gd<PixelCollider2D>>>) -> VarDictionary {
        PixelCollider2D::carry_on(&this, "PixelCollider2D.carry_riders", to, Some(riders))
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
                let mut moved = state.world.move_until(start.id, place, motion)?;
                let to = match walks {
                    true => goal,
                    false => start.stop_fractions(state.view(query)?, goal, place, &mut moved.blocked),
                };
                Ok((moved, to, place))
            });
            let (moved, to, place) = log::ok(call, moved)?;
            let at = start.body_at(moved.at, Some((to, place)));
            let goal = if walks { Vector2::new(goal.x, at.y) } else { goal };
            (state.moved(&moved, [from, at, goal]), at, moved.blocked)
        };
        PixelCollider2D::with(this, |node| node.kept.blocked = blocked);
        start.body.set_global_position(at);
        Some(result)
    }

    fn carry_on(
        this: &Gd<Self>,
        call: &str,
        to: Vector2,
        riders: Option<Array<Option<Gd<PixelCollider2D>>>>,
    ) -> VarDictionary {
        let Some(mut start) = Start::of(this, call) else { return VarDictionary::new() };
        let (record, at, moves) = {
            let state = &mut *start.link.state.borrow_mut();
            let carried = start.place(this, state, to).and_then(|place| {
                let sprite = |rider: Option<Gd<PixelCollider2D>>| {
                    let rider = rider.ok_or_else(|| Fault::Text("riders has a null: remove it".into()))?;
                    let joined = PixelCollider2D::with(&rider, |node| node.kept.joined);
                    state.sprite_of(&rider, joined.map_or(u32::MAX, |joined| joined.number))
                };
                let riders = riders.map(|riders| riders.iter_shared().map(sprite).collect::<Result<Vec<_>, Fault>>());
                let riders = riders.transpose()?;
                let origin = this.get_global_transform().origin;
                let way = Some([origin, origin + (to - start.from)]);
                Ok((state.carry(start.id, place, riders.as_deref(), way)?, place))
            });
            let Some(((carried, mut moves), place)) = log::ok(call, carried) else { return VarDictionary::new() };
            moves.retain(|(node, _)| node != this);
            let nodes = |ids: &[SpriteId]| -> Array<Gd<PixelCollider2D>> {
                ids.iter().filter_map(|&id| state.node(id)).collect()
            };
            let record = record! {
                "riders" => nodes(&carried.riders), "pushed" => nodes(&carried.pushed), "crushed" => nodes(&carried.crushed),
            };
            (record, start.body_at(place, Some((to, place))), moves)
        };
        start.body.set_global_position(at);
        apply(moves);
        record
    }
}

impl State {
    /// Carries a platform. Returns the moves of all nodes that moved with it.
    ///
    /// `way` is from where to where the origin of the platform's node goes. Its riders go as far, with its fractions, so that they
    /// are drawn as one. Without it, they go by whole pixels.
    pub(crate) fn carry(
        &mut self,
        id: SpriteId,
        to: [i32; 2],
        riders: Option<&[SpriteId]>,
        way: Option<[Vector2; 2]>,
    ) -> Result<(Carried, Moves), Fault> {
        let from = self.world.get(id).ok_or(WorldError::StaleSprite(id))?.position;
        let stood = |state: &State| -> Vec<(u32, [i32; 2])> {
            let numbers = (0..).zip(&state.colliders);
            numbers
                .filter_map(|(number, collider)| Some((number, state.world.get(collider.as_ref()?.sprite?)?.position)))
                .collect()
        };
        let before = stood(self);
        let carried = self.world.carry(id, to, riders)?;
        let by = [to[0] - from[0], to[1] - from[1]];
        let mut moves = Vec::new();
        for (number, from) in before {
            let Some(Some(collider)) = self.colliders.get(number as usize) else { continue };
            let Some(sprite) = collider.sprite else { continue };
            let Some(now) = self.world.get(sprite).map(|sprite| sprite.position) else { continue };
            let moved = [now[0] - from[0], now[1] - from[1]];
            let way = way.filter(|_| moved == by && carried.riders.binary_search(&sprite).is_ok());
            let real = match way {
                Some(way) => self.ride(number, id, way),
                None => None,
            };
            if real.is_some() || moved != [0, 0] {
                let Some(Some(collider)) = self.colliders.get(number as usize) else { continue };
                moves.push((collider.node.clone(), real.unwrap_or(corner(moved))));
            }
        }
        if let (Some(way), Some(number)) = (way, self.number(id)) {
            self.colliders[number as usize].iter_mut().for_each(|platform| platform.placed = way[1]);
        }
        Ok((carried, moves))
    }

    /// Returns how far the node of a rider goes with a platform, after both were carried by whole pixels. It goes as far along x, where
    /// it may walk by itself. Along y, it takes the fraction of the platform, so that the two are rounded alike. Returns `None` if
    /// the node is not where the world has the rider.
    fn ride(&mut self, number: u32, platform: SpriteId, way: [Vector2; 2]) -> Option<Vector2> {
        let rider = self.colliders.get(number as usize)?.as_ref()?;
        let sprite = rider.sprite?;
        let [at, platform_at] = [sprite, platform].map(|id| self.world.get(id).map(|sprite| sprite.position));
        let (mut at, platform_at) = (at?, platform_at?);
        let by = way[1] - way[0];
        let from = rider.corner_at(rider.node.get_global_transform().origin);
        let platform_to = self.collider(platform)?.corner_at(way[1]);
        let [x, y] = [from[0] + f64::from(by.x), f64::from(at[1]) + platform_to[1] - f64::from(platform_at[1])];
        // A rider whose fraction is rounded at another moment than the platform's is a pixel beside it for a while.
        let column = world::place([x, y]).ok()?[0];
        if column.abs_diff(at[0]) > 1 || (y - from[1] - f64::from(by.y)).abs() > 1.0 {
            return None;
        }
        if column != at[0] {
            at[0] = self.world.move_until(sprite, [column, at[1]], Motion::STOP).ok()?.at[0];
        }
        let within = |real: f64, place: i32| real.clamp(f64::from(place) - MOST, f64::from(place) + MOST);
        let x = if at[0] == column { x } else { within(x, at[0]) };
        Some(real_vector([x - from[0], within(y, at[1]) - from[1]]))
    }
}
