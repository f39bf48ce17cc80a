//! The variants of a mask, and the poses of the sprites that show them.

use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::masks::store::update_known_variants;
use crate::memory;
use crate::slots::SlotValue;
use crate::sprites::{Appearance, Orientation};
use crate::{Angle, MaskId, WorldError};
use mask::{Affine, Mask, Turntable};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A mask as a sprite shows it: flipped, turned and rotated.
#[derive(Clone)]
pub(super) struct MaskVariant {
    pub(super) mask: Arc<Mask>,
    /// The tight box of the solid pixels, in the frame of the variant.
    pub(super) tight: Aabb,
}

impl MaskVariant {
    fn new(mask: Arc<Mask>) -> MaskVariant {
        let tight = Aabb::of_solid_pixels(&mask);
        MaskVariant { mask, tight }
    }
}

/// A variant rotated by an angle.
pub(super) struct RotatedVariant {
    variant: MaskVariant,
    /// The offset from the middle of the upright mask to the top-left pixel.
    from_middle: [i32; 2],
    /// The offset from the top-left pixel of the upright mask to the top-left pixel.
    from_top_left: [i64; 2],
}

/// A variant and its top-left pixel in the world.
#[derive(Clone, Copy)]
pub(crate) struct Pose<'a> {
    variant: &'a MaskVariant,
    /// The number of the variant in the offset tables.
    pub(crate) number: VariantNumber,
    /// The top-left pixel of the mask.
    pub(crate) at: [i32; 2],
}

impl<'a> Pose<'a> {
    pub(crate) fn mask(self) -> &'a Mask {
        &self.variant.mask
    }

    /// The tight box of the solid pixels, in world pixels.
    #[inline(always)]
    pub(crate) fn aabb(self) -> Aabb {
        self.variant.tight.translated(self.at)
    }
}

/// Each upright variant at each angle, at `orientation * angles + angle`. A variant is built when it is first shown.
type RotatedVariants = Box<[OnceLock<RotatedVariant>]>;

/// The number of a variant in the [offset tables](crate::offset_tables): 1 or more, or 0 if the variant has none.
pub(crate) type VariantNumber = u16;

/// A variant of any mask. Keys of equal variants are equal, also if the sprites are flipped and turned in other ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariantKey {
    pub(crate) mask: MaskId,
    /// The index of the orientation of an upright variant. Rotated variants follow, in the order of
    /// [`RotatedVariants`].
    variant: u32,
}

/// The numbers of the variants of a mask.
#[derive(Clone, Default)]
pub(super) struct VariantNumbers {
    pub(super) upright: [VariantNumber; Orientation::COUNT],
    /// In the order of [`RotatedVariants`]. Empty if no rotated variant has a number.
    rotated: Arc<Vec<VariantNumber>>,
}

/// A mask, its flipped, turned and rotated variants, and the number of sprites that show it.
///
/// A clone shares the masks. It also shares the rotated variants that are built later, if either has built a rotated
/// variant before.
pub(super) struct MaskVariants {
    /// The variants that are not rotated, by [`Orientation::index`]. A variant is built when it is first shown. The
    /// first variant is the mask itself.
    pub(super) upright: [OnceLock<MaskVariant>; Orientation::COUNT],
    /// The rotated variants. Copies of a world share them until one of the worlds edits the mask.
    pub(super) rotated: OnceLock<Arc<RotatedVariants>>,
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
        let (upright, rotated, sprites, numbers) = Default::default();
        MaskVariants { upright, rotated, angles: 0, dirty: false, sprites, numbers, link }
    }

    fn link(&self) -> u32 {
        self.link
    }
}

impl Clone for MaskVariants {
    fn clone(&self) -> MaskVariants {
        let MaskVariants { upright, rotated, angles, dirty, numbers, link, .. } = self;
        let sprites = AtomicUsize::new(self.sprites());
        MaskVariants {
            upright: upright.clone(),
            rotated: rotated.clone(),
            angles: *angles,
            dirty: *dirty,
            sprites,
            numbers: numbers.clone(),
            link: *link,
        }
    }
}

