//! The world: masks, sprites, and the trees over them.

use crate::bodies::Bodies;
use crate::broad::Broad;
use crate::layer::Layer;
use crate::shapes::Shapes;
use crate::sprite::check_position;
use crate::sprites_mut::SpriteMut;
use crate::step::Contacts;
use crate::{MaskId, Sprite, SpriteId, View, WorldError};
use mask::Mask;
use slotmap::SlotMap;
use std::fmt;
use std::sync::Arc;

/// Sprites that show masks, and which of them share solid pixels.
///
/// Changing the world is cheap; [`World::refresh`] brings the trees up to date and gives a [`View`] that
/// answers questions. A refresh looks at every sprite once, and builds the tree over the moving sprites,
/// or the one over the fixed, afresh where one of its sprites changed.
#[derive(Default)]
pub struct World {
    pub(crate) shapes: Shapes,
    pub(crate) sprites: SlotMap<SpriteId, Sprite>,
    pub(crate) bodies: Bodies,
    pub(crate) broad: Broad,
    pub(crate) limits: Limits,
    pub(crate) contacts: Contacts,
    /// A mask changed since the last refresh, and with it boxes of sprites that did not.
    edited: bool,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("sprites", &self.len()).finish_non_exhaustive()
    }
}

/// What the user may set.
pub(crate) struct Limits {
    pub(crate) pairs: usize,
    pub(crate) parallel_from: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { pairs: World::DEFAULT_PAIR_LIMIT, parallel_from: World::DEFAULT_PARALLEL_FROM }
    }
}

/// The world as a whole.
impl World {
    /// How many pairs a list may have unless [`World::set_pair_limit`] says otherwise: 33,554,432, which
    /// take 512 MiB.
    pub const DEFAULT_PAIR_LIMIT: usize = 1 << 25;

    /// From how many sprites on the work is shared among threads unless [`World::set_parallel_from`]
    /// says otherwise: below, handing it out costs more than it saves.
    pub const DEFAULT_PARALLEL_FROM: usize = 20_000;

    /// A world without masks and sprites.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }

    /// How many pairs a list may have. A million sprites on one point are half a million million pairs:
    /// beyond the limit a list is refused with [`WorldError::TooManyPairs`].
    #[must_use]
    pub fn pair_limit(&self) -> usize {
        self.limits.pairs
    }

    /// Sets how many pairs a list may have.
    pub fn set_pair_limit(&mut self, pairs: usize) {
        self.limits.pairs = pairs;
    }

    /// Sets from how many sprites on the work is shared among the threads of the rayon pool that the
    /// caller is in. The answers do not depend on it.
    pub fn set_parallel_from(&mut self, sprites: usize) {
        self.limits.parallel_from = sprites;
    }

    /// Brings the trees up to date and gives a view of the world as it stands.
    ///
    /// # Errors
    /// None at present; the signature leaves room for a refused allocation.
    pub fn refresh(&mut self) -> Result<View<'_>, WorldError> {
        self.bodies.update(&self.sprites, &self.shapes, self.edited);
        let Bodies { movers, fixed, .. } = &self.bodies;
        if movers.moved {
            self.broad.movers.update(&movers.list, movers.same_bodies);
        }
        if fixed.moved {
            self.broad.fixed = Layer::build(&fixed.list);
        }
        self.edited = false;
        Ok(View::of(self))
    }
}

