//! What queries ask about.

use super::RawWorld;
use crate::errors::JsResult;
use crate::mask::RawMask;
use ::world::{MaskId, Placed, Sprite, Who};

/// The id of no sprite.
const NO_ID: u32 = u32::MAX;
/// The bits of the values that make a sprite another one: all but the position.
const OTHER: u32 = !0b10;

impl RawWorld {
    /// Returns what a query asks about. The numbers are an id or [`NO_ID`], the values that are given as bits, and their
    /// numbers. A mask that is in no world has only a position.
    pub(super) fn who<'m>(&self, numbers: &[f64], mask: Option<&'m RawMask>) -> JsResult<Who<'m>> {
        let [id, given, row @ ..] = numbers else { unreachable!("JavaScript gives both") };
        let (id, given) = (*id as u32, *given as u32);
        let id = if id == NO_ID { None } else { Some(self.sprite(id)?) };
        let mut sprite = id.map_or_else(|| Sprite::new(MaskId::default(), [0, 0]), |id| self.get_sprite(id));
        self.change(&mut sprite, given, &mut row.iter())?;
        Ok(match (mask, id) {
            (Some(mask), _) => Placed { mask: &mask.0, at: sprite.position }.into(),
            (None, Some(id)) if given & OTHER == 0 => id.at(sprite.position),
            (None, Some(id)) => id.as_if(&sprite),
            (None, None) => Who::from(&sprite),
        })
    }
}
