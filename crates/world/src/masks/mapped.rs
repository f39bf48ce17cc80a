//! Sprites whose maps change: their masks are tested without rendering them.

use super::shown::{Shown, VariantKey};
use super::stored_mask::StoredMask;
use super::variant::box_of;
use crate::geometry::Aabb;
use crate::{MaskId, SpriteId, WorldError};
use mask::shared::RoundedMap;
use mask::{Affine, DistanceField, Mask, TransformedMask};
use std::sync::Arc;

/// The mask of a sprite under a map that has changed lately.
#[derive(Clone)]
pub(super) struct Mapped {
    id: MaskId,
    mask: Arc<Mask>,
    field: Option<Arc<DistanceField>>,
    by: Affine,
    origin: [f64; 2],
    /// The map, if the sprite is at `[0, 0]`.
    map: RoundedMap,
    /// A box around the solid pixels, if the sprite is at `[0, 0]`.
    pub(super) outer: Aabb,
    /// The sprite.
    pub(super) owner: SpriteId,
    /// The refresh in which the map changed last.
    pub(super) since: u64,
}

impl Mapped {
    /// A mask under a map. `origin` is the point of the mask that is drawn at the translation.
    ///
    /// # Errors
    /// Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
    pub(super) fn new(
        id: MaskId,
        stored: &StoredMask,
        (by, origin): (&Affine, [f64; 2]),
        owner: SpriteId,
        since: u64,
    ) -> Result<Mapped, WorldError> {
        let map = rounded(id, stored, (by, origin))?;
        let (mask, field) = (Arc::clone(stored.mask()), stored.field()?.cloned());
        Ok(Mapped { id, mask, field, by: *by, origin, map, outer: box_of(&map), owner, since })
    }

    /// Changes the map, if the sprite shows the same mask. Returns whether it does. (The counts of a shared mask would
    /// take longer than the rest.)
    ///
    /// # Errors
    /// Returns the errors of [`Mapped::new`].
    pub(super) fn change(
        &mut self,
        id: MaskId,
        stored: &StoredMask,
        (by, origin): (&Affine, [f64; 2]),
        since: u64,
    ) -> Result<bool, WorldError> {
        if id != self.id {
            return Ok(false);
        }
        self.map = rounded(id, stored, (by, origin))?;
        (self.by, self.origin, self.since, self.outer) = (*by, origin, since, box_of(&self.map));
        Ok(true)
    }

    /// The mask.
    pub(super) fn mask_id(&self) -> MaskId {
        self.id
    }

    /// The key of what the sprite shows.
    pub(super) fn key(&self) -> VariantKey {
        VariantKey::new(self.id, &Shown::Mapped { by: self.by, origin: self.origin })
    }

    /// The mask under its map, if the top-left pixel of the box is at a place.
    #[inline(always)]
    pub(super) fn at(&self, corner: [i32; 2]) -> TransformedMask<'_> {
        let Aabb([left, top, ..]) = self.outer;
        let position = [corner[0].wrapping_sub(left), corner[1].wrapping_sub(top)];
        self.map.translated(position).show(&self.mask, self.field.as_deref())
    }
}

/// Rounds the map under which a sprite shows a mask.
///
/// # Errors
/// Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
#[inline(always)]
pub(super) fn rounded(
    id: MaskId,
    stored: &StoredMask,
    (by, origin): (&Affine, [f64; 2]),
) -> Result<RoundedMap, WorldError> {
    let map = RoundedMap::new(stored.mask(), stored.field()?.map(|field| &**field), by, origin);
    map.map_err(|fault| WorldError::cannot_transform(id, fault))
}
