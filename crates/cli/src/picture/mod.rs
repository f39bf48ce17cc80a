//! Pictures of a world: the sprites on a dark background, boxes around sprites whose boxes overlap, and every shared
//! pixel in red.

mod canvas;
mod sprite_image;
mod viewport;

pub(crate) use canvas::{BACKGROUND, CANDIDATE_BOX, COLLISION_BOX, Canvas, PALETTE, Rgb, SHARED_PIXEL, edge_color};
pub(crate) use sprite_image::SpriteImage;
pub(crate) use viewport::Viewport;
