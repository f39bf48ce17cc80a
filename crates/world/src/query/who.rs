//! The subject of a query: a sprite of the world, a sprite at another place or as something else, or a description.

use super::moving_sprite::MovingSprite;
use crate::sprites::{Layers, check_position};
use crate::{Placed, Sprite, SpriteId, View, WorldError};

/// The subject of a query, for [`View::is_free`], [`View::nearest_free`], [`View::sweep`], [`View::touching`] and
/// [`View::shape`]. Nothing moves or changes.
///
/// | you pass | it is | in its way are |
/// |---|---|---|
/// | `id` | a sprite of the world, at its place | the others whose layers and its own allow a collision |
/// | [`id.at(place)`](SpriteId::at) | the sprite at another place | the same |
/// | [`id.as_if(&sprite)`](SpriteId::as_if) | the sprite as something else: with another mask, angle, place or layers | the others whose layers and those of `sprite` allow a collision |
/// | `&sprite` | a description that is in no world | all whose layers and its own allow a collision |
/// | a [`Placed`] mask | a shape that is in no world | all |
///
/// ```
/// # use hitmask::{Mask, Placed, Sprite, World};
/// # let mut world = World::new();
/// let [crouching, standing] = [8, 16].map(|height| world.add_mask(Mask::filled(8, height).unwrap()).unwrap());
/// let beam = world.add_mask(Mask::filled(90, 4)?)?;
/// let hero = world.spawn(Sprite::new(crouching, [0, 92]))?;
/// world.spawn(Sprite::new(beam, [0, 80]).fixed(true))?;
/// let view = world.refresh()?;
/// assert!(view.is_free(hero)? && !view.is_free(hero.at([0, 83]))?);
/// let up = view.get(hero).unwrap().mask(standing).position([0, 84]);
/// assert!(view.is_free(hero.as_if(&up))?); // the beam is just above
/// assert!(!view.is_free(&up)?); // as somebody else, it would overlap the hero
/// assert!(!view.is_free(Placed { mask: &Mask::filled(3, 3)?, at: [40, 81] })?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: a look-up. For a description, in addition the time to build its mask variant if no sprite has shown it before.
#[derive(Debug, Clone, Copy)]
pub struct Who<'a>(Kind<'a>);

#[derive(Debug, Clone, Copy)]
enum Kind<'a> {
    /// A sprite of the world, at its place or at another.
    Sprite {
        id: SpriteId,
        at: Option<[i32; 2]>,
    },
    /// A description: of a sprite of the world as something else, or of nobody.
    Described {
        id: Option<SpriteId>,
        sprite: Sprite,
    },
    Shape(Placed<'a>),
}

impl From<SpriteId> for Who<'_> {
    #[inline]
    fn from(id: SpriteId) -> Self {
        Who(Kind::Sprite { id, at: None })
    }
}

impl From<&Sprite> for Who<'_> {
    fn from(sprite: &Sprite) -> Self {
        Who(Kind::Described { id: None, sprite: *sprite })
    }
}

impl<'a> From<Placed<'a>> for Who<'a> {
    fn from(shape: Placed<'a>) -> Self {
        Who(Kind::Shape(shape))
    }
}

/// The subjects of queries.
impl SpriteId {
    /// The sprite at another place, for the queries that take a [`Who`]. It does not move.
    #[must_use]
    #[inline]
    pub fn at<'a>(self, place: impl Into<[i32; 2]>) -> Who<'a> {
        Who(Kind::Sprite { id: self, at: Some(place.into()) })
    }

    /// The sprite as something else, for the queries that take a [`Who`]: with the mask, the angle, the place and the
    /// layers of `sprite`. It ignores itself, so a hero who crouches is not in the way of himself when he stands up. It
    /// does not change.
    #[must_use]
    pub fn as_if<'a>(self, sprite: &Sprite) -> Who<'a> {
        Who(Kind::Described { id: Some(self), sprite: *sprite })
    }
}

impl<'w> View<'w> {
    /// The subject of a query, ready to move.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] for an id that names no sprite of this world, [`WorldError::OutOfRange`] for
    /// a place that is out of range, [`WorldError::NoMemory`] if the sprite must be rendered and the system refuses
    /// memory, and for a description the errors of [`World::spawn`](crate::World::spawn).
    #[inline]
    pub(super) fn moving<'a>(self, who: Who<'a>) -> Result<MovingSprite<'a>, WorldError>
    where
        'w: 'a,
    {
        let slot = |id: SpriteId| self.slot(id).ok_or(WorldError::StaleSprite(id));
        match who.0 {
            Kind::Sprite { id, at } => {
                let at = at.map(|at| check_position(at.map(i64::from))).transpose()?;
                let mover = self.moving_at(slot(id)?)?;
                Ok(MovingSprite { at: at.unwrap_or(mover.at), ..mover })
            }
            Kind::Described { id, sprite } => {
                let slot: Option<usize> = id.map(slot).transpose()?;
                let placed = self.world.shape_of(&sprite)?;
                let layers = Some(Layers::new(sprite.layers, sprite.collides_with));
                let mover = MovingSprite::new(self, slot, placed, sprite.position);
                Ok(MovingSprite { layers, shown: None, ..mover })
            }
            Kind::Shape(shape) => {
                let at = check_position(shape.at.map(i64::from))?;
                Ok(MovingSprite::new(self, None, shape, at))
            }
        }
    }

    /// Returns the shape of a sprite, or of what else a [`Who`] is: the mask variant that it shows (flipped, turned,
    /// scaled and rotated), and its top-left pixel in the world.
    ///
    /// ```
    /// # use hitmask::{Mask, Sprite, Turn, World};
    /// # let mut world = World::new();
    /// let plank = world.add_mask(Mask::filled(40, 4)?)?;
    /// let sprite = Sprite::new(plank, [7, 0]).turn(Turn::Quarter);
    /// let shape = world.refresh()?.shape(&sprite)?; // it need not be in the world
    /// assert_eq!((shape.at, shape.mask.width(), shape.mask.height()), ([7, 0], 4, 40));
    /// let id = world.spawn(sprite)?;
    /// assert_eq!(world.refresh()?.shape(id.at([9, 9]))?.at, [9, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// - Returns [`WorldError::StaleSprite`] if an id names no sprite of this world.
    /// - Returns [`WorldError::OutOfRange`] if a place is further than [`MAX_POSITION`](crate::MAX_POSITION) from 0.
    /// - Returns [`WorldError::NoMemory`] if the mask must be rendered under its map, and the system refuses memory.
    /// - For a description, returns the errors of [`World::spawn`](crate::World::spawn), except [`WorldError::Full`].
    pub fn shape<'a>(self, who: impl Into<Who<'a>>) -> Result<Placed<'a>, WorldError>
    where
        'w: 'a,
    {
        let mover = self.moving(who.into())?;
        Ok(mover.placed_at(mover.at))
    }
}
