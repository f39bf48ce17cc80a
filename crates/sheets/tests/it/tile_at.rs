//! `MapLayer::tile_at`, against the pixels of each sprite alone.

use sheets::mask::{Affine, Mask};
use sheets::{Map, MapLayer, MapSprite, Options};
use std::collections::HashMap;
use std::path::Path;

/// Returns the pixels of the map in which a sprite is solid.
fn pixels(map: &Map, sprite: &MapSprite) -> Vec<[i32; 2]> {
    let mut mask = Mask::clone(map.frames()[sprite.frame()].mask());
    if sprite.flip_x() {
        mask = mask.flipped_x();
    }
    if sprite.flip_y() {
        mask = mask.flipped_y();
    }
    for _ in 0..sprite.quarter_turns() {
        mask = mask.rotated_90();
    }
    let middle = [mask.width(), mask.height()].map(|side| f64::from(side) / 2.0);
    let by = Affine::scale(sprite.scale()).then(&Affine::rotation(sprite.angle())).about(middle);
    let by = by.then(&Affine::translation(sprite.fraction()));
    let (mask, at) = mask.transformed(&by).unwrap();
    mask.pixels().map(|[x, y]| [x + at[0] + sprite.at()[0], y + at[1] + sprite.at()[1]]).collect()
}

/// Asserts that `tile_at` returns the last visible sprite with a pixel, at each pixel around the layer.
fn assert_tiles(map: &Map, layer: &MapLayer, place: &str) -> usize {
    let mut top = HashMap::new();
    for sprite in layer.sprites().iter().filter(|sprite| sprite.is_visible()) {
        top.extend(pixels(map, sprite).into_iter().map(|pixel| (pixel, std::ptr::from_ref(sprite))));
    }
    let (terrain, [left, above]) = layer.terrain(map).unwrap();
    for y in -3..terrain.height() as i32 + 3 {
        for x in -3..terrain.width() as i32 + 3 {
            let pixel = [x + left, y + above];
            let found = layer.tile_at(map, pixel).map(std::ptr::from_ref);
            assert_eq!(found, top.get(&pixel).copied(), "{place} at {pixel:?}");
            assert_eq!(found.is_some(), terrain.contains([x, y]), "{place} at {pixel:?}");
        }
    }
    for far in [[i32::MIN; 2], [i32::MAX; 2], [i32::MIN, i32::MAX]] {
        assert_eq!(layer.tile_at(map, far), None);
    }
    terrain.count() as usize
}

#[test]
fn tiles_are_the_last_sprites_with_the_pixel() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiled");
    let (mut maps, mut pixels) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "tmx") {
            let map = Map::open(&path, &Options::default()).unwrap();
            let place = path.display().to_string();
            pixels += map.layers().iter().map(|layer| assert_tiles(&map, layer, &place)).sum::<usize>();
            maps += 1;
        }
    }
    assert!(maps > 25 && pixels > 30_000, "{maps} maps, {pixels} pixels");
}