impl MaskVariants {
    /// Returns the variants of a new mask, which no sprite shows.
    pub(super) fn new(mask: Arc<Mask>) -> MaskVariants {
        let upright: [OnceLock<MaskVariant>; Orientation::COUNT] = Default::default();
        upright[0].get_or_init(|| MaskVariant::new(mask));
        MaskVariants { upright, angles: MaskStore::DEFAULT_ANGLES, ..MaskVariants::vacant(0) }
    }

    /// Returns the number of sprites that show the mask.
    pub(super) fn sprites(&self) -> usize {
        self.sprites.load(Ordering::Relaxed)
    }

    /// Returns the mask itself, neither flipped nor turned.
    pub(super) fn mask(&self) -> &Arc<Mask> {
        &self.upright[0].get().expect("the first variant is the mask itself").mask
    }

    /// Returns the flipped and turned variant of an orientation.
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

    /// Returns the index of a variant in [`RotatedVariants`].
    fn rotated_index(&self, orientation: Orientation, angle: u32) -> usize {
        orientation.index() * self.angles as usize + angle as usize
    }

    /// Returns the upright variant of a sprite, rotated by the angle with this index.
    fn rotated(&self, appearance: Appearance, index: u32) -> Result<&RotatedVariant, WorldError> {
        let Appearance { mask: id, orientation, .. } = appearance;
        let all = match self.rotated.get() {
            Some(all) => all,
            None => {
                let count = Orientation::COUNT * self.angles as usize;
                let all = memory::try_collect((0..count).map(|_| OnceLock::new()))?.into_boxed_slice();
                self.rotated.get_or_init(|| Arc::new(all))
            }
        };
        let cell = &all[self.rotated_index(orientation, index)];
        if let Some(rotated) = cell.get() {
            return Ok(rotated);
        }
        let mask = &self.upright(orientation)?.mask;
        let middle = middle(mask);
        // The cell keeps the rotated mask and is read without a lock, so the turntable need not keep the mask too.
        let table = Turntable::new(Arc::clone(mask), self.angles, middle.map(f64::from))?.with_limit(0);
        let (mask, from_middle) = table.turned(index).map_err(|source| WorldError::cannot_transform(id, source))?;
        let from_top_left = [0, 1].map(|axis| i64::from(middle[axis]) + i64::from(from_middle[axis]));
        Ok(cell.get_or_init(|| RotatedVariant { variant: MaskVariant::new(mask), from_middle, from_top_left }))
    }

    /// Returns the pose of a sprite that shows this mask.
    #[inline(always)]
    pub(super) fn pose(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        pivot: Option<[i32; 2]>,
    ) -> Result<Pose<'_>, WorldError> {
        if pivot.is_some() || appearance.angle != Angle::ZERO {
            return self.pose_about_pivot(appearance, at, pivot);
        }
        let number = self.numbers.upright[appearance.orientation.index()];
        Ok(Pose { variant: self.upright(appearance.orientation)?, number, at })
    }

    /// Returns the pose of a sprite with a pivot or an angle.
    #[cold]
    fn pose_about_pivot(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        pivot: Option<[i32; 2]>,
    ) -> Result<Pose<'_>, WorldError> {
        let index = appearance.angle.nearest_of(self.angles);
        let pivot = pivot.map(|pivot| {
            let mask = self.mask();
            let size = [i64::from(mask.width()), i64::from(mask.height())];
            appearance.orientation.map_pixel(pivot.map(i64::from), size)
        });
        // `to_top_left` is the offset from the position to the top-left pixel.
        let (variant, number, to_top_left) = if index == 0 {
            let number = self.numbers.upright[appearance.orientation.index()];
            (self.upright(appearance.orientation)?, number, pivot.map_or([0, 0], |pivot| pivot.map(|c| -c)))
        } else {
            let RotatedVariant { variant, from_middle, from_top_left } = self.rotated(appearance, index)?;
            let to_top_left = match pivot {
                None => *from_top_left,
                Some(pivot) => {
                    let middle = middle(&self.upright(appearance.orientation)?.mask);
                    let degrees = 360.0 * f64::from(index) / f64::from(self.angles);
                    let center = [0, 1].map(|axis| (pivot[axis] - i64::from(middle[axis])) as f64 + 0.5);
                    let rotated = Affine::rotation(degrees).apply(center);
                    [0, 1].map(|axis| i64::from(from_middle[axis]) - rotated[axis].floor() as i64)
                }
            };
            let number = self.numbers.rotated.get(self.rotated_index(appearance.orientation, index)).copied();
            (variant, number.unwrap_or_default(), to_top_left)
        };
        let at = [0, 1].map(|axis| (i64::from(at[axis]) + to_top_left[axis]) as i32);
        Ok(Pose { variant, number, at })
    }
}

