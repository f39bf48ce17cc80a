//! Comparisons of a world with its model.

use super::change::compare_sprite;
use super::placed_grid::PlacedGrid;
use super::plain::{Model, brute_force};
use super::twin::Twin;
use super::{answers, paths};
use crate::shape;
use mask::Rect;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use world::{Pair, SpriteId, WorldError};

/// Checks a list: it must be refused if it is longer than the limit, and equal to `expected` otherwise. Returns whether
/// it was refused.
fn refused(limit: usize, listed: Result<(), WorldError>, list: &[Pair], expected: &[Pair]) -> bool {
    let too_many = expected.len() > limit;
    let (result, pairs) =
        if too_many { (Err(WorldError::TooManyPairs { limit }), &[][..]) } else { (Ok(()), expected) };
    assert_eq!((listed, list), (result, pairs));
    too_many
}

/// The pairs that are not among `others`, which are sorted.
fn without<'a>(pairs: &'a [Pair], others: &'a [Pair]) -> impl Iterator<Item = &'a Pair> {
    pairs.iter().filter(|pair| others.binary_search(pair).is_err())
}

impl Twin {
    /// Compares the sprites and masks of the world and of the model, without a refresh.
    pub fn compare(&self) {
        let Model { shapes, actors, .. } = &self.model;
        assert_eq!((self.world.len(), self.world.is_empty()), (actors.len(), actors.is_empty()));
        assert!(self.world.sprites().map(|(id, _)| id).eq(actors.keys().copied()), "the sprites");
        self.world.sprites().zip(actors.values()).for_each(|((_, sprite), actor)| compare_sprite(&sprite, actor));
        assert!(
            shapes.iter().all(|(&id, shape)| self.world.mask(id).map(|mask| &**mask) == Some(&shape.mask)),
            "the masks"
        );
        assert!(actors.iter().all(|(&id, actor)| self.world.data(id) == Some(actor.data)), "the data");
        let known = |(&id, &data): (&SpriteId, &u64)| self.world.data(id) == Some(data);
        assert!(!self.stepped || self.waiting.iter().all(known), "the data of despawned sprites");
    }

    /// Compares everything; sprites are searched in `window`.
    pub fn check(&mut self, window: Rect) {
        self.compare();
        self.checks += 1;
        let Some(placed_grids) = self.model.placed_grids() else {
            self.refused += 1;
            assert!(matches!(self.world.refresh(), Err(WorldError::CannotTransform { .. })));
            return assert!(matches!(self.world.validate(), Err(WorldError::CannotTransform { .. })));
        };
        let pairs = brute_force(&placed_grids);
        self.pairs += pairs[1].len() as u64;
        self.check_lists(&pairs);
        self.check_window(window, &placed_grids);
        let seen: Vec<&PlacedGrid> = placed_grids.iter().collect();
        let count = window.width as usize % 6;
        answers::nearest(self.world.refresh().unwrap(), &seen, [window.left, window.top], &[count]);
        self.world.validate().unwrap();
    }

    /// Compares the lists of pairs, and the visited pairs, with the sorted lists of candidates and of collisions.
    pub fn check_lists(&mut self, [candidates, collisions]: &[Vec<Pair>; 2]) {
        let limit = self.world.limits().pairs;
        let view = self.world.refresh().unwrap();
        let mut list = vec![Pair { a: SpriteId::default(), b: SpriteId::default() }];
        let listed = view.collisions_into(&mut list);
        self.refused += u64::from(refused(limit, listed, &list, collisions));
        let listed = view.candidates_into(&mut list);
        assert!(list.iter().all(|pair| pair.a < pair.b), "the smaller id must be first");
        list.sort();
        self.refused += u64::from(refused(limit, listed, &list, candidates));
        assert_eq!([candidates, collisions], self.visited().each_ref(), "the visited pairs");
        // A visitor that breaks is not called again.
        let view = self.world.refresh().unwrap();
        for (wanted, expected) in [(1, collisions), (7, candidates)] {
            let mut visited = Vec::new();
            let visit = |pair| {
                visited.push(pair);
                if visited.len() == wanted { ControlFlow::Break(pair) } else { ControlFlow::Continue(()) }
            };
            let flow = match wanted {
                1 => view.for_each_collision(visit),
                _ => view.for_each_candidate(visit),
            };
            assert_eq!(flow.break_value(), visited.last().copied().filter(|_| visited.len() == wanted));
            assert_eq!(visited.len(), expected.len().min(wanted));
            assert!(visited.iter().all(|pair| expected.binary_search(pair).is_ok()));
        }
    }

