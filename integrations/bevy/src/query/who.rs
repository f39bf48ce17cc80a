//! What a query asks about, and how far a search goes.

use crate::PixelError;
use crate::units::Units;
use bevy_ecs::entity::Entity;
use bevy_math::{Rect, Vec2};
use mask::{Mask, Reach};
use world::{PushOut, Sprite};

/// What a query asks about, for [`PixelView::sweep`](crate::PixelView::sweep), [`is_free`](crate::PixelView::is_free)
/// and [`nearest_free`](crate::PixelView::nearest_free). Nothing moves or changes.
///
/// | you pass | it is |
/// |---|---|
/// | `entity` | an entity, at its place |
/// | `(entity, by)` | an entity after a move by a vector in units, rounded to whole pixels |
/// | `(entity, &sprite)` | an entity as something else: it ignores itself. Change what [`PixelView::get`](crate::PixelView::get) returns |
/// | `&sprite` | a description that is in no world, in pixels, y down |
/// | `(&mask, corner)` | a mask that is in no world, with its top-left corner at a point in units. All entities are in its way |
///
/// Corners and moves are rounded as the place of an entity is: to the nearest pixel, halves left and up
/// ([`PixelCollider`](crate::PixelCollider)). So a mask at a corner is where an entity with this corner is.
#[derive(Debug, Clone, Copy)]
pub struct PixelWho<'a>(pub(super) Kind<'a>);

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'a> {
    Entity(Entity, Vec2),
    Described(Option<Entity>, &'a Sprite),
    Shape(&'a Mask, Vec2),
}

impl From<Entity> for PixelWho<'_> {
    fn from(entity: Entity) -> Self {
        PixelWho(Kind::Entity(entity, Vec2::ZERO))
    }
}

impl From<(Entity, Vec2)> for PixelWho<'_> {
    fn from((entity, by): (Entity, Vec2)) -> Self {
        PixelWho(Kind::Entity(entity, by))
    }
}

impl<'a> From<(Entity, &'a Sprite)> for PixelWho<'a> {
    fn from((entity, sprite): (Entity, &'a Sprite)) -> Self {
        PixelWho(Kind::Described(Some(entity), sprite))
    }
}

impl<'a> From<&'a Sprite> for PixelWho<'a> {
    fn from(sprite: &'a Sprite) -> Self {
        PixelWho(Kind::Described(None, sprite))
    }
}

impl<'a> From<(&'a Mask, Vec2)> for PixelWho<'a> {
    fn from((mask, corner): (&'a Mask, Vec2)) -> Self {
        PixelWho(Kind::Shape(mask, corner))
    }
}

/// How far a search for a free place goes, in units, and maybe a rectangle that the solid pixels do not leave.
/// An `f32` converts into the distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelReach {
    limit: f32,
    inside: Option<Rect>,
}

impl PixelReach {
    /// Up to `limit` units away.
    #[must_use]
    pub const fn new(limit: f32) -> PixelReach {
        PixelReach { limit, inside: None }
    }

    /// The same within a rectangle of the world, for example the map. It is rounded to the pixels that it overlaps.
    #[must_use]
    pub const fn inside(self, rect: Rect) -> PixelReach {
        PixelReach { inside: Some(rect), ..self }
    }

    /// # Errors
    /// Returns [`PixelError::OutOfRange`] if no pixel in range is in the rectangle.
    pub(super) fn in_pixels(self, units: Units) -> Result<Reach, PixelError> {
        let reach = Reach::new(units.whole_length(self.limit));
        match self.inside {
            Some(rect) => Ok(reach.inside(units.pixels_of(rect).ok_or(PixelError::OutOfRange { at: rect.min })?)),
            None => Ok(reach),
        }
    }
}

impl From<f32> for PixelReach {
    fn from(limit: f32) -> PixelReach {
        PixelReach::new(limit)
    }
}

/// Where [`PixelMover::push_out`](crate::PixelMover::push_out) may move an entity. An `f32` converts into a distance in
/// units in any direction, and so does a [`PixelReach`], which may have a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelPushOut {
    reach: PixelReach,
    direction: Option<Vec2>,
}

impl PixelPushOut {
    /// Along a direction, to the first free place in reach. The direction is rounded to 1/1024 of its longer axis.
    #[must_use]
    pub fn along(direction: Vec2, reach: impl Into<PixelReach>) -> PixelPushOut {
        PixelPushOut { reach: reach.into(), direction: Some(direction) }
    }

    pub(super) fn in_pixels(self, units: Units) -> Result<PushOut, PixelError> {
        let reach = self.reach.in_pixels(units)?;
        Ok(match self.direction {
            Some(direction) if !direction.is_finite() || direction == Vec2::ZERO => {
                return Err(PixelError::NotADirection(direction));
            }
            Some(direction) => {
                let longer = direction.abs().max_element();
                let steps = [direction.x, -direction.y].map(|c| (1024.0 * c / longer).round() as i32);
                PushOut::along(steps, reach)
            }
            None => reach.into(),
        })
    }
}

impl<R: Into<PixelReach>> From<R> for PixelPushOut {
    fn from(reach: R) -> PixelPushOut {
        PixelPushOut { reach: reach.into(), direction: None }
    }
}
