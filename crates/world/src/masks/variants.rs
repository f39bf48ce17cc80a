//! The variants of a mask, and the poses of the sprites that show them.

use super::numbers::{VariantNumber, VariantNumbers};
use super::transformed_variants::{TransformedVariant, TransformedVariants, VariantClock, VariantPlace};
use super::variant_form::VariantForm;
use crate::broad::RowExtras;
use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::slots::SlotValue;
use crate::sprites::{Appearance, Extras, Orientation};
use crate::{Angle, WorldError};
use mask::{Mask, MaskError};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A mask as a sprite shows it: flipped, turned, scaled and rotated.
#[derive(Clone)]
pub(super) struct MaskVariant {
    pub(super) mask: Arc<Mask>,
    /// The tight box of the solid pixels, in the frame of the variant.
    pub(super) tight: Aabb,
}

impl MaskVariant {
    pub(super) fn new(mask: Arc<Mask>) -> MaskVariant {
        let tight = Aabb::of_solid_pixels(&mask);
        MaskVariant { mask, tight }
    }
}

/// The maximum distance of a scaled and rotated pivot from the middle of its sprite, along each axis. Differences of
/// offsets and positions then fit `i32`.
const MAX_PIVOT_DISTANCE: f64 = (1u32 << 28) as f64;

/// A variant and its top-left pixel in the world.
#[derive(Clone, Copy)]
pub(crate) struct PlacedVariant<'a> {
    variant: &'a MaskVariant,
    /// The number of the variant in the offset tables.
    pub(crate) number: VariantNumber,
    /// The place of a scaled or rotated variant.
    pub(crate) place: VariantPlace,
    /// The top-left pixel of the mask.
    pub(crate) at: [i32; 2],
}

impl<'a> PlacedVariant<'a> {
    pub(crate) fn mask(self) -> &'a Mask {
        &self.variant.mask
    }

    /// The tight box of the solid pixels, in world pixels.
    #[inline(always)]
    pub(crate) fn aabb(self) -> Aabb {
        self.variant.tight.translated(self.at)
    }
}

/// A mask, its flipped, turned, scaled and rotated variants, and the number of sprites that show it.
///
/// A clone shares the masks. It also shares the transformed variants that are built later, if either has built a
/// transformed variant before.
pub(super) struct MaskVariants {
    /// The variants that are neither scaled nor rotated, by [`Orientation::index`]. A variant is built when it is first
    /// shown. The first variant is the mask itself.
    pub(super) upright: [OnceLock<MaskVariant>; Orientation::COUNT],
    /// The scaled and rotated variants. Copies of a world share them until one of the worlds edits the mask or drops
    /// variants.
    pub(super) transformed: OnceLock<Arc<TransformedVariants>>,
    /// The number of equal angles of a circle.
    pub(super) angles: u32,
    /// Whether the mask may have changed since the last refresh.
    pub(super) dirty: bool,
    /// The number of sprites that show the mask.
    pub(super) sprites: AtomicUsize,
    /// The numbers of the variants in the offset tables.
    pub(super) numbers: VariantNumbers,
    /// The link of a vacant slot.
    link: u32,
}

impl SlotValue for MaskVariants {
    fn vacant(link: u32) -> MaskVariants {
        let (upright, transformed, sprites, numbers) = Default::default();
        MaskVariants { upright, transformed, angles: 0, dirty: false, sprites, numbers, link }
    }

    fn link(&self) -> u32 {
        self.link
    }
}

impl Clone for MaskVariants {
    fn clone(&self) -> MaskVariants {
        let MaskVariants { upright, transformed, angles, dirty, numbers, link, .. } = self;
        let sprites = AtomicUsize::new(self.sprites());
        MaskVariants {
            upright: upright.clone(),
            transformed: transformed.clone(),
            angles: *angles,
            dirty: *dirty,
            sprites,
            numbers: numbers.clone(),
            link: *link,
        }
    }
}

