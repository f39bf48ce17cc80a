//! Checks that hold for every sheet that could be read: masks equal pictures, regions lead to the pixels, times have frames.

use image::RgbaImage;
use mask::Solid;
use sheets::{Limits, Options, Sheet};
use std::time::Duration;

/// Options with limits that keep a run short. Pictures are kept.
#[must_use]
pub fn options(solid: Solid) -> Options {
    let mut limits = Limits::default();
    limits.picture_pixels = 1 << 14;
    limits.unpacked_bytes = 1 << 20;
    limits.blended_pixels = 1 << 20;
    limits.frames = 256;
    limits.items = 1 << 12;
    Options::default().solid(solid).limits(limits).pictures(true)
}

/// Checks a name that a reader asks for: it has no parts that mean nothing, and belongs to no network.
pub fn check_name(name: &str) {
    let inner = name.trim_start_matches("../");
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    assert!(inner.split('/').all(|part| !["", ".", ".."].contains(&part)) && !name.contains("://"), "{name:?}");
}

/// Checks all frames and animations. If the frames are regions of a picture, their pixels are compared with it.
pub fn check(sheet: &Sheet, solid: Solid, whole: Option<&RgbaImage>) {
    for frame in sheet.frames() {
        let (picture, mask) = (frame.picture().expect("pictures are kept"), frame.mask());
        assert_eq!([picture.width(), picture.height()], frame.size());
        for (x, y, pixel) in picture.enumerate_pixels() {
            let at = [x as i32, y as i32];
            let mut expected = solid.is_solid(pixel.0);
            if frame.region().is_none() && whole.is_some() {
                // A frame with a fault.
                expected = false;
            } else if let (Some(region), Some(whole)) = (frame.region(), whole) {
                let [x, y] = [at[0] - region.offset[0], at[1] - region.offset[1]];
                let rect = region.rect;
                let [right, bottom] = [rect.width as i32 - 1, rect.height as i32 - 1];
                // A region is stored turned clockwise: after one turn, its left column is the bottom row of the frame.
                let [x, y] = match region.quarter_turns {
                    0 => [x, y],
                    1 => [right - y, x],
                    2 => [right - x, bottom - y],
                    _ => [y, bottom - x],
                };
                let is_inside = x >= 0 && y >= 0 && x < rect.width as i32 && y < rect.height as i32;
                let stored = is_inside.then(|| whole.get_pixel((rect.left + x) as u32, (rect.top + y) as u32).0);
                // Pixels outside a polygon belong to another frame.
                let is_outside = pixel.0 == [0; 4] && !mask.contains(at);
                assert!(is_outside || pixel.0 == stored.unwrap_or_default());
                expected = !is_outside && stored.is_some_and(|pixel| solid.is_solid(pixel));
            }
            assert_eq!(mask.contains(at), expected, "{} at {at:?}", frame.name());
        }
        assert!(frame.names().iter().all(|name| sheet.frame(name).is_some()));
    }
    for animation in sheet.animations() {
        for time in [0, 1, 99, 1 << 20, u64::MAX] {
            let shown = animation.frame_at(Duration::from_millis(time));
            assert!(shown < sheet.frames().len(), "{}", animation.name());
        }
    }
}
