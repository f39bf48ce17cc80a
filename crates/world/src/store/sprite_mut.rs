//! A handle to a sprite of a world.

use super::cells::SharedColumns;
use super::flags::Flags;
use crate::slots::VariantNumber;
use crate::sprites::{
    Appearance, CollisionMode, Extras, LastPlace, Layers, MapExtras, Orientation, StoredSprite, check_fraction,
    check_origin, check_position, check_scale, position_at,
};
use crate::variants::MaskStore;
use crate::{Angle, MaskId, QuarterTurn, Side, Sprite, SpriteId, WorldError};
use mask::{Affine, IntoPoint};
use std::fmt;

/// The angle, the scale and the origin of a sprite.
type Turned = (Angle, [f64; 2], Option<[f64; 2]>);

/// A handle to a sprite of a world, to read and change the sprite.
///
/// [`World::get_mut`](crate::World::get_mut) returns a handle to one sprite, and
/// [`World::sprites_mut`](crate::World::sprites_mut) handles to all sprites. Each setter checks its values at once. If
/// a setter returns an error, the sprite is unchanged. Queries see the changes after the next refresh.
///
/// ```
/// # use hitmask::Mask;
/// use hitmask::{Angle, Sprite, QuarterTurn, World};
///
/// # let mut world = World::new();
/// # let ship = world.add_mask(Mask::filled(3, 2)?)?;
/// # let wreck = world.add_mask(Mask::filled(3, 3)?)?;
/// let id = world.spawn(Sprite::new(ship, [10, -4]))?;
/// let mut sprite = world.get_mut(id)?;
/// sprite.move_by([1, 1])?;
/// sprite.set_mask(wreck)?;
/// sprite.set_angle(Angle::degrees(30.0)?)?;
/// sprite.set_layers(0b10)?;
/// sprite.set_fixed(true);
/// assert_eq!((sprite.position(), sprite.get().mask), ([11, -3], wreck));
/// assert_eq!(world.get(id).unwrap().layers, 0b10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SpriteMut<'w> {
    pub(super) id: SpriteId,
    pub(super) at: &'w mut [i32; 2],
    pub(super) appearance: &'w mut Appearance,
    pub(super) variant: &'w mut VariantNumber,
    pub(super) flags: &'w mut Flags,
    pub(super) shared: &'w SharedColumns,
    pub(super) masks: &'w MaskStore,
}

impl fmt::Debug for SpriteMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpriteMut").field("id", &self.id).field("position", self.at).finish_non_exhaustive()
    }
}

/// The values of the sprite.
impl SpriteMut<'_> {
    /// Returns the id of the sprite.
    #[must_use]
    #[inline]
    pub fn id(&self) -> SpriteId {
        self.id
    }

    /// Returns the position of the sprite, in world pixels. With an origin, this is where the origin is drawn.
    /// Without an origin, this is the top-left pixel of the flipped and turned sprite, before its scale and rotation.
    #[must_use]
    #[inline]
    pub fn position(&self) -> [i32; 2] {
        *self.at
    }

    /// Returns the values of the sprite. For the position alone, [`SpriteMut::position`] is faster.
    #[must_use]
    pub fn get(&self) -> Sprite {
        let stored = StoredSprite {
            at: *self.at,
            appearance: *self.appearance,
            variant: *self.variant,
            layers: self.packed_layers(),
            extras: self.extras(),
            mode: self.mode(),
            fixed: self.is_fixed(),
            last_place: LastPlace::NONE,
        };
        stored.with_data(self.masks.data.get(self.id.index()))
    }

    fn is_fixed(&self) -> bool {
        self.flags.any(Flags::FIXED)
    }

    /// The layers that the sprite is in and the layers that it collides with.
    fn packed_layers(&self) -> Layers {
        self.shared.layers.get(self.id.index())
    }

    fn mode(&self) -> CollisionMode {
        self.shared.modes.get(self.id.index())
    }

    fn extras(&self) -> Extras {
        self.shared.extras.get(self.id.index())
    }
}

