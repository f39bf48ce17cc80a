//! How far a search for a free place may lead, in Bevy's units.

use crate::PixelError;
use crate::units::Units;
use bevy_math::{Rect, Vec2};
use world::PushOut;

/// How far [`PixelMover::push_out`](crate::PixelMover::push_out) may move an entity, and optionally in which direction.
///
/// A number converts into this many units in any direction, and so does a [`PixelReach`], which may have a rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelPushOut {
    reach: PixelReach,
    direction: Option<Vec2>,
}

impl PixelPushOut {
    /// Along a direction, y up, to the first free place in reach. The direction is rounded to 1/1024 of its longer axis.
    #[must_use]
    pub fn along(direction: Vec2, reach: impl Into<PixelReach>) -> PixelPushOut {
        PixelPushOut { reach: reach.into(), direction: Some(direction) }
    }

    /// What the world takes.
    pub(super) fn to_pixels(self, units: Units) -> Result<PushOut, PixelError> {
        let reach = self.reach.to_pixels(units)?;
        Ok(match self.direction {
            Some(to) => {
                // The conversion turns the NaN of a direction of zero length into 0.
                let whole = |c: f32| (1024.0 * c / to.abs().max_element()).round() as i32;
                PushOut::along([whole(to.x), whole(-to.y)], reach)
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

/// How far a search for a free place may lead. A number converts into this many units in any direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PixelReach {
    limit: f32,
    inside: Option<Rect>,
}

impl PixelReach {
    /// Up to `limit` units, rounded down to whole pixels. A limit that is negative or not a number is 0.
    #[must_use]
    pub fn new(limit: f32) -> PixelReach {
        PixelReach { limit, inside: None }
    }

    /// Only to places at which the tight box around the solid pixels lies in a rectangle of the world, in units, such as
    /// that of the map.
    #[must_use]
    pub fn inside(self, rect: Rect) -> PixelReach {
        PixelReach { inside: Some(rect), ..self }
    }

    /// What the world takes.
    ///
    /// # Errors
    /// Returns [`PixelError::OutOfRange`] with the least corner of a rectangle without a pixel in range.
    pub(super) fn to_pixels(self, units: Units) -> Result<mask::Reach, PixelError> {
        let reach = mask::Reach::new(units.whole_length(self.limit));
        let Some(rect) = self.inside else { return Ok(reach) };
        Ok(reach.inside(units.pixels_of(rect).ok_or(PixelError::OutOfRange { at: rect.min })?))
    }
}

impl From<f32> for PixelReach {
    fn from(limit: f32) -> PixelReach {
        PixelReach::new(limit)
    }
}
