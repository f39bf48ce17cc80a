//! A second picture draws the pixels that collide: a torch whose flame burns and whose glow does not.
//!
//!     cargo run -p show --example hot_map

use hitmask::{Mask, Solid};
use image::{Rgba, RgbaImage};
use std::error::Error;

const AIR: [u8; 3] = [255, 0, 255];

fn main() -> Result<(), Box<dyn Error>> {
    let from_flame = |x: u32, y: u32| x.abs_diff(16).pow(2) + y.abs_diff(12).pow(2);

    // The visible picture: a half transparent glow, a flame in it, a stick below.
    let stick = |x: u32, y: u32| (14..18).contains(&x) && y >= 20;
    let visible = RgbaImage::from_fn(32, 40, |x, y| match from_flame(x, y) {
        0..=36 => Rgba([255, 240, 120, 255]),
        _ if stick(x, y) => Rgba([120, 70, 30, 255]),
        37..=140 => Rgba([255, 180, 60, 160]),
        _ => Rgba([0, 0, 0, 0]),
    });
    // The hot map: the flame alone. Every pixel of the key color is empty, whatever the visible picture shows there.
    let hot = RgbaImage::from_fn(32, 40, |x, y| match from_flame(x, y) {
        0..=36 => Rgba([255, 0, 0, 255]),
        _ => Rgba([AIR[0], AIR[1], AIR[2], 255]),
    });

    let seen = Mask::from_image(&visible, Solid::default())?;
    let burns = Mask::from_hot_map(&visible, &hot, AIR)?;
    println!("seen: {} pixels, burning: {} pixels\n{burns}", seen.count(), burns.count());

    // A moth in the glow appears to touch the torch, and does not collide. In the flame it does.
    let moth = Mask::filled(3, 3)?;
    assert!(seen.overlaps(&moth, [6, 10]) && !burns.overlaps(&moth, [6, 10]));
    assert!(burns.overlaps(&moth, [9, 10]));
    assert!(seen.count() > burns.count());

    // A hot map of another size is refused.
    let error = Mask::from_hot_map(&visible, &RgbaImage::new(31, 40), AIR).unwrap_err();
    println!("{error}");
    assert!(error.to_string().contains("31 x 40"));
    Ok(())
}
