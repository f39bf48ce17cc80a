//! Aseprite files that Aseprite opens although an item of them is wrong.

use crate::common::ase::{Ase, Chunk, LAYER, Layer, Show, cel, palette, tags, tileset};
use crate::common::strict;
use sheets::{Animation, Options, Sheet, SheetError};
use std::collections::HashMap;

fn read(file: &Ase, options: &Options) -> Result<Sheet, SheetError> {
    Sheet::read(&HashMap::from([("a.ase".to_owned(), file.bytes())]), "a.ase", options)
}

fn file(depth: u16, frames: Vec<Vec<Chunk>>) -> Ase {
    let frames = frames.into_iter().map(|chunks| (1, chunks)).collect();
    Ase { size: [3, 1], depth, flags: 1, transparent: 0, frames }
}

/// Asserts that a file has one warning, and returns it with the mask of a frame.
#[track_caller]
fn warned(file: &Ase, frame: usize) -> (String, String) {
    let sheet = read(file, &Options::default()).unwrap();
    let [warning] = sheet.warnings() else { panic!("{:?}", sheet.warnings()) };
    let fault = read(file, &strict()).unwrap_err().to_string();
    assert!(warning.to_string().starts_with(&fault), "{warning}\n{fault}");
    (warning.to_string(), sheet.frames()[frame].mask().to_string())
}

fn mask(file: &Ase) -> String {
    read(file, &strict()).unwrap().frames()[0].mask().to_string()
}

fn indexed(pixels: [u8; 3]) -> Chunk {
    cel(0, [0, 0], 255, 0, &Show::Plain([3, 1], &pixels))
}

/// A chunk of the old type with one packet.
fn old_palette(count: u8, colors: &[[u8; 3]]) -> Chunk {
    (0x0004, [&[1, 0, 0, count][..], colors.as_flattened()].concat())
}

#[test]
fn empty_palettes_are_black_and_matter_to_indexed_sprites_only() {
    let rgba = cel(0, [1, 0], 255, 0, &Show::Plain([1, 1], &[1, 2, 3, 255]));
    assert_eq!(mask(&file(32, vec![vec![old_palette(0, &[]), LAYER.chunk(), rgba.clone()]])), ".#.");
    assert_eq!(mask(&file(32, vec![vec![(0x2019, vec![]), LAYER.chunk(), rgba]])), ".#.");
    let gray = cel(0, [1, 0], 255, 0, &Show::Plain([1, 1], &[7, 255]));
    assert_eq!(mask(&file(16, vec![vec![old_palette(0, &[]), LAYER.chunk(), gray]])), ".#.");
    let (warning, shown) =
        warned(&file(8, vec![vec![old_palette(0, &[[9; 3]; 2]), LAYER.chunk(), indexed([0, 1, 200])]]), 0);
    assert_eq!(shown, ".##");
    assert_eq!(
        warning,
        "a.ase: frame 0, chunk 0: the palette ends too early: save the file again with Aseprite; the other colors stay as they were"
    );
    // Without a palette all colors are black, and behind the end of a palette they are clear.
    assert_eq!(mask(&file(8, vec![vec![LAYER.chunk(), indexed([0, 1, 255])]])), ".##");
    assert_eq!(mask(&file(8, vec![vec![palette(0, &[[9, 9, 9, 255]; 2]), LAYER.chunk(), indexed([0, 1, 2])]])), ".#.");
    // Colors that a chunk does not name are black if they are inside the size.
    assert_eq!(mask(&file(8, vec![vec![palette(2, &[[9, 9, 9, 0]]), LAYER.chunk(), indexed([1, 2, 3])]])), "#..");
}

#[test]
fn bad_tags_cost_themselves() {
    let sheet = |list: &[(&str, u16, u16, u8, u16)]| {
        let sheet = read(&file(32, vec![vec![tags(list)], vec![]]), &Options::default()).unwrap();
        let names: Vec<_> = sheet.animations().iter().map(Animation::name).map(str::to_owned).collect();
        (names, sheet.warnings().iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (names, warnings) = sheet(&[("a", 1, 0, 0, 0), ("b", 0, 1, 0, 0), ("c", 0, 7, 0, 0), ("d", 1, 1, 9, 0)]);
    assert_eq!(names, ["b", "d"]);
    assert_eq!(
        warnings,
        [
            "a.ase: frame 0, chunk 0 (tags), first frame: must be at most the last frame, 0, got 1; the tag is left out",
            "a.ase: frame 0, chunk 0 (tags), last frame: must be less than the number of frames, 2, got 7; the tag is left out"
        ]
    );
}

#[test]
fn cels_without_a_place_are_left_out() {
    let pixel = |layer| cel(layer, [0, 0], 255, 0, &Show::Plain([1, 1], &[1, 2, 3, 255]));
    let link = |frame| cel(0, [0, 0], 255, 0, &Show::Link(frame));
    let (warning, shown) = warned(&file(32, vec![vec![LAYER.chunk(), link(1)], vec![pixel(0)]]), 0);
    assert_eq!(shown, "...");
    assert!(
        warning
            .ends_with("(cel), link: must be the index of an earlier frame, less than 0, got 1; the cel is left out"),
        "{warning}"
    );
    assert_eq!(warned(&file(32, vec![vec![LAYER.chunk(), link(1)], vec![pixel(0)]]), 1).1, "#..");
    assert_eq!(warned(&file(32, vec![vec![LAYER.chunk(), pixel(0), pixel(4)]]), 0).1, "#..");
    let group = Layer { kind: 1, ..LAYER }.chunk();
    let (warning, shown) = warned(&file(32, vec![vec![LAYER.chunk(), group, pixel(0), pixel(1)]]), 0);
    assert_eq!(shown, "#..");
    assert!(warning.contains("(cel), layer: must be a layer that is no group, got 1"), "{warning}");
}

#[test]
fn stale_tiles_of_tile_maps_are_empty() {
    let tiles = [[255; 4], [0; 4]].concat();
    let chunks = vec![
        tileset(3, [1, 1], 2, &tiles),
        Layer { kind: 2, tileset: 3, ..LAYER }.chunk(),
        cel(0, [0, 0], 255, 0, &Show::Tiles([3, 1], &[7, 1, 0])),
    ];
    let (warning, _) = warned(&file(32, vec![chunks]), 0);
    assert!(
        warning
            .ends_with("(cel), tiles: must be less than the 2 tiles of the tile set, got 7; such tiles are left out"),
        "{warning}"
    );
}
