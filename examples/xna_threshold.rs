//! Solid pixels by a threshold: the articles on XNA took every pixel whose alpha is over 20.
//!
//!     cargo run -p show --example xna_threshold

use hitmask::{Mask, Solid};
use image::{Rgba, RgbaImage};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // A ball of light: opaque in the middle, clear at the rim.
    let picture = RgbaImage::from_fn(33, 33, |x, y| {
        let away = f64::from(x.abs_diff(16).pow(2) + y.abs_diff(16).pow(2)).sqrt();
        Rgba([255, 220, 120, (255.0 - 16.0 * away).clamp(0.0, 255.0) as u8])
    });

    // Alpha over 20, as in the articles; over 127, the default; over 0, every pixel that is not fully clear.
    let [xna, half, any] = [20, 127, 0].map(|alpha| Mask::from_image(&picture, Solid::AlphaAbove(alpha)));
    let (xna, half, any) = (xna?, half?, any?);
    println!("solid: {} at 0, {} at 20, {} at 127\n{xna}", any.count(), xna.count(), half.count());
    assert!(half.count() < xna.count() && xna.count() < any.count());
    assert_eq!(half, Mask::from_image(&picture, Solid::default())?);

    // The threshold itself is not solid: "greater than", not "at least".
    let pixels = [0, 0, 0, 20, 0, 0, 0, 21];
    assert_eq!(Mask::from_rgba8(2, 1, &pixels, Solid::AlphaAbove(20))?.to_string(), ".#");

    // The articles' loop over all pixels of the first ball, with another ball at `at`.
    let alpha = |x: i32, y: i32| {
        let inside = (0..33).contains(&x) && (0..33).contains(&y);
        if inside { picture.get_pixel(x as u32, y as u32)[3] } else { 0 }
    };
    let article = |[dx, dy]: [i32; 2]| {
        let pixels = (0..33).flat_map(|y| (0..33).map(move |x| (x, y)));
        pixels.into_iter().any(|(x, y)| alpha(x, y) > 20 && alpha(x - dx, y - dy) > 20)
    };
    let offsets = (-34..=34).flat_map(|y| (-34..=34).map(move |x| [x, y]));
    let hits = offsets.filter(|&at| {
        assert_eq!(xna.overlaps(&xna, at), article(at), "{at:?}");
        xna.overlaps(&xna, at)
    });
    println!("two balls collide at {} of {} offsets", hits.count(), 69 * 69);

    // At the corners of their boxes the balls do not collide, and the glow touches sooner than the core.
    assert!(!xna.overlaps(&xna, [24, 24]) && xna.overlaps(&xna, [20, 20]));
    assert!(xna.overlaps(&xna, [26, 0]) && !half.overlaps(&half, [26, 0]));
    Ok(())
}
