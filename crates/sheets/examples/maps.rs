//! Reads the maps in a folder and the folders inside, and prints what they contain.
//!
//! `cargo run --release -p hitmask-sheets --example maps -- FOLDER`. If a picture `NAME.tmx.png` lies beside the map `NAME.tmx`, or a picture
//! `NAME/png/LEVEL.png` belongs to a level of `NAME.ldtk`, it is compared with the visible layers: its solid
//! pixels, or the colors of the pixels that tiles cover.

use image::{Rgba, RgbaImage, imageops};
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
        for (picture, group) in pictures(path, &map) {
            let expected = image::open(&picture)?.into_rgba8();
            let differing = match group {
                Some(group) => differing_colors(&map, group, &expected),
                None => differing_pixels(&map, &expected)?,
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

/// Returns the pictures of a map, and the group of layers that each shows.
fn pictures<'a>(path: &Path, map: &'a Map) -> Vec<(PathBuf, Option<&'a str>)> {
    if path.extension().is_some_and(|ending| ending == "ldtk") {
        let mut groups: Vec<&str> = map.layers().iter().map(MapLayer::group).collect();
        groups.dedup();
        let folder = path.with_extension("").join("png");
        let name = |group: &str| format!("{}.png", group.rsplit('/').next().unwrap_or(group));
        let shown = groups.into_iter().map(|group| (folder.join(name(group)), Some(group)));
        return shown.filter(|(picture, _)| picture.exists()).collect();
    }
    let mut picture = path.as_os_str().to_owned();
    picture.push(".png");
    let picture = PathBuf::from(picture);
    if picture.exists() { vec![(picture, None)] } else { Vec::new() }
}

/// Returns the number of pixels that are solid in only one of the two.
fn differing_pixels(map: &Map, picture: &RgbaImage) -> Result<u64, Box<dyn std::error::Error>> {
    let (width, height) = picture.dimensions();
    let mut expected = Mask::from_rgba8(width, height, picture, Solid::default())?;
    let mut drawn = Mask::new(width, height)?;
    for layer in map.layers().iter().filter(|layer| layer.is_visible()) {
        let (terrain, at) = layer.terrain(map)?;
        drawn.draw(&terrain, at);
    }
    expected.toggle(&drawn, [0, 0]);
    Ok(expected.count())
}

/// Returns the number of pixels that an opaque tile covers in another color than the picture has. LDtk exports a level
/// over its background and without its entities.
fn differing_colors(map: &Map, group: &str, picture: &RgbaImage) -> u64 {
    let mut drawn = RgbaImage::new(picture.width(), picture.height());
    let layers = map.layers().iter().filter(|layer| layer.is_visible() && layer.group() == group);
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
            let [x, y] = [0, 1].map(|axis| i64::from(sprite.at()[axis]) - layer.offset()[axis] as i64);
            imageops::overlay(&mut drawn, &tile, x, y);
        }
    }
    let is_wrong = |(drawn, expected): &(&Rgba<u8>, &Rgba<u8>)| drawn[3] == 255 && drawn != expected;
    drawn.pixels().zip(picture.pixels()).filter(is_wrong).count() as u64
}
