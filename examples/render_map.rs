//! The articles on JavaScript: a pixel map made once for each picture, and a render map, which is the world as a grid of
//! what stands where. How often a coarse one is wrong is counted. The items are those of the page "From the classic
//! articles": docs/book/moving/classic-articles.md. It has them in JavaScript too.
//!
//!     cargo run -p show --example render_map                        # compares 20,000 random tests with pixel maps
//!     cargo run --release -p show --example render_map -- 100000    # or more

use hitmask::{Mask, Rect, Sprite, World};
use show::{Random, tests};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// A pixel map: a boolean for each pixel, and a list of the solid ones.
struct PixelMap {
    width: i32,
    height: i32,
    solid: Vec<bool>,
    points: Vec<[i32; 2]>,
}

/// The articles' map of a picture of RGBA pixels. The classic fault is to swap the width and the height here.
fn pixel_map([width, height]: [i32; 2], rgba: &[u8]) -> PixelMap {
    let mut map = PixelMap { width, height, solid: Vec::new(), points: Vec::new() };
    for y in 0..height {
        for x in 0..width {
            let alpha = rgba.get((4 * (y * width + x) + 3) as usize);
            map.solid.push(alpha.is_some_and(|&alpha| alpha > 127));
            if map.solid.last() == Some(&true) {
                map.points.push([x, y]);
            }
        }
    }
    map
}

/// The articles' test: boxes first, then each point of one in the map of the other.
fn article(a: &PixelMap, b: &PixelMap, [dx, dy]: [i32; 2]) -> bool {
    if !boxes_touch(a, b, [dx, dy]) {
        return false;
    }
    a.points.iter().any(|[x, y]| {
        let (x, y) = (x - dx, y - dy);
        (0..b.width).contains(&x) && (0..b.height).contains(&y) && b.solid[(y * b.width + x) as usize]
    })
}

/// The articles' test of boxes, with `<=`.
fn boxes_touch(a: &PixelMap, b: &PixelMap, [dx, dy]: [i32; 2]) -> bool {
    dx <= a.width && 0 <= dx + b.width && dy <= a.height && 0 <= dy + b.height
}

/// The pairs of sprites that stand in a common cell of a render map. It is filled with every solid pixel of a sprite, or
/// with one of each block of its picture.
fn render_map(sprites: &[(usize, [i32; 2])], shapes: &[Mask], side: i32, every: bool) -> BTreeSet<(usize, usize)> {
    let mut cells = BTreeMap::<[i32; 2], BTreeSet<usize>>::new();
    for (id, &(shape, [left, top])) in sprites.iter().enumerate() {
        for [x, y] in shapes[shape].pixels() {
            if every || (x % side == 0 && y % side == 0) {
                cells.entry([(left + x) / side, (top + y) / side]).or_default().insert(id);
            }
        }
    }
    let mut pairs = BTreeSet::new();
    for ids in cells.values() {
        pairs.extend(ids.iter().flat_map(|&a| ids.range(a + 1..).map(move |&b| (a, b))));
    }
    pairs
}

// #region counts
/// The answers of render maps for a scene of 400 sprites. The program in JavaScript counts the same.
const COUNTS: &str = "\
exact: 237 pairs
cells of 2: 28 false pairs; one pixel a block: 0 false, 80 missed
cells of 3: 40 false pairs; one pixel a block: 2 false, 93 missed
cells of 4: 53 false pairs; one pixel a block: 0 false, 113 missed
cells of 8: 135 false pairs; one pixel a block: 3 false, 177 missed
";
// #endregion counts

