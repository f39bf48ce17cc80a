//! Many sprites that share one surface, as in the articles on `DirectDraw`: the picture is stored once, and every pair
//! of sprites is tested once.
//!
//!     cargo run --release -p show --example shared_surface

use hitmask::{Mask, PlacedMask, Sprite, World, pairs};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut ring = Mask::new(24, 24)?;
    ring.fill_circle([12.0, 12.0], 12.0, true)?;
    ring.fill_circle([12.0, 12.0], 8.0, false)?;
    let ring = Arc::new(ring);

    // Two sprites of one surface: the mask is tested against itself. Positions belong to the sprites.
    assert!(ring.overlaps(&ring, [20, 0]) && !ring.overlaps(&ring, [17, 17 + 1]));

    // N sprites of the mask. The mask is shared, not copied.
    let mut world = World::new();
    let surface = world.add_mask(Arc::clone(&ring))?;
    let places: Vec<[i32; 2]> = (0..400).map(|n| [n * 37 % 500, n * 61 % 400]).collect();
    let ids = places.iter().map(|&at| world.spawn(Sprite::new(surface, at))).collect::<Result<Vec<_>, _>>()?;
    assert!(Arc::strong_count(&ring) <= 3, "the world must not copy the mask for each sprite");
    let found = world.refresh()?.collisions()?;

    // No sprite collides with itself, and each pair is listed once, the smaller id first. The loops of the articles
    // needed `if (i != j)` and `for (j = i + 1; ...)` to get there.
    assert!(found.iter().all(|pair| pair.a < pair.b));
    assert!(found.windows(2).all(|two| (two[0].a, two[0].b) < (two[1].a, two[1].b)));

    // The articles' loop, for comparison: every sprite with every later one.
    let mut tests = 0;
    let mut expected = Vec::new();
    for (i, a) in places.iter().enumerate() {
        for (j, b) in places.iter().enumerate().skip(i + 1) {
            tests += 1;
            if ring.overlaps(&ring, [b[0] - a[0], b[1] - a[1]]) {
                expected.push((ids[i], ids[j]));
            }
        }
    }
    let found: Vec<_> = found.iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(found, expected);
    let near = world.refresh()?.candidates()?.len();
    println!(
        "{} sprites of one mask: {} pairs; {near} pairs of boxes overlapped, of {tests} pairs in all",
        ids.len(),
        found.len()
    );
    assert!(near < tests / 20);

    // Without a world, for sprites that are stored elsewhere.
    let placed: Vec<PlacedMask> = places.iter().map(|&at| PlacedMask { mask: &ring, at }).collect();
    assert_eq!(pairs(&placed)?.len(), found.len());
    Ok(())
}
