//! The world: masks, sprites, and the trees over them.

use crate::broad::{Broad, MAX_SPRITES};
use crate::layer::Change;
use crate::shapes::Shapes;
use crate::sprite::{Layers, Shown};
use crate::sprites_mut::SpriteMut;
use crate::step::Contacts;
use crate::still::{Kept, Still};
use crate::{Angle, Index, MaskId, Pair, Sprite, SpriteId, View, WorldError, memory, threads};
use mask::Mask;
use slotmap::SlotMap;
use std::fmt;
use std::sync::Arc;

/// Sprites that show masks, and which of them share solid pixels.
///
/// Changing the world is cheap; [`World::refresh`] brings the trees up to date and gives a [`View`] that
/// answers questions. A refresh costs what has moved since the last.
///
/// Memory: about 70 bytes for a sprite, besides the masks, which are shared, and the lists of pairs.
#[derive(Default)]
pub struct World {
    pub(crate) shapes: Shapes,
    /// Which body each sprite is.
    pub(crate) slots: SlotMap<SpriteId, u32>,
    pub(crate) broad: Broad,
    pub(crate) limits: Limits,
    pub(crate) contacts: Contacts,
    pub(crate) still: Still,
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

    /// Makes the world keep its sprites in trees of one kind. Answers do not depend on it, but for the order of
    /// [`View::candidates`] and of what is visited. Unless this is called, the world chooses: today, packed
    /// trees. The R*-tree takes its memory itself: where the system refuses that, the process ends.
    pub fn force_index(&mut self, index: Index) {
        self.broad.set_index(index);
    }

    /// Checks all that the world keeps against each other: rows, trees, slots. For tests of the world itself.
    ///
    /// # Errors
    /// As [`World::refresh`], which it begins with.
    ///
    /// # Panics
    /// Where something is wrong; please report it.
    pub fn validate(&mut self) -> Result<(), WorldError> {
        self.refresh()?;
        self.broad.validate(&self.shapes, &self.slots);
        Ok(())
    }

    /// Brings the trees up to date and gives a view of the world as it stands.
    ///
    /// # Errors
    /// [`WorldError::Turned`] where a mask is too large to be turned by a sprite's angle, which is found out here
    /// where the angle was set, or the mask edited, in place. Mended, the world goes on. [`WorldError::NoMemory`] where
    /// the system refuses it; with more, or fewer sprites, the world goes on too.
    pub fn refresh(&mut self) -> Result<View<'_>, WorldError> {
        let parallel = self.parallel(self.len());
        match self.broad.refresh(&self.shapes, &mut self.slots, parallel) {
            Ok(Change::Some(slots)) => self.mend(&slots),
            Ok(Change::All) => self.still.forget(),
            Err(error) => {
                self.still.forget();
                return Err(error);
            }
        }
        self.shapes.settle();
        Ok(View::of(self))
    }

    /// Mends the lists of pairs that are kept, the sprites in some slots having changed.
    fn mend(&mut self, slots: &[u32]) {
        let (gone, candidates, collisions) = self.still.begin();
        if candidates.is_none() && collisions.is_none() {
            return;
        }
        let mut changed = Vec::new();
        if memory::resize(&mut changed, self.slots.capacity() + 1, false).is_err() {
            return; // The lists are made anew when they are asked for.
        }
        slots.iter().map(|&slot| slot as usize).chain(gone).for_each(|slot| changed[slot] = true);
        let as_before = |pair: &Pair| !changed[pair.a.index()] && !changed[pair.b.index()];
        let view = View::of(self);
        for (kept, pairs) in [(Kept::Candidates, candidates), (Kept::Collisions, collisions)] {
            let Some(mut pairs) = pairs else { continue };
            pairs.retain(as_before);
            if view.add_changed(kept, &mut pairs).is_ok() && self.still.wants(pairs.len(), self.slots.len()) {
                self.still.keep(kept, pairs);
            }
        }
    }

    /// Whether work on so many is shared among threads.
    pub(crate) fn parallel(&self, many: usize) -> bool {
        many >= self.limits.parallel_from && threads::count() > 1
    }
}

