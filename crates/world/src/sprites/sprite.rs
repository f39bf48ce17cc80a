//! The description of a sprite.

use super::position::{check_pivot, check_position};
use super::{Appearance, Extras, Layers, Orientation, Scale};
use crate::{Angle, MaskId, Turn, WorldError};

/// A description of a sprite: the mask that it shows, its position, flips, turn, scale, angle, pivot and layers, and the
/// data of the user.
///
/// [`World::spawn`](crate::World::spawn) adds a sprite to a world. The methods that take and return a sprite set
/// options. They can be called in any order: flips always apply first, then the quarter turn, then the scale, then the
/// angle.
///
/// ```
/// # use mask::Mask;
/// use world::{Sprite, Turn, World};
///
/// # let mut world = World::new();
/// # let ship = world.add_mask(Mask::filled(3, 2)?)?;
/// let sprite = Sprite::new(ship, [10, -4]).flipped_x().turned(Turn::Quarter).layers(0b10);
/// let id = world.spawn(sprite)?;
/// assert_eq!(world.get(id).unwrap().position(), [10, -4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sprite {
    pub(crate) at: [i32; 2],
    pub(crate) appearance: Appearance,
    pub(crate) layers: Layers,
    pub(crate) extras: Extras,
    pub(crate) fixed: bool,
    pub(crate) data: u64,
}

impl Sprite {
    /// Returns a sprite that shows a mask, with its top-left pixel at `at`, in world pixels. If [`Sprite::pivot`] sets
    /// a pivot, `at` is the position of the pivot instead.
    #[must_use]
    pub fn new(mask: MaskId, at: impl Into<[i32; 2]>) -> Sprite {
        let appearance = Appearance { mask, angle: Angle::ZERO, orientation: Orientation::default() };
        Sprite {
            at: at.into(),
            appearance,
            layers: Layers::default(),
            extras: Extras::default(),
            fixed: false,
            data: 0,
        }
    }

    /// Makes the sprite fixed, for scenery that seldom moves. Two fixed sprites are never a pair.
    ///
    /// A fixed sprite can still be moved. By default, a sprite is not fixed.
    #[must_use]
    pub fn fixed(self) -> Sprite {
        Sprite { fixed: true, ..self }
    }