impl MaskStore {
    /// Returns the pose of a sprite at the position `at`. It flips, turns and rotates about `pivot`, if there is one.
    ///
    /// # Errors
    /// - Returns [`WorldError::CannotTransform`] if the rotated mask exceeds the limits of a mask.
    /// - Returns [`WorldError::StaleMask`] if the mask does not exist.
    /// - Returns [`WorldError::NoMemory`] if the system refuses memory.
    #[inline(always)]
    pub(crate) fn pose(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        pivot: Option<[i32; 2]>,
    ) -> Result<Pose<'_>, WorldError> {
        let variants = self.masks.get(appearance.mask.0).ok_or(WorldError::StaleMask(appearance.mask))?;
        variants.pose(appearance, at, pivot)
    }
}

/// The variants by their keys, and their numbers in the offset tables.
impl MaskStore {
    /// Returns the key of the variant that a sprite shows.
    pub(crate) fn variant_key(&self, appearance: Appearance) -> Option<VariantKey> {
        let variants = self.masks.get(appearance.mask.0)?;
        let variant = match appearance.angle.nearest_of(variants.angles) {
            0 => appearance.orientation.index(),
            angle => Orientation::COUNT + variants.rotated_index(appearance.orientation, angle),
        };
        Some(VariantKey { mask: appearance.mask, variant: variant as u32 })
    }

    /// Returns the mask of a variant and its tight box. Returns `None` if the variant is not built.
    pub(crate) fn variant(&self, key: VariantKey) -> Option<(&Mask, Aabb)> {
        let (variants, index) = (self.masks.get(key.mask.0)?, key.variant as usize);
        let MaskVariant { mask, tight } = match variants.upright.get(index) {
            Some(variant) => variant.get()?,
            None => &variants.rotated.get()?.get(index - Orientation::COUNT)?.get()?.variant,
        };
        Some((mask, *tight))
    }

    /// Returns the number of a variant, or 0 if it has none.
    pub(crate) fn number(&self, key: VariantKey) -> VariantNumber {
        let Some(variants) = self.masks.get(key.mask.0) else { return 0 };
        let (numbers, index) = (&variants.numbers, key.variant as usize);
        let rotated = || numbers.rotated.get(index - Orientation::COUNT).copied().unwrap_or_default();
        numbers.upright.get(index).copied().unwrap_or_else(rotated)
    }

    /// Takes the numbers from all variants of all masks. The rows of the sprites that show them keep the old numbers.
    pub(crate) fn clear_numbers(&mut self) {
        for (id, variants) in self.masks.iter_mut() {
            variants.numbers = VariantNumbers::default();
            update_known_variants(&mut self.known_variants, MaskId(id), variants);
        }
    }

    /// Sets the number of a variant. The rows of the sprites that show the variant keep the old number.
    ///
    /// # Errors
    /// Returns [`WorldError::NoMemory`] if the system refuses memory.
    pub(crate) fn set_number(&mut self, key: VariantKey, number: VariantNumber) -> Result<(), WorldError> {
        let variants = self.masks.get_mut(key.mask.0).ok_or(WorldError::StaleMask(key.mask))?;
        let index = key.variant as usize;
        if let Some(upright) = variants.numbers.upright.get_mut(index) {
            *upright = number;
        } else {
            let count = Orientation::COUNT * variants.angles as usize;
            let mut rotated = memory::try_clone(&variants.numbers.rotated)?;
            memory::try_resize(&mut rotated, count, 0)?;
            rotated[index - Orientation::COUNT] = number;
            variants.numbers.rotated = Arc::new(rotated);
        }
        update_known_variants(&mut self.known_variants, key.mask, variants);
        Ok(())
    }
}

/// Returns the corner between pixels that is nearest to the middle of a mask.
fn middle(mask: &Mask) -> [u32; 2] {
    [mask.width() / 2, mask.height() / 2]
}
