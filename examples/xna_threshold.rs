//! The article on XNA: two pixels collide if both have an alpha above 20. The items are those of the page "From the
//! classic articles": docs/book/moving/classic-articles.md. It has them in C# too.
//!
//!     cargo run -p show --example xna_threshold                        # compares 20,000 random tests with the article's loop
//!     cargo run --release -p show --example xna_threshold -- 100000    # or more

use hitmask::{Mask, MaskError, Solid};
use show::{Random, tests};
use std::cell::Cell;

/// A texture on the graphics card: four bytes for each pixel. Each read of it is counted.
struct Texture {
    width: i32,
    height: i32,
    rgba: Vec<u8>,
    reads: Cell<u32>,
}

impl Texture {
    fn get_data(&self) -> &[u8] {
        self.reads.set(self.reads.get() + 1);
        &self.rgba
    }
}

/// The article's loop: reads both textures, finds the overlap as x1, x2, y1 and y2, and leaves at the first pixel
/// whose alpha is above 20 in both. `seen` counts the pixels that it looks at.
fn article((a, at_a): (&Texture, [i32; 2]), (b, at_b): (&Texture, [i32; 2]), seen: &mut u32) -> bool {
    let (data_a, data_b) = (a.get_data(), b.get_data());
    let (x1, x2) = (at_a[0].max(at_b[0]), (at_a[0] + a.width).min(at_b[0] + b.width));
    let (y1, y2) = (at_a[1].max(at_b[1]), (at_a[1] + a.height).min(at_b[1] + b.height));
    for y in y1..y2 {
        for x in x1..x2 {
            *seen += 1;
            let alpha_a = data_a[(4 * ((y - at_a[1]) * a.width + x - at_a[0]) + 3) as usize];
            let alpha_b = data_b[(4 * ((y - at_b[1]) * b.width + x - at_b[0]) + 3) as usize];
            if alpha_a > 20 && alpha_b > 20 {
                return true;
            }
        }
    }
    false
}

/// A ball of light: opaque in the middle, clear at the rim.
fn ball(side: i32) -> Texture {
    let middle = f64::from(side - 1) / 2.0;
    let alpha = |n: i32| {
        let away = (f64::from(n % side) - middle).hypot(f64::from(n / side) - middle);
        (255.0 * (1.0 - away / middle)).clamp(0.0, 255.0) as u8
    };
    let rgba = (0..side * side).flat_map(|n| [255, 220, 120, alpha(n)]).collect();
    Texture { width: side, height: side, rgba, reads: Cell::new(0) }
}

fn main() -> Result<(), MaskError> {
    let of = |texture: &Texture, above: u8| {
        let (width, height) = (texture.width as u32, texture.height as u32);
        Mask::from_rgba8(width, height, texture.get_data(), Solid::AlphaAbove(above))
    };
    let texture = ball(33);
    // #region item-16
    // Alpha over 20, as in the article; the default is over 127. 20 itself is not solid.
    let (glow, core) = (of(&texture, 20)?, of(&texture, 127)?);
    assert!(glow.count() > core.count());
    assert!(Solid::AlphaAbove(20).is_solid([0, 0, 0, 21]) && !Solid::AlphaAbove(20).is_solid([0, 0, 0, 20]));
    // #endregion item-16
    println!("solid: {} pixels at 20, {} at 127\n{glow}", glow.count(), core.count());

    // #region item-17
    // Side by side is no hit: boxes that only touch share no pixel.
    let tile = Mask::filled(16, 16)?;
    assert!(tile.overlaps(&tile, [15, 0]));
    assert!(!tile.overlaps(&tile, [16, 0]) && !tile.overlaps(&tile, [0, -16]));
    // #endregion item-17

    // #region item-18
    // The loop leaves at the first hit, and so does `overlaps`. `overlap_first` says where that is.
    let mut seen = 0;
    assert!(article((&texture, [0, 0]), (&texture, [8, 6]), &mut seen));
    let [x, y] = glow.overlap_first(&glow, [8, 6]).expect("a hit");
    assert_eq!(seen, ((y - 6) * (33 - 8) + x - 8 + 1) as u32); // row by row, from [8, 6]
    // #endregion item-18

    // Random textures, each read once for its mask.
    let mut random = Random::new(3);
    let textures: Vec<Texture> = (0..30)
        .map(|_| {
            let [width, height] = [0; 2].map(|_| random.within(1..33));
            let most = random.within(22..200);
            let rgba = (0..width * height * 4).map(|_| random.within(0..most) as u8).collect();
            Texture { width, height, rgba, reads: Cell::new(0) }
        })
        .collect();
    let masks = textures.iter().map(|texture| of(texture, 20)).collect::<Result<Vec<Mask>, _>>()?;
    assert!(textures.iter().all(|texture| texture.reads.take() == 1));
    let (mut hits, mut seen) = (0, 0);
    for _ in 0..tests() {
        let [a, b] = [0; 2].map(|_| random.within(0..30) as usize);
        let at = [random.within(-33..34), random.within(-33..34)];
        let hit = article((&textures[a], [100, 100]), (&textures[b], at.map(|c| 100 + c)), &mut seen);
        assert_eq!(masks[a].overlaps(&masks[b], at), hit, "{a} and {b} at {at:?}");
        hits += u32::from(hit);
    }
    println!("{} random tests as in the article, {hits} hits", tests());

    // #region item-19
    // The article reads both textures in each test. A mask has read its texture once, when it was made.
    let reads: u32 = textures.iter().map(|texture| texture.reads.get()).sum();
    assert_eq!(reads, 2 * tests());
    // #endregion item-19
    println!("the article reads {reads} textures for them, masks {}", masks.len());
    Ok(())
}
