//! The part of a swarm that a picture shows.

use crate::picture::Rgb;
use mask::Rect;
use rayon::prelude::*;
use world::{Pair, SpriteId, View};

/// The visible sprites and pairs in a rectangle of the world.
pub(crate) struct Visible<'s> {
    pub(crate) view: View<'s>,
    pub(crate) sprites: Vec<(SpriteId, Rgb)>,
    /// The candidate pairs with at least one visible sprite.
    pub(crate) candidates: Vec<Pair>,
    /// The colliding pairs of two visible sprites.
    pub(crate) collisions: Vec<Pair>,
}

impl<'s> Visible<'s> {
    /// Finds the visible sprites and their pairs.
    pub(super) fn new(
        view: View<'s>,
        rect: Rect,
        color: impl Fn(SpriteId) -> Rgb,
        candidates: &[Pair],
        collisions: &[Pair],
    ) -> Visible<'s> {
        let ids = view.find(rect);
        let is_visible = |id: SpriteId| ids.binary_search(&id).is_ok();
        let filter = |pairs: &[Pair], keep: &(dyn Fn(&Pair) -> bool + Sync)| {
            pairs.par_iter().filter(|pair| keep(pair)).copied().collect()
        };
        Visible {
            view,
            sprites: ids.iter().map(|&id| (id, color(id))).collect(),
            candidates: filter(candidates, &|pair| is_visible(pair.a) || is_visible(pair.b)),
            collisions: filter(collisions, &|pair| is_visible(pair.a) && is_visible(pair.b)),
        }
    }
}