/// Masks.
impl World {
    /// Adds a mask for sprites to show. It is shared, never copied for a sprite; flipped and turned
    /// copies are made once, when a sprite first shows one.
    ///
    /// # Errors
    /// None at present: a mask that exists is within the limits.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, WorldError> {
        Ok(self.shapes.add(mask.into()))
    }

    /// The mask, or `None` for a stale id.
    #[must_use]
    pub fn mask(&self, id: MaskId) -> Option<&Mask> {
        self.shapes.get(id).ok().map(|shape| shape.mask().as_ref())
    }

    /// Lets `edit` change a mask in place. Every sprite that shows it follows, flipped and turned ones
    /// too. A mask that somebody else holds an [`Arc`] of is copied first.
    ///
    /// ```
    /// # use mask::Mask;
    /// # let mut world = world::World::new();
    /// let ground = world.add_mask(Mask::filled(100, 20)?)?;
    /// let hole = Mask::filled(10, 10)?;
    /// world.edit_mask(ground, |mask| mask.erase(&hole, [50, 0]))?;
    /// assert_eq!(world.mask(ground).unwrap().count(), 1900);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleMask`].
    pub fn edit_mask<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        // Set first: the trees must follow even where the closure panics half-way.
        self.edited = true;
        self.shapes.edit(id, edit)
    }

    /// Removes a mask that no sprite shows, and gives it back.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::MaskInUse`] while a sprite shows it.
    pub fn remove_mask(&mut self, id: MaskId) -> Result<Arc<Mask>, WorldError> {
        self.shapes.remove(id)
    }
}

/// Sprites.
impl World {
    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sprites.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sprites.is_empty()
    }

    /// Puts a sprite into the world.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::OutOfRange`] and [`WorldError::PivotOutOfRange`] beyond
    /// the limits; [`WorldError::Full`] beyond 2^32 - 2 sprites.
    pub fn spawn(&mut self, sprite: Sprite) -> Result<SpriteId, WorldError> {
        sprite.check()?;
        if self.sprites.len() >= u32::MAX as usize - 1 {
            return Err(WorldError::Full { sprites: self.sprites.len() });
        }
        self.shapes.get_mut(sprite.mask)?.sprites += 1;
        Ok(self.sprites.insert(sprite))
    }

    /// Takes a sprite out of the world.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn despawn(&mut self, id: SpriteId) -> Result<Sprite, WorldError> {
        let sprite = self.sprites.remove(id).ok_or(WorldError::StaleSprite(id))?;
        self.shapes.get_mut(sprite.mask)?.sprites -= 1;
        Ok(sprite)
    }

    /// The sprite, or `None` for a stale id.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<&Sprite> {
        self.sprites.get(id)
    }

    /// The sprites, sorted by id.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        self.sprites.iter()
    }

    /// The sprites, to move them all in one linear pass.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// # let id = world.spawn(Sprite::new(dot, [0, 0]))?;
    /// for mut sprite in world.sprites_mut() {
    ///     sprite.move_by([3, -1])?;
    /// }
    /// assert_eq!(world.get(id).unwrap().position(), [3, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sprites_mut(&mut self) -> impl Iterator<Item = SpriteMut<'_>> {
        self.sprites.iter_mut().map(|(id, sprite)| SpriteMut::new(id, sprite))
    }

    /// One sprite, to move, flip or turn it.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn get_mut(&mut self, id: SpriteId) -> Result<SpriteMut<'_>, WorldError> {
        self.sprites.get_mut(id).map(|sprite| SpriteMut::new(id, sprite)).ok_or(WorldError::StaleSprite(id))
    }

    /// Moves a sprite to a position.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`], and the sprite stays.
    pub fn move_to(&mut self, id: SpriteId, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_to(at)
    }

    /// Moves a sprite by a number of pixels.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::OutOfRange`], and the sprite stays.
    pub fn move_by(&mut self, id: SpriteId, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.get_mut(id)?.move_by(by)
    }

    /// Lets a sprite show another mask, as an animation does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`], [`WorldError::StaleMask`].
    pub fn set_mask(&mut self, id: SpriteId, mask: MaskId) -> Result<(), WorldError> {
        let sprite = self.sprites.get_mut(id).ok_or(WorldError::StaleSprite(id))?;
        self.shapes.get_mut(mask)?.sprites += 1;
        self.shapes.get_mut(std::mem::replace(&mut sprite.mask, mask))?.sprites -= 1;
        Ok(())
    }
}

/// A position moved by an offset, where it is within the limit.
pub(crate) fn moved(at: [i32; 2], by: [i32; 2]) -> Result<[i32; 2], WorldError> {
    check_position([i64::from(at[0]) + i64::from(by[0]), i64::from(at[1]) + i64::from(by[1])])
}
