//! Drawing, erasing and digging.

use crate::convert::{Fault, pixels, real, whole};
use crate::log;
use crate::log::given;
use crate::pixel_mask::PixelMask;
use godot::prelude::*;
use mask::Mask;
use std::sync::Arc;

/// Edits the pixels of a resource and tells whoever shows them. A world that shows them keeps the old pixels until its
/// next step or query.
fn edit(mut this: Gd<PixelMask>, call: &str, edit: impl FnOnce(&mut Mask) -> Result<(), Fault>) {
    let pixels = {
        let this = this.bind();
        this.mask(); // makes them from the texture, if need be
        Arc::clone(&this.pixels)
    };
    let result = pixels.0.with(|made| {
        let mask = &mut made.mask;
        // A world or another thread shares the pixels, so they are copied, unless the system refuses the memory.
        if Arc::get_mut(mask).is_none() {
            *mask = mask.try_clone()?.into();
        }
        Arc::get_mut(mask).map_or(Ok(()), edit)
    });
    if log::ok(call, result).is_some() {
        super::changed(&mut this);
    }
}

#[godot_api(secondary)]
impl PixelMask {
    /// Makes a pixel solid or empty. Pixels outside the mask are ignored.
    #[func(gd_self)]
    fn set_pixel(this: Gd<Self>, at: Vector2i, solid: bool) {
        edit(this, "PixelMask.set_pixel", |mask| {
            if at.x >= 0 && at.y >= 0 && (at.x as u32) < mask.width() && (at.y as u32) < mask.height() {
                mask.set(whole(at), solid);
            }
            Ok(())
        });
    }

    /// Makes all pixels solid.
    #[func(gd_self)]
    fn fill(this: Gd<Self>) {
        edit(this, "PixelMask.fill", |mask| {
            mask.fill();
            Ok(())
        });
    }

    /// Makes all pixels empty.
    #[func(gd_self)]
    fn clear(this: Gd<Self>) {
        edit(this, "PixelMask.clear", |mask| {
            mask.clear();
            Ok(())
        });
    }

    /// Makes solid pixels empty, and empty ones solid.
    #[func(gd_self)]
    fn invert(this: Gd<Self>) {
        edit(this, "PixelMask.invert", |mask| {
            mask.invert();
            Ok(())
        });
    }

    /// Makes the solid pixels of another mask, whose top-left pixel is at [param at], solid here.
    #[func(gd_self)]
    pub(crate) fn draw(this: Gd<Self>, other: Option<Gd<PixelMask>>, at: Vector2i) {
        given!("PixelMask.draw", other);
        let other = other.bind().mask();
        edit(this, "PixelMask.draw", |mask| {
            mask.draw(&other, whole(at));
            Ok(())
        });
    }

    /// Makes the solid pixels of another mask, whose top-left pixel is at [param at], empty here.
    #[func(gd_self)]
    pub(crate) fn erase(this: Gd<Self>, other: Option<Gd<PixelMask>>, at: Vector2i) {
        given!("PixelMask.erase", other);
        let other = other.bind().mask();
        edit(this, "PixelMask.erase", |mask| {
            mask.erase(&other, whole(at));
            Ok(())
        });
    }

    /// Keeps only the pixels that are solid in another mask too.
    #[func(gd_self)]
    fn intersect(this: Gd<Self>, other: Option<Gd<PixelMask>>, at: Vector2i) {
        given!("PixelMask.intersect", other);
        let other = other.bind().mask();
        edit(this, "PixelMask.intersect", |mask| {
            mask.intersect(&other, whole(at));
            Ok(())
        });
    }

    /// Inverts the pixels that are solid in another mask.
    #[func(gd_self)]
    fn toggle(this: Gd<Self>, other: Option<Gd<PixelMask>>, at: Vector2i) {
        given!("PixelMask.toggle", other);
        let other = other.bind().mask();
        edit(this, "PixelMask.toggle", |mask| {
            mask.toggle(&other, whole(at));
            Ok(())
        });
    }

    /// Makes a rectangle solid or empty.
    #[func(gd_self)]
    fn fill_rect(this: Gd<Self>, rect: Rect2i, solid: bool) {
        edit(this, "PixelMask.fill_rect", |mask| {
            mask.fill_rect(pixels(rect)?, solid);
            Ok(())
        });
    }

    /// Makes the pixels whose center lies in a circle solid or empty.
    #[func(gd_self)]
    pub(crate) fn fill_circle(this: Gd<Self>, center: Vector2, radius: f64, solid: bool) {
        edit(this, "PixelMask.fill_circle", |mask| Ok(mask.fill_circle(real(center), radius, solid)?));
    }

    /// Makes the pixels whose center lies in a polygon solid or empty.
    #[func(gd_self)]
    pub(crate) fn fill_polygon(this: Gd<Self>, points: PackedVector2Array, solid: bool) {
        edit(this, "PixelMask.fill_polygon", |mask| {
            Ok(mask.fill_polygon(points.as_slice().iter().map(|&point| real(point)), solid)?)
        });
    }

    /// Makes a line of pixels solid or empty, both ends included.
    #[func(gd_self)]
    fn fill_line(this: Gd<Self>, from: Vector2i, to: Vector2i, solid: bool) {
        edit(this, "PixelMask.fill_line", |mask| Ok(mask.fill_line(whole(from), whole(to), solid)?));
    }
}
