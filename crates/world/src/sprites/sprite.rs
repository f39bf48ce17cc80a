//! A sprite: which mask it shows, where, and how.

use super::position::check_position;
use super::{Appearance, Layers, Orientation};
use crate::{Angle, MAX_PIVOT, MaskId, Turn, WorldError};

/// A mask at a position: flipped, turned, in layers, with a number of the user's.
///
/// The methods that take and give a sprite are options, in any order; the flips are always made before
/// the turn.
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
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) fixed: bool,
    pub(crate) data: u64,
}

impl Sprite {
    /// A sprite that shows a mask, its top-left pixel at `at`.
    #[must_use]
    pub fn new(mask: MaskId, at: impl Into<[i32; 2]>) -> Sprite {
        let appearance = Appearance { mask, angle: Angle::ZERO, orientation: Orientation::default() };
        Sprite { at: at.into(), appearance, layers: Layers::default(), pivot: None, fixed: false, data: 0 }
    }

    /// Scenery, which seldom moves. Two fixed sprites are never a pair.
    #[must_use]
    pub fn fixed(self) -> Sprite {
        Sprite { fixed: true, ..self }
    }

    /// The layers that the sprite is in, a bit each. By default the first, 1.
    #[must_use]
    pub fn layers(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { layer_bits: layers, ..self.layers }, ..self }
    }

    /// The layers that the sprite collides with, a bit each. By default all. Two sprites are a pair only
    /// where each is in a layer that the other collides with.
    #[must_use]
    pub fn collides_with(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { collision_bits: layers, ..self.layers }, ..self }
    }

    /// Mirrored left to right.
    #[must_use]
    pub fn flipped_x(mut self) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.flipped_x();
        self
    }

    /// Mirrored top to bottom.
    #[must_use]
    pub fn flipped_y(mut self) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.flipped_y();
        self
    }

    /// Turned by quarters, after the flips.
    #[must_use]
    pub fn turned(mut self, turn: Turn) -> Sprite {
        self.appearance.orientation = self.appearance.orientation.with_turn(turn);
        self
    }

    /// Turned by any angle, after the flips and the quarters: by the nearest of those that its mask has, 64
    /// unless [`World::set_angles`](crate::World::set_angles) says otherwise. Each is made when it is first
    /// shown, and shared.
    ///
    /// A sprite with a pivot turns about that pixel. Without one it turns about its middle, the corner of
    /// pixels at half its width and height, and its position is where its top-left pixel stood before the
    /// turn.
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

    /// The pixel of the mask that stands at the position, whichever way the sprite is flipped and
    /// turned: it flips and turns about its pivot. The pixel is counted in the mask as it was added, and
    /// may lie outside it (a trimmed frame of an animation), within [`MAX_PIVOT`] of 0.
    ///
    /// Without a pivot the position is the top-left pixel of the sprite as it stands, so that it flips
    /// and turns in place. For a sprite that does neither, that is the pivot `[0, 0]`.
    #[must_use]
    pub fn pivot(self, pivot: impl Into<[i32; 2]>) -> Sprite {
        Sprite { pivot: Some(pivot.into()), ..self }
    }

    /// A number of the user's that goes with the sprite, say a key into the game's own tables. By default 0.
    /// [`World::data`](crate::World::data) gives it for an id, even for a while after the sprite has gone.
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

    /// The number that [`Sprite::data`] sets, 0 unless it is called.
    #[must_use]
    pub fn user_data(&self) -> u64 {
        self.data
    }

    /// The mask that the sprite shows.
    #[must_use]
    pub fn mask(&self) -> MaskId {
        self.appearance.mask
    }

    /// The position of the pivot, or of the top-left pixel if the sprite has no pivot.
    #[must_use]
    pub fn position(&self) -> [i32; 2] {
        self.at
    }

    /// Whether the sprite is mirrored left to right, and top to bottom.
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

    /// The turn by quarters, after the flips.
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

    /// The angle, after the flips and the quarters.
    #[must_use]
    pub fn angle(&self) -> Angle {
        self.appearance.angle
    }

    /// The pixel of the mask that is at the position; `None` if the sprite has no pivot.
    ///
    /// ```
    /// # use world::{MaskId, Sprite};
    /// # let mask = MaskId::default();
    /// let sprite = Sprite::new(mask, [0, 0]);
    /// assert_eq!((sprite.pivot_pixel(), sprite.pivot([3, 7]).pivot_pixel()), (None, Some([3, 7])));
    /// ```
    #[must_use]
    pub fn pivot_pixel(&self) -> Option<[i32; 2]> {
        self.pivot
    }

    /// The layers that the sprite is in, a bit each.
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

    /// The layers that the sprite collides with, a bit each.
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

    /// Whether the sprite is fixed.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// An error unless position and pivot are within their limits.
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_position(self.at.map(i64::from))?;
        match self.pivot {
            Some(pivot) if pivot.iter().any(|c| c.unsigned_abs() > MAX_PIVOT as u32) => {
                Err(WorldError::PivotOutOfRange { pivot })
            }
            _ => Ok(()),
        }
    }
}
