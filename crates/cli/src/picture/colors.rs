//! The colors of a picture.

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

pub(crate) const BACKGROUND: Rgb = [22, 24, 32];
/// The box of a sprite whose box overlaps another box.
pub(crate) const CANDIDATE_BOX: Rgb = [112, 124, 150];
/// The box of a sprite that collides.
pub(crate) const COLLISION_BOX: Rgb = [186, 82, 62];
/// A pixel that two sprites share.
pub(crate) const SHARED_PIXEL: Rgb = [255, 36, 44];

/// Colors for masks without a picture. None is close to the red of shared pixels.
pub(crate) const PALETTE: [Rgb; 8] = [
    [92, 156, 204],
    [110, 178, 140],
    [208, 178, 104],
    [150, 130, 200],
    [96, 176, 184],
    [164, 182, 98],
    [196, 150, 190],
    [150, 164, 184],
];

/// Returns the darker color for the edge of a silhouette.
pub(crate) fn edge_color(color: Rgb) -> Rgb {
    color.map(|c| (u16::from(c) * 5 / 8) as u8)
}
