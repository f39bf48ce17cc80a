//! The part of a swarm that a picture shows.

use crate::picture::Rgb;
use anyhow::{Context, Result};
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
    /// Finds the visible sprites among `count` sprites, and their pairs.
    pub(super) fn new(
        view: View<'s>,
        rect: Rect,
        count: usize,
        color: impl Fn(SpriteId) -> Rgb,
        candidates: &[Pair],
        collisions: &[Pair],
    ) -> Result<Visible<'s>> {
        let ids = view.find(rect);
        let mut is_visible = Vec::new();
        let no_memory = || format!("not enough memory to draw {count} sprites: use fewer sprites");
        is_visible.try_reserve_exact(count).with_context(no_memory)?;
        is_visible.resize(count, false);
        ids.iter().for_each(|id| is_visible[id.index()] = true);
        let is_visible = |id: SpriteId| is_visible[id.index()];
        let filter = |pairs: &[Pair], keep: &(dyn Fn(&Pair) -> bool + Sync)| {
            pairs.par_iter().filter(|pair| keep(pair)).copied().collect()
        };
        Ok(Visible {
            view,
            sprites: ids.iter().map(|&id| (id, color(id))).collect(),
            candidates: filter(candidates, &|pair| is_visible(pair.a) || is_visible(pair.b)),
            collisions: filter(collisions, &|pair| is_visible(pair.a) && is_visible(pair.b)),
        })
    }
}
