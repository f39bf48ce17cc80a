//! Maps made with Tiled, against the pictures that Tiled draws of them.

use sheets::mask::{Affine, Mask, Solid};
use sheets::{Map, MapSprite, Options};
use std::path::{Path, PathBuf};

/// The maps, and the pixel of the map at the top-left of the picture if it is not [0, 0].
const MAPS: [(&str, [i32; 2]); 25] = [
    ("alignments", [0, 0]),
    ("collection", [0, 0]),
    ("flips-base64", [0, 0]),
    ("flips-csv", [0, 0]),
    ("flips-gzip", [0, 0]),
    ("flips-xml", [0, 0]),
    ("flips-zlib", [0, 0]),
    ("flips-zstd", [0, 0]),
    ("groups", [0, -2]),
    ("hexagonal-x-even", [0, 0]),
    ("hexagonal-x-odd", [0, 0]),
    ("hexagonal-y-even", [0, 0]),
    ("hexagonal-y-odd", [0, 0]),
    ("infinite", [-128, -128]),
    ("isometric", [0, 0]),
    ("objects", [0, 0]),
    ("outside", [0, 0]),
    ("picture", [0, 0]),
    ("scaled-objects", [0, 0]),
    ("spacing", [0, 0]),
    ("staggered-x-even", [0, 0]),
    ("staggered-x-odd", [0, 0]),
    ("staggered-y-even", [0, 0]),
    ("staggered-y-odd", [0, 0]),
    ("templates", [0, 0]),
];

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiled").join(name)
}

fn open(name: &str) -> Map {
    Map::open(path(name), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn picture(name: &str) -> Mask {
    let picture = image::open(path(name)).unwrap().into_rgba8();
    Mask::from_rgba8(picture.width(), picture.height(), &picture, Solid::default()).unwrap()
}

#[test]
fn terrain_equals_the_picture_that_tiled_draws() {
    let (mut maps, mut pixels) = (0, 0);
    for (name, origin) in MAPS {
        // The maps in all encodings have one picture.
        let expected = picture(&format!("{}.png", if name.starts_with("flips-") { "flips" } else { name }));
        for extension in ["tmx", "tmj"] {
            let map = open(&format!("{name}.{extension}"));
            let mut drawn = Mask::new(expected.width(), expected.height()).unwrap();
            for layer in map.layers().iter().filter(|layer| layer.is_visible()) {
                let (terrain, at) = layer.terrain(&map).unwrap();
                drawn.draw(&terrain, [at[0] - origin[0], at[1] - origin[1]]);
            }
            assert!(expected.count() > 100, "{name}");
            assert!(drawn == expected, "{name}.{extension}:\n{drawn}\n\n{expected}");
            (maps, pixels) = (maps + 1, pixels + expected.count());
        }
    }
    println!("{maps} maps, {pixels} solid pixels");
}

/// The value of an attribute, or 0.
fn attribute(line: &str, name: &str) -> f64 {
    let value = line.split(&format!(" {name}=\"")).nth(1).map_or("0", |rest| rest.split('"').next().unwrap());
    value.parse().unwrap()
}

/// Tiled does not round the positions of rotated tiles, and neither do their sprites.
#[test]
fn rotated_tiles_are_where_the_editor_draws_them() {
    let expected = picture("turned-objects.png");
    let map = open("turned-objects.tmx");
    let layer = &map.layers()[0];
    let text = std::fs::read_to_string(path("turned-objects.tmx")).unwrap();
    let lines: Vec<&str> = text.split("<object ").skip(1).collect();
    assert_eq!(lines.len(), layer.sprites().len());
    for (line, sprite) in lines.iter().zip(layer.sprites()) {
        let line = format!(" {line}");
        let [x, y, height, rotation] = ["x", "y", "height", "rotation"].map(|name| attribute(&line, name));
        // The last tileset comes first in the list: its tiles have an offset.
        let gid = attribute(&line, "gid") as u32 & 0x0FFF_FFFF;
        let offset = if (20..40).contains(&gid) { [3.0, -2.0] } else { [0.0, 0.0] };
        let by = Affine::translation([x + offset[0], y - height + offset[1]])
            .then(&Affine::rotation(rotation).about([x, y]));
        let frame = oriented(map.frames()[sprite.frame()].mask(), sprite);
        let middle = [frame.width(), frame.height()].map(|side| f64::from(side) / 2.0);
        let expected = by.apply(middle);
        for axis in [0, 1] {
            let shown = f64::from(sprite.at()[axis]) + sprite.fraction()[axis] + middle[axis];
            let most = if sprite.angle() == 0.0 { 1.0 } else { 1e-9 };
            assert!((expected[axis] - shown).abs() < most, "{line}: {shown}, expected {expected:?}");
        }
        assert!((sprite.angle() + 90.0 * f64::from(sprite.quarter_turns()) - rotation).rem_euclid(360.0) < 1e-9);
    }
    let (drawn, at) = layer.terrain(&map).unwrap();
    let mut differing = expected.clone();
    differing.toggle(&drawn, at);
    println!("{} of {} pixels differ", differing.count(), expected.count());
    assert!(differing.count() <= 5 && expected.count() > 2000, "{} differ", differing.count());
}

fn oriented(frame: &Mask, sprite: &MapSprite) -> Mask {
    let mut frame = frame.clone();
    if sprite.flip_x() {
        frame = frame.flipped_x();
    }
    if sprite.flip_y() {
        frame = frame.flipped_y();
    }
    frame
}
