//! Sprites whose maps change: their masks are tested without rendering them.

use super::shown::{Shown, VariantKey};
use super::store::StoredMask;
use super::variant::box_of;
use crate::geometry::Aabb;
use crate::{MaskId, SpriteId, WorldError};
use mask::shared::RoundedMap;
use mask::{Affine, DistanceField, Mask, TransformedMask};
use std::sync::Arc;

/// The mask of a sprite under a map that has changed lately.
#[derive(Clone)]
pub(super) struct Mapped {
    pub(super) key: VariantKey,
    mask: Arc<Mask>,
    field: Option<Arc<DistanceField>>,
    /// The map, of a sprite whose box has its top-left pixel at `[0, 0]`.
    map: RoundedMap,
    outer: Aabb,
    /// The sprite.
    pub(super) owner: SpriteId,
    /// The refresh in which the map changed last.
    pub(super) since: u64,
}

impl Mapped {
    /// Rounds the map of a sprite.
    ///
    /// # Errors
    /// Returns [`WorldError::CannotTransform`] if the map has no inverse or reaches too far.
    pub(super) fn new(
        id: MaskId,
        stored: &StoredMask,
        shown: &Shown,
        by: &Affine,
        origin: [f64; 2],
        owner: SpriteId,
        since: u64,
    ) -> Result<Mapped, WorldError> {
        let cannot = |fault| WorldError::cannot_transform(id, fault);
        let map = RoundedMap::new(stored.mask(), stored.field(), by, origin).map_err(cannot)?;
        let outer = box_of(&map);
        Ok(Mapped {
            key: VariantKey::new(id, shown),
            mask: Arc::clone(stored.mask()),
            field: stored.shared_field().cloned(),
            map: map.translated([outer.0[0].wrapping_neg(), outer.0[1].wrapping_neg()]),
            outer,
            owner,
            since,
        })
    }

    /// A box around the solid pixels, if the sprite is at `[0, 0]`.
    pub(super) fn outer(&self) -> Aabb {
        self.outer
    }

    /// The mask under its map, if the top-left pixel of the box is at a place.
    #[inline(always)]
    pub(super) fn at(&self, corner: [i32; 2]) -> TransformedMask<'_> {
        self.map.translated(corner).show(&self.mask, self.field.as_deref())
    }
}
