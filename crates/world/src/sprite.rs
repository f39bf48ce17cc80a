//! A sprite: which mask it shows, where, and how.

use crate::orient::Orientation;
use crate::shapes::Shapes;
use crate::{MaskId, Turn, WorldError};

slotmap::new_key_type! {
    /// Names a sprite of a world, and never another one after its removal. Ids have an order; in a
    /// world from which nothing was removed it is that of the spawns.
    pub struct SpriteId;
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
    pub(crate) mask: MaskId,
    pub(crate) at: [i32; 2],
    pub(crate) pivot: Option<[i32; 2]>,
    pub(crate) layers: u32,
    pub(crate) collides_with: u32,
    pub(crate) way: Orientation,
    pub(crate) fixed: bool,
}

impl Sprite {
    /// A sprite that shows a mask, its top-left pixel at `at`.
    #[must_use]
    pub fn new(mask: MaskId, at: impl Into<[i32; 2]>) -> Sprite {
        Sprite {
            mask,
            at: at.into(),
            pivot: None,
            layers: 1,
            collides_with: u32::MAX,
            way: Orientation::default(),
            fixed: false,
        }
    }

    /// Scenery, which seldom moves. Two fixed sprites are never a pair.
    #[must_use]
    pub fn fixed(self) -> Sprite {
        Sprite { fixed: true, ..self }
    }

    /// The layers that the sprite is in, a bit each. By default the first, 1.
    #[must_use]
    pub fn layers(self, layers: u32) -> Sprite {
        Sprite { layers, ..self }
    }

    /// The layers that the sprite collides with, a bit each. By default all. Two sprites are a pair only
    /// where each is in a layer that the other collides with.
    #[must_use]
    pub fn collides_with(self, layers: u32) -> Sprite {
        Sprite { collides_with: layers, ..self }
    }

    /// Mirrored left to right.
    #[must_use]
    pub fn flipped_x(mut self) -> Sprite {
        self.way.flip_x = !self.way.flip_x;
        self
    }

    /// Mirrored top to bottom.
    #[must_use]
    pub fn flipped_y(mut self) -> Sprite {
        self.way.flip_y = !self.way.flip_y;
        self
    }

    /// Turned by quarters, after the flips.
    #[must_use]
    pub fn turned(mut self, turn: Turn) -> Sprite {
        self.way.turn = turn;
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
        self.mask
    }

    /// Where its pivot stands, or its top-left pixel where it has none.
    #[must_use]
    pub fn position(&self) -> [i32; 2] {
        self.at
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

    /// Where the top-left pixel of the sprite as it stands lies. Within 2^30 + 2^27 of 0, so that boxes fit
    /// in `i32`.
    pub(crate) fn top_left(&self, shapes: &Shapes) -> [i32; 2] {
        let Some(pivot) = self.pivot else { return self.at };
        let mask = shapes.get(self.mask).expect("a mask that is shown is not removed").mask();
        let size = [i64::from(mask.width()), i64::from(mask.height())];
        let [px, py] = self.way.carry(pivot.map(i64::from), size);
        [(i64::from(self.at[0]) - px) as i32, (i64::from(self.at[1]) - py) as i32]
    }
}

/// The position, where it is within the limit.
pub(crate) fn check_position(at: [i64; 2]) -> Result<[i32; 2], WorldError> {
    if at.iter().all(|c| c.unsigned_abs() <= MAX_POSITION as u64) {
        Ok(at.map(|c| c as i32))
    } else {
        Err(WorldError::OutOfRange { at })
    }
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
