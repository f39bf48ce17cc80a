//! The chapter on `DirectDraw`: N sprites that share surfaces, a color key, and each pair once. The items are those of
//! the page "From the classic articles": docs/book/moving/classic-articles.md.
//!
//!     cargo run -p show --example shared_surface                        # compares 20,000 random tests with the chapter's loop
//!     cargo run --release -p show --example shared_surface -- 100000    # or more

use hitmask::{Mask, PixelLayout, PlacedMask, Solid, Sprite, World, pairs};
use show::{Random, tests};
use std::error::Error;
use std::sync::Arc;

const KEY: [u8; 3] = [255, 0, 255]; // magenta is empty

/// A locked surface of 32 bits a pixel (red, green, blue, unused): many sprites show parts of it.
struct Surface {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// The chapter's method: one lock for both sprites, which show the same surface `offset` apart; both pixels are
/// compared with the color key.
fn article(surface: &Surface, offset: [i32; 2]) -> bool {
    let locked = &surface.pixels;
    let (width, height) = (surface.width as i32, surface.height as i32);
    for y in offset[1].max(0)..height.min(height + offset[1]) {
        for x in offset[0].max(0)..width.min(width + offset[0]) {
            let solid = |x: i32, y: i32| locked[(4 * (y * width + x)) as usize..][..3] != KEY;
            if solid(x, y) && solid(x - offset[0], y - offset[1]) {
                return true;
            }
        }
    }
    false
}

// #region counts
/// What the two loops over 2,000 sprites find.
const COUNTS: &str = "\
a loop over all j: 5088 reports, 2000 of them a sprite with itself
a loop over j from i + 1: 1544 pairs, after 1999000 tests
a world: 1544 pairs, after 2645 tests of boxes that overlap
";
// #endregion counts

fn main() -> Result<(), Box<dyn Error>> {
    let in_ring = |x: u32, y: u32| (64..=144).contains(&(x.abs_diff(12).pow(2) + y.abs_diff(12).pow(2)));
    let color = |x, y| if in_ring(x, y) { [40, 90, 200] } else { KEY };
    let pixels = (0..25).flat_map(|y| (0..25).map(move |x| (x, y)));
    let surface = Surface {
        width: 25,
        height: 25,
        pixels: pixels.flat_map(|(x, y)| [color(x, y), [0; 3]].concat()[..4].to_vec()).collect(),
    };

    let (width, height) = (surface.width, surface.height);
    // #region key
    // KEY is a color: [255, 0, 255]. Every other one is solid.
    let ring = Mask::from_rgba8(width, height, &surface.pixels, Solid::ColorKey(KEY))?;
    // #endregion key
    println!("{ring}");

    // #region item-23
    // The same surface with 8 bits a pixel (0 is the key), 16 (5, 6 and 5 for red, green and blue) and 24. Rows have
    // gaps at their ends.
    let bytes = surface_bytes(|x, y| vec![u8::from(in_ring(x, y)) * 7], 32);
    assert_eq!(Mask::from_alpha(width, height, &bytes, [1, 32], 0)?, ring);

    let key_565 = 0xf81f_u16.to_le_bytes();
    let bytes = surface_bytes(|x, y| if in_ring(x, y) { vec![0x9a, 0x2c] } else { key_565.to_vec() }, 64);
    let at = |x: u32, y: u32, size: usize, pitch: usize| y as usize * pitch + x as usize * size;
    assert_eq!(Mask::from_fn(width, height, |x, y| bytes[at(x, y, 2, 64)..][..2] != key_565)?, ring);

    let bytes = surface_bytes(|x, y| color(x, y).to_vec(), 76);
    let layout = PixelLayout::RGB.stride(76); // or BGR, and RGBA, BGRA, ARGB, ABGR for 32 bits
    assert_eq!(Mask::from_pixels(width, height, &bytes, layout, Solid::ColorKey(KEY))?, ring);

    // 32 bits, in rows without gaps.
    assert_eq!(Mask::from_rgba8(width, height, &surface.pixels, Solid::ColorKey(KEY))?, ring);
    // #endregion item-23

    // #region item-22
    // Two sprites of one surface, 20 pixels apart: one mask, tested against itself. Nothing is locked.
    let ring = Arc::new(ring);
    assert!(ring.overlaps(&ring, [20, 0]) && article(&surface, [20, 0]));
    // A world keeps it once for all of its sprites.
    let mut world = World::new();
    let mask = world.add_mask(Arc::clone(&ring))?;
    // #endregion item-22

    // #region item-20
    // The chapter's three figures: boxes apart; boxes overlap and pixels do not; pixels do.
    let figure = |offset: [i32; 2]| {
        let mut world = World::new();
        let mask = world.add_mask(Arc::clone(&ring))?;
        [[0, 0], offset].into_iter().try_for_each(|at| world.spawn(Sprite::new(mask, at)).map(drop))?;
        let view = world.refresh()?;
        Ok::<_, Box<dyn Error>>((view.candidates()?.len(), view.collisions()?.len()))
    };
    assert_eq!([figure([25, 0])?, figure([18, 18])?, figure([16, 16])?], [(0, 0), (1, 0), (1, 1)]);
    // #endregion item-20

    let mut random = Random::new(4);
    let mut hits = 0;
    for _ in 0..tests() {
        let at = [random.within(-26..27), random.within(-26..27)];
        assert_eq!(ring.overlaps(&ring, at), article(&surface, at), "{at:?}");
        hits += u32::from(ring.overlaps(&ring, at));
    }
    println!("{} random tests as in the chapter, {hits} hits", tests());

    // #region item-21
    let places: Vec<[i32; 2]> = (0..2000).map(|n| [n * 37 % 1601, n * 61 % 1201]).collect();
    let ids = places.iter().map(|&at| world.spawn(Sprite::new(mask, at))).collect::<Result<Vec<_>, _>>()?;
    let hit = |i: usize, j: usize| ring.overlaps(&ring, [places[j][0] - places[i][0], places[j][1] - places[i][1]]);

    // Each pair once, the smaller id first, no sprite with itself: the double loop from i + 1, without the loop.
    let view = world.refresh()?;
    let found: Vec<_> = view.collisions()?.iter().map(|pair| (pair.a, pair.b)).collect();
    let later = (0..2000).flat_map(|i| (i + 1..2000).map(move |j| (i, j)));
    let expected: Vec<_> = later.filter(|&(i, j)| hit(i, j)).map(|(i, j)| (ids[i], ids[j])).collect();
    assert_eq!(found, expected);

    // The loop over all j reports a pair twice, and each sprite with itself.
    let all: Vec<_> = (0..2000).flat_map(|i| (0..2000).map(move |j| (i, j))).filter(|&(i, j)| hit(i, j)).collect();
    let with_itself = all.iter().filter(|(i, j)| i == j).count();
    assert_eq!(all.len(), 2 * found.len() + with_itself);
    // #endregion item-21

    // #region item-25
    // Few pairs are near each other. A world tests these alone, so its lead grows with the number of sprites.
    let near = view.candidates()?.len();
    assert!(near < 2000 * 1999 / 2 / 100);
    // #endregion item-25
    let (pairs_found, all) = (found.len(), all.len());
    let counts = format!(
        "a loop over all j: {all} reports, {with_itself} of them a sprite with itself\n\
         a loop over j from i + 1: {pairs_found} pairs, after {} tests\n\
         a world: {pairs_found} pairs, after {near} tests of boxes that overlap\n",
        2000 * 1999 / 2
    );
    print!("{counts}");
    assert_eq!(counts, COUNTS);

    // #region item-24
    // Ships react to rocks, and rocks to ships: layers say who is who, and `data` is yours.
    const SHIPS: u32 = 1;
    const ROCKS: u32 = 2;
    let mut world = World::new();
    let mask = world.add_mask(Arc::clone(&ring))?;
    let rock = Sprite::new(mask, [0, 0]).layers(ROCKS).collides_with(SHIPS).data(7);
    let ship = Sprite::new(mask, [16, 16]).layers(SHIPS).collides_with(ROCKS).data(3);
    let (rock, ship) = (world.spawn(rock)?, world.spawn(ship)?);
    let step = world.step()?;
    let hit: Vec<_> = step.began_between(SHIPS, ROCKS).collect();
    assert_eq!(hit, [[ship, rock]]); // the ship first, whichever was spawned first
    let view = step.view();
    assert_eq!((view.data(ship), view.data(rock)), (Some(3), Some(7)));
    // #endregion item-24

    // Without a world, for sprites that are stored elsewhere.
    let placed: Vec<PlacedMask<'_>> = places.iter().map(|&at| PlacedMask { mask: &ring, at }).collect();
    assert_eq!(pairs(&placed)?.len(), pairs_found);
    Ok(())
}

/// A surface of 25 x 25 pixels in rows of `pitch` bytes.
fn surface_bytes(pixel: impl Fn(u32, u32) -> Vec<u8>, pitch: usize) -> Vec<u8> {
    let row = |y: u32| {
        let mut row: Vec<u8> = (0..25).flat_map(|x| pixel(x, y)).collect();
        row.resize(pitch, 0xcc);
        row
    };
    (0..25).flat_map(row).collect()
}
