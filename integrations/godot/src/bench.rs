//! What the bench compares calls with.

use crate::pixel_mask::PixelMask;
use godot::prelude::*;

/// A resource that does nothing.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
struct PixelBench {
    base: Base<Resource>,
}

#[godot_api]
impl PixelBench {
    /// Does nothing with the arguments of [method PixelMask.overlaps].
    #[func]
    fn overlaps(&self, _other: Gd<PixelMask>, _at: Vector2i) -> bool {
        false
    }
}
