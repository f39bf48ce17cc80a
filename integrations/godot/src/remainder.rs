//! Whole moves from velocities with fractions.

use crate::convert::{finite, real_vector, vector};
use crate::log;
use crate::thread::{Slot, is_shared};
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
    inner: Slot<Remainder>,
}

const _: () = is_shared::<Slot<Remainder>>();

// Godot's crate fails if a thread borrows mutably what another one borrows, so no method does.
#[godot_api]
impl PixelRemainder {
    /// Adds a move, in pixels. Returns the whole move that is due.
    #[func]
    fn take(&self, by: Vector2) -> Vector2i {
        let due = finite("by", by).and_then(|by| Ok(self.inner.with(|inner| inner.take(by))?));
        log::ok("PixelRemainder.take", due).map_or(Vector2i::ZERO, vector)
    }

    #[func]
    fn get_rest(&self) -> Vector2 {
        real_vector(self.inner.with(|inner| inner.rest))
    }

    #[func]
    fn set_rest(&self, rest: Vector2) {
        if let Some(rest) = log::ok("PixelRemainder.rest", finite("rest", rest)) {
            self.inner.with(|inner| inner.rest = rest);
        }
    }
}
