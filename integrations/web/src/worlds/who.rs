//! What queries ask about.

use super::places::place;
use super::{RawWorld, fields};
use crate::errors::JsResult;
use crate::masks::RawMask;
use world::{MaskId, PlacedMask, Sprite, Who};

/// The id of no sprite.
const NO_ID: u32 = u32::MAX;

/// What JavaScript gives: an id or [`NO_ID`]; a place, or NaN; other values of a sprite, as bits that tell which are given and their
/// numbers; and a mask that is in no world.
pub(super) struct RawWho<'a> {
    pub(super) id: u32,
    pub(super) at: [f64; 2],
    pub(super) values: Option<&'a [f64]>,
    pub(super) mask: Option<&'a RawMask>,
}

impl RawWorld {
    /// Returns what a query asks about.
    pub(super) fn who<'m>(&self, RawWho { id, at, values, mask }: RawWho<'m>) -> JsResult<Who<'m>> {
        let at = if at[0].is_nan() { None } else { Some(place(at, "who")?) };
        if let (Some(mask), Some(at)) = (mask, at) {
            return Ok(PlacedMask { mask: &mask.0, at }.into());
        }
        let id = if id == NO_ID { None } else { Some(self.sprite(id)?) };
        let mut sprite = match (id, values, at) {
            (Some(id), None, None) => return Ok(id.into()),
            (Some(id), None, Some(at)) => return Ok(id.at(at)),
            (Some(id), ..) => self.get_sprite(id),
            (None, ..) => Sprite::new(MaskId::default(), [0, 0]),
        };
        sprite.position = at.unwrap_or(sprite.position);
        if let Some([given, numbers @ ..]) = values {
            fields::change(&self.world, &mut sprite, *given as u32, &mut numbers.iter())?;
        }
        Ok(id.map_or_else(|| Who::from(&sprite), |id| id.as_if(&sprite)))
    }
}
