//! Changes of sprites, one by one and in passes.

use super::actor::{Actor, within};
use super::twin::{Twin, too_large};
use mask::Affine;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::collections::BTreeMap;
use world::{MaskId, Side, Sprite, SpriteId, SpriteMut, World, WorldError};

/// A change of a sprite.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// Shows another mask.
    Mask(MaskId),
    /// Mirrors left and right, or not.
    FlipX(bool),
    /// Mirrors top and bottom, or not.
    FlipY(bool),
    /// Turns by quarters, 0 to 3.
    Quarters(usize),
    /// Rotates to an angle, in steps of 1/65536 of a circle.
    Angle(u16),
    /// Scales by factors along x and y.
    Scale([f64; 2]),
    /// Sets the point of the picture that is drawn at the position.
    Origin(Option<[f64; 2]>),
    /// Sets the part of the position below a pixel.
    Fraction([f64; 2]),
    /// Shows the mask under any map with this linear part, or under none.
    Linear(Option<[[f64; 2]; 2]>),
    /// Sets the layers that the sprite is in, and the layers that it collides with.
    Layers([u32; 2]),
    /// Fixes or frees the sprite.
    Fixed(bool),
    /// Makes it a sensor, or not.
    Sensor(bool),
    /// Makes it one-way, or not.
    OneWay(Option<Side>),
    /// Makes it continuous, or not.
    Continuous(bool),
}

/// The access through which a sprite is changed.
#[derive(Debug, Clone, Copy)]
pub enum Through {
    /// A handle of one sprite.
    Handle,
    /// A pass over all sprites.
    Pass,
    /// A pass over all sprites on many threads.
    ParallelPass,
}

/// All sprites, shared among threads if the feature `rayon` is on.
#[cfg(feature = "rayon")]
pub(super) fn shared_pass(world: &mut World) -> impl ParallelIterator<Item = SpriteMut<'_>> {
    world.par_sprites_mut()
}
#[cfg(not(feature = "rayon"))]
pub(super) fn shared_pass(world: &mut World) -> impl Iterator<Item = SpriteMut<'_>> {
    world.sprites_mut()
}

/// Checks that a handle agrees with the model.
pub(super) fn compare_handle(sprite: &SpriteMut, actor: &Actor) {
    assert_eq!(sprite.position(), actor.at);
    compare_sprite(&sprite.get(), actor);
}

/// Checks that a sprite agrees with the model.
pub(super) fn compare_sprite(sprite: &Sprite, actor: &Actor) {
    assert_eq!(*sprite, actor.sprite());
}

impl Change {
    /// Returns the sprite after the change.
    fn of(self, mut actor: Actor) -> Actor {
        match self {
            Change::Mask(mask) => actor.mask = mask,
            Change::FlipX(flip_x) => actor.flips[0] = flip_x,
            Change::FlipY(flip_y) => actor.flips[1] = flip_y,
            Change::Quarters(quarters) => actor.quarters = quarters,
            Change::Angle(angle) => actor.angle = angle,
            Change::Scale(scale) => actor.scale = scale,
            Change::Origin(origin) => actor.origin = origin,
            Change::Fraction(fraction) => actor.fraction = fraction,
            Change::Linear(Some(linear)) => return actor.under(linear),
            Change::Linear(None) => actor.linear = None,
            Change::Layers(layers) => actor.layers = layers,
            Change::Fixed(fixed) => actor.fixed = fixed,
            Change::Sensor(sensor) => actor.sensor = sensor,
            Change::OneWay(one_way) => actor.one_way = one_way,
            Change::Continuous(continuous) => actor.continuous = continuous,
        }
        actor
    }

    /// Whether the change is one of what the sprite shows.
    fn is_of_appearance(self) -> bool {
        let is_of_rest = matches!(self, Change::Layers(_) | Change::Fixed(_) | Change::Sensor(_) | Change::OneWay(_));
        !is_of_rest && !matches!(self, Change::Continuous(_))
    }

