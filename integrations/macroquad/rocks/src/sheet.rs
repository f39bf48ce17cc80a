//! The pictures of the game.

/// The sprite sheet: a PNG of the frames that [`JSON`] names.
pub const PNG: &[u8] = include_bytes!("../art/space.png");

/// The frames of the sheet, in the JSON that TexturePacker writes: "ship", "flame", "bullet", "rock 0" to "rock 5",
/// "pebble 0" to "pebble 3".
pub const JSON: &[u8] = include_bytes!("../art/space.json");

/// The ground, which bullets dig: a PNG as wide as the window.
pub const GROUND: &[u8] = include_bytes!("../art/ground.png");

/// The number of frames of large rocks with holes.
pub const ROCKS: usize = 6;

/// The number of frames of pebbles.
pub const PEBBLES: usize = 4;
