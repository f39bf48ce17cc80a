//! A sprite: which mask it shows, where, and how.

use crate::orient::Orientation;
use crate::{Angle, MaskId, Turn, WorldError};
use slotmap::Key;

slotmap::new_key_type! {
    /// Names a sprite of a world, and never another one after its removal. Ids have an order; in a
    /// world from which nothing was removed it is that of the spawns.
    pub struct SpriteId;
}

impl SpriteId {
    /// The number of its slot, from 0 up: small, and of no other sprite as long as this one is in the world.
    /// What a game keeps for its sprites can stand in a `Vec` by it.
    ///
    /// ```
    /// # use mask::Mask;
    /// # use world::{Sprite, World};
    /// # let mut world = World::new();
    /// # let dot = world.add_mask(Mask::filled(1, 1)?)?;
    /// let ids = [0, 1, 2].map(|x| world.spawn(Sprite::new(dot, [x, 0])).unwrap());
    /// assert_eq!(ids.map(|id| id.index()), [0, 1, 2]);
    /// world.despawn(ids[1])?;
    /// assert_eq!(world.spawn(Sprite::new(dot, [9, 9]))?.index(), 1); // another id in the same slot
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        // Slot maps leave the slot 0 free.
        (self.data().as_ffi() as u32 as usize).saturating_sub(1)
    }
}

/// Positions lie within this of 0 on each axis, in pixels.
pub const MAX_POSITION: i32 = 1 << 30;

/// Pivots lie within this of 0 on each axis, in pixels: as far as the largest mask reaches.
pub const MAX_PIVOT: i32 = 1 << 26;

/// A mask at a position: flipped, turned, in layers.
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
    pub(crate) shown: Shown,
    pub(crate) layers: Layers,
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) fixed: bool,
}

/// What a sprite shows, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Shown {
    pub(crate) mask: MaskId,
    pub(crate) angle: Angle,
    pub(crate) way: Orientation,
}

const _: () = assert!(size_of::<Shown>() == 12, "a million of them are read in each refresh");

/// The layers that a sprite is in, and those that it collides with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Layers {
    of: u32,
    with: u32,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers { of: 1, with: u32::MAX }
    }
}

impl Layers {
    pub(crate) fn new(of: u32, with: u32) -> Layers {
        Layers { of, with }
    }

    /// Whether each is in a layer that the other collides with.
    #[inline]
    pub(crate) fn may_meet(self, other: Layers) -> bool {
        self.of & other.with != 0 && other.of & self.with != 0
    }

    /// Whether one of some layers is among those it is in.
    pub(crate) fn is_in(self, layers: u32) -> bool {
        self.of & layers != 0
    }
}

impl Sprite {
    /// A sprite that shows a mask, its top-left pixel at `at`.
    #[must_use]
    pub fn new(mask: MaskId, at: impl Into<[i32; 2]>) -> Sprite {
        let shown = Shown { mask, angle: Angle::ZERO, way: Orientation::default() };
        Sprite { at: at.into(), shown, layers: Layers::default(), pivot: None, fixed: false }
    }

    /// Scenery, which seldom moves. Two fixed sprites are never a pair.
    #[must_use]
    pub fn fixed(self) -> Sprite {
        Sprite { fixed: true, ..self }
    }

    /// The layers that the sprite is in, a bit each. By default the first, 1.
    #[must_use]
    pub fn layers(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { of: layers, ..self.layers }, ..self }
    }

    /// The layers that the sprite collides with, a bit each. By default all. Two sprites are a pair only
    /// where each is in a layer that the other collides with.
    #[must_use]
    pub fn collides_with(self, layers: u32) -> Sprite {
        Sprite { layers: Layers { with: layers, ..self.layers }, ..self }
    }

    /// Mirrored left to right.
    #[must_use]
    pub fn flipped_x(mut self) -> Sprite {
        self.shown.way = self.shown.way.flipped_x();
        self
    }

    /// Mirrored top to bottom.
    #[must_use]
    pub fn flipped_y(mut self) -> Sprite {
        self.shown.way = self.shown.way.flipped_y();
        self
    }

    /// Turned by quarters, after the flips.
    #[must_use]
    pub fn turned(mut self, turn: Turn) -> Sprite {
        self.shown.way = self.shown.way.with_turn(turn);
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
        self.shown.angle = angle;
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

    /// The mask that it shows.
    #[must_use]
    pub fn mask(&self) -> MaskId {
        self.shown.mask
    }

    /// Where its pivot stands, or its top-left pixel where it has none.
    #[must_use]
    pub fn position(&self) -> [i32; 2] {
        self.at
    }

    /// Its angle, after flips and quarters.
    #[must_use]
    pub fn angle(&self) -> Angle {
        self.shown.angle
    }

    /// Whether it is scenery.
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

/// The position, where it is within the limit.
#[inline(always)]
pub(crate) fn check_position(at: [i64; 2]) -> Result<[i32; 2], WorldError> {
    let within = |c: i64| (c + i64::from(MAX_POSITION)) as u64 <= 2 * MAX_POSITION as u64;
    if within(at[0]) && within(at[1]) { Ok([at[0] as i32, at[1] as i32]) } else { Err(WorldError::OutOfRange { at }) }
}

/// The pixel in which a point in floating point lies: both coordinates rounded down.
///
/// ```
/// assert_eq!(world::pixel([1.9, -0.1])?, [1, -1]);
/// assert!(world::pixel([f32::NAN, 0.0]).is_err());
/// # Ok::<(), world::WorldError>(())
/// ```
///
/// # Errors
/// [`WorldError::NotAPixel`] where a coordinate is not a number or beyond [`MAX_POSITION`].
pub fn pixel(at: [f32; 2]) -> Result<[i32; 2], WorldError> {
    let floor = at.map(f32::floor);
    if floor.iter().all(|c| c.abs() <= MAX_POSITION as f32) {
        Ok(floor.map(|c| c as i32))
    } else {
        Err(WorldError::NotAPixel { at })
    }
}
