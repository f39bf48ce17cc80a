//! A read-only view of a world.

use crate::sprites::Layers;
use crate::tree::TreeSet;
use crate::variants::ShownMask;
use crate::{MaskId, PlacedMask, Sprite, SpriteId, World, WorldError, memory};
use mask::{Affine, Mask, Rect};
use std::fmt;
use std::sync::Arc;

/// A read-only view of a world, in its state at the last refresh.
///
/// [`World::refresh`] and [`Step::view`](crate::Step::view) return views, and the methods of a view query the world. A
/// view is a reference: it can be copied, and other threads can query it at the same time.
#[derive(Clone, Copy)]
pub struct View<'w> {
    pub(crate) world: &'w World,
    /// If set, queries find only sprites in one of these layers.
    layers: Option<u32>,
    /// Whether sensors block.
    sensors: bool,
    /// Whether sweeps hit what they start in.
    from_inside: bool,
    /// The slot of a sprite that queries leave out.
    without: Option<usize>,
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("sprites", &self.world.len()).finish_non_exhaustive()
    }
}

/// The options of a view, and single sprites.
impl<'w> View<'w> {
    /// Returns a view whose queries consider only the sprites in at least one of the given layers. Each bit is a layer.
    ///
    /// The layers apply to [`View::find`], [`View::overlapping`], [`View::nearest`], [`View::cast_ray`] and their
    /// variants, and to the sprites that count for [`View::sweep`], [`View::is_free`], [`View::touching`] and
    /// [`View::nearest_free`]. They do not apply to lists and visits of pairs, or to the description of single sprites
    /// and pairs, such as [`View::shape`] and [`View::contact`]. Until this method is called, a view considers all
    /// sprites, including sprites in no layer. `on_layers(0)` finds none.
    ///
    /// The layers narrow what a sprite collides with, they do not replace it: a sprite in the layers is in the way of
    /// another only if both also collide with each other. If a sweep or another of these questions about a sprite asks
    /// for layers of which the sprite collides with none, it returns [`WorldError::NoCommonLayer`](crate::WorldError).
    /// Two calls are never an error: with `on_layers(0)`, nothing is in the way, and `on_layers(u32::MAX)` narrows nothing.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0b01, 0b10].map(|layers| world.spawn(Sprite::new(dot, [3, 3]).layers(layers)).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!(view.on_layers(0b10).find([3, 3]), [ids[1]]);
    /// assert_eq!(view.find([3, 3]), ids);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_layers(self, layers: u32) -> View<'w> {
        View { layers: Some(layers), ..self }
    }

    /// Returns a view in which sensors block like other sprites ([`Sprite::sensor`](crate::Sprite::sensor())): for
    /// [`View::cast_ray`] and its variants, [`View::sweep`], [`View::is_free`], [`View::touching`] and
    /// [`View::nearest_free`]. The other queries find sensors in every view.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// let coin = world.spawn(Sprite::new(square, [20, 0]).sensor(true))?;
    /// let view = world.refresh()?;
    /// assert_eq!(view.cast_ray([0, 4], [90, 4]), None);
    /// assert_eq!(view.with_sensors().cast_ray([0, 4], [90, 4]).unwrap().id, coin);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_sensors(self) -> View<'w> {
        View { sensors: true, ..self }
    }

    /// Returns a view in which a sweep hits a sprite that the moving sprite overlaps at the start, at step 0: for shots
    /// from point-blank range. Physics engines call this option "hit from inside" or "stop at penetration". From every
    /// other start, [`View::sweep`] answers as without it. It also applies to [`View::touching`].
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let (dot, rock) = (world.add_mask(Mask::filled(1, 1)?)?, world.add_mask(Mask::filled(40, 40)?)?);
    /// let rock = world.spawn(Sprite::new(rock, [10, -20]))?;
    /// let muzzle = [10, 0]; // one pixel inside the rock
    /// let bullet = world.spawn(Sprite::new(dot, muzzle))?;
    /// let swept = world.refresh()?.hit_from_inside().sweep(bullet, [50, 0])?;
    /// let hit = swept.hit.unwrap();
    /// assert_eq!((hit.id, hit.step, swept.at), (rock, 0, muzzle));
    /// assert_eq!((hit.first, hit.normal), ([10, 0], [-1.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn hit_from_inside(self) -> View<'w> {
        View { from_inside: true, ..self }
    }

    /// Returns a view whose queries leave one sprite out, for example the sprite that asks. It applies to the queries
    /// of [`View::on_layers`]. A second call replaces the first. A stale id leaves nothing out.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// let [hero, friend] = [0, 20].map(|x| world.spawn(Sprite::new(square, [x, 0])).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!(view.nearest([4, 4], 1)[0].id, hero);
    /// assert_eq!(view.without(hero).nearest([4, 4], 1)[0].id, friend);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without(self, id: SpriteId) -> View<'w> {
        View { without: self.slot(id), ..self }
    }

    /// Returns a sprite, or `None` if the id is stale.
    ///
    /// A view borrows the world, so a game that handles the events of a step reads sprites through the view:
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let coin = world.add_mask(Mask::filled(4, 4)?)?;
    /// let player = world.spawn(Sprite::new(coin, [0, 0]))?;
    /// world.spawn(Sprite::new(coin, [2, 2]).data(50))?; // a coin worth 50 points
    /// let step = world.step()?;
    /// let mut score = 0;
    /// for pair in step.began() {
    ///     if let Some(coin) = pair.other(player) {
    ///         score += step.view().get(coin).map_or(0, |sprite| sprite.data);
    ///     }
    /// }
    /// assert_eq!(score, 50);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(self, id: SpriteId) -> Option<Sprite> {
        self.world.get(id)
    }

    /// Returns a mask, as [`World::mask`] does.
    #[must_use]
    pub fn mask(self, id: MaskId) -> Option<&'w Arc<Mask>> {
        self.world.mask(id)
    }

    /// Returns the data of a sprite, as [`World::data`] does: also of a sprite that
    /// [`Step::ended`](crate::Step::ended) names although it was despawned.
    #[must_use]
    pub fn data(self, id: SpriteId) -> Option<u64> {
        self.world.data(id)
    }

    /// Returns an iterator over all sprites and their ids, sorted by id, regardless of [`View::on_layers`].
    pub fn sprites(self) -> impl Iterator<Item = (SpriteId, Sprite)> + use<'w> {
        self.world.entries()
    }

    /// Returns the point of a sprite's mask that is at a point of the world: the point before the flips, the turn, the
    /// scale and the rotation of the sprite. Returns `None` if the id is stale, or if a coordinate is NaN or infinite.
    ///
    /// Both points have fractions: the pixel `[x, y]` is the square from `(x, y)` to `(x + 1, y + 1)`. The result may
    /// lie outside the mask. A game digs at a pointer with it, however the terrain is turned or scaled:
    ///
    /// ```
    /// # use hitmask::{Angle, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [100, 100]).angle(Angle::degrees(90.0)?).scale([2.0, 2.0]))?;
    /// // The plank is upright now, about its middle at [120, 102]. A point below the middle is to the right in the mask.
    /// let at = world.refresh()?.mask_point(id, [120.5, 132.5]).unwrap();
    /// assert_eq!(at, [35.25, 1.75]);
    /// world.edit_mask(plank, |mask| mask.fill_circle(at, 3.0, false))?;
    /// assert!(world.refresh()?.find([120, 132]).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mask_point(self, id: SpriteId, point: impl Into<[f64; 2]>) -> Option<[f64; 2]> {
        let (slot, [x, y]) = (self.slot(id)?, point.into());
        if !(x.is_finite() && y.is_finite()) {
            return None;
        }
        let by = self.world.masks.affine(&self.world.columns.sprite(slot)).ok()?;
        Some(by.inverse().ok()?.apply([x, y]))
    }

    /// Returns the map under which to draw the picture of a sprite so that it covers the pixels that collide: from points
    /// of the picture, in pixels of the mask, to points of the world. Returns `None` if the id is stale.
    ///
    /// If the map, apart from its translation, is only flips and quarter turns, it has the rounded top-left corner. An
    /// angle that [`World::set_angle_steps`] rounds is rounded here too.
    ///
    /// ```
    /// # use hitmask::{Angle, Mask, Sprite, QuarterTurn, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let sprite = Sprite::new(plank, [100, 50]).origin([20.0, 2.0]).turn(QuarterTurn::Quarter);
    /// let id = world.spawn(sprite)?;
    /// let by = world.refresh()?.draw_transform(id).unwrap();
    /// assert_eq!(by.apply([20.0, 2.0]), [100.0, 50.0]); // the origin is drawn at the position
    /// assert_eq!(by.apply([40.0, 2.0]), [100.0, 70.0]); // and the right end below it
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn draw_transform(self, id: SpriteId) -> Option<Affine> {
        self.world.masks.affine(&self.world.columns.sprite(self.slot(id)?)).ok()
    }

    /// Returns the tight box around the solid pixels of a sprite, in world pixels. Returns `None` if no pixel is solid,
    /// or if the id is stale.
    #[must_use]
    pub fn bounds(self, id: SpriteId) -> Option<Rect> {
        self.shown(self.slot(id)?).bounds()
    }
}

