//! Changes of sprites, one by one and in passes, each repeated on the model.

use super::lives::Life;
use super::twin::{Twin, too_large};
use bench::model::{Actor, within};
use hitmask::world::MAX_POSITION;
use hitmask::{MaskId, Sprite, SpriteId, SpriteMut, World, WorldError};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A change of a sprite.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    Mask(MaskId),
    Flips([bool; 2]),
    Quarters(usize),
    Angle(u16),
    Layers([u32; 2]),
    Fixed(bool),
}

/// The access through which a sprite is changed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Through {
    World,
    Handle,
    Pass,
    ParallelPass,
}

impl Change {
    /// Returns the sprite after the change.
    fn of(self, mut actor: Actor) -> Actor {
        match self {
            Change::Mask(mask) => actor.mask = mask,
            Change::Flips(flips) => actor.flips = flips,
            Change::Quarters(quarters) => actor.quarters = quarters,
            Change::Angle(angle) => actor.angle = angle,
            Change::Layers(layers) => actor.layers = layers,
            Change::Fixed(fixed) => actor.fixed = fixed,
        }
        actor
    }

    fn through_world(self, world: &mut World, id: SpriteId, new: &Actor) -> Result<(), WorldError> {
        match self {
            Change::Mask(mask) => world.set_mask(id, mask),
            Change::Flips([x, y]) => world.set_flips(id, x, y),
            Change::Quarters(_) => world.set_turn(id, new.turn()),
            Change::Angle(_) => world.set_angle(id, new.angle()),
            Change::Layers([layers, collides_with]) => world.set_layers(id, layers, collides_with),
            Change::Fixed(fixed) => world.set_fixed(id, fixed),
        }
    }

    fn through_handle(self, sprite: &mut SpriteMut, new: &Actor) -> Result<(), WorldError> {
        match self {
            Change::Mask(mask) => sprite.set_mask(mask),
            Change::Flips([x, y]) => sprite.set_flips(x, y),
            Change::Quarters(_) => sprite.set_turn(new.turn()),
            Change::Angle(_) => sprite.set_angle(new.angle()),
            Change::Layers([layers, collides_with]) => sprite.set_layers(layers, collides_with),
            Change::Fixed(fixed) => sprite.set_fixed(fixed),
        }
    }
}

/// Checks that a handle agrees with the model.
pub(crate) fn compare_handle(sprite: &SpriteMut, actor: &Actor) {
    assert_eq!((sprite.position(), sprite.mask(), sprite.angle()), (actor.at, actor.mask, actor.angle()));
    assert_eq!((sprite.flips(), sprite.turn(), sprite.pivot_pixel()), (actor.flips, actor.turn(), actor.pivot));
    assert_eq!([sprite.layer_bits(), sprite.collision_bits()], actor.layers);
    assert_eq!(sprite.is_fixed(), actor.fixed);
}

/// Checks that a sprite agrees with the model.
pub(crate) fn compare_sprite(sprite: &Sprite, actor: &Actor) {
    assert_eq!(*sprite, actor.sprite());
    assert_eq!((sprite.position(), sprite.mask(), sprite.angle()), (actor.at, actor.mask, actor.angle()));
    assert_eq!((sprite.flips(), sprite.turn(), sprite.pivot_pixel()), (actor.flips, actor.turn(), actor.pivot));
    assert_eq!([sprite.layer_bits(), sprite.collision_bits()], actor.layers);
    assert_eq!(sprite.is_fixed(), actor.fixed);
}

impl Twin {
    /// Changes a sprite, unless its mask would be too large.
    pub(crate) fn change(&mut self, id: SpriteId, change: Change) {
        self.change_many(&BTreeMap::from([(id, change)]), Through::World);
    }

