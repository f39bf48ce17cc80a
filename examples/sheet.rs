//! Frames of a sprite sheet: an animation whose mask changes with the frame.
//!
//!     cargo run -p show --example sheet

use hitmask::{Mask, Rect, Solid, Sprite, World};
use image::{Rgba, RgbaImage};
use std::error::Error;

const FRAMES: u32 = 6;
const SIDE: u32 = 32;

fn main() -> Result<(), Box<dyn Error>> {
    // A sheet of six frames side by side: a ring that grows.
    let sheet = RgbaImage::from_fn(FRAMES * SIDE, SIDE, |x, y| {
        let (frame, x) = (x / SIDE, x % SIDE);
        let outer = (3 + 2 * frame).pow(2);
        let inner = (1 + 2 * frame).pow(2);
        let distance = x.abs_diff(16).pow(2) + y.abs_diff(16).pow(2);
        Rgba([255, 160, 40, if (inner..=outer).contains(&distance) { 255 } else { 0 }])
    });

    let mut world = World::new();
    let frames = (0..FRAMES)
        .map(|frame| {
            let rect = Rect { left: (frame * SIDE) as i32, top: 0, width: SIDE, height: SIDE };
            Ok(world.add_mask(Mask::from_frame(&sheet, rect, Solid::AlphaAbove(20))?)?)
        })
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let blast = world.spawn(Sprite::new(frames[0], [100, 100]))?;
    let dot = world.add_mask(Mask::filled(2, 2)?)?;
    world.spawn(Sprite::new(dot, [124, 115]).fixed(true))?;

    // The blast's front passes over the dot: the two collide in the frames in which the ring is there.
    let mut hits = Vec::new();
    for &frame in &frames {
        world.get_mut(blast)?.set_mask(frame)?;
        hits.push(!world.refresh()?.collisions()?.is_empty());
    }
    println!("frame by frame, the blast hits the dot: {hits:?}");
    assert_eq!(hits, [false, false, false, true, true, false]);

    // A frame outside the sheet is refused.
    let outside = Rect { left: 5 * SIDE as i32 + 1, top: 0, width: SIDE, height: SIDE };
    let error = Mask::from_frame(&sheet, outside, Solid::default()).unwrap_err();
    println!("{error}");
    assert!(error.to_string().contains("inside the picture of 192 x 32"));
    Ok(())
}
