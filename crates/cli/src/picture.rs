//! Pictures of a world: sprites on a dark ground, boxes around those whose boxes overlap, and every
//! shared pixel in red.

mod art;
mod canvas;
mod window;

pub(crate) use art::{Art, PALETTE, rim};
pub(crate) use canvas::{Canvas, GROUND, HIT_BOX, NEAR_BOX, Rgb, SHARED};
pub(crate) use window::Window;