    /// The field that a sprite with a transform does not have. The default of a field is no error.
    fn beside_transform(self) -> Option<&'static str> {
        match self {
            Change::FlipX(true) => Some("flip_x"),
            Change::FlipY(true) => Some("flip_y"),
            Change::Quarters(1..) => Some("turn"),
            Change::Angle(1..) => Some("angle"),
            Change::Scale(scale) if scale != [1.0; 2] => Some("scale"),
            Change::Origin(Some(_)) => Some("origin"),
            _ => None,
        }
    }

    /// Calls the setter of the change. `new` is the sprite after it.
    fn set(self, sprite: &mut SpriteMut, new: &Actor) -> Result<(), WorldError> {
        match self {
            Change::Mask(mask) => sprite.set_mask(mask),
            Change::FlipX(flip_x) => sprite.set_flip_x(flip_x),
            Change::FlipY(flip_y) => sprite.set_flip_y(flip_y),
            Change::Quarters(_) => sprite.set_turn(new.turn()),
            Change::Angle(_) => sprite.set_angle(new.angle()),
            Change::Scale(scale) => sprite.set_scale(scale),
            Change::Origin(origin) => sprite.set_origin(origin),
            Change::Fraction(fraction) => sprite.set_fraction(fraction),
            Change::Linear(None) => sprite.set_transform(None),
            Change::Linear(Some(linear)) => {
                let at = [0, 1].map(|axis| f64::from(new.at[axis]) + new.fraction[axis]);
                sprite.set_transform(Affine::from([0, 1].map(|axis| [linear[axis][0], linear[axis][1], at[axis]])))
            }
            Change::Layers([layers, collides_with]) => {
                sprite.set_layers(layers)?;
                sprite.set_collides_with(collides_with)
            }
            Change::Fixed(fixed) => {
                sprite.set_fixed(fixed);
                Ok(())
            }
            Change::Sensor(sensor) => sprite.set_sensor(sensor),
            Change::OneWay(one_way) => sprite.set_one_way(one_way),
            Change::Continuous(continuous) => sprite.set_continuous(continuous),
        }
    }
}

impl Twin {
    /// Changes a sprite, unless its mask would be too large.
    pub fn change(&mut self, id: SpriteId, change: Change) {
        self.change_many(&BTreeMap::from([(id, change)]), Through::Handle);
    }

    /// Changes some sprites, each unless its mask would be too large.
    pub fn change_many(&mut self, changes: &BTreeMap<SpriteId, Change>, through: Through) {
        let Twin { world, model, .. } = self;
        let actors = &model.actors;
        let new = |id: &SpriteId| changes[id].of(actors[id]);
        let in_pass = |mut sprite: SpriteMut| {
            let (id, change) = (sprite.id(), *changes.get(&sprite.id())?);
            compare_handle(&sprite, &actors[&id]);
            let changed = change.set(&mut sprite, &new(&id));
            if changed.is_ok() {
                compare_handle(&sprite, &new(&id));
            }
            Some((id, changed))
        };
        let results: BTreeMap<SpriteId, Result<(), WorldError>> = match through {
            Through::Handle => changes.keys().filter_map(|&id| in_pass(world.get_mut(id).unwrap())).collect(),
            Through::Pass => world.sprites_mut().filter_map(in_pass).collect(),
            Through::ParallelPass => shared_pass(world).filter_map(in_pass).collect(),
        };
        assert_eq!(results.len(), changes.len());
        for (id, result) in results {
            let old = self.model.actors[&id];
            let new = changes[&id].of(old);
            if let Some(field) = changes[&id].beside_transform().filter(|_| old.linear.is_some()) {
                assert_eq!(result, Err(WorldError::BesideTransform { field }));
                self.refused += 1;
            } else if !changes[&id].is_of_appearance() || new == old || self.model.fits(&new) {
                assert_eq!(result, Ok(()), "{:?} of {old:?}, {through:?}", changes[&id]);
                self.model.actors.insert(id, new);
            } else {
                assert!(too_large(&result, new.mask), "{result:?} {:?} of {old:?} {new:?}", changes[&id]);
                self.refused += 1;
            }
            compare_sprite(&self.world.get(id).unwrap(), &self.model.actors[&id]);
        }
    }

    /// Moves some sprites in one call. If a position is out of range or an id is stale, no sprite moves.
    pub fn sync(&mut self, moves: &[(SpriteId, [i32; 2])]) {
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
