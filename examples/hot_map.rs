//! The article on HGE in C++: sprites at real positions, a part of a texture each, and a second picture, the hot map,
//! that says which pixels collide. The items are those of the page "From the classic articles":
//! docs/book/moving/classic-articles.md.
//!
//!     cargo run -p show --example hot_map                         # compares 20,000 random tests with the article's method
//!     cargo run --release -p show --example hot_map -- 100000     # or more

use hitmask::{Mask, PixelLayout, Rect, Solid, place};
use image::{Rgba, RgbaImage};
use show::{Random, tests};
use std::error::Error;

const AIR: u32 = 0xffff_00ff; // ARGB: magenta

/// A locked texture: ARGB numbers, `pitch` of them in a row.
struct Texture {
    pitch: usize,
    argb: Vec<u32>,
}

/// What the article calls with: a part of a texture, and a hot map unless the texture itself says what collides.
struct Quad<'a> {
    texture: &'a Texture,
    hot: Option<&'a Texture>,
    part: Rect,
}

/// The article's method: truncates the positions, intersects the rectangles, copies that part of each texture, and
/// compares the copies pixel by pixel. Adds the pixels of the overlap to `cost`.
fn article((a, at_a): (&Quad<'_>, [f32; 2]), (b, at_b): (&Quad<'_>, [f32; 2]), cost: &mut usize) -> bool {
    let (at_a, at_b) = (at_a.map(|c| c as i32), at_b.map(|c| c as i32));
    let (left, top) = (at_a[0].max(at_b[0]), at_a[1].max(at_b[1]));
    let end = |at: i32, size: u32| at + size as i32;
    let right = end(at_a[0], a.part.width).min(end(at_b[0], b.part.width));
    let bottom = end(at_a[1], a.part.height).min(end(at_b[1], b.part.height));
    if left >= right || top >= bottom {
        return false;
    }
    let copy = |quad: &Quad<'_>, at: [i32; 2]| {
        let texture = quad.hot.unwrap_or(quad.texture);
        let mut copy = Vec::new();
        for y in top..bottom {
            for x in left..right {
                let (x, y) = (quad.part.left + x - at[0], quad.part.top + y - at[1]);
                copy.push(texture.argb[y as usize * texture.pitch + x as usize]);
            }
        }
        copy
    };
    let (copy_a, copy_b) = (copy(a, at_a), copy(b, at_b));
    *cost += copy_a.len();
    copy_a.iter().zip(&copy_b).any(|(&a, &b)| a != AIR && b != AIR)
}

/// The mask of the same sprite, made once.
fn mask_of(quad: &Quad<'_>) -> Result<Mask, Box<dyn Error>> {
    // #region item-03
    let Quad { texture, hot, part } = quad;
    let (left, top) = (part.left as usize, part.top as usize);
    let from = hot.unwrap_or(texture); // 0, or none: the texture itself
    let argb = |x: u32, y: u32| from.argb[(top + y as usize) * from.pitch + left + x as usize];
    let mask = Mask::from_fn(part.width, part.height, |x, y| argb(x, y) != AIR)?;
    assert!(mask.pixels().all(|[x, y]| argb(x as u32, y as u32) != AIR));
    // #endregion item-03
    Ok(mask)
}

