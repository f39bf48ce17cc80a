//! Platforms that carry nodes.

use super::collider::PixelCollider2D;
use super::collider_motion::Start;
use super::world_state::{Moves, State};
use crate::convert::{Fault, real_vector, record};
use crate::log;
use godot::prelude::*;
use std::collections::HashSet;
use world::{Carried, Motion, SpriteId, WorldError};

/// The largest fraction of a rider. A little more would be rounded to the next pixel, and places are `f32`.
const MOST: f64 = 0.49;

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

#[godot_api(secondary)]
impl PixelCollider2D {
    /// Moves a platform: its [member body] goes to a global position with all that stand on it, and pushes others out
    /// of its way. Returns [code]riders, pushed[/code] and [code]crushed[/code]: lists of colliders. Those who are
    /// crushed overlap it now, or it has passed over them.
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
    /// `way` is from where to where the origin of the platform's node goes. Its riders go as far, with its fractions,
    /// so that they are drawn as one. Without it, they go by whole pixels.
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
        // From one end of the world to the other, the way is longer than an `i32`.
        let less = |a: [i32; 2], b: [i32; 2]| [0, 1].map(|axis| i64::from(a[axis]) - i64::from(b[axis]));
        let by = less(to, from);
        let mut moves = Vec::new();
        for (number, from) in before {
            let Some(Some(collider)) = self.colliders.get(number as usize) else { continue };
            let Some(sprite) = collider.sprite else { continue };
            let Some(now) = self.world.get(sprite).map(|sprite| sprite.position) else { continue };
            let moved = less(now, from);
            let way = way.filter(|_| moved == by && carried.riders.binary_search(&sprite).is_ok());
            let real = match way {
                Some(way) => self.ride(number, id, way),
                None => None,
            };
            if real.is_some() || moved != [0, 0] {
                let Some(Some(collider)) = self.colliders.get(number as usize) else { continue };
                moves.push((collider.node.clone(), real.unwrap_or_else(|| real_vector(moved.map(|c| c as f64)))));
            }
        }
        if let (Some(way), Some(number)) = (way, self.number(id)) {
            self.colliders[number as usize].iter_mut().for_each(|platform| platform.placed = way[1]);
        }
        Ok((carried, moves))
    }

    /// Returns how far the node of a rider goes with a platform, after both were carried by whole pixels. It goes as
    /// far along x, where it may walk by itself. Along y, it takes the fraction of the platform, so that the two are
    /// rounded alike. Returns `None` if the node is not where the world has the rider, or if one of the two is scaled,
    /// rotated or skewed: such a sprite is not rounded.
    fn ride(&mut self, number: u32, platform: SpriteId, way: [Vector2; 2]) -> Option<Vector2> {
        let rider = self.colliders.get(number as usize)?.as_ref()?;
        let sprite = rider.sprite?;
        let [at, platform_at] = [sprite, platform].map(|id| self.world.get(id).map(|sprite| sprite.position));
        let (mut at, platform_at) = (at?, platform_at?);
        let by = way[1] - way[0];
        let from = rider.corner_at(rider.node.get_global_transform().origin)?;
        let platform_to = self.collider(platform)?.corner_at(way[1])?;
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
