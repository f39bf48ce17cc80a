//! What queries ask about.

use super::RawWorld;
use crate::errors::JsResult;
use crate::mask::RawMask;
use ::world::{MaskId, Placed, Sprite, Who};

/// The id of no sprite.
const NO_ID: u32 = u32::MAX;
/// The bit of the position in the values that are given.
const POSITION: u32 = 0b10;

impl RawWorld {
    /// Returns what a query asks about. The numbers are an id or [`NO_ID`], the values that are given as bits, and their
    /// numbers. A mask that is in no world has only a position.
    pub(super) fn who<'m>(&self, numbers: &[f64], mask: Option<&'m RawMask>) -> JsResult<Who<'m>> {
        let [id, given, row @ ..] = numbers else { unreachable!("JavaScript gives both") };
        let (id, given) = (*id as u32, *given as u32);
        let id = if id == NO_ID { None } else { Some(self.sprite(id)?) };
        let mut sprite = match id {
            Some(id) if given & !POSITION != 0 => self.get_sprite(id),
            _ => Sprite::new(MaskId::default(), [0, 0]),
        };
        self.change(&mut sprite, given, &mut row.iter())?;
        Ok(match (mask, id, given) {
            (Some(mask), ..) => Placed { mask: &mask.0, at: sprite.position }.into(),
            (None, Some(id), 0) => id.into(),
            (None, Some(id), POSITION) => id.at(sprite.position),
            (None, Some(id), _) => id.as_if(&sprite),
            (None, None, _) => Who::from(&sprite),
        })
    }
}