    /// Sets the layers that the sprite is in. Each bit is a layer. The default is 1, the first layer.
    #[must_use]
    pub fn layers(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { layer_bits: layers, ..self.layers }, ..self }
    }

    /// Sets the layers that the sprite collides with. Each bit is a layer. The default is all layers.
    ///
    /// Two sprites can be a pair only if each of them is in a layer that the other collides with.
    #[must_use]
    pub fn collides_with(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { collision_bits: layers, ..self.layers }, ..self }
    }

    /// Mirrors the sprite left to right. A second call undoes the first.
    #[must_use]
    pub fn flipped_x(mut self) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.flipped_x();
        self
    }

    /// Mirrors the sprite top to bottom. A second call undoes the first.
    #[must_use]
    pub fn flipped_y(mut self) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.flipped_y();
        self
    }

    /// Sets the quarter turn of the sprite. It applies after the flips.
    #[must_use]
    pub fn turned(mut self, turn: Turn) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.with_turn(turn);
        self
    }

    /// Sets the rotation angle of the sprite. The rotation applies after the flips, the quarter turn and the scale.
    ///
    /// The sprite shows the nearest of the angles that its mask has: 64 equal angles, unless
    /// [`World::set_angles`](crate::World::set_angles) sets another number or [`Sprite::exact`] the angle as given. A rotated mask is built when a sprite first
    /// shows it, and is then shared.
    ///
    /// A sprite with a pivot rotates about its pivot pixel. A sprite without a pivot rotates about its middle, which is
    /// the corner between pixels at half its width and half its height, rounded down. Its position is then the top-left
    /// pixel that it has with neither scale nor rotation.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Angle, Sprite, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let id = world.spawn(Sprite::new(plank, [100, 100]).rotated(Angle::degrees(45.0)?))?;
    /// let bounds = world.refresh()?.bounds(id).unwrap();
    /// assert!(bounds.width.abs_diff(bounds.height) <= 1 && bounds.contains([120, 102]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rotated(mut self, angle: Angle) -> Sprite {
        self.appearance.angle = angle;
        self
    }

    /// Sets the pivot: the pixel of the mask that is at the position of the sprite. The sprite flips, turns, scales
    /// and rotates about its pivot.
    ///
    /// The pivot is a pixel of the mask as it was added, before any flip or turn. It may lie outside the mask, for
    /// example in a trimmed frame of an animation. Both coordinates must be from -[`MAX_PIVOT`](crate::MAX_PIVOT) to [`MAX_PIVOT`](crate::MAX_PIVOT).
    /// [`World::spawn`](crate::World::spawn) checks the range.
    ///
    /// Without a pivot, the position is the top-left pixel of the flipped and turned sprite, so the sprite flips and
    /// turns in place. For a sprite that is not flipped, turned, scaled or rotated, no pivot and the pivot
    /// `[0, 0]` are the same. [`Sprite::rotated`] describes the rotation without a pivot.
    #[must_use]
    pub fn pivot(mut self, pivot: impl Into<[i32; 2]>) -> Sprite {
        self.extras.pivot = Some(pivot.into());
        self
    }

    /// Sets the scale of the sprite: the factors along x and y. The scale applies after the flips and the quarter turn,
    /// and before the rotation.
    ///
    /// The sprite shows each factor rounded to the nearest of 32 steps an octave: 1, about 1.022, about 1.044, and so on
    /// up to 2. A factor is therefore at most 1.1 % off. [`Sprite::exact`] sets the factors as given. A pixel of the
    /// result is solid if its center lies in a solid pixel of the scaled and rotated mask. If the scaled mask is less
    /// than 1/65,536 of a pixel wide or high, the sprite shows no pixels and never collides. A scaled mask is built when
    /// a sprite first shows it, and is then shared.
    ///
    /// A sprite with a pivot is scaled about the center of its pivot pixel. A sprite without a pivot is scaled about its
    /// middle, as [`Sprite::rotated`] describes, and its position is the top-left pixel that it has with neither scale
    /// nor rotation.
    ///
    /// ```
    /// # use mask::{Mask, Rect};
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(10, 20)?)?;
    /// let id = world.spawn(Sprite::new(rock, [100, 100]).scaled([2.0, 0.5])?)?;
    /// assert_eq!(world.refresh()?.bounds(id), Some(Rect::new(95, 105, 20, 10))); // the middle stays at [105, 110]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`WorldError::NotAScale`] if a factor is NaN, infinite, 0 or negative. To mirror a sprite, use
    /// [`Sprite::flipped_x`].
    pub fn scaled(mut self, scale: [f64; 2]) -> Result<Sprite, WorldError> {
        self.extras.scale = Scale::new(scale)?;
        Ok(self)
    }

    /// Shows the scale and the angle of the sprite as given. By default, both are rounded: the factors of the scale to
    /// 32 steps an octave, and the angle to the angles of the mask.
    ///
    /// Sprites with equal scales and angles still share a mask. If these change continuously, for example during a zoom,
    /// the world builds a mask for each of their values. [`World::set_variant_budget`](crate::World::set_variant_budget)
    /// limits the memory of these masks. An [`Angle`] has steps of 1/65536 of a circle.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// let rock = world.add_mask(Mask::filled(200, 200)?)?;
    /// let sprite = Sprite::new(rock, [0, 0]).scaled([1.5, 1.5])?;
    /// let [rounded, exact] = [sprite, sprite.exact()].map(|sprite| world.spawn(sprite).unwrap());
    /// let view = world.refresh()?;
    /// assert_eq!([rounded, exact].map(|id| view.bounds(id).unwrap().width), [302, 300]); // 2^(19/32) is 1.509
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exact(mut self) -> Sprite {
        self.extras.exact = true;
        self
    }

    /// Sets the data of the sprite, which the world stores but does not use. For example, the data can be a key into
    /// the tables of a game. By default, the data is 0.
    ///
    /// [`World::data`](crate::World::data) returns the data for an id, and for some time even after the sprite is
    /// removed.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let coin = world.spawn(Sprite::new(dot, [3, 4]).data(50))?;
    /// assert_eq!(world.data(coin), Some(50));
    /// assert_eq!(world.get(coin).unwrap().user_data(), 50);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn data(self, data: u64) -> Sprite {
        Sprite { data, ..self }
    }

    /// Sets the position, in world pixels. See [`Sprite::position`].
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// let sprite = Sprite::new(MaskId::default(), [0, 0]).layers(0b10);
    /// assert_eq!(sprite.with_position([3, 4]), Sprite::new(sprite.mask(), [3, 4]).layers(0b10));
    /// ```
    #[must_use]
    pub fn with_position(self, at: impl Into<[i32; 2]>) -> Sprite {
        Sprite { at: at.into(), ..self }
    }

    /// Sets the mask that the sprite shows.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let [rock, ship] = [3, 5].map(|side| world.add_mask(Mask::filled(side, side).unwrap()).unwrap());
    /// let sprite = Sprite::new(rock, [7, 7]).flipped_x();
    /// assert_eq!(sprite.with_mask(ship), Sprite::new(ship, [7, 7]).flipped_x());
    /// ```
    #[must_use]
    pub fn with_mask(mut self, mask: MaskId) -> Sprite {
        self.appearance.mask = mask;
        self
    }

    /// Returns the data that [`Sprite::data`] sets. The default is 0.
    #[must_use]
    pub fn user_data(&self) -> u64 {
        self.data
    }

    /// Returns the id of the mask that the sprite shows.
    #[must_use]
    pub fn mask(&self) -> MaskId {
        self.appearance.mask
    }

    /// Returns the position of the sprite, in world pixels. With a pivot, this is the position of the pivot pixel.
    /// Without a pivot, this is the top-left pixel of the flipped and turned sprite, before its scale and rotation.
    #[must_use]
    pub fn position(&self) -> [i32; 2] {
        self.at
    }

    /// Returns whether the sprite is mirrored left to right, and whether it is mirrored top to bottom.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// assert_eq!(Sprite::new(mask, [0, 0]).flipped_y().flips(), [false, true]);
    /// ```
    #[must_use]
    pub fn flips(&self) -> [bool; 2] {
        self.appearance.orientation.flips()
    }

    /// Returns the quarter turn of the sprite, which applies after the flips.
    ///
    /// ```
    /// # use world::{MaskId, Sprite, Turn};
    /// # let mask = MaskId::default();
    /// assert_eq!(Sprite::new(mask, [0, 0]).turned(Turn::Half).turn(), Turn::Half);
    /// ```
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.appearance.orientation.turn()
    }

    /// Returns the rotation angle of the sprite. The rotation applies after the flips, the quarter turn and the scale.
    ///
    /// This is the angle that [`Sprite::rotated`] sets. The sprite shows the nearest angle that its mask has, unless it is
    /// [exact](Sprite::exact).
    #[must_use]
    pub fn angle(&self) -> Angle {
        self.appearance.angle
    }

    /// Returns the pivot: the pixel of the mask that is at the position of the sprite. Returns `None` if the sprite has
    /// no pivot.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.pivot_pixel(), sprite.pivot([3, 7]).pivot_pixel()), (None, Some([3, 7])));
    /// ```
    #[must_use]
    pub fn pivot_pixel(&self) -> Option<[i32; 2]> {
        self.extras.pivot
    }

    /// Returns the scale of the sprite: the factors along x and y that [`Sprite::scaled`] sets. The default is
    /// `[1.0, 1.0]`.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.scale(), sprite.scaled([1.5, 0.1])?.scale()), ([1.0, 1.0], [1.5, 0.1]));
    /// # Ok::<(), world::WorldError>(())
    /// ```
    #[must_use]
    pub fn scale(&self) -> [f64; 2] {
        self.extras.scale.factors()
    }

    /// Returns whether the sprite shows its scale and its angle as given. See [`Sprite::exact`].
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.is_exact(), sprite.exact().is_exact()), (false, true));
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.extras.exact
    }

    /// Returns the layers that the sprite is in. Each bit is a layer.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.layer_bits(), sprite.layers(0b110).layer_bits()), (1, 0b110));
    /// ```
    #[must_use]
    pub fn layer_bits(&self) -> u32 {
        self.layers.layer_bits
    }

    /// Returns the layers that the sprite collides with. Each bit is a layer.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.collision_bits(), sprite.collides_with(0b10).collision_bits()), (u32::MAX, 0b10));
    /// ```
    #[must_use]
    pub fn collision_bits(&self) -> u32 {
        self.layers.collision_bits
    }

    /// Returns whether the sprite is fixed. See [`Sprite::fixed`].
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Checks that the position and the pivot are in range.
    ///
    /// # Errors
    /// Returns [`WorldError::OutOfRange`] for the position, and [`WorldError::PivotOutOfRange`] for the pivot.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_position(self.at.map(i64::from))?;
        check_pivot(self.extras.pivot)
    }
}
