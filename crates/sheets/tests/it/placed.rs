//! Flips and rotations of tiles in Tiled.

use crate::common::{art, png, strict};
use sheets::mask::Mask;
use sheets::{Map, SheetError};
use std::collections::HashMap;

/// A tile without symmetry.
const TILE: [&str; 3] = ["##..#", "#....", "#.#.."];

fn read(layers: &str) -> Result<Map, SheetError> {
    let tileset = "<tileset firstgid='1' tilewidth='5' tileheight='3'><image source='tile.png'/></tileset>";
    let map = format!("<map height='1' tilewidth='5' tileheight='3'>{tileset}{layers}</map>");
    let files = HashMap::from([("a.tmx".to_owned(), map.into()), ("tile.png".to_owned(), png(&art(&TILE)))]);
    Map::read(&files, "a.tmx", &strict())
}

/// All combinations of flips: the pixels are where the definition of the flags says.
#[test]
fn flips_and_quarter_turns_equal_the_definition() {
    let tile: Mask = TILE.join("\n").parse().unwrap();
    for bits in 0..8_u32 {
        let [diagonal, flip_y, flip_x] = [1, 2, 4].map(|bit| bits & bit > 0);
        let gid = 1 + (bits << 29);
        let map = read(&format!("<layer width='1' height='1'><data encoding='csv'>{gid}</data></layer>")).unwrap();
        let [w, h] = if diagonal { [3, 5] } else { [5, 3] };
        let expected = Mask::from_fn(w, h, |x, y| {
            let x = if flip_x { w - 1 - x } else { x };
            let y = if flip_y { h - 1 - y } else { y };
            tile.contains(if diagonal { [y as i32, x as i32] } else { [x as i32, y as i32] })
        });
        let layer = &map.layers()[0];
        // The bottom-left corner is that of the cell.
        assert_eq!(layer.terrain(&map).unwrap(), (expected.unwrap(), [0, 3 - h as i32]), "{gid:#x}");
        assert_eq!((layer.sprites()[0].angle(), layer.sprites()[0].scale()), (0.0, [1.0; 2]));
    }
}

#[test]
fn right_angles_are_quarter_turns_and_other_angles_keep_the_middle() {
    let object = |attributes: &str| {
        let map = read(&format!("<objectgroup><object gid='1' {attributes}/></objectgroup>"))?;
        Ok::<_, SheetError>(map.layers()[0].sprites()[0].clone())
    };
    let turned = |angle: i32| object(&format!("x='5' y='26' width='10' height='12' rotation='{angle}'")).unwrap();
    let quarter = turned(-270);
    assert_eq!((quarter.quarter_turns(), quarter.angle(), quarter.scale()), (1, 0.0, [4.0, 2.0]));
    assert_eq!((turned(450).at(), turned(-30).angle()), (turned(90).at(), 330.0));
    // The middle is at [10, 20], and at [2.5, 1.5] of the tile.
    assert_eq!((turned(0).at(), turned(0).fraction()), ([7, 18], [0.5, 0.5]));
    let refused = |attributes: &str| object(attributes).unwrap_err().to_string();
    assert!(refused("x='2e9' y='0'").contains("must be a position from -2^30 to 2^30 pixels"));
    let flat = "must be a size that scales the tile by a factor above 0, got -1";
    assert!(refused("width='-5' height='3'").ends_with(flat), "{}", refused("width='-5' height='3'"));
}
