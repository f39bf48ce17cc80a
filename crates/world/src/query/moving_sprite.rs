//! The subject of a query: a sprite of the world, a sprite at another place or as something else, or a description. It
//! moves while all other sprites stay.

use crate::geometry::Aabb;
use crate::sprites::{Layers, check_position};
use crate::tree::{TreeSet, Window, lanes_of};
use crate::{PlacedMask, Sprite, SpriteId, View, WorldError};
use std::ops::ControlFlow;

/// A sprite that moves while all other sprites stay.
pub(crate) struct MovingSprite<'w> {
    pub(crate) view: View<'w>,
    /// The slot of the sprite. `None` for a shape that is not in the world.
    pub(crate) slot: Option<usize>,
    /// The slot of a sprite that shows the same mask variant, if there is one.
    pub(crate) shown: Option<usize>,
    /// The slots of sprites that are not in the way, sorted.
    pub(crate) ignored: &'w [usize],
    /// The layers of the sprite. `None` for a shape that may meet every sprite.
    pub(crate) layers: Option<Layers>,
    /// The mask of the sprite, placed as if the sprite were at [0, 0].
    pub(crate) placed: PlacedMask<'w>,
    /// The current position of the sprite.
    pub(crate) at: [i32; 2],
}

impl<'w> MovingSprite<'w> {
    /// A sprite at its position, ready to move.
    pub(crate) fn of(view: View<'w>, id: SpriteId) -> Result<MovingSprite<'w>, WorldError> {
        MovingSprite::of_slot(view, view.slot(id).ok_or(WorldError::StaleSprite(id))?)
    }

    /// The sprite of a slot, ready to move.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if its mask is not rendered, and the system refuses memory.
    pub(crate) fn of_slot(view: View<'w>, slot: usize) -> Result<MovingSprite<'w>, WorldError> {
        Ok(MovingSprite::new(view, Some(slot), view.try_placed(slot)?, view.world.columns.position(slot)))
    }

    /// A shape that the sprite of a slot shows, at its position.
    pub(super) fn new(view: View<'w>, slot: Option<usize>, placed: PlacedMask<'w>, at: [i32; 2]) -> MovingSprite<'w> {
        let hold = [placed.at[0] - at[0], placed.at[1] - at[1]];
        let layers = slot.map(|slot| view.world.columns.layers().get(slot));
        MovingSprite { view, slot, shown: slot, layers, ignored: &[], placed: PlacedMask { at: hold, ..placed }, at }
    }

    /// The sprite, if it collides with a layer that the view asks for. Layers 0 ask for nothing to be in the way, and all
    /// layers narrow nothing.
    ///
    /// # Errors
    /// Returns [`WorldError::NoCommonLayer`] if it does not.
    pub(crate) fn on_asked_layers(self) -> Result<MovingSprite<'w>, WorldError> {
        match (self.view.asked_layers(), self.layers) {
            (Some(layers), Some(Layers { collision_bits: collides_with, .. }))
                if ![0, u32::MAX].contains(&layers) && layers & collides_with == 0 =>
            {
                Err(WorldError::NoCommonLayer { layers, collides_with })
            }
            _ => Ok(self),
        }
    }

    /// The trees that can have obstacles.
    pub(super) fn trees(&self) -> TreeSet {
        self.view.trees(self.layers)
    }

    /// Whether the sprite of a slot may be in the way: it is another sprite, the view says that it blocks, and the
    /// layers allow a collision.
    pub(crate) fn is_obstacle(&self, slot: usize) -> bool {
        let may_meet = |layers: Layers| self.view.world.columns.layers().get(slot).may_collide(layers);
        self.slot != Some(slot)
            && self.view.blocks(slot)
            && self.layers.is_none_or(may_meet)
            && self.ignored.binary_search(&slot).is_err()
    }

    /// Calls `visit` with each obstacle whose tight box shares a pixel with a box, until `visit` breaks.
    pub(crate) fn try_for_each_obstacle<B>(
        &self,
        outer: Aabb,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let window = Window { outer, inner: Aabb::EMPTY };
        self.view.world.trees.in_window(self.trees(), window, |_, leaf, found| {
            lanes_of(found.lanes)
                .map(|lane| leaf.slots[lane] as usize)
                .filter(|&slot| self.is_obstacle(slot))
                .try_for_each(&mut visit)
        })
    }

    /// The mask of the sprite, placed as if the sprite were at a position.
    pub(crate) fn placed_at(&self, [x, y]: [i32; 2]) -> PlacedMask<'w> {
        PlacedMask { at: [self.placed.at[0] + x, self.placed.at[1] + y], ..self.placed }
    }
}

/// The subject of a query, for [`View::is_free`], [`View::nearest_free`], [`View::sweep`], [`View::touching`] and
/// [`View::shape`]. Nothing moves or changes.
///
/// | you pass | it is | in its way are |
/// |---|---|---|
/// | `id` | a sprite of the world, at its place | the others whose layers and its own allow a collision |
/// | [`id.at(place)`](SpriteId::at) | the sprite at another place | the same |
/// | [`id.as_if(&sprite)`](SpriteId::as_if) | the sprite as something else: with another mask, angle, place or layers | the others whose layers and those of `sprite` allow a collision |
/// | `&sprite` | a description that is in no world | all whose layers and its own allow a collision |
/// | a [`PlacedMask`] mask | a shape that is in no world | all |
///
/// ```
/// # use hitmask::{Mask, PlacedMask, Sprite, World};
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
/// assert!(!view.is_free(PlacedMask { mask: &Mask::filled(3, 3)?, at: [40, 81] })?);
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
    Shape(PlacedMask<'a>),
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

impl<'a> From<PlacedMask<'a>> for Who<'a> {
    fn from(shape: PlacedMask<'a>) -> Self {
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

impl<'a> MovingSprite<'a> {
    /// The subject of a query, ready to move.
    ///
    /// # Errors
    /// Returns [`WorldError::StaleSprite`] for an id that names no sprite of this world, [`WorldError::OutOfRange`] for
    /// a place that is out of range, [`WorldError::NoMemory`] if the sprite must be rendered and the system refuses
    /// memory, and for a description the errors of [`World::spawn`](crate::World::spawn).
    #[inline]
    pub(crate) fn of_who(view: View<'a>, who: Who<'a>) -> Result<MovingSprite<'a>, WorldError> {
        let slot = |id: SpriteId| view.slot(id).ok_or(WorldError::StaleSprite(id));
        match who.0 {
            Kind::Sprite { id, at } => {
                let at = at.map(|at| check_position(at.map(i64::from))).transpose()?;
                let mover = MovingSprite::of_slot(view, slot(id)?)?;
                Ok(MovingSprite { at: at.unwrap_or(mover.at), ..mover })
            }
            Kind::Described { id, sprite } => {
                let slot: Option<usize> = id.map(slot).transpose()?;
                let placed = view.world.shape_of(&sprite)?;
                let layers = Some(Layers::new(sprite.layers, sprite.collides_with));
                let mover = MovingSprite::new(view, slot, placed, sprite.position);
                Ok(MovingSprite { layers, shown: None, ..mover })
            }
            Kind::Shape(shape) => {
                let at = check_position(shape.at.map(i64::from))?;
                Ok(MovingSprite::new(view, None, shape, at))
            }
        }
    }
}
