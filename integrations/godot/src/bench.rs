//! What the bench compares calls with.

use crate::pixel_mask::PixelMask;
use godot::prelude::*;

/// A class that does nothing.
#[derive(GodotClass)]
#[class(init, base=RefCounted)]
struct PixelBench {}

#[godot_api]
impl PixelBench {
    /// Does nothing with the arguments of [method PixelMask.overlaps].
    #[func]
    fn overlaps(&self, _other: Gd<PixelMask>, _at: Vector2i) -> bool {
        false
    }
}
