//! A world and its model, changed and queried side by side.

use super::changes::compare_sprite;
use bench::edit::Edit;
use bench::model::{Actor, Model, Shape, brute_force, within};
use bench::naive::Grid;
use bench::shape;
use hitmask::{MaskId, Pair, Rect, SpriteId, World, WorldError};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A world and its model.
#[derive(Default, Clone)]
pub(crate) struct Twin {
    pub(crate) world: World,
    pub(crate) model: Model,
    /// Comparisons of all answers, and the pairs in them.
    pub(crate) checks: u64,
    pub(crate) pairs: u64,
    /// Contacts that began, and contacts that ended.
    pub(crate) events: [u64; 2],
    /// Changes and lists that were refused.
    pub(crate) refused: u64,
    /// The data of despawned sprites whose slots are not free yet.
    waiting: BTreeMap<SpriteId, u64>,
    /// Whether a step has succeeded. Before the first step, refreshes release slots, which the model does not repeat.
    stepped: bool,
}

/// Whether a call is refused because a mask is too large to be rotated.
pub(crate) fn too_large<T>(result: &Result<T, WorldError>, shown: MaskId) -> bool {
    matches!(result, Err(WorldError::CannotTransform { mask, .. }) if *mask == shown)
}

/// Checks a list: it must be refused if it is longer than the limit, and equal to `expected` otherwise. Returns whether
/// it was refused.
fn refused(limit: usize, listed: Result<(), WorldError>, list: &[Pair], expected: &[Pair]) -> bool {
    let too_many = expected.len() > limit;
    let (result, pairs) =
        if too_many { (Err(WorldError::TooManyPairs { limit }), &[][..]) } else { (Ok(()), expected) };
    assert_eq!((listed, list), (result, pairs));
    too_many
}

/// Changes. Each checks the world's result.
impl Twin {
    pub(crate) fn add_mask(&mut self, grid: Grid) -> MaskId {
        let shape = Shape::new(grid);
        let id = self.world.add_mask(shape.mask.clone()).unwrap();
        assert!(self.model.shapes.insert(id, shape).is_none(), "{id:?} is in use");
        id
    }

    /// Spawns a sprite, unless its mask would be too large or its position is out of range.
    pub(crate) fn spawn(&mut self, actor: Actor) -> Option<SpriteId> {
        let spawned = self.world.spawn(actor.sprite());
        if !within(actor.at.map(i64::from)) {
            assert_eq!(spawned, Err(WorldError::OutOfRange { at: actor.at.map(i64::from) }));
        } else if self.model.pose(SpriteId::default(), &actor).is_none() {
            assert!(too_large(&spawned, actor.mask));
        } else {
            let id = spawned.unwrap();
            assert!(self.model.actors.insert(id, actor).is_none(), "{id:?} is in use");
            let waits = self.stepped && self.waiting.keys().any(|gone| gone.index() == id.index());
            assert!(!waits, "{id:?} reuses a waiting slot before the next step");
            return Some(id);
        }
        self.refused += 1;
        None
    }

    pub(crate) fn despawn(&mut self, id: SpriteId) {
        let actor = self.model.actors.remove(&id).unwrap();
        assert_eq!(self.world.despawn(id), Ok(actor.sprite()));
        assert_eq!((self.world.get(id), self.world.data(id)), (None, Some(actor.data)));
        self.waiting.insert(id, actor.data);
    }

    pub(crate) fn set_data(&mut self, id: SpriteId, data: u64) {
        assert_eq!(self.world.set_data(id, data), Ok(()));
        self.model.actors.get_mut(&id).unwrap().data = data;
    }

    /// Moves a sprite, unless the position is beyond the limit.
    pub(crate) fn move_to(&mut self, id: SpriteId, at: [i32; 2]) {
        let moved = self.world.move_to(id, at);
        self.follow(id, at.map(i64::from), moved);
    }

