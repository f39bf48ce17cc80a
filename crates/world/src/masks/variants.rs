//! The variants of a mask, and the poses of the sprites that show them.

use crate::geometry::Aabb;
use crate::masks::MaskStore;
use crate::memory;
use crate::slots::SlotValue;
use crate::sprites::{Appearance, Orientation};
use crate::{Angle, WorldError};
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

/// A variant rotated by an angle, and the offset from the middle of the upright mask to its top-left pixel.
pub(super) struct RotatedVariant {
    variant: MaskVariant,
    offset: [i32; 2],
}

/// A variant and its top-left pixel in the world.
#[derive(Clone, Copy)]
pub(crate) struct Pose<'a> {
    variant: &'a MaskVariant,
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
    /// The link of a vacant slot.
    link: u32,
}

impl SlotValue for MaskVariants {
    fn vacant(link: u32) -> MaskVariants {
        let (upright, rotated) = Default::default();
        MaskVariants { upright, rotated, angles: 0, dirty: false, sprites: AtomicUsize::new(0), link }
    }

    fn link(&self) -> u32 {
        self.link
    }
}

impl Clone for MaskVariants {
    fn clone(&self) -> MaskVariants {
        let MaskVariants { upright, rotated, angles, dirty, link, .. } = self;
        let sprites = AtomicUsize::new(self.sprites());
        MaskVariants {
            upright: upright.clone(),
            rotated: rotated.clone(),
            angles: *angles,
            dirty: *dirty,
            sprites,
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
        let cell = &all[orientation.index() * self.angles as usize + index as usize];
        if let Some(rotated) = cell.get() {
            return Ok(rotated);
        }
        let mask = &self.upright(orientation)?.mask;
        let middle = middle(mask).map(f64::from);
        // The cell keeps the rotated mask and is read without a lock, so the turntable need not keep the mask too.
        let table = Turntable::new(Arc::clone(mask), self.angles, middle)?.with_limit(0);
        let (mask, offset) = table.turned(index).map_err(|source| WorldError::cannot_transform(id, source))?;
        Ok(cell.get_or_init(|| RotatedVariant { variant: MaskVariant::new(mask), offset }))
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
        Ok(Pose { variant: self.upright(appearance.orientation)?, at })
    }

    /// Returns the pose of a sprite with a pivot or an angle.
    #[cold]
    fn pose_about_pivot(
        &self,
        appearance: Appearance,
        at: [i32; 2],
        pivot: Option<[i32; 2]>,
    ) -> Result<Pose<'_>, WorldError> {
        let mask = self.mask();
        let size = [i64::from(mask.width()), i64::from(mask.height())];
        let pivot = pivot.map(|pivot| appearance.orientation.map_pixel(pivot.map(i64::from), size));
        let upright = self.upright(appearance.orientation)?;
        let index = appearance.angle.nearest_of(self.angles);
        // `to_top_left` is the offset from the position to the top-left pixel.
        let (variant, to_top_left) = if index == 0 {
            (upright, pivot.map_or([0, 0], |pivot| pivot.map(|c| -c)))
        } else {
            let middle = middle(&upright.mask);
            let RotatedVariant { variant, offset } = self.rotated(appearance, index)?;
            let to_top_left = match pivot {
                None => [0, 1].map(|axis| i64::from(middle[axis]) + i64::from(offset[axis])),
                Some(pivot) => {
                    let degrees = 360.0 * f64::from(index) / f64::from(self.angles);
                    let center = [0, 1].map(|axis| (pivot[axis] - i64::from(middle[axis])) as f64 + 0.5);
                    let rotated = Affine::rotation(degrees).apply(center);
                    [0, 1].map(|axis| i64::from(offset[axis]) - rotated[axis].floor() as i64)
                }
            };
            (variant, to_top_left)
        };
        let at = [0, 1].map(|axis| (i64::from(at[axis]) + to_top_left[axis]) as i32);
        Ok(Pose { variant, at })
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

/// Returns the corner between pixels that is nearest to the middle of a mask.
fn middle(mask: &Mask) -> [u32; 2] {
    [mask.width() / 2, mask.height() / 2]
}
