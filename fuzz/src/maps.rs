//! Bytes as a map, whose pictures are all one picture. Every sprite shows a frame, and the terrain of a layer has the
//! pixels of its sprites, drawn one by one. Or there is an error.

use crate::frames;
use image::{ImageFormat, Rgba, RgbaImage};
use mask::Solid;
use sheets::{FileError, Files, Limits, Map, MapLayer, MapSprite, Options, Sheet};
use std::collections::HashSet;
use std::io::Cursor;
use std::sync::LazyLock;

/// The most pixels of frames that are drawn one by one.
const MOST: u64 = 1 << 16;

/// The picture of every map, as PNG.
static PICTURE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let picture = RgbaImage::from_fn(33, 24, |x, y| Rgba([x as u8, y as u8, 7, (x * 31 + y * 57) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).expect("a picture of this size can be written");
    bytes.into_inner()
});

const TILESET: &[u8] =
    b"<tileset name='o' tilewidth='6' tileheight='5' spacing='3' margin='2'><image source='o.png'/></tileset>";
const TEMPLATE: &[u8] = b"<template><tileset firstgid='1' source='o.tsx'/><object gid='2'/></template>";

/// The map, and other files of any name.
struct Memory<'a>(&'a [u8]);

impl Files for Memory<'_> {
    fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
        frames::check_name(name);
        let bytes = match name.rsplit('.').next() {
            Some("png") => &PICTURE,
            Some("tsx") => TILESET,
            Some("tx") => TEMPLATE,
            _ => self.0,
        };
        assert!(bytes.len() as u64 <= limit);
        Ok(bytes.to_vec())
    }
}

/// Options with limits that keep a run short.
fn options(solid: Solid) -> Options {
    let mut limits = Limits::default();
    limits.picture_pixels = 1 << 14;
    limits.unpacked_bytes = 1 << 20;
    limits.frames = 256;
    limits.items = 1 << 12;
    limits.tiles = 1 << 12;
    limits.chunks = 64;
    limits.elements = 1 << 12;
    limits.terrain_pixels = 1 << 20;
    Options::default().solid(solid).limits(limits)
}

/// Runs the target for any format.
pub fn check(data: &[u8]) {
    let solid = Solid::default();
    match Map::read(&Memory(data), "a", &options(solid)) {
        Ok(map) => map.layers().iter().for_each(|layer| check_layer(&map, layer)),
        Err(error) => assert!(error.to_string().starts_with("a") || error.file() != "a", "{error}"),
    }
    // A frame of a picture has its pixels, unless collision shapes replace them.
    if data.contains(&b'<') && data.windows(8).any(|part| part == b"<tileset") {
        let options = frames::options(solid).tile_shapes(false);
        if let Ok(sheet) = Sheet::read(&Memory(data), "a", &options)
            && sheet.frames().iter().all(|frame| frame.picture().is_some())
        {
            frames::check(&sheet, solid, None);
        }
    }
}

fn check_layer(map: &Map, layer: &MapLayer) {
    assert!(layer.sprites().iter().all(|sprite| sprite.frame() < map.frames().len()));
    let drawn = layer.terrain(map);
    if let Some(grid) = layer.values() {
        assert_eq!(grid.cells().len() as u64, u64::from(grid.size()[0]) * u64::from(grid.size()[1]));
        if let Ok((mask, _)) = layer.value_terrain(map, &grid.kinds()) {
            let solid = grid.cells().iter().filter(|value| **value > 0).count() as u64;
            assert_eq!(mask.count(), solid * u64::from(grid.cell_size()).pow(2));
        }
    }
    let Ok((terrain, at)) = drawn else { return };
    let shown = || layer.sprites().iter().filter(|sprite| sprite.is_visible());
    let is_plain = |sprite: &&MapSprite| sprite.angle() == 0.0 && sprite.scale() == [1.0; 2];
    if shown().map(|sprite| map.frames()[sprite.frame()].mask().count()).sum::<u64>() > MOST {
        return;
    }
    let mut pixels = HashSet::new();
    for sprite in shown().filter(is_plain) {
        let frame = &map.frames()[sprite.frame()];
        let [mut width, mut height] = frame.size().map(|side| side as i32);
        let mut own: Vec<[i32; 2]> = frame.mask().pixels().collect();
        for [x, y] in &mut own {
            *x = if sprite.flip_x() { width - 1 - *x } else { *x };
            *y = if sprite.flip_y() { height - 1 - *y } else { *y };
        }
        for _ in 0..sprite.quarter_turns() {
            own.iter_mut().for_each(|pixel| *pixel = [height - 1 - pixel[1], pixel[0]]);
            (width, height) = (height, width);
        }
        pixels.extend(own.iter().map(|[x, y]| [x + sprite.at()[0], y + sprite.at()[1]]));
    }
    let is_solid = |&[x, y]: &[i32; 2]| terrain.contains([x - at[0], y - at[1]]);
    assert!(pixels.iter().all(is_solid), "{}", layer.name());
    if shown().all(|sprite| is_plain(&sprite)) {
        assert_eq!(pixels.len() as u64, terrain.count(), "{}", layer.name());
    }
}