impl MaskVariants {
    /// The variants of a new mask, which no sprite shows.
    pub(super) fn new(mask: Arc<Mask>) -> MaskVariants {
        let upright: [OnceLock<MaskVariant>; Orientation::COUNT] = Default::default();
        upright[0].get_or_init(|| MaskVariant::new(mask));
        MaskVariants { upright, angles: MaskStore::DEFAULT_ANGLES, ..MaskVariants::vacant(0) }
    }

    /// The number of sprites that show the mask.
    pub(super) fn sprites(&self) -> usize {
        self.sprites.load(Ordering::Relaxed)
    }

    /// The mask itself, neither flipped nor turned.
    pub(super) fn mask(&self) -> &Arc<Mask> {
        &self.upright[0].get().expect("the first variant is the mask itself").mask
    }

    /// The memory of the scaled and rotated variants, in bytes.
    pub(super) fn transformed_bytes(&self) -> usize {
        self.transformed.get().map_or(0, |transformed| transformed.bytes())
    }

    /// The flipped and turned variant of an orientation.
    #[inline(always)]
    fn upright(&self, orientation: Orientation) -> Result<&MaskVariant, WorldError> {
        match self.upright[orientation.index()].get() {
            Some(variant) => Ok(variant),
            None => self.make_upright(orientation),
        }
    }

    /// Builds the flipped and turned variant of an orientation.
    #[cold]
    fn make_upright(&self, orientation: Orientation) -> Result<&MaskVariant, WorldError> {
        let mask = orientation.apply(self.mask())?;
        Ok(self.upright[orientation.index()].get_or_init(|| MaskVariant::new(Arc::new(mask))))
    }

    /// The scaled or rotated variant of a sprite, and its place.
    fn transformed(
        &self,
        appearance: Appearance,
        form: VariantForm,
        hint: VariantPlace,
        clock: &VariantClock,
    ) -> Result<(VariantPlace, &TransformedVariant), WorldError> {
        let transformed = match self.transformed.get() {
            Some(transformed) => transformed,
            None => {
                let transformed = TransformedVariants::new(self.angles)?;
                self.transformed.get_or_init(|| Arc::new(transformed))
            }
        };
        if let Some(found) = transformed.find(form, self.angles, hint) {
            return Ok(found);
        }
        let upright = &self.upright(appearance.orientation)?.mask;
        let new = TransformedVariant::new(upright, form, self.angles);
        transformed.add(
            new.map_err(|source| WorldError::cannot_transform(appearance.mask, source))?,
            self.angles,
            clock,
        )
    }

