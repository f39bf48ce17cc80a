//! Reads the maps in a folder and the folders inside, and prints what they contain.
//!
//! `cargo run --release -p hitmask-sheets --example maps -- FOLDER`. Pictures that the editors export are compared with
//! the map: the solid pixels of `NAME.tmx.png` beside `NAME.tmx`, the solid pixels of `NAME/png/LEVEL__LAYER.png` of
//! `NAME.ldtk`, and the colors that opaque tiles have in its `NAME/png/LEVEL.png`.

use image::{RgbaImage, imageops};
use sheets::mask::{Mask, Solid};
use sheets::{Folder, LayerKind, Map, MapLayer, Options};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::args().nth(1).ok_or("expected the path of a folder")?);
    let mut paths = Vec::new();
    find(&root, &mut paths)?;
    paths.sort();
    let folder = Folder::new(&root);
    let (mut read, mut equal, mut compared) = (0, 0, 0);
    for path in &paths {
        let name = path.strip_prefix(&root)?.to_string_lossy().replace('\\', "/");
        let map = match Map::read(&folder, &name, &Options::default().tile_shapes(false).pictures(true)) {
            Ok(map) => map,
            Err(error) => {
                println!("{name}\n    cannot be read: {error}");
                continue;
            }
        };
        read += 1;
        let count = |count: fn(&MapLayer) -> usize| map.layers().iter().map(count).sum::<usize>();
        let (sprites, points) = (count(|layer| layer.sprites().len()), count(|layer| layer.points().len()));
        println!(
            "{name}\n    {} frames, {} layers, {sprites} sprites, {points} points",
            map.frames().len(),
            map.layers().len()
        );
        for (picture, shown) in pictures(path, &map) {
            let expected = image::open(&picture)?.into_rgba8();
            let visible = || map.layers().iter().filter(|layer| layer.is_visible());
            let differing = match shown {
                Shown::Map => differing_pixels(&map, visible(), [0, 0], &expected)?,
                Shown::Level(level) => {
                    differing_colors(&map, visible().filter(|layer| layer.group() == level), &expected)
                }
                Shown::Layer(layer) => {
                    let offset = layer.offset().map(|c| -c as i32);
                    differing_pixels(&map, std::iter::once(layer), offset, &expected)?
                }
            };
            (compared, equal) = (compared + 1, equal + usize::from(differing == 0));
            println!("    {}: {differing} of {} pixels differ", picture.display(), expected.pixels().len());
        }
    }
    println!("{read} of {} maps read, {equal} of {compared} pictures equal", paths.len());
    Ok(())
}

/// Finds the maps in a folder.
fn find(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, paths)?;
        } else if path.extension().is_some_and(|ending| ["tmx", "tmj", "ldtk"].iter().any(|known| ending == *known)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// The part of a map that a picture shows.
enum Shown<'a> {
    Map,
    Level(&'a str),
    Layer(&'a MapLayer),
}

/// Returns the pictures of a map that exist.
fn pictures<'a>(path: &Path, map: &'a Map) -> Vec<(PathBuf, Shown<'a>)> {
    let mut found = Vec::new();
    if path.extension().is_some_and(|ending| ending == "ldtk") {
        let folder = path.with_extension("").join("png");
        let mut last = None;
        for layer in map.layers() {
            let level = layer.group().rsplit('/').next().unwrap_or_default();
            if last.replace(layer.group()) != Some(layer.group()) {
                found.push((folder.join(format!("{level}.png")), Shown::Level(layer.group())));
            }
            found.push((folder.join(format!("{level}__{}.png", layer.name())), Shown::Layer(layer)));
        }
    } else {
        let mut picture = path.as_os_str().to_owned();
        picture.push(".png");
        found.push((PathBuf::from(picture), Shown::Map));
    }
    found.retain(|(picture, _)| picture.exists());
    found
}

/// Returns the number of pixels that are solid in only one of the two, with the layers moved by an offset.
fn differing_pixels<'a>(
    map: &Map,
    layers: impl Iterator<Item = &'a MapLayer>,
    offset: [i32; 2],
    picture: &RgbaImage,
) -> Result<u64, Box<dyn std::error::Error>> {
    let (width, height) = picture.dimensions();
    let mut expected = Mask::from_rgba8(width, height, picture, Solid::default())?;
    let mut drawn = Mask::new(width, height)?;
    for layer in layers {
        let (terrain, at) = layer.terrain(map)?;
        drawn.draw(&terrain, [0, 1].map(|axis| at[axis] + offset[axis]));
    }
    expected.toggle(&drawn, [0, 0]);
    Ok(expected.count())
}

/// Returns the number of pixels that an opaque tile covers in another color than the picture has. LDtk exports a level
/// over its background and without its entities.
fn differing_colors<'a>(map: &Map, layers: impl Iterator<Item = &'a MapLayer>, picture: &RgbaImage) -> u64 {
    let mut drawn = RgbaImage::new(picture.width(), picture.height());
    for layer in layers.filter(|layer| layer.kind() != LayerKind::Objects) {
        for sprite in layer.sprites() {
            let mut tile =
                map.frames()[sprite.frame()].picture().map(|tile| RgbaImage::clone(tile)).unwrap_or_default();
            if sprite.flip_x() {
                imageops::flip_horizontal_in_place(&mut tile);
            }
            if sprite.flip_y() {
                imageops::flip_vertical_in_place(&mut tile);
            }
            draw_rounded(&mut drawn, &tile, [0, 1].map(|axis| sprite.at()[axis] - layer.offset()[axis] as i32));
        }
    }
    drawn.pixels().zip(picture.pixels()).filter(|(drawn, expected)| drawn[3] == 255 && drawn != expected).count() as u64
}

/// Draws a tile, except for its translucent pixels over pixels that are not opaque.
///
/// `imageops::overlay` rounds blended colors down; LDtk rounds them to the nearest.
fn draw_rounded(drawn: &mut RgbaImage, tile: &RgbaImage, [left, top]: [i32; 2]) {
    for (x, y, front) in tile.enumerate_pixels() {
        let [x, y] = [left.wrapping_add_unsigned(x), top.wrapping_add_unsigned(y)].map(u32::try_from);
        let (Ok(x), Ok(y)) = (x, y) else { continue };
        let Some(back) = drawn.get_pixel_mut_checked(x, y) else { continue };
        let alpha = u32::from(front[3]);
        if alpha == 255 || back[3] == 255 {
            let mix = |front: u8, back: u8| (u32::from(front) * alpha + u32::from(back) * (255 - alpha) + 127) / 255;
            *back = image::Rgba([0, 1, 2, 3].map(|c| if c == 3 { 255 } else { mix(front[c], back[c]) as u8 }));
        }
    }
}