fn main() -> Result<(), Box<dyn Error>> {
    // A disc, a triangle and a thin beam.
    let rock = Mask::from_fn(24, 24, |x, y| (2 * x).abs_diff(23).pow(2) + (2 * y).abs_diff(23).pow(2) < 530)?;
    let ship = Mask::from_fn(18, 24, |x, y| (2 * x).abs_diff(17) * 24 <= 18 * y)?;
    let beam = Mask::from_fn(31, 3, |x, y| y == 1 || x == 0)?;
    let picture = |mask: &Mask| -> Vec<u8> {
        let all = (0..mask.height() as i32).flat_map(|y| (0..mask.width() as i32).map(move |x| [x, y]));
        all.flat_map(|at| [200, 180, 90, 255 * u8::from(mask.contains(at))]).collect()
    };

    // #region item-26
    // The map of booleans, made once for each picture, is the mask. The list of points comes out of it.
    let mask = Mask::from_rgba8(18, 24, &picture(&ship), hitmask::Solid::AlphaAbove(127))?;
    let map = pixel_map([18, 24], &picture(&ship));
    assert!(mask.pixels().eq(map.points.iter().copied()));
    // #endregion item-26

    // #region item-27
    // With `<=`, boxes that touch pass. Here they share no pixel, and the test of boxes is inside `overlaps`.
    assert!(boxes_touch(&map, &map, [18, 0]) && !mask.overlaps(&mask, [18, 0]));
    let tile = Mask::filled(16, 16)?;
    assert!(!tile.overlaps(&Rect::new(16, 0, 16, 16), [0, 0]));
    // #endregion item-27

    // Random tests of small random pictures.
    let mut random = Random::new(6);
    let mut pictures = Vec::new();
    for _ in 0..30 {
        let [width, height] = [0; 2].map(|_| random.within(1..17));
        let rgba: Vec<u8> = (0..width * height * 4).map(|_| random.within(0..256) as u8).collect();
        let mask = Mask::from_rgba8(width as u32, height as u32, &rgba, hitmask::Solid::default())?;
        pictures.push((mask, pixel_map([width, height], &rgba)));
    }
    let mut hits = 0;
    for _ in 0..tests() {
        let [(a, a_map), (b, b_map)] = [0; 2].map(|_| &pictures[random.within(0..30) as usize]);
        let at = [random.within(-17..18), random.within(-17..18)];
        assert_eq!(a.overlaps(b, at), article(a_map, b_map, at), "{at:?}");
        hits += u32::from(a.overlaps(b, at));
    }
    println!("{} random tests as with pixel maps, {hits} hits", tests());

    // #region item-28
    // What stands where: a world, to the pixel.
    let shapes = [rock, ship, beam];
    let sprites: Vec<(usize, [i32; 2])> =
        (0..400_i32).map(|n| ((n % 3) as usize, [(n * n * 31 + n * 57) % 640, (n * n * 17 + n * 91) % 480])).collect();
    let mut world = World::new();
    let masks = shapes.iter().map(|shape| world.add_mask(shape.clone())).collect::<Result<Vec<_>, _>>()?;
    let spawn = |&(shape, at): &(usize, [i32; 2])| world.spawn(Sprite::new(masks[shape], at));
    let ids = sprites.iter().map(spawn).collect::<Result<Vec<_>, _>>()?;
    let view = world.refresh()?;
    let exact: BTreeSet<_> = view.collisions()?.iter().map(|pair| (pair.a, pair.b)).collect();
    let as_ids = |pairs: BTreeSet<(usize, usize)>| pairs.into_iter().map(|(a, b)| (ids[a], ids[b])).collect();
    assert_eq!(exact, as_ids(render_map(&sprites, &shapes, 1, true))); // a render map of one pixel a cell
    let middle = sprites[0].1.map(|c| c + 12);
    assert!(view.find(middle).contains(&ids[0])); // who stands at this pixel?
    // #endregion item-28

    // #region item-29
    let mut counts = format!("exact: {} pairs\n", exact.len());
    for side in [2, 3, 4, 8] {
        let every: BTreeSet<_> = as_ids(render_map(&sprites, &shapes, side, true));
        let one: BTreeSet<_> = as_ids(render_map(&sprites, &shapes, side, false));
        assert!(every.is_superset(&exact), "a map of every pixel misses nothing");
        let [every_false, one_false] = [&every, &one].map(|found| found.difference(&exact).count());
        let missed = exact.difference(&one).count();
        counts += &format!(
            "cells of {side}: {every_false} false pairs; one pixel a block: {one_false} false, {missed} missed\n"
        );
    }
    print!("{counts}");
    assert_eq!(counts, COUNTS);
    // #endregion item-29

    // #region item-30
    // Swapped width and height: the map is that of another picture. A mask of a square picture hides the fault, this
    // one does not.
    let swapped = pixel_map([24, 18], &picture(&shapes[1]));
    let swapped = Mask::from_fn(24, 18, |x, y| swapped.solid[(y * 24 + x) as usize])?;
    assert!(swapped.count() == mask.count() && swapped != mask);
    // `from_rgba8` and `from_image` take the size of the picture, so there is no index to get wrong.
    assert_eq!([mask.width(), mask.height()], [18, 24]);
    // #endregion item-30
    Ok(())
}