    /// The pose of a sprite that shows this mask.
    #[inline(always)]
    pub(super) fn pose(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        row: Option<&RowExtras>,
        clock: &VariantClock,
    ) -> Result<PlacedVariant<'_>, WorldError> {
        if let Some(row) = row.filter(|row| row.extras != Extras::default()) {
            return self.pose_with_extras(appearance, at, row, clock);
        }
        if appearance.angle != Angle::ZERO {
            return self.rotated_pose(appearance, at, clock);
        }
        let number = self.numbers.upright[appearance.orientation.index()];
        Ok(PlacedVariant { variant: self.upright(appearance.orientation)?, number, place: VariantPlace::default(), at })
    }

    /// The pose of a sprite with an angle, and without extras.
    #[cold]
    fn rotated_pose(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        clock: &VariantClock,
    ) -> Result<PlacedVariant<'_>, WorldError> {
        let angle = appearance.angle.nearest_of(self.angles);
        let index = appearance.orientation.index() * self.angles as usize + angle as usize;
        let Some(rotated) = self.transformed.get().and_then(|transformed| transformed.rotated(index)) else {
            return self.pose_with_extras(appearance, at, &RowExtras::default(), clock);
        };
        rotated.last_use.note(clock);
        let [dx, dy] = rotated.from_top_left;
        let (variant, number) = (&rotated.variant, self.numbers.transformed(rotated.place));
        Ok(PlacedVariant { variant, number, place: VariantPlace::default(), at: [at[0] + dx, at[1] + dy] })
    }

    /// The pose of a sprite with an angle, a pivot or a scale.
    #[cold]
    fn pose_with_extras(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        row: &RowExtras,
        clock: &VariantClock,
    ) -> Result<PlacedVariant<'_>, WorldError> {
        let form = VariantForm::new(appearance, &row.extras, self.angles);
        let pivot = row.extras.pivot.map(|pivot| {
            let mask = self.mask();
            let size = [i64::from(mask.width()), i64::from(mask.height())];
            appearance.orientation.map_pixel(pivot.map(i64::from), size).map(|c| c as i32)
        });
        // `to_top_left` is the offset from the position to the top-left pixel.
        let (variant, number, place, to_top_left) = if form.is_upright() {
            let number = self.numbers.upright[form.orientation()];
            let to_top_left = pivot.map_or([0, 0], |pivot| pivot.map(|c| -c));
            (self.upright(appearance.orientation)?, number, VariantPlace::default(), to_top_left)
        } else {
            let (place, transformed) = self.transformed(appearance, form, row.place, clock)?;
            transformed.last_use.note(clock);
            let TransformedVariant { variant, map, middle, from_middle, .. } = transformed;
            let to_position = match pivot {
                None => middle.map(|c| -c),
                Some(pivot) => {
                    let moved = map.apply([0, 1].map(|axis| f64::from(pivot[axis] - middle[axis]) + 0.5));
                    let near = -MAX_PIVOT_DISTANCE..=MAX_PIVOT_DISTANCE;
                    if let Some(&coordinate) = moved.iter().find(|c| !near.contains(*c)) {
                        let source = MaskError::TooFar { coordinate };
                        return Err(WorldError::CannotTransform { mask: appearance.mask, source });
                    }
                    moved.map(|c| c.floor() as i32)
                }
            };
            let number = self.numbers.transformed(place);
            (variant, number, place, [0, 1].map(|axis| from_middle[axis] - to_position[axis]))
        };
        Ok(PlacedVariant { variant, number, place, at: [at[0] + to_top_left[0], at[1] + to_top_left[1]] })
    }
}

impl MaskVariants {
    /// The point of this mask that a sprite shows at a point. The point is relative to the top-left pixel of the variant.
    fn to_mask(
        &self,
        appearance: Appearance,
        row: &RowExtras,
        point: [f64; 2],
        clock: &VariantClock,
    ) -> Result<[f64; 2], WorldError> {
        let form = VariantForm::new(appearance, &row.extras, self.angles);
        let oriented = if form.is_upright() {
            point
        } else {
            let (_, TransformedVariant { map, middle, from_middle, .. }) =
                self.transformed(appearance, form, row.place, clock)?;
            let back = map.inverse().map_err(|source| WorldError::cannot_transform(appearance.mask, source))?;
            let [x, y] = back.apply([0, 1].map(|axis| point[axis] + f64::from(from_middle[axis])));
            [x + f64::from(middle[0]), y + f64::from(middle[1])]
        };
        let size = [self.mask().width(), self.mask().height()].map(f64::from);
        Ok(appearance.orientation.to_mask(oriented, size))
    }
}

impl MaskStore {
    /// The point of its mask that a sprite shows at a point, which is relative to the top-left pixel of the variant.
    pub(crate) fn to_mask(
        &self,
        appearance: Appearance,
        row: &RowExtras,
        point: [f64; 2],
    ) -> Result<[f64; 2], WorldError> {
        let variants = self.masks.get(appearance.mask.0).ok_or(WorldError::StaleMask(appearance.mask))?;
        variants.to_mask(appearance, row, point, &self.clock)
    }

    /// The pose of a sprite at the position `at`. It flips, turns, scales and rotates about its pivot, if there
    /// is one. `row` may be `None` if the sprite has no extras.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if the mask exceeds the limits of a mask, or if the pivot is too far
    ///   away.
    /// - Returns [`WorldError::StaleMask`] if the mask does not exist.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    #[inline(always)]
    pub(crate) fn pose(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        row: Option<&RowExtras>,
    ) -> Result<PlacedVariant<'_>, WorldError> {
        let variants = self.masks.get(appearance.mask.0).ok_or(WorldError::StaleMask(appearance.mask))?;
        variants.pose(appearance, at, row, &self.clock)
    }
}
