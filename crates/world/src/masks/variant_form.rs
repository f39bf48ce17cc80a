//! The flips, turns, scale and angle of a mask variant.

use crate::sprites::{Appearance, Extras, Scale};
use crate::{Angle, MaskId};
use mask::Affine;

/// How a variant differs from its mask. Equal variants have equal forms, also if the sprites are flipped and turned in
/// other ways, or if their scales differ by less than a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariantForm {
    /// The index of the orientation.
    orientation: u8,
    /// Whether scale and angle are exact.
    exact: bool,
    /// The index of the angle among the angles of the mask, or the steps of an exact angle.
    angle: u16,
    /// The steps of the factors, or the bits of exact factors.
    scale: [u64; 2],
}

/// A variant of any mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariantKey {
    pub(crate) mask: MaskId,
    pub(super) form: VariantForm,
}

impl VariantForm {
    /// The form of the variant that a sprite shows, of a mask with this number of angles.
    #[inline]
    pub(super) fn new(appearance: Appearance, extras: &Extras, angles: u32) -> VariantForm {
        let (orientation, Extras { scale, .. }) = (appearance.orientation.index() as u8, *extras);
        if extras.exact && (scale != Scale::default() || appearance.angle != Angle::ZERO) {
            let angle = appearance.angle.steps();
            return VariantForm { orientation, exact: true, angle, scale: scale.factors().map(f64::to_bits) };
        }
        // An index is less than 65536, the maximum number of angles.
        let angle = appearance.angle.nearest_of(angles) as u16;
        VariantForm { orientation, exact: false, angle, scale: scale.steps().map(|step| u64::from(step as u16)) }
    }

    /// The index of the orientation.
    #[inline]
    pub(super) fn orientation(self) -> usize {
        self.orientation.into()
    }

    /// Whether the variant is neither scaled nor rotated.
    #[inline]
    pub(super) fn is_upright(self) -> bool {
        self.angle == 0 && self.is_unscaled()
    }

    /// The index of a variant that is rotated by one of the angles, and not scaled. A mask can have fewer angles than when the
    /// form was noted.
    #[inline]
    pub(super) fn rotated_index(self, angles: u32) -> Option<usize> {
        let is_rotated = self.is_unscaled() && u32::from(self.angle) < angles;
        is_rotated.then(|| usize::from(self.orientation) * angles as usize + usize::from(self.angle))
    }

    #[inline]
    fn is_unscaled(self) -> bool {
        !self.exact && self.scale == [0; 2]
    }

    /// The scale factors along x and y.
    pub(super) fn factors(self) -> [f64; 2] {
        self.scale.map(|scale| if self.exact { f64::from_bits(scale) } else { Scale::factor_of(scale as i16) })
    }

    /// The scale and the rotation, about `[0, 0]`, of a mask with this number of angles.
    pub(super) fn map(self, angles: u32) -> Affine {
        let degrees = match self.exact {
            true => Angle::degrees_of(self.angle),
            false => 360.0 * f64::from(self.angle) / f64::from(angles),
        };
        Affine::scale(self.factors()).then(&Affine::rotation(degrees))
    }
}
