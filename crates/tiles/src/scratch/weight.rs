//! The memory that sprites and masks take.

use world::{Angle, Sprite};

/// The memory of a sprite without layers and extras, in bytes: 80 in the world, 16 for its id and corner.
///
/// This constant and the next are peaks of the resident set (`VmHWM`) of `hitmask pairs --memory 8G`, which joins in
/// one tile: 97.0, 188.0 and 369.9 MiB for 1, 2 and 4 million sprites far apart, 105.1 MiB for a million with layers,
/// 146.7 MiB with the column of extras, which had 32 bytes then and has 64 now, 465.3 and 1525.5 MiB for a million with
/// 11.7 and 46.5 million pairs.
pub(super) const SPRITE: u64 = 96;
const LAYERS: u64 = 9;
/// The memory of a row of the column of extras. If any sprite of a world has some, each row has one.
pub(super) const EXTRAS: u64 = 84;
/// The memory of the map of a scaled or rotated sprite. A join does not render its mask.
const MAP: u64 = 420;

/// Returns the memory that a sprite takes in a world, in bytes, without its extras.
pub(super) fn weight(sprite: &Sprite) -> u64 {
    let layers = sprite.layers != 1 || sprite.collides_with != u32::MAX;
    let map = if is_transformed(sprite) { MAP } else { 0 };
    SPRITE + if layers { LAYERS } else { 0 } + map
}

/// Returns whether a sprite has extras.
pub(super) fn has_extras(sprite: &Sprite) -> bool {
    is_transformed(sprite) || sprite.origin.is_some() || sprite.fraction != [0.0; 2]
}

/// Returns the memory of a mask of a size, in bytes: its words, and a sixteenth for the summary.
pub(super) fn mask_bytes(width: u32, height: u32) -> u64 {
    u64::from(width.div_ceil(64)) * u64::from(height) * 17 / 2
}

/// Returns whether a sprite shows a scaled or rotated variant.
pub(super) fn is_transformed(sprite: &Sprite) -> bool {
    sprite.scale != [1.0; 2] || sprite.angle != Angle::ZERO || sprite.transform.is_some()
}