fn main() -> Result<(), Box<dyn Error>> {
    // #region item-01
    // HGE truncates a real position. hitmask takes the nearest pixel, which is where the sprite is drawn.
    assert_eq!([10.6_f32 as i32, -0.6_f32 as i32], [10, 0]);
    assert_eq!(place([10.6, -0.6])?, [11, -1]);
    // The offset is the other's pixel, counted from mine.
    let (mine, other) = (place([10.6, 4.0])?, place([12.4, 4.5])?);
    assert_eq!([other[0] - mine[0], other[1] - mine[1]], [1, 1]);
    // #endregion item-01

    // A torch: a flame, smoke above it, and heat around it, which nobody sees.
    let square = |x: u32, y: u32, at: [u32; 2]| x.abs_diff(at[0]).pow(2) + y.abs_diff(at[1]).pow(2);
    let is_flame = |x, y| square(x, y, [16, 26]) <= 36;
    let is_smoke = |x, y| y < 12 && square(x, y, [16, 8]) <= 49;
    let visible = RgbaImage::from_fn(32, 40, |x, y| match () {
        () if is_flame(x, y) => Rgba([255, 240, 120, 255]),
        () if is_smoke(x, y) => Rgba([90, 90, 90, 255]),
        () => Rgba([0, 0, 0, 0]),
    });
    let hot = RgbaImage::from_fn(32, 40, |x, y| match square(x, y, [16, 26]) <= 140 {
        true => Rgba([255, 0, 0, 255]),
        false => Rgba([255, 0, 255, 255]),
    });

    // #region item-02
    let mask = |hot: Option<&RgbaImage>| match hot {
        Some(hot) => Mask::from_hot_map(&visible, hot, [255, 0, 255]),
        None => Mask::from_image(&visible, Solid::AlphaAbove(127)),
    };
    let (burns, seen) = (mask(Some(&hot))?, mask(None)?);
    assert!(burns.contains([16, 26]) && !burns.contains([16, 8]) && seen.contains([16, 8]));
    // #endregion item-02
    println!("the torch burns here:\n{burns}");

    // #region item-09
    let moth = Mask::filled(3, 3)?;
    let (in_smoke, in_heat) = ([15, 4], [7, 25]);
    assert!(seen.overlaps(&moth, in_smoke) && !burns.overlaps(&moth, in_smoke));
    assert!(burns.overlaps(&moth, in_heat) && !seen.overlaps(&moth, in_heat));
    // #endregion item-09

    // #region item-04
    // The flame alone, as a frame of the torch: its pixel [0, 0] is [10, 20] of the picture.
    let frame = Rect { left: 10, top: 20, width: 13, height: 13 };
    let flame = Mask::from_frame(&visible, frame, Solid::AlphaAbove(127))?;
    assert_eq!(flame.count(), seen.overlap_area(&frame, [0, 0]));
    // #endregion item-04

    // #region item-05
    // Two sprites of one texture: nothing is locked, so one mask is enough.
    assert!(flame.overlaps(&flame, [8, 8]) && !flame.overlaps(&flame, [11, 11]));
    // #endregion item-05

    // #region item-06
    // A locked texture of 10 x 4 pixels in rows of 16: the stride is its pitch, in bytes.
    let (pitch, mut pixels) = (16 * 4, vec![0; 4 * 16 * 4]);
    (0..4).for_each(|y| pixels[y * pitch + 4 * y + 3] = 255); // a diagonal
    let layout = PixelLayout::BGRA; // an ARGB number lies in memory as blue, green, red, alpha
    let right = Mask::from_pixels(10, 4, &pixels, layout.stride(pitch), Solid::default())?;
    let wrong = Mask::from_pixels(10, 4, &pixels, layout.stride(10 * 4), Solid::default())?; // of another texture
    assert_eq!(right.to_string(), "#.........\n.#........\n..#.......\n...#......");
    assert_ne!(wrong, right);
    // A stride that cannot be is an error which names it.
    let error = Mask::from_pixels(10, 4, &pixels, layout.stride(39), Solid::default()).unwrap_err();
    assert!(error.to_string().starts_with("stride must be at least 40 bytes"));
    // #endregion item-06

    // Random sprites of two textures with different pitches, each with a hot map or without.
    let mut random = Random::new(1);
    let mut texture = |width: i32, pitch: usize| {
        let solid = random.within(2..9);
        let argb = (0..pitch * 40).map(|n| match (n % pitch) as i32 >= width || random.within(0..10) >= solid {
            true => AIR,
            false => 0xff00_0000 + n as u32,
        });
        Texture { pitch, argb: argb.collect() }
    };
    let textures = [texture(60, 64), texture(33, 33), texture(60, 61), texture(33, 40)];
    let quads: Vec<Quad<'_>> = (0..40)
        .map(|n| {
            let (width, height) = (random.within(1..25), random.within(1..25));
            let part = Rect::new(random.within(0..9), random.within(0..15), width as u32, height as u32);
            let sheet = n % 2;
            Quad { texture: &textures[sheet], hot: (n % 3 == 0).then_some(&textures[2 + sheet]), part }
        })
        .collect();
    let masks = quads.iter().map(mask_of).collect::<Result<Vec<Mask>, _>>()?;
    let mut hits = 0;
    for _ in 0..tests() {
        let [a, b] = [0; 2].map(|_| random.within(0..40) as usize);
        let at = [random.within(-24..25), random.within(-24..25)];
        let hit = article((&quads[a], [30.0; 2]), (&quads[b], at.map(|c| 30.0 + c as f32)), &mut 0);
        assert_eq!(masks[a].overlaps(&masks[b], at), hit, "{a} and {b} at {at:?}");
        hits += u32::from(hit);
    }
    println!("{} random tests as in the article, {hits} hits", tests());

    let whole = Quad { texture: &textures[0], hot: None, part: Rect::new(0, 0, 24, 20) };
    let mask = mask_of(&whole)?;
    // #region item-07
    // The article reads width x height pixels of the overlap. A mask compares 64 of them, or more, at once.
    let mut cost = 0;
    assert!(article((&whole, [0.0; 2]), (&whole, [4.0, 5.0]), &mut cost) && mask.overlaps(&mask, [4, 5]));
    assert_eq!(cost, (24 - 4) * (20 - 5));
    // #endregion item-07

    // #region item-08
    // Boxes apart: no pixel is read. `overlaps` looks at the boxes by itself, at any offset.
    let mut cost = 0;
    assert!(!article((&whole, [0.0; 2]), (&whole, [24.0, 0.0]), &mut cost) && !mask.overlaps(&mask, [24, 0]));
    assert_eq!(cost, 0);
    assert!(!mask.overlaps(&mask, [i32::MAX, i32::MIN]));
    // #endregion item-08
    Ok(())
}