    /// Returns the candidates and the collisions that the world shows to visitors, sorted.
    pub fn visited(&mut self) -> [Vec<Pair>; 2] {
        let view = self.world.refresh().unwrap();
        let mut visited = [Vec::new(), Vec::new()];
        view.for_each_candidate(|pair| visited[0].push(pair));
        view.for_each_collision(|pair| visited[1].push(pair));
        visited.iter_mut().for_each(|pairs| pairs.sort());
        visited
    }

    /// Compares the sprites in a window, and at its top-left pixel, with `placed grids`, which are all sprites near it.
    pub fn check_window(&mut self, window: Rect, placed_grids: &[PlacedGrid]) {
        let at = [window.left, window.top];
        let view = self.world.refresh().unwrap();
        let seen: Vec<&PlacedGrid> = placed_grids.iter().collect();
        let whole = shape::grid(window.width, window.height, |_, _| true);
        answers::found(view, window, &answers::sharing(&seen, (&whole, at)));
        answers::found(view, at, &answers::sharing(&seen, (&shape::solid(1), at)));
        for one in placed_grids {
            let bounds =
                view.bounds(one.id).map(|rect| [rect.left.into(), rect.top.into(), rect.right(), rect.bottom()]);
            assert_eq!(bounds, one.tight, "the bounds of {:?}", one.id);
        }
    }

    /// Makes a step, and compares its lists.
    pub fn step(&mut self) {
        let limit = self.world.limits().pairs;
        let Some(placed_grids) = self.model.placed_grids() else {
            self.refused += 1;
            return assert!(matches!(self.world.step(), Err(WorldError::CannotTransform { .. })));
        };
        let [_, mut now] = brute_force(&placed_grids);
        let impacts = paths::impacts(&placed_grids, &self.model.last);
        now.extend(impacts.keys());
        now.sort();
        now.dedup();
        if now.len() > limit {
            self.refused += 1;
            return assert_eq!(self.world.step().err(), Some(WorldError::TooManyPairs { limit }));
        }
        self.step_with(&impacts);
        assert_eq!(self.model.contacts, now, "pairs of a step");
        self.impacts += impacts.len() as u64;
        self.checks += 1;
        self.pairs += now.len() as u64;
    }

    /// Makes a step that must succeed, and compares its events, but not its pairs: the contacts that began and ended
    /// must lead from the pairs of the last step to the new ones.
    pub fn step_alone(&mut self) {
        let impacts = self
            .model
            .placed_grids()
            .map(|placed_grids| paths::impacts(&placed_grids, &self.model.last))
            .unwrap_or_default();
        self.step_with(&impacts);
    }

    fn step_with(&mut self, impacts: &paths::Impacts) {
        let step = self.world.step().unwrap();
        paths::check(step, impacts);
        let (now, before) = (step.pairs(), &mut self.model.contacts);
        assert!(now.is_sorted_by(|a, b| a < b), "the pairs of a step are not sorted");
        assert!(without(now, before).eq(step.began()), "began");
        assert!(without(before, now).eq(step.ended()), "ended");
        before.clear();
        before.extend_from_slice(now);
        self.events[0] += step.began().len() as u64;
        self.events[1] += step.ended().len() as u64;
        let named: BTreeSet<SpriteId> = step.ended().iter().flat_map(|pair| [pair.a, pair.b]).collect();
        let Twin { world, waiting, .. } = self;
        waiting.retain(|&id, _| {
            assert!(named.contains(&id) || world.data(id).is_none(), "the slot of {id:?} must be released");
            named.contains(&id)
        });
        self.stepped = true;
        let continuous = self.model.actors.iter().filter(|(_, actor)| actor.continuous);
        self.model.last = continuous.map(|(&id, actor)| (id, actor.at)).collect();
    }
}