    /// Changes some sprites, each unless its mask would be too large.
    pub(crate) fn change_many(&mut self, changes: &BTreeMap<SpriteId, Change>, through: Through) {
        let Twin { world, model, .. } = self;
        let new = |id: &SpriteId| changes[id].of(model.actors[id]);
        let in_pass = |mut sprite: SpriteMut| {
            let (id, change) = (sprite.id(), *changes.get(&sprite.id())?);
            compare_handle(&sprite, &model.actors[&id]);
            let changed = change.through_handle(&mut sprite, &new(&id));
            if changed.is_ok() {
                compare_handle(&sprite, &new(&id));
            }
            Some((id, changed))
        };
        let results: BTreeMap<SpriteId, Result<(), WorldError>> = match through {
            Through::World => changes.iter().map(|(&id, one)| (id, one.through_world(world, id, &new(&id)))).collect(),
            Through::Handle => changes.keys().filter_map(|&id| in_pass(world.get_mut(id).unwrap())).collect(),
            Through::Pass => world.sprites_mut().filter_map(in_pass).collect(),
            Through::ParallelPass => world.par_sprites_mut().filter_map(in_pass).collect(),
        };
        assert_eq!(results.len(), changes.len());
        for (id, result) in results {
            let old = self.model.actors[&id];
            let new = changes[&id].of(old);
            let appearance = |actor: &Actor| (actor.mask, actor.flips, actor.quarters, actor.angle);
            if appearance(&old) == appearance(&new) || self.model.pose(id, &new).is_some() {
                assert_eq!(result, Ok(()), "{:?} of {old:?}, {through:?}", changes[&id]);
                self.model.actors.insert(id, new);
            } else {
                assert!(too_large(&result, new.mask), "{result:?}");
                self.refused += 1;
            }
            compare_sprite(&self.world.get(id).unwrap(), &self.model.actors[&id]);
        }
    }

    /// Moves some sprites in one call. If a position is out of range or an id is stale, no sprite moves.
    pub(crate) fn sync(&mut self, moves: &[(SpriteId, [i32; 2])]) {
        let synced = self.world.sync(moves.iter().copied());
        let wrong = moves.iter().find_map(|&(id, at)| match self.model.actors.contains_key(&id) {
            false => Some(WorldError::StaleSprite(id)),
            true => (!within(at.map(i64::from))).then(|| WorldError::OutOfRange { at: at.map(i64::from) }),
        });
        match wrong {
            None => {
                assert_eq!(synced, Ok(()));
                moves.iter().for_each(|(id, at)| self.model.actors.get_mut(id).unwrap().at = *at);
            }
            Some(error) => {
                assert_eq!(synced, Err(error));
                self.refused += 1;
            }
        }
        self.compare();
    }
}

impl Life {
    fn any_change(&mut self) -> Change {
        match self.rng.below(6) {
            0 => Change::Mask(self.any_mask()),
            1 => Change::Flips([self.rng.below(2) == 1, self.rng.below(2) == 1]),
            2 => Change::Quarters(self.rng.below(4) as usize),
            3 => Change::Angle(self.angle()),
            4 => Change::Layers(self.layers()),
            _ => Change::Fixed(self.rng.below(2) == 1),
        }
    }

    /// Changes a few sprites, many or all, through a random kind of access.
    pub(crate) fn change_some(&mut self) {
        let ways = [Through::World, Through::Handle, Through::Pass, Through::ParallelPass];
        let through = ways[self.rng.below(4) as usize];
        let one_in = [1, 3, 20][self.rng.below(3) as usize];
        let ids: Vec<SpriteId> = self.twin.model.actors.keys().copied().collect();
        let some: Vec<SpriteId> = ids.into_iter().filter(|_| self.rng.below(one_in) == 0).collect();
        let changes = some.into_iter().map(|id| (id, self.any_change())).collect();
        self.twin.change_many(&changes, through);
    }

    /// Moves some sprites in one call, one of them twice. Sometimes one of the moves is not possible.
    pub(crate) fn sync(&mut self) {
        let ids: Vec<SpriteId> = self.twin.model.actors.keys().copied().collect();
        let mut moves = Vec::new();
        for id in ids.iter().chain(ids.first()) {
            if self.rng.below(3) > 0 {
                let place = self.place().map(|c| c.clamp(-MAX_POSITION, MAX_POSITION));
                moves.push((*id, place));
            }
        }
        match self.rng.below(8) {
            0 => moves.push((self.gone[self.rng.below(self.gone.len() as u32) as usize], [0, 0])),
            1 => moves.extend(ids.last().map(|&id| (id, [MAX_POSITION + 1, 0]))),
            _ => {}
        }
        self.twin.sync(&moves);
    }
}
