//! The plain list of masks and sprites, and which sprites share a pixel.

use super::actor::Actor;
use super::placed_grid::{PlacedGrid, Shape};
use crate::naive;
use std::collections::BTreeMap;
use world::{MaskId, Pair, SpriteId};

/// Returns the pairs whose boxes share a pixel and the pairs that share a solid pixel, both sorted, by testing
/// every sprite with every later one.
#[must_use]
pub fn brute_force(placed_grids: &[PlacedGrid]) -> [Vec<Pair>; 2] {
    let meet = |a: &Actor, b: &Actor| a.may_meet(b) && !(a.fixed && b.fixed);
    let (mut candidates, mut collisions) = (Vec::new(), Vec::new());
    for (i, a) in placed_grids.iter().enumerate() {
        for b in &placed_grids[i + 1..] {
            let (Some([l, t, r, bottom]), Some([l2, t2, r2, bottom2])) = (a.outer, b.outer) else { continue };
            if l < r2 && l2 < r && t < bottom2 && t2 < bottom && meet(&a.actor, &b.actor) {
                let pair = Pair { a: a.id.min(b.id), b: a.id.max(b.id) };
                candidates.push(pair);
                collisions.extend(naive::share(a.drawn(), b.drawn()).then_some(pair));
            }
        }
    }
    candidates.sort();
    collisions.sort();
    [candidates, collisions]
}

/// The model of a world.
#[derive(Debug, Default, Clone)]
pub struct Model {
    /// The masks.
    pub shapes: BTreeMap<MaskId, Shape>,
    /// The sprites.
    pub actors: BTreeMap<SpriteId, Actor>,
    /// The collisions of the last step that was listed, sorted.
    pub contacts: Vec<Pair>,
    /// Where the continuous sprites stood at that step, unless they have jumped since.
    pub last: BTreeMap<SpriteId, [i32; 2]>,
}

impl Model {
    /// Returns whether the mask of an actor is small enough for its angle.
    ///
    /// # Panics
    /// Panics if the model has no mask with the actor's id.
    pub fn fits(&mut self, actor: &Actor) -> bool {
        self.shapes.get_mut(&actor.mask).expect("the model has every mask in use").fits(actor)
    }

    /// Returns the placed grid of a sprite.
    ///
    /// # Panics
    /// Panics if the model has no sprite with this id, or if its mask is too large for its angle.
    pub fn placed_grid(&mut self, id: SpriteId) -> PlacedGrid {
        let actor = self.actors[&id];
        self.shapes.get_mut(&actor.mask).and_then(|shape| shape.placed_grid(id, &actor)).expect("the mask can be shown")
    }

    /// Returns the placed grids of all actors, sorted by id; `None` if one of the masks is too large for its angle.
    pub fn placed_grids(&mut self) -> Option<Vec<PlacedGrid>> {
        let Model { shapes, actors, .. } = self;
        let placed_grid = |(&id, actor): (&SpriteId, &Actor)| shapes.get_mut(&actor.mask)?.placed_grid(id, actor);
        actors.iter().map(placed_grid).collect()
    }
}