    pub(crate) fn move_by(&mut self, id: SpriteId, by: [i32; 2]) {
        let from = self.model.actors[&id].at;
        let moved = self.world.move_by(id, by);
        self.follow(id, [0, 1].map(|axis| i64::from(from[axis]) + i64::from(by[axis])), moved);
    }

    fn follow(&mut self, id: SpriteId, at: [i64; 2], moved: Result<(), WorldError>) {
        if within(at) {
            assert_eq!(moved, Ok(()));
            self.model.actors.get_mut(&id).unwrap().at = at.map(|c| c as i32);
        } else {
            assert_eq!(moved, Err(WorldError::OutOfRange { at }));
            self.refused += 1;
        }
    }

    /// Edits a mask in place.
    pub(crate) fn edit_mask(&mut self, id: MaskId, edit: &Edit) {
        let shape = self.model.shapes.get_mut(&id).unwrap();
        shape.edit(|grid| edit.pixels(grid));
        let count = self.world.edit_mask(id, |mask| {
            edit.bits(mask);
            mask.count()
        });
        assert_eq!(count, Ok(shape.mask.count()));
    }

    /// Sets the number of angles of a mask, unless the mask would be too large for a sprite that shows it.
    pub(crate) fn set_angles(&mut self, id: MaskId, angles: u32) {
        let set = self.world.set_angles(id, angles);
        let before = self.model.shapes[&id].angles;
        self.model.shapes.get_mut(&id).unwrap().set_angles(angles);
        let shown: Vec<(SpriteId, Actor)> = self.model.actors.iter().map(|(&id, &actor)| (id, actor)).collect();
        let mut shown = shown.into_iter().filter(|(_, actor)| actor.mask == id);
        if shown.all(|(sprite, actor)| self.model.pose(sprite, &actor).is_some()) {
            assert_eq!(set, Ok(()));
        } else {
            assert!(too_large(&set, id));
            self.model.shapes.get_mut(&id).unwrap().set_angles(before);
            self.refused += 1;
        }
    }

    /// Removes a mask, unless sprites show it.
    pub(crate) fn remove_mask(&mut self, id: MaskId) -> bool {
        let removed = self.world.remove_mask(id);
        match self.model.actors.values().filter(|actor| actor.mask == id).count() {
            0 => {
                assert_eq!(*removed.unwrap(), self.model.shapes.remove(&id).unwrap().mask);
                assert_eq!(self.world.mask(id), None);
                true
            }
            sprites => {
                assert_eq!(removed, Err(WorldError::MaskInUse { mask: id, sprites }));
                self.refused += 1;
                false
            }
        }
    }
}

/// Comparisons.
impl Twin {
    /// Compares the sprites and masks of the world and of the model, without a refresh.
    pub(crate) fn compare(&self) {
        let Model { shapes, actors, .. } = &self.model;
        assert_eq!((self.world.len(), self.world.is_empty()), (actors.len(), actors.is_empty()));
        assert!(self.world.sprites().map(|(id, _)| id).eq(actors.keys().copied()), "the sprites");
        self.world.sprites().zip(actors.values()).for_each(|((_, sprite), actor)| compare_sprite(&sprite, actor));
        assert!(shapes.iter().all(|(&id, shape)| self.world.mask(id) == Some(&shape.mask)), "the masks");
        assert!(actors.iter().all(|(&id, actor)| self.world.data(id) == Some(actor.data)), "the data");
        let known = |(&id, &data): (&SpriteId, &u64)| self.world.data(id) == Some(data);
        assert!(!self.stepped || self.waiting.iter().all(known), "the data of despawned sprites");
    }

