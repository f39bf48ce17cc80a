//! A world and its model, changed side by side.

use super::actor::{Actor, within};
use super::placed_grid::Shape;
use super::plain::Model;
use crate::Grid;
use crate::edit::Edit;
use mask::MaskError;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use world::{MaskId, SpriteId, World, WorldError};

/// A world and its model. Each change checks the world's result.
#[derive(Debug, Default, Clone)]
pub struct Twin {
    /// The world.
    pub world: World,
    /// The model of the world.
    pub model: Model,
    /// Comparisons of all answers.
    pub checks: u64,
    /// The colliding pairs in these comparisons.
    pub pairs: u64,
    /// Pairs with a continuous sprite that has a path.
    pub impacts: u64,
    /// Contacts that began, and contacts that ended.
    pub events: [u64; 2],
    /// Changes and lists that were refused.
    pub refused: u64,
    /// The data of despawned sprites whose slots are not free yet.
    pub(super) waiting: BTreeMap<SpriteId, u64>,
    /// Whether a step has succeeded. Before the first step, refreshes release slots, which the model does not repeat.
    pub(super) stepped: bool,
}

/// How the edit of a mask ends. The edited pixels remain in any case.
#[derive(Debug, Clone, Copy)]
pub enum Ending {
    /// The edit succeeds.
    Returns,
    /// The edit returns an error after its last pixel.
    Fails,
    /// The edit panics after its last pixel.
    Panics,
}

/// Whether a call is refused because a mask is too large to be rotated.
pub(super) fn too_large<T>(result: &Result<T, WorldError>, shown: MaskId) -> bool {
    matches!(result, Err(WorldError::CannotTransform { mask, .. }) if *mask == shown)
}

impl Twin {
    /// Adds a mask.
    pub fn add_mask(&mut self, grid: Grid) -> MaskId {
        let shape = Shape::new(grid);
        let id = self.world.add_mask(shape.mask.clone()).unwrap();
        assert!(self.model.shapes.insert(id, shape).is_none(), "{id:?} is in use");
        id
    }

    /// Spawns a sprite, unless its mask would be too large or its position is out of range.
    pub fn spawn(&mut self, actor: Actor) -> Option<SpriteId> {
        let spawned = self.world.spawn(actor.sprite());
        if !within(actor.at.map(i64::from)) {
            assert_eq!(spawned, Err(WorldError::OutOfRange { at: actor.at.map(i64::from) }));
        } else if !self.model.fits(&actor) {
            assert!(too_large(&spawned, actor.mask));
        } else {
            let id = spawned.unwrap();
            if actor.continuous {
                self.model.last.insert(id, actor.at);
            }
            assert!(self.model.actors.insert(id, actor).is_none(), "{id:?} is in use");
            let waits = self.stepped && self.waiting.keys().any(|gone| gone.index() == id.index());
            assert!(!waits, "{id:?} reuses a waiting slot before the next step");
            return Some(id);
        }
        self.refused += 1;
        None
    }

    /// Despawns a sprite.
    pub fn despawn(&mut self, id: SpriteId) {
        let actor = self.model.actors.remove(&id).unwrap();
        assert_eq!(self.world.despawn(id), Ok(actor.sprite()));
        assert_eq!((self.world.get(id), self.world.data(id)), (None, Some(actor.data)));
        self.waiting.insert(id, actor.data);
    }

    /// Sets the data of a sprite.
    pub fn set_data(&mut self, id: SpriteId, data: u64) {
        assert_eq!(self.world.set_data(id, data), Ok(()));
        self.model.actors.get_mut(&id).unwrap().data = data;
    }

    /// Moves a sprite to a position, unless it is out of range.
    pub fn move_to(&mut self, id: SpriteId, at: [i32; 2]) {
        let moved = self.world.move_to(id, at);
        self.follow(id, at.map(i64::from), moved);
    }

    /// Moves a sprite to a position without a path, unless it is out of range.
    pub fn jump_to(&mut self, id: SpriteId, at: [i32; 2]) {
        let jumped = self.world.jump_to(id, at);
        if jumped.is_ok() {
            self.model.last.remove(&id);
        }
        self.follow(id, at.map(i64::from), jumped);
    }

    /// Moves a sprite by a distance, unless its new position is out of range.
    pub fn move_by(&mut self, id: SpriteId, by: [i32; 2]) {
        let at = self.model.actors[&id].moved(by);
        let moved = self.world.move_by(id, by);
        self.follow(id, at, moved);
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
    pub fn edit_mask(&mut self, id: MaskId, edit: &Edit, ending: Ending) {
        let shape = self.model.shapes.get_mut(&id).unwrap();
        shape.edit(|grid| edit.pixels(grid));
        let world = &mut self.world;
        match ending {
            Ending::Returns => {
                let count = world.edit_mask(id, |mask| {
                    edit.bits(mask);
                    Ok(mask.count())
                });
                assert_eq!(count, Ok(shape.mask.count()));
            }
            Ending::Fails => {
                let failed = world.edit_mask(id, |mask| {
                    edit.bits(mask);
                    mask.fill_circle([0.0, 0.0], -1.0, true)
                });
                assert_eq!(failed, Err(WorldError::Mask(MaskError::CircleRadius { radius: -1.0 })));
            }
            Ending::Panics => {
                let panicked = catch_unwind(AssertUnwindSafe(|| {
                    world.edit_mask(id, |mask| -> () {
                        edit.bits(mask);
                        // `panic!` would call the hook, which ends a fuzzer's run.
                        resume_unwind(Box::new(()));
                    })
                }));
                assert!(panicked.is_err());
            }
        }
        assert_eq!(self.world.mask(id).map(|mask| &**mask), Some(&shape.mask));
    }

    /// Sets the number of angles of a mask.
    pub fn set_angles(&mut self, id: MaskId, angles: impl Into<Option<u32>>) {
        let angles = angles.into();
        assert_eq!(self.world.set_angle_steps(id, angles), Ok(()));
        self.model.shapes.get_mut(&id).unwrap().set_angles(angles);
    }

    /// Removes a mask, unless sprites show it. Returns whether it was removed.
    pub fn remove_mask(&mut self, id: MaskId) -> bool {
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