/// Masks.
impl World {
    /// Adds a mask for sprites to show. It is shared, never copied for a sprite; flipped and turned
    /// copies are made once, when a sprite first shows one.
    ///
    /// # Errors
    /// [`WorldError::NoMemory`] alone: a mask that exists is within the limits.
    pub fn add_mask(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, WorldError> {
        self.shapes.add(mask.into())
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
    /// [`WorldError::StaleMask`]; [`WorldError::NoMemory`] for the copy, and nothing is changed.
    pub fn edit_mask<R>(&mut self, id: MaskId, edit: impl FnOnce(&mut Mask) -> R) -> Result<R, WorldError> {
        self.shapes.edit(id, edit)
    }

    /// Sets into how many equal angles a circle is divided for sprites that show this mask and are
    /// [rotated](Sprite::rotated): 64 unless this is called. Each takes the memory of a turned mask once a sprite
    /// has shown it, and the first takes 320 bytes for every angle there may be.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::Turned`] unless there are 1 to 65,536.
    pub fn set_angles(&mut self, id: MaskId, angles: u32) -> Result<(), WorldError> {
        self.shapes.set_angles(id, angles)
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
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Makes room for so many sprites more that move.
    ///
    /// # Errors
    /// [`WorldError::Full`] where they would be more than 2^31 - 1; [`WorldError::NoMemory`].
    pub fn reserve(&mut self, sprites: usize) -> Result<(), WorldError> {
        self.reserve_like(sprites, &Sprite::new(MaskId::default(), [0, 0]))
    }

    /// The same for sprites like this one.
    fn reserve_like(&mut self, sprites: usize, like: &Sprite) -> Result<(), WorldError> {
        if sprites > MAX_SPRITES - self.slots.len() {
            return Err(WorldError::Full { sprites: self.slots.len() });
        }
        self.slots.try_reserve(sprites)?;
        self.broad.reserve(sprites, like)
    }

    /// Puts a sprite into the world.
    ///
    /// # Errors
    /// [`WorldError::StaleMask`]; [`WorldError::OutOfRange`] and [`WorldError::PivotOutOfRange`] beyond
    /// the limits; [`WorldError::Turned`] where the mask is too large to be turned by its angle;
    /// [`WorldError::Full`] beyond 2^31 - 1 sprites; [`WorldError::NoMemory`].
    pub fn spawn(&mut self, sprite: Sprite) -> Result<SpriteId, WorldError> {
        sprite.check()?;
        self.reserve_like(1, &sprite)?;
        self.shapes.stand(sprite.shown, sprite.at, sprite.pivot)?;
        self.shapes.show(sprite.shown);
        let World { slots, broad, .. } = self;
        Ok(slots.insert_with_key(|id| broad.push(id, sprite)))
    }

    /// Takes a sprite out of the world.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn despawn(&mut self, id: SpriteId) -> Result<Sprite, WorldError> {
        let body = self.slots.remove(id).ok_or(WorldError::StaleSprite(id))?;
        let sprite = self.broad.remove(body);
        self.still.gone(id.index());
        self.shapes.hide(sprite.mask());
        Ok(sprite)
    }

    /// The sprite, or `None` for a stale id.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<Sprite> {
        self.slots.get(id).map(|&body| self.broad.sprite(body))
    }

    /// The sprites, sorted by id.
    pub fn sprites(&self) -> impl Iterator<Item = (SpriteId, Sprite)> {
        self.slots.iter().map(|(id, &body)| (id, self.broad.sprite(body)))
    }

    /// The sprites, to move them all in one linear pass: in the order in which they are stored, which is not
    /// that of their ids, and follows them as they move. [`SpriteId::index`] tells where a game may keep what
    /// belongs to a sprite.
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
        self.broad.all_rows_mut().into_iter().flat_map(|rows| rows.iter_mut())
    }

    /// The same, shared among the threads of the rayon pool that the caller is in.
    #[cfg(feature = "rayon")]
    pub fn par_sprites_mut(&mut self) -> impl rayon::iter::ParallelIterator<Item = SpriteMut<'_>> {
        use rayon::iter::ParallelIterator;
        let [movers, fixed] = self.broad.all_rows_mut();
        movers.par_iter_mut().chain(fixed.par_iter_mut())
    }

    /// One sprite, to move, flip or turn it.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`].
    pub fn get_mut(&mut self, id: SpriteId) -> Result<SpriteMut<'_>, WorldError> {
        let &body = self.slots.get(id).ok_or(WorldError::StaleSprite(id))?;
        Ok(self.broad.sprite_mut(body))
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

    /// Turns a sprite by any angle, as [`Sprite::rotated`] does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::Turned`] where its mask is too large for it, [`WorldError::NoMemory`],
    /// and it stays.
    pub fn set_angle(&mut self, id: SpriteId, angle: Angle) -> Result<(), WorldError> {
        self.show(id, |shown| Shown { angle, ..shown })
    }

    /// Sets the layers that a sprite is in, and those that it collides with.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`]; [`WorldError::NoMemory`].
    pub fn set_layers(&mut self, id: SpriteId, layers: u32, collides_with: u32) -> Result<(), WorldError> {
        let &body = self.slots.get(id).ok_or(WorldError::StaleSprite(id))?;
        self.broad.set_layers(body, Layers::new(layers, collides_with))
    }

    /// Lets a sprite show another mask, as an animation does.
    ///
    /// # Errors
    /// [`WorldError::StaleSprite`], [`WorldError::StaleMask`]; [`WorldError::Turned`] where the mask is too large
    /// for the sprite's angle; [`WorldError::NoMemory`].
    pub fn set_mask(&mut self, id: SpriteId, mask: MaskId) -> Result<(), WorldError> {
        self.show(id, |shown| Shown { mask, ..shown })
    }

    /// Makes a sprite show something else, if it can be shown.
    fn show(&mut self, id: SpriteId, other: impl FnOnce(Shown) -> Shown) -> Result<(), WorldError> {
        let sprite = self.get(id).ok_or(WorldError::StaleSprite(id))?;
        let shown = other(sprite.shown);
        self.shapes.stand(shown, sprite.at, sprite.pivot)?;
        self.shapes.show(shown);
        self.shapes.hide(sprite.mask());
        self.get_mut(id)?.show(shown);
        Ok(())
    }
}
