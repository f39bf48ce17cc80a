//! What tells a variant from all others: its mask, and how it is shown.

use super::MaskId;
use crate::Angle;
use crate::sprites::{Appearance, Extras, Orientation, Scale};
use mask::Affine;
use std::hash::{Hash, Hasher};

/// A mask, and how it is shown. Equal variants have equal keys, also if the sprites are flipped and turned in other
/// ways, or if their scales differ by less than a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VariantKey {
    pub(super) mask: MaskId,
    /// One for all orientations with equal results.
    pub(super) orientation: Orientation,
    /// Whether scale and angle are exact.
    exact: bool,
    /// The index of the angle among the angles of the mask, or the steps of an exact angle.
    angle: u16,
    /// The steps of the factors, or the bits of exact factors.
    scale: [u64; 2],
    /// The pixel of the mask that is at the position of the sprite.
    pub(super) pivot: Option<[i32; 2]>,
}

impl VariantKey {
    /// The variant of a mask that is neither scaled nor rotated, and has no pivot.
    pub(super) fn upright(mask: MaskId, orientation: Orientation) -> VariantKey {
        let orientation = orientation.canonical();
        VariantKey { mask, orientation, exact: false, angle: 0, scale: [0; 2], pivot: None }
    }

    /// The variant that a sprite shows, of a mask with this number of angles.
    #[inline]
    pub(super) fn new(appearance: Appearance, extras: &Extras, angles: u32) -> VariantKey {
        let Extras { scale, pivot, exact } = *extras;
        let key = VariantKey { pivot, ..VariantKey::upright(appearance.mask, appearance.orientation) };
        if exact && (scale != Scale::default() || appearance.angle != Angle::ZERO) {
            let (angle, scale) = (appearance.angle.steps(), scale.factors().map(f64::to_bits));
            return VariantKey { exact, angle, scale, ..key };
        }
        // An index is less than 65536, the maximum number of angles.
        let angle = appearance.angle.nearest_of(angles) as u16;
        VariantKey { angle, scale: scale.steps().map(|step| u64::from(step as u16)), ..key }
    }

    /// The same variant without a pivot.
    pub(super) fn without_pivot(self) -> VariantKey {
        VariantKey { pivot: None, ..self }
    }

    /// Whether the variant is neither scaled nor rotated.
    pub(super) fn is_upright(&self) -> bool {
        !self.exact && self.angle == 0 && self.scale == [0; 2]
    }

    /// The scale factors along x and y.
    pub(super) fn factors(&self) -> [f64; 2] {
        self.scale.map(|scale| if self.exact { f64::from_bits(scale) } else { Scale::factor_of(scale as i16) })
    }

    /// The scale and the rotation, about `[0, 0]`, of a mask with this number of angles.
    pub(super) fn map(&self, angles: u32) -> Affine {
        Affine::scale(self.factors()).then(&Affine::rotation(self.degrees(angles)))
    }

    /// The rotation of a mask with this number of angles, in degrees.
    pub(super) fn degrees(&self, angles: u32) -> f64 {
        match self.exact {
            true => Angle::degrees_of(self.angle),
            false => 360.0 * f64::from(self.angle) / f64::from(angles),
        }
    }

    /// A number whose bits depend on all parts of the key.
    pub(super) fn mixed(&self) -> u64 {
        let [x, y] = self.pivot.map_or([0; 2], |pivot| pivot.map(|c| u64::from(c as u32)));
        let small = u64::from(self.angle) | u64::from(self.exact) << 16 | u64::from(self.pivot.is_some()) << 17;
        let small = small | (self.orientation.index() as u64) << 18;
        let words = [self.mask.to_bits(), small, self.scale[0], self.scale[1], x | y << 32];
        let mixed = words
            .into_iter()
            .fold(0u64, |mixed, word| (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed ^ mixed >> 32
    }
}

impl Hash for VariantKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.mixed());
    }
}

/// The hash of a key is [`VariantKey::mixed`]. (The default hash takes several times as long as the rest of a look-up.)
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key writes one number");
    }

    fn write_u64(&mut self, mixed: u64) {
        self.0 = mixed;
    }
}
