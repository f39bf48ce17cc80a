//! Whole moves from velocities with fractions.

use crate::convert::{real, real_vector, vector};
use crate::log;
use godot::prelude::*;
use world::Remainder;

/// Turns moves with fractions into whole moves, and keeps the rest for the next. It is made for sprites of a
/// [PixelWorld] without nodes: nodes keep the fractions in their positions.
#[derive(GodotClass)]
#[class(init, base=RefCounted)]
pub struct PixelRemainder {
    /// What is left along x and y, in pixels: from -0.5 up to, but without, 0.5. Set an axis to 0 if a wall stops the
    /// sprite on that axis.
    #[var(get, set)]
    rest: PhantomVar<Vector2>,
    inner: Remainder,
}

#[godot_api]
impl PixelRemainder {
    /// Adds a move, in pixels. Returns the whole move that is due.
    #[func]
    fn take(&mut self, by: Vector2) -> Vector2i {
        log::ok("PixelRemainder.take", self.inner.take(real(by))).map_or(Vector2i::ZERO, vector)
    }

    #[func]
    fn get_rest(&self) -> Vector2 {
        real_vector(self.inner.rest)
    }

    #[func]
    fn set_rest(&mut self, rest: Vector2) {
        self.inner.rest = real(rest);
    }
}