    /// Compares everything; sprites are searched in `window`.
    pub(crate) fn check(&mut self, window: Rect) {
        self.compare();
        self.checks += 1;
        let Some(poses) = self.model.poses() else {
            self.refused += 1;
            assert!(matches!(self.world.refresh(), Err(WorldError::CannotTransform { .. })));
            return assert!(matches!(self.world.validate(), Err(WorldError::CannotTransform { .. })));
        };
        let [candidates, collisions] = brute_force(&poses);
        self.pairs += collisions.len() as u64;
        let limit = self.world.pair_limit();
        let view = self.world.refresh().unwrap();
        let mut list = vec![Pair { a: SpriteId::default(), b: SpriteId::default() }];
        let listed = view.collisions_into(&mut list);
        self.refused += u64::from(refused(limit, listed, &list, &collisions));
        let listed = view.candidates_into(&mut list);
        assert!(list.iter().all(|pair| pair.a < pair.b), "the smaller id must be first");
        list.sort();
        self.refused += u64::from(refused(limit, listed, &list, &candidates));
        let mut visited = Vec::new();
        view.for_each_collision(|pair| visited.push(pair));
        visited.sort();
        assert_eq!(visited, collisions, "visited collisions");
        visited.clear();
        view.for_each_candidate(|pair| visited.push(pair));
        visited.sort();
        assert_eq!(visited, candidates, "visited candidates");
        // A visitor that breaks is not called again.
        for (wanted, expected) in [(1, &collisions), (7, &candidates)] {
            visited.clear();
            let visit = |pair| {
                visited.push(pair);
                if visited.len() == wanted { ControlFlow::Break(pair) } else { ControlFlow::Continue(()) }
            };
            let flow = match wanted {
                1 => view.try_for_each_collision(visit),
                _ => view.try_for_each_candidate(visit),
            };
            assert_eq!(flow.break_value(), visited.last().copied().filter(|_| visited.len() == wanted));
            assert_eq!(visited.len(), expected.len().min(wanted));
            assert!(visited.iter().all(|pair| expected.contains(pair)));
        }

        let whole = shape::grid(window.width, window.height, |_, _| true);
        let over = (&whole, [window.left, window.top]);
        let seen = poses.iter().filter(|one| bench::naive::share(one.drawn(), over));
        assert!(view.find(window).into_iter().eq(seen.map(|one| one.id)), "in {window}");
        for one in &poses {
            let bounds =
                view.bounds(one.id).map(|rect| [rect.left.into(), rect.top.into(), rect.right(), rect.bottom()]);
            assert_eq!(bounds, one.tight, "the bounds of {:?}", one.id);
        }
        self.world.validate().unwrap();
    }

    /// Makes a step, and compares its lists.
    pub(crate) fn step(&mut self) {
        let limit = self.world.pair_limit();
        let stepped = self.world.step();
        let Some(poses) = self.model.poses() else {
            self.refused += 1;
            return assert!(matches!(stepped, Err(WorldError::CannotTransform { .. })));
        };
        let [_, now] = brute_force(&poses);
        if now.len() > limit {
            self.refused += 1;
            return assert_eq!(stepped.err(), Some(WorldError::TooManyPairs { limit }));
        }
        let step = stepped.unwrap();
        assert_eq!(step.pairs(), now, "pairs of a step");
        let now: BTreeSet<Pair> = now.into_iter().collect();
        let before = std::mem::replace(&mut self.model.contacts, now.clone());
        assert!(step.began().iter().eq(now.difference(&before)), "began");
        assert!(step.ended().iter().eq(before.difference(&now)), "ended");
        let named: BTreeSet<SpriteId> = step.ended().iter().flat_map(|pair| [pair.a, pair.b]).collect();
        self.checks += 1;
        self.pairs += now.len() as u64;
        self.events[0] += step.began().len() as u64;
        self.events[1] += step.ended().len() as u64;
        let Twin { world, waiting, .. } = self;
        waiting.retain(|&id, _| {
            assert!(named.contains(&id) || world.data(id).is_none(), "the slot of {id:?} must be released");
            named.contains(&id)
        });
        self.stepped = true;
    }
}
