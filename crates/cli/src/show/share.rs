//! The share of solid pixels.

use mask::Mask;

/// Returns the number of solid pixels, the number of all pixels, and the share in percent.
pub(super) fn share(mask: &Mask) -> (u64, u64, f64) {
    let pixels = u64::from(mask.width()) * u64::from(mask.height());
    (mask.count(), pixels, 100.0 * mask.count() as f64 / pixels.max(1) as f64)
}
