//! Comparisons of the world with its model: a window pixel by pixel, and the properties of all sprites.

use super::swarm::{AREA_PER_SPRITE, REACH, Swarm};
use mask::Rect;
use testkit::model::{Model, PlacedGrid, Shape, brute_force};
use world::Pair;

/// The approximate number of sprites in a sample.
const SAMPLE: f64 = 250.0;

impl Swarm {
    /// Compares all sprites in a window of the world pairwise, pixel by pixel.
    ///
    /// # Panics
    /// At a difference.
    pub fn sample(&mut self) {
        let size = ((SAMPLE * AREA_PER_SPRITE).sqrt() as i32).min(self.side);
        let [left, top] = [0; 2].map(|_: i32| self.rng.within(-REACH..self.side - size + REACH));
        let window = Rect { left, top, width: size as u32, height: size as u32 };
        let seen = self.seen(window);
        self.twin.check_window(window, &seen);
        let both = |pair: &Pair| [pair.a, pair.b].iter().all(|id| seen.binary_search_by_key(id, |one| one.id).is_ok());
        let [candidates, collisions] = brute_force(&seen);
        let view = self.twin.world.refresh().unwrap();
        let (mut listed, contacts) = (view.candidates().unwrap(), &self.twin.model.contacts);
        assert_eq!(&view.collisions().unwrap(), contacts, "the pairs of a view differ from the step's");
        listed.retain(both);
        listed.sort();
        assert_eq!(listed, candidates, "the candidates in {window}");
        assert!(contacts.iter().filter(|&pair| both(pair)).eq(&collisions), "the collisions in {window}");
        self.counts.samples += 1;
        self.counts.sprites += seen.len() as u64;
        self.counts.pairs += collisions.len() as u64;
    }

    /// The placed grids whose tight boxes overlap a window, sorted.
    fn seen(&mut self, window: Rect) -> Vec<PlacedGrid> {
        let [right, bottom] = [window.right(), window.bottom()];
        let [left, top] = [window.left, window.top].map(i64::from);
        let near = |c: i32, from: i64, to: i64| (from - i64::from(REACH)..to + i64::from(REACH)).contains(&c.into());
        let Model { actors, shapes, .. } = &mut self.twin.model;
        let mut seen = Vec::new();
        for (&id, actor) in
            actors.iter().filter(|(_, one)| near(one.at[0], left, right) && near(one.at[1], top, bottom))
        {
            let shape = shapes.get_mut(&actor.mask).expect("the model has every mask");
            let placed_grid = shape.placed_grid(id, actor).expect("every mask is small enough to be turned");
            if placed_grid.tight.is_some_and(|[l, t, r, b]| l < right && left < r && t < bottom && top < b) {
                seen.push(placed_grid);
            }
        }
        shapes.values_mut().for_each(Shape::clear_variants);
        seen
    }

    /// Compares the properties of all sprites and masks, lets the world validate itself, and compares its lists of
    /// pairs, which may be patched, with the visited pairs, which are not.
    ///
    /// # Panics
    /// At a difference.
    pub fn validate(&mut self) {
        self.twin.compare();
        self.twin.world.validate().unwrap();
        let visited = self.twin.visited();
        self.twin.check_lists(&visited);
        self.counts.validated += 1;
    }
}