impl<'w> View<'w> {
    /// A view of a world, which must have been refreshed.
    pub(crate) fn of(world: &'w World) -> View<'w> {
        View { world, layers: None, sensors: false, from_inside: false, without: None }
    }

    /// The shown mask of the sprite in a slot.
    #[inline(always)]
    pub(crate) fn shown(self, slot: usize) -> ShownMask<'w> {
        let World { columns, masks, .. } = self.world;
        masks.shown(columns.variant(slot), columns.position(slot))
    }

    /// The mask variant of the sprite in a slot, and its top-left pixel in the world. A mask that is not rendered is
    /// rendered.
    ///
    /// # Panics
    /// Panics if memory allocation fails.
    #[inline(always)]
    pub(crate) fn placed(self, slot: usize) -> PlacedMask<'w> {
        memory::or_panic(self.try_placed(slot))
    }

    /// The mask variant of the sprite in a slot, and its top-left pixel in the world. A mask that is not rendered is
    /// rendered.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::placed`](crate::variants::MaskStore::placed).
    #[inline(always)]
    pub(crate) fn try_placed(self, slot: usize) -> Result<PlacedMask<'w>, WorldError> {
        let World { columns, masks, .. } = self.world;
        masks.placed(columns.variant(slot), columns.position(slot))
    }

    /// The id of the sprite in a slot.
    #[inline]
    pub(crate) fn id(self, slot: usize) -> SpriteId {
        SpriteId(self.world.slots.id(slot as u32))
    }

    /// The slot of a sprite, or `None` if the id is stale.
    #[inline(always)]
    pub(crate) fn slot(self, id: SpriteId) -> Option<usize> {
        self.world.slots.get(id.0).map(|_| id.index())
    }

    /// Whether each of the two sprites is in a layer that the other collides with.
    pub(crate) fn may_collide(self, a: usize, b: usize) -> bool {
        self.world.columns.layers().get(a).may_collide(self.world.columns.layers().get(b))
    }

    /// The layers that the view considers, or `None` for all sprites.
    pub(crate) fn asked_layers(self) -> Option<u32> {
        self.layers
    }

    /// Whether queries find every sprite.
    #[inline]
    pub(crate) fn sees_all(self) -> bool {
        self.layers.is_none() && self.without.is_none()
    }

    /// Whether queries find the sprite of a slot.
    pub(crate) fn sees(self, slot: usize) -> bool {
        self.layers.is_none_or(|layers| self.world.columns.layers().get(slot).is_in_any(layers))
            && self.without != Some(slot)
    }

    /// Whether sweeps hit what they start in.
    #[inline]
    pub(crate) fn hits_from_inside(self) -> bool {
        self.from_inside
    }

    /// Whether the sprite of a slot stops rays and moves in this view.
    pub(crate) fn blocks(self, slot: usize) -> bool {
        self.sees(slot) && (self.sensors || !self.world.columns.modes().get(slot).sensor)
    }

    /// The trees that can have sprites that the view sees, and with which a sprite of the given layers may collide.
    #[inline]
    pub(crate) fn trees(self, meeting: Option<Layers>) -> TreeSet {
        self.world.trees.with(self.layers, meeting)
    }
}
