//! One bad item costs that item: the rest of the file loads, and a warning tells what was left out.

use crate::common::ase::{Ase, tags};
use crate::common::{png, read_json, strict};
use sheets::image::{Rgba, RgbaImage};
use sheets::{Map, Options, Sheet, Warning, WarningKind};
use std::collections::HashMap;
use std::fmt::Write;

const TILES: &str = "<tileset firstgid='1' name='t' tilewidth='2' tileheight='1'><image source='t.png'/></tileset>";

fn read(tilesets: &str, layers: &str, options: &Options) -> Result<Map, String> {
    let map = format!("<map width='3' height='1' tilewidth='2' tileheight='1'>{tilesets}{layers}</map>");
    let picture = png(&RgbaImage::from_fn(4, 1, |x, _| Rgba([9, 9, 9, if x < 3 { 255 } else { 0 }])));
    let files = HashMap::from([("m.tmx".to_owned(), map.into_bytes()), ("t.png".to_owned(), picture)]);
    Map::read(&files, "m.tmx", options).map_err(|error| error.to_string())
}

fn layer(tiles: &str) -> String {
    format!("<layer name='g' width='3' height='1'><data encoding='csv'>{tiles}</data></layer>")
}

/// Asserts that the map loads with one warning, which begins as the error of strict options does.
#[track_caller]
fn warned(tilesets: &str, layers: &str, warning: &str, done: &str) -> Map {
    let map = read(tilesets, layers, &Options::default()).unwrap();
    let warnings: Vec<_> = map.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(warnings, [format!("{warning}; {done}")]);
    assert_eq!(map.warnings()[0].kind, WarningKind::LeftOut);
    assert_eq!(read(tilesets, layers, &strict()).unwrap_err(), warning);
    map
}

#[test]
fn stale_tile_ids_cost_their_tiles() {
    let fault = "m.tmx: layers[0].data[1]: must be a tile of tileset \"t\", got id 6";
    let map = warned(TILES, &layer("2,7,1"), fault, "the tile is left out");
    let (terrain, at) = map.layers()[0].terrain(&map).unwrap();
    assert_eq!((terrain.to_string().as_str(), at), ("#...##", [0, 0]));
    let objects = "<objectgroup><object id='1' gid='7' x='0' y='1'/><object id='2' gid='1' x='4' y='1'/></objectgroup>";
    let fault = "m.tmx: layers[0].objects[0].gid: must be a tile of tileset \"t\", got id 6";
    let map = warned(TILES, objects, fault, "the tile is left out");
    let placed: Vec<_> = map.layers()[0].sprites().iter().map(|sprite| (sprite.id(), sprite.at())).collect();
    assert_eq!(placed, [("2", [4, 0])]);
}

#[test]
fn steps_that_show_no_tile_are_left_out_of_the_animation() {
    let animated = |steps: &str| {
        let tile = format!("<tile id='0'><animation>{steps}</animation></tile></tileset>");
        TILES.replace("</tileset>", &tile)
    };
    let (good, bad) = ("<frame tileid='1' duration='7'/>", "<frame tileid='9' duration='5'/>");
    let at = "m.tmx: tilesets[0].tiles[0].animation";
    let fault = |step| format!("{at}[{step}].tileid: must be the id of a tile of the tileset, got 9");
    let map = warned(&animated(&format!("{good}{bad}")), &layer("1,0,0"), &fault(1), "the step is left out");
    let steps: Vec<_> = map.animations()[0].frames().iter().map(|(_, time)| time.as_millis()).collect();
    assert_eq!(steps, [7]);
    let map = warned(&animated(bad), &layer("1,0,0"), &fault(0), "the step is left out");
    assert!(map.animations().is_empty());
}

#[test]
fn tileset_that_no_layer_uses_may_be_missing() {
    let both = format!("{TILES}<tileset firstgid='9' source='no.tsx'/>");
    let fault = "m.tmx: tilesets[1].source: no file is named \"no.tsx\": add the file or correct the name";
    let map = warned(&both, &layer("1,1,1"), fault, "the tileset is left out: no layer uses it");
    assert_eq!(map.layers()[0].sprites().len(), 3);
    assert_eq!(read(&both, &layer("1,9,1"), &Options::default()).unwrap_err(), fault);
    let embedded = format!("{TILES}{}", TILES.replace("'1'", "'9'").replace("t.png", "m.tmx"));
    assert!(read(&embedded, &layer("1,0,0"), &Options::default()).unwrap().warnings().len() == 1);
}

#[test]
fn tags_beyond_the_frames_are_left_out() {
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
    let json = format!(
        r#"{{"frames": [{frame}, {frame}], "meta": {{"image": "sheet.png", "frameTags": [
           {{"name": "a", "from": 0, "to": 1}}, {{"name": "b", "from": 1, "to": 13}}, {{"name": "c", "from": 1, "to": 0}}]}}}}"#
    );
    let sheet = read_json(&json, &RgbaImage::new(1, 1), &Options::default()).unwrap();
    let texts: Vec<_> = sheet.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "sheet.json: meta.frameTags[1].to: must be less than the number of frames, 2, got 13; the tag is left out",
            "sheet.json: meta.frameTags[2].from: must be at most 0, the value of \"to\", got 1; the tag is left out"
        ]
    );
    assert_eq!(sheet.animations().iter().map(sheets::Animation::name).collect::<Vec<_>>(), ["a"]);
    assert_eq!(sheet.frames()[1].names(), ["a 1"]);

    let tags = tags(&[("a", 0, 1, 0, 0), ("b", 0, 0, 0, 0)]);
    let file = Ase { size: [1, 1], depth: 32, flags: 1, transparent: 0, frames: vec![(1, vec![tags])] };
    let files = HashMap::from([("a.ase".to_owned(), file.bytes())]);
    let sheet = Sheet::read(&files, "a.ase", &Options::default()).unwrap();
    assert_eq!(sheet.animations().iter().map(sheets::Animation::name).collect::<Vec<_>>(), ["b"]);
    let [Warning { file, place, kind, text, .. }] = sheet.warnings() else { panic!("{:?}", sheet.warnings()) };
    assert_eq!((&**file, &**place, *kind), ("a.ase", "frame 0, chunk 0 (tags), last frame", WarningKind::LeftOut));
    assert_eq!(text, "must be less than the number of frames, 1, got 1; the tag is left out");
}

#[test]
fn warnings_after_the_first_hundred_are_counted() {
    let mut tiles = String::new();
    for _ in 0..150 {
        write!(tiles, "<tile gid='7'/>").unwrap();
    }
    let many = format!("<layer name='g' width='150' height='1'><data>{tiles}</data></layer>");
    let map = read(TILES, &many, &Options::default()).unwrap();
    assert_eq!(map.warnings().len(), 101);
    let last = &map.warnings()[100];
    assert_eq!((last.kind, last.to_string().as_str()), (WarningKind::More, "m.tmx: 50 more warnings"));
}