/// Changes to the sprite.
impl SpriteMut<'_> {
    /// Moves the sprite to a position, in pixels.
    ///
    /// # Errors
    /// Returns [`WorldError::OutOfRange`] if the position is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// The sprite keeps its position.
    #[inline]
    pub fn move_to(&mut self, at: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        self.set_position(check_position(at.into().map(i64::from))?);
        Ok(())
    }

    /// Moves the sprite by an offset, in pixels.
    ///
    /// # Errors
    /// Returns [`WorldError::OutOfRange`] if the new position is further than [`MAX_POSITION`](crate::MAX_POSITION)
    /// from 0. The sprite keeps its position.
    #[inline]
    pub fn move_by(&mut self, by: impl Into<[i32; 2]>) -> Result<(), WorldError> {
        let ([x, y], [dx, dy]) = (*self.at, by.into());
        self.set_position(check_position([i64::from(x) + i64::from(dx), i64::from(y) + i64::from(dy)])?);
        Ok(())
    }

    /// Moves the sprite to a point with fractions, as a renderer without smoothing draws it there. If the sprite has an
    /// angle, a scale, an origin or a transform, this is exact: the position is the point rounded down, and the
    /// [fraction](Sprite::fraction()) is the rest. Any other sprite stands at the nearest pixel, as
    /// [`place`](crate::place()) returns it.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let square = world.add_mask(Mask::filled(8, 8)?)?;
    /// let sprite = Sprite::new(square, [0, 0]);
    /// let [upright, doubled] = [sprite, sprite.scale([2.0, 2.0])].map(|sprite| world.spawn(sprite).unwrap());
    /// for id in [upright, doubled] {
    ///     world.get_mut(id)?.place_at([20.75, 3.0])?;
    /// }
    /// assert_eq!(world.get(upright), Some(sprite.position([21, 3])));
    /// assert_eq!(world.get(doubled).map(|doubled| (doubled.position, doubled.fraction)), Some(([20, 3], [0.75, 0.0])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The sprite is unchanged after an error.
    ///
    /// - Returns [`WorldError::NotAPixel`] if a coordinate is NaN or out of the range of positions.
    /// - Returns the errors of [`SpriteMut::set_fraction`].
    pub fn place_at<N>(&mut self, at: impl IntoPoint<N>) -> Result<(), WorldError> {
        let extras = self.extras();
        let (position, fraction) = position_at(at.into_point(), extras.map == MapExtras::NONE)?;
        if fraction != extras.fraction {
            self.show(*self.appearance, Extras { fraction, ..extras })?;
        }
        self.set_position(position);
        Ok(())
    }

    /// Sets the number that belongs to the game, as [`Sprite::data`] does.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sprite is unchanged.
    pub fn set_data(&mut self, data: u64) -> Result<(), WorldError> {
        self.masks.data.set_shared(self.id.index(), data)
    }

    /// Sets the mask that the sprite shows. An animation sets the mask of its current frame.
    ///
    /// # Errors
    /// The sprite keeps its mask after an error.
    ///
    /// - Returns [`WorldError::StaleMask`] if the world has no such mask.
    /// - Returns [`WorldError::CannotTransform`] if the mask is too large for the sprite's scale and angle.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_mask(&mut self, mask: MaskId) -> Result<(), WorldError> {
        self.set_appearance(Appearance { mask, ..*self.appearance })
    }

    /// Sets whether the sprite is mirrored left to right.
    ///
    /// # Errors
    /// The sprite is unchanged after an error.
    ///
    /// - Returns [`WorldError::BesideTransform`] if the sprite has a transform. `false` is no error.
    /// - Returns [`WorldError::CannotTransform`] if the flipped mask is too large for the sprite's scale and
    ///   angle. After a flip, the rotated mask can be a pixel larger than before.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for the flipped mask.
    pub fn set_flip_x(&mut self, flip_x: bool) -> Result<(), WorldError> {
        let [_, flip_y] = self.appearance.orientation.flips();
        self.set_orientation("flip_x", flip_x, flip_y, self.appearance.orientation.turn())
    }

    /// Sets whether the sprite is mirrored top to bottom.
    ///
    /// # Errors
    /// Returns the errors of [`SpriteMut::set_flip_x`]. The sprite is unchanged after an error.
    pub fn set_flip_y(&mut self, flip_y: bool) -> Result<(), WorldError> {
        let [flip_x, _] = self.appearance.orientation.flips();
        self.set_orientation("flip_y", flip_x, flip_y, self.appearance.orientation.turn())
    }

    /// Sets the quarter turn of the sprite, as [`Sprite::turn`](crate::Sprite::turn()) does.
    ///
    /// # Errors
    /// The sprite keeps its turn after an error.
    ///
    /// - Returns [`WorldError::BesideTransform`] if the sprite has a transform. [`QuarterTurn::None`] is no error.
    /// - Returns [`WorldError::CannotTransform`] if the turned mask is too large for the sprite's scale and
    ///   angle. After a turn, the rotated mask can be a pixel larger than before.
    /// - Returns [`WorldError::NoMemory`] if the system refuses the memory for the turned mask.
    pub fn set_turn(&mut self, turn: QuarterTurn) -> Result<(), WorldError> {
        let [flip_x, flip_y] = self.appearance.orientation.flips();
        self.set_orientation("turn", flip_x, flip_y, turn)
    }

    /// Sets the rotation angle of the sprite, as [`Sprite::angle`](crate::Sprite::angle()) does.
    ///
    /// # Errors
    /// The sprite keeps its angle after an error.
    ///
    /// - Returns [`WorldError::BesideTransform`] if the sprite has a transform. The default, here 0, is no error.
    /// - Returns [`WorldError::CannotTransform`] if the rotated mask reaches too far.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_angle(&mut self, angle: Angle) -> Result<(), WorldError> {
        let Some((_, scale, origin)) = self.turned("angle", angle == Angle::ZERO)? else { return Ok(()) };
        self.set_map(MapExtras::Turned { angle, scale, origin })
    }

    /// Sets the scale of the sprite, as [`Sprite::scale`](crate::Sprite::scale()) does.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(10, 10)?)?;
    /// let id = world.spawn(Sprite::new(rock, [0, 0]))?;
    /// world.get_mut(id)?.set_scale([4.0, 2.0])?;
    /// assert_eq!(world.get(id).unwrap().scale, [4.0, 2.0]);
    /// assert_eq!(world.refresh()?.bounds(id).unwrap().width, 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The sprite keeps its scale after an error.
    ///
    /// - Returns [`WorldError::NotAScale`] if a factor is NaN, infinite, 0 or negative.
    /// - Returns the errors of [`SpriteMut::set_angle`].
    pub fn set_scale(&mut self, scale: [f64; 2]) -> Result<(), WorldError> {
        let scale = check_scale(scale)?;
        let Some((angle, _, origin)) = self.turned("scale", scale == [1.0; 2])? else { return Ok(()) };
        self.set_map(MapExtras::Turned { angle, scale, origin })
    }

    /// Sets or removes the origin, as [`Sprite::origin`](crate::Sprite::origin()) does. The position stays: the origin
    /// is drawn there.
    ///
    /// # Errors
    /// The sprite keeps its origin after an error.
    ///
    /// - Returns [`WorldError::OriginOutOfRange`] if a coordinate is NaN, or further than
    ///   [`MAX_ORIGIN`](crate::MAX_ORIGIN) from 0.
    /// - Returns the errors of [`SpriteMut::set_angle`].
    pub fn set_origin(&mut self, origin: Option<[f64; 2]>) -> Result<(), WorldError> {
        let origin = check_origin(origin)?;
        let Some((angle, scale, _)) = self.turned("origin", origin.is_none())? else { return Ok(()) };
        self.set_map(MapExtras::Turned { angle, scale, origin })
    }

    /// Sets any map of the picture, as [`Sprite::transform`](crate::Sprite::transform()) does: also the position and
    /// its fraction, which are the translation of the map. It replaces flips, turn, scale, angle and origin. `None`
    /// removes the map: the sprite then stands at its position as its mask is.
    ///
    /// ```
    /// # use hitmask::{Affine, Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [0, 0]).origin([20.0, 2.0]))?;
    /// let by = Affine::shear([0.5, 0.0]).then(&Affine::translation([10.25, 3.0]));
    /// world.get_mut(id)?.set_transform(by)?;
    /// assert_eq!(world.get(id).unwrap().position, [10, 3]);
    /// assert_eq!(world.refresh()?.draw_transform(id), Some(by));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The sprite is unchanged after an error.
    ///
    /// - Returns [`WorldError::NotAPixel`] if the translation is out of the range of positions.
    /// - Returns [`WorldError::CannotTransform`] if the map has no inverse or the mapped mask reaches too far.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub fn set_transform(&mut self, by: impl Into<Option<Affine>>) -> Result<(), WorldError> {
        let Some(by) = by.into() else {
            return match self.extras().map {
                MapExtras::Transformed { .. } => self.set_map(MapExtras::NONE),
                MapExtras::Turned { .. } => Ok(()),
            };
        };
        let Sprite { position, fraction, .. } = Sprite::new(self.appearance.mask, *self.at).transform(by)?;
        let appearance = Appearance { orientation: Orientation::default(), ..*self.appearance };
        self.show(appearance, Extras { map: MapExtras::transformed(&by), fraction })?;
        self.set_position(position);
        Ok(())
    }

    /// Sets the part of the position below a pixel, as [`Sprite::fraction`](crate::Sprite::fraction()) does.
    ///
    /// # Errors
    /// Returns [`WorldError::NotAFraction`] if a coordinate is not from 0 to less than 1, and the errors of
    /// [`SpriteMut::set_scale`]. The sprite keeps its fraction.
    pub fn set_fraction(&mut self, fraction: [f64; 2]) -> Result<(), WorldError> {
        self.show(*self.appearance, Extras { fraction: check_fraction(fraction)?, ..self.extras() })
    }

    /// Sets the layers that the sprite is in, as [`Sprite::layers`](crate::Sprite::layers()) does. Each bit is a layer.
    /// Two sprites meet only if each is in a layer that the other collides with.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sprite keeps its layers. Memory is only
    /// allocated if no sprite of the world has had other layers than the default.
    pub fn set_layers(&mut self, layers: u32) -> Result<(), WorldError> {
        self.set_packed_layers(Layers { layer_bits: layers, ..self.packed_layers() })
    }

    /// Sets the layers that the sprite collides with, as [`Sprite::collides_with`](crate::Sprite::collides_with())
    /// does. Each bit is a layer.
    /// Two sprites meet only if each is in a layer that the other collides with.
    ///
    /// # Errors
    /// Returns the error of [`SpriteMut::set_layers`].
    pub fn set_collides_with(&mut self, collides_with: u32) -> Result<(), WorldError> {
        self.set_packed_layers(Layers { collision_bits: collides_with, ..self.packed_layers() })
    }

    /// Sets whether the sprite is fixed, as [`Sprite::fixed`](crate::Sprite::fixed()) does. The change takes effect at
    /// the next refresh, which returns an error if the system refuses the memory for it.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, World};
    /// # let mut world = World::new();
    /// # let mask = world.add_mask(Mask::filled(8, 8)?)?;
    /// world.spawn(Sprite::new(mask, [0, 0]).fixed(true))?;
    /// let rock = world.spawn(Sprite::new(mask, [4, 4]))?;
    /// assert_eq!(world.refresh()?.collisions()?.len(), 1);
    /// world.get_mut(rock)?.set_fixed(true); // it has come to rest: two fixed sprites are never a pair
    /// assert!(world.refresh()?.collisions()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_fixed(&mut self, fixed: bool) {
        if fixed != self.is_fixed() {
            self.flags.remove(Flags::FIXED);
            self.flags.set_if(fixed, Flags::FIXED);
            self.flags.set(Flags::NEW);
        }
    }

    /// Sets whether the sprite is a sensor, as [`Sprite::sensor`](crate::Sprite::sensor()) does.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sprite is unchanged.
    pub fn set_sensor(&mut self, sensor: bool) -> Result<(), WorldError> {
        self.set_mode(CollisionMode { sensor, ..self.mode() })
    }

    /// Sets the only side from which the sprite blocks others, as [`Sprite::one_way`](crate::Sprite::one_way()) does.
    /// With `None`, the sprite blocks from all sides.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sprite is unchanged.
    pub fn set_one_way(&mut self, one_way: Option<Side>) -> Result<(), WorldError> {
        self.set_mode(CollisionMode { one_way, ..self.mode() })
    }

    /// Sets whether a step tests the sprite along its path, as [`Sprite::continuous`](crate::Sprite::continuous())
    /// does. A path begins where the sprite stood at the last step at which it was continuous. So a sprite that becomes
    /// continuous has no path in the next step, but in the one after it. ([`World::set_last_place`] gives it one at
    /// once.)
    ///
    /// [`World::set_last_place`]: crate::World::set_last_place
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory. The sprite is unchanged.
    pub fn set_continuous(&mut self, continuous: bool) -> Result<(), WorldError> {
        self.set_mode(CollisionMode { continuous, ..self.mode() })
    }

    fn set_mode(&mut self, mode: CollisionMode) -> Result<(), WorldError> {
        self.shared.modes.set_shared(self.id.index(), mode)?;
        if mode.continuous != self.flags.any(Flags::CONTINUOUS) {
            self.flags.remove(Flags::CONTINUOUS);
            self.flags.set_if(mode.continuous, Flags::CONTINUOUS);
            // Its tree has to know.
            self.flags.set(Flags::CHANGED.or(Flags::NEW_KIND));
        }
        Ok(())
    }

    fn set_packed_layers(&mut self, layers: Layers) -> Result<(), WorldError> {
        if layers != self.packed_layers() {
            self.shared.layers.set_shared(self.id.index(), layers)?;
            self.flags.set(Flags::NEW);
        }
        Ok(())
    }

    /// The angle, the scale and the origin. `None` if the sprite has a transform, beside which `field` has its default.
    ///
    /// # Errors
    /// Returns [`WorldError::BesideTransform`] if the sprite has a transform, beside which `field` would have another
    /// value.
    fn turned(&self, field: &'static str, is_default: bool) -> Result<Option<Turned>, WorldError> {
        match self.extras().map {
            MapExtras::Turned { angle, scale, origin } => Ok(Some((angle, scale, origin))),
            MapExtras::Transformed { .. } if is_default => Ok(None),
            MapExtras::Transformed { .. } => Err(WorldError::BesideTransform { field }),
        }
    }

    fn set_map(&mut self, map: MapExtras) -> Result<(), WorldError> {
        self.show(*self.appearance, Extras { map, ..self.extras() })
    }

    fn set_orientation(
        &mut self,
        field: &'static str,
        flip_x: bool,
        flip_y: bool,
        turn: QuarterTurn,
    ) -> Result<(), WorldError> {
        let orientation = Orientation::new(flip_x, flip_y, turn);
        self.turned(field, orientation == Orientation::default())?;
        self.set_appearance(Appearance { orientation, ..*self.appearance })
    }

    /// Sets the position, which must be in range.
    #[inline]
    fn set_position(&mut self, at: [i32; 2]) {
        self.flags.set_if(at != *self.at, Flags::MOVED);
        *self.at = at;
    }

    /// Sets all values of the sprite.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::resolve`]. The sprite is unchanged.
    pub(crate) fn set_all(&mut self, sprite: &StoredSprite, data: u64) -> Result<(), WorldError> {
        let StoredSprite { at, appearance, layers, extras, mode, fixed, .. } = *sprite;
        // First what can fail, so that no setter fails after another.
        self.masks.find(appearance, &extras, 0)?;
        self.shared.layers.reserve_shared(layers)?;
        self.shared.extras.reserve_shared(extras)?;
        self.masks.data.reserve_shared(data)?;
        self.set_mode(mode)?;
        self.set_packed_layers(layers)?;
        self.show(appearance, extras)?;
        self.set_position(at);
        self.set_fixed(fixed);
        self.set_data(data)
    }

    fn set_appearance(&mut self, appearance: Appearance) -> Result<(), WorldError> {
        self.show(appearance, self.extras())
    }

    /// Changes the mask variant that the sprite shows, if the variant can be built.
    ///
    /// # Errors
    /// Returns the errors of [`MaskStore::resolve`]. The sprite is unchanged.
    fn show(&mut self, appearance: Appearance, extras: Extras) -> Result<(), WorldError> {
        let has_other_extras = extras != self.extras();
        if appearance != *self.appearance || has_other_extras {
            let old = *self.variant;
            let new = self.masks.find(appearance, &extras, old)?;
            if has_other_extras {
                self.shared.extras.set_shared(self.id.index(), extras)?;
            }
            self.masks.change_shown([self.appearance.mask, appearance.mask]);
            if new != old {
                self.masks.release(old);
            }
            (*self.appearance, *self.variant) = (appearance, new);
            self.flags.set(Flags::MOVED.or(Flags::NEW_VARIANT));
            self.flags.set_if(new == 0 || self.masks.is_mapped(new), Flags::UNRESOLVED);
        }
        Ok(())
    }
}
